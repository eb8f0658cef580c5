import { StaffMember } from '@usaha/beauty';
import { minutesAfter, weekdays } from '../core/demo-days.js';
import { demoAddress, demoIc, demoName } from '../core/demo-people.js';
import type { DemoRandom } from '../core/demo-random.js';
import { born } from '../core/demo-records.js';
import { birthdayOf } from './demo-clients.js';
import type { DemoPost, DemoSalon } from './demo-salon.js';
import type { SalonTime } from './salon-time.js';

/** A member of staff, and what the history makes of one. */
export interface DemoMember {
  member: StaffMember;
  post: DemoPost;
}

const YOUNGEST = 21;
const OLDEST = 48;
/** When people begin to work. */
const FIRST_JOB = 19;
const CERTIFICATE_YEARS = 5;

/** The staff of a salon, each with the hours of a shift on the days that are not free. */
export function teamOf(salon: DemoSalon, time: SalonTime, random: DemoRandom): DemoMember[] {
  return salon.posts.map((post, i) => ({
    post,
    member: born(memberOf(salon, post, { i, time, random }), at(time, i)),
  }));
}

const at = (time: SalonTime, i: number): Date => minutesAfter(time.opening, 120 + i);

function memberOf(
  { clients, shifts, languages, seed }: DemoSalon,
  post: DemoPost,
  { i, time, random }: { i: number; time: SalonTime; random: DemoRandom },
): StaffMember {
  const { position, specializations, hourly_rate, commission_rate, shift, off } = post;
  const { first_name, last_name, gender } = demoName(random, { communities: clients.communities, gender: post.gender });
  const age = random.whole(post.is_senior ? OLDEST - 18 : YOUNGEST, OLDEST);
  const date_of_birth = birthdayOf(age, time, random);
  const days = weekdays.filter((day) => !off.includes(day));
  const since = Number(time.today.slice(0, 4)) - random.whole(0, CERTIFICATE_YEARS);
  const member = new StaffMember();
  member.describe({
    first_name,
    last_name,
    gender,
    date_of_birth,
    ic_number: demoIc(date_of_birth, random.pick(clients.birthplaces), gender, random),
    phone_number: `+601${random.pick(['2', '3', '6', '9'])}${clients.prefix}9${String(i + 1).padStart(3, '0')}`,
    address: demoAddress(clients.home, random),
    position,
    specializations: [...specializations],
    certifications:
      specializations.length === 0
        ? []
        : [
            {
              name: `Sijil Kemahiran Malaysia: ${specializations[0]}`,
              issuing_body: 'Jabatan Pembangunan Kemahiran',
              certificate_number: `DEMO-${seed}-${i + 1}`,
              issue_date: `${since}-03-15`,
              expiry_date: `${since + CERTIFICATE_YEARS}-03-14`,
            },
          ],
    experience_years: Math.max(1, age - FIRST_JOB - random.whole(0, 4)),
    employment_status: off.length > 2 ? 'part_time' : 'full_time',
    languages: [languages[0] as string, random.pick(languages.slice(1))],
    status: 'active',
  });
  member.pay({ hourly_rate, commission_rate });
  member.setWorkingHours(Object.fromEntries(days.map((day) => [day, [...(shifts[shift] ?? [])]])));
  member.consent(true, at(time, i));
  return member;
}
