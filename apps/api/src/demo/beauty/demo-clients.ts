import { Client, PointsMovement, type ClientPointsKind } from '@usaha/beauty';
import { malaysianInstant, newId } from '@usaha/shared';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import { demoAddress, demoIc, demoName, type WantedName } from '../core/demo-people.js';
import { Lottery, type DemoRandom } from '../core/demo-random.js';
import { born, touch } from '../core/demo-records.js';
import type { DemoSalon } from './demo-salon.js';
import type { SalonTime } from './salon-time.js';

/** A client, and what the history makes of one. */
export interface DemoClient {
  client: Client;
  gender: 'female' | 'male';
  /** Against the others: who comes twice as often. */
  loyalty: number;
  /** Days between two visits, at least. */
  gap: number;
}

/** Every week, every other week, every month, seldom: how many come so, how often against the others, and how many days apart. */
const rhythms = [
  { share: 5, loyalty: 4, gap: 5 },
  { share: 18, loyalty: 2.2, gap: 10 },
  { share: 45, loyalty: 1, gap: 20 },
  { share: 32, loyalty: 0.35, gap: 40 },
] as const;
const rhythm = new Lottery(
  rhythms.map((_, i) => i),
  rhythms.map(({ share }) => share),
);

const YOUNGEST = 16;
const OLDEST = 68;
/** Of clients, how many were known when the salon entered what it has. */
const KNOWN = 0.62;
/** Of clients, how many have told something that a treatment may be bad for. */
const ALLERGIC = 0.12;
const ILL = 0.07;
const NOTED = 0.08;
const WITH_IC = 0.25;
const WITH_EMAIL = 0.6;
const CONSENT = 0.93;
const ADVERTISED = 0.55;
/** How often a name is drawn that no other client has. */
const ATTEMPTS = 6;

/** People who might come there, the first first, with telephone numbers and addresses that belong to no person. */
export function clientsOf(salon: DemoSalon, time: SalonTime, random: DemoRandom): DemoClient[] {
  const { frequencies, women, communities } = salon.clients;
  const named = new Set<string>();
  return joiningOf(salon.clients.count, time, random).map((joined, i) => {
    const gender = random.chance(women) ? 'female' : 'male';
    const place = rhythm.draw(random);
    const client = new Client();
    client.describe({
      ...nameOf({ gender, communities }, named, random),
      ...factsOf(salon, { gender, i, time, random }),
      frequency: frequencies[place],
    });
    client.consent(random.chance(CONSENT), joined);
    const { loyalty, gap } = rhythms[place] as (typeof rhythms)[number];
    return { client: born(client, joined), gender, loyalty, gap };
  });
}

/** When clients were entered, in order: most of them on the first days, the others when they first came. */
function joiningOf(count: number, time: SalonTime, random: DemoRandom): Date[] {
  const past = time.days.filter((day) => day < time.today);
  const joined = Array.from({ length: count }, (_, i) =>
    random.chance(KNOWN)
      ? minutesAfter(time.opening, 180 + i)
      : minutesAfter(malaysianInstant(random.pick(past), '09:30:00'), random.next() * 9 * 60),
  );
  return joined.sort((a, b) => a.getTime() - b.getTime());
}

/** Few have the same name as another client. */
function nameOf(wanted: WantedName, named: Set<string>, random: DemoRandom): Pick<Client, 'first_name' | 'last_name'> {
  let [name, tries] = [demoName(random, wanted), 1];
  const text = (): string => `${name.first_name} ${name.last_name}`;
  for (; named.has(text()) && tries < ATTEMPTS; tries += 1) name = demoName(random, wanted);
  named.add(text());
  return { first_name: name.first_name, last_name: name.last_name };
}

interface Drawn {
  gender: DemoClient['gender'];
  i: number;
  time: SalonTime;
  random: DemoRandom;
}

function factsOf({ clients, menu }: DemoSalon, { gender, i, time, random }: Drawn): Parameters<Client['describe']>[0] {
  const number = String(i + 1).padStart(3, '0');
  const date_of_birth = birthdayOf(random.whole(YOUNGEST, OLDEST), time, random);
  const ic_number = demoIc(date_of_birth, random.pick(clients.birthplaces), gender, random);
  const some = <T>(chance: number, from: readonly T[]): T[] => (random.chance(chance) ? [random.pick(from)] : []);
  const kin = demoName(random, { communities: clients.communities });
  return {
    gender,
    date_of_birth,
    ic_number: random.chance(WITH_IC) ? ic_number : null,
    phone_number: `+601${random.pick(['2', '3', '6', '7', '9'])}${clients.prefix}0${number}`,
    email: random.chance(WITH_EMAIL) ? `pelanggan.${clients.prefix}${number}@pelanggan.example` : null,
    address: random.chance(0.6) ? demoAddress(clients.home, random) : null,
    emergency_contact: random.chance(0.2)
      ? {
          name: `${kin.first_name} ${kin.last_name}`,
          relationship: random.pick(['Adik', 'Sepupu', 'Rakan']),
          phone_number: `+601${random.pick(['2', '9'])}${clients.prefix}1${number}`,
        }
      : null,
    skin_type: random.pick(clients.skin_types),
    hair_type: random.pick(clients.hair_types),
    allergies: some(ALLERGIC, clients.allergies),
    medical_conditions: some(ILL, clients.medical_conditions),
    notes: some(NOTED, clients.notes)[0] ?? null,
    preferred_services: some(0.5, menu).map(({ category }) => category),
    marketing_consent: random.chance(ADVERTISED),
  };
}

/** Some day on which a person of an age was born. */
export const birthdayOf = (age: number, { today }: SalonTime, random: DemoRandom): string =>
  dayAfter(`${Number(today.slice(0, 4)) - age - 1}${today.slice(4, 7)}-01`, random.whole(32, 360));

/** Of clients, how many had points when they were entered, and of these how many times they were set again. */
const WITH_POINTS = 0.3;
const SET_ANEW = 0.4;

/** Points that clients brought along, some of which were set again since: the balance is the sum of the movements. */
export function pointsOf(people: readonly DemoClient[], time: SalonTime, random: DemoRandom): PointsMovement[] {
  return people.flatMap(({ client }): PointsMovement[] => {
    if (!random.chance(WITH_POINTS)) return [];
    const movements = [setPoints(client, random.whole(1, 40) * 10, 'opening', client.created_at)];
    const later = minutesAfter(time.now, -random.whole(1, 40) * 24 * 60);
    if (random.chance(SET_ANEW) && later > client.created_at) {
      touch(client, later);
      const points = Math.max(0, client.loyalty_points + random.pick([-100, -50, 20, 50, 120]));
      movements.push(setPoints(client, points, 'correction', later));
    }
    return movements.filter(({ points_changed }) => points_changed !== 0);
  });
}

function setPoints(client: Client, points: number, kind: ClientPointsKind, at: Date): PointsMovement {
  const points_changed = client.setPoints(points);
  const { id: client_id, version: position } = client;
  const entry = { id: newId(at), created_at: at, position, client_id, kind, points_changed, balance: points };
  return Object.assign(new PointsMovement(), entry);
}
