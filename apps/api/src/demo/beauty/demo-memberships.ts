import { Membership, type MembershipBenefit } from '@usaha/beauty';
import { malaysianDay, malaysianInstant } from '@usaha/shared';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import { Lottery, type DemoRandom } from '../core/demo-random.js';
import { born, touch } from '../core/demo-records.js';
import type { DemoMembershipKind } from './catalogue/menu.js';
import { serviceNamed, type DemoService } from './demo-catalogue.js';
import type { DemoClient } from './demo-clients.js';
import type { DemoSalon } from './demo-salon.js';
import type { SalonTime } from './salon-time.js';

const YEAR_DAYS = 365;
/** Of memberships, how many were not prolonged, and of these how many are marked as such. */
const LAPSED = 0.35;
const MARKED = 0.6;
const AUTO_RENEWED = 0.4;

/** What clients have joined, in force or lapsed; who has is on that level. */
export class DemoMemberships {
  readonly all: Membership[] = [];
  private readonly byClient = new Map<string, Membership[]>();

  constructor(
    { memberships, payment_methods }: DemoSalon,
    people: readonly DemoClient[],
    { services, time, random }: { services: readonly DemoService[]; time: SalonTime; random: DemoRandom },
  ) {
    const rest = 1 - memberships.reduce((sum, { share }) => sum + share, 0);
    const kinds = new Lottery<DemoMembershipKind | null>(
      [null, ...memberships],
      [rest, ...memberships.map(({ share }) => share)],
    );
    const methods = new Lottery(Object.keys(payment_methods), Object.values(payment_methods));
    for (const { client } of people) {
      const kind = kinds.draw(random);
      if (!kind) continue;
      const since = malaysianDay(client.created_at);
      const oldest = random.chance(LAPSED) ? dayAfter(time.today, -random.whole(YEAR_DAYS, 540)) : null;
      const start_date = oldest ?? dayAfter(time.today, -random.whole(3, YEAR_DAYS - 20));
      const end_date = dayAfter(start_date, YEAR_DAYS - 1);
      const made = new Membership();
      made.client_id = client.id;
      const { membership_type, annual_fee } = kind;
      made.describe({
        membership_type,
        annual_fee,
        start_date,
        end_date,
        benefits: benefitsOf(kind, services),
        payment_method: methods.draw(random),
        auto_renew: random.chance(AUTO_RENEWED),
      });
      // Those who had joined before were entered together with the client.
      const at = start_date > since ? malaysianInstant(start_date, '18:30:00') : minutesAfter(client.created_at, 5);
      born(made, at);
      this.raise(client, membership_type, at);
      if (end_date < time.today && random.chance(MARKED)) lapse(made, end_date);
      this.all.push(made);
      this.byClient.set(client.id, [...(this.byClient.get(client.id) ?? []), made]);
    }
    this.all.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  }

  /** What a client has on a day, as it was then. @param day YYYY-MM-DD */
  inForce(client_id: string, day: string): Membership[] {
    return (this.byClient.get(client_id) ?? []).filter(
      ({ start_date, end_date, created_at }) =>
        (start_date ?? day) <= day && (end_date ?? day) >= day && malaysianDay(created_at) <= day,
    );
  }

  private raise(client: DemoClient['client'], membership_level: string, at: Date): void {
    client.describe({ membership_level });
    touch(client, at);
  }
}

/** A member of staff has noted that it is over. */
function lapse(membership: Membership, end_date: string): void {
  const at = malaysianInstant(dayAfter(end_date, 1), '10:15:00');
  membership.describe({ status: 'expired' });
  if (at > membership.created_at) touch(membership, at);
}

function benefitsOf(
  { percentage, free, priority }: DemoMembershipKind,
  services: readonly DemoService[],
): MembershipBenefit[] {
  const none = { value: null, service_id: null };
  return [
    { ...none, benefit: `${percentage} %`, type: 'percentage_discount', value: percentage },
    ...(free
      ? [
          {
            ...none,
            benefit: `1 × ${free}`,
            type: 'free_service' as const,
            service_id: serviceNamed(services, free).service.id,
          },
        ]
      : []),
    ...(priority ? [{ ...none, benefit: 'Priority booking', type: 'priority' as const }] : []),
  ];
}
