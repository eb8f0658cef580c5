import type { NewShipment, Party, ServiceType } from '@usaha/logistics';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import { demoName } from '../core/demo-people.js';
import { Lottery, type DemoRandom } from '../core/demo-random.js';
import { addressIn, partyOf, pointOf, type DemoPlace } from './places/demo-place.js';
import { zones } from './places/klang-valley.js';

/** Something that a shop sends. */
export interface DemoGoods {
  description: string;
  package_type: string;
  /** Kilograms and MYR, at least and at most. */
  weight: readonly [number, number];
  value: readonly [number, number];
  is_fragile: boolean;
}

/** A shop whose parcels are fetched every afternoon. */
export interface DemoMerchant {
  party: Party;
  place: DemoPlace;
  zone: number;
  /** How much it sends, against the others, and of that how much is paid on delivery. */
  share: number;
  cod: number;
  /** When its parcels are fetched, in minutes of the day. */
  fetched: number;
  goods: readonly DemoGoods[];
}

/** A parcel that is handed in. */
export interface DemoParcel {
  said: NewShipment;
  /** Where the receiver is, and of which zone. */
  place: DemoPlace;
  zone: number;
  is_cod: boolean;
}

const services = new Lottery<ServiceType>(['express', 'standard', 'economy'], [25, 65, 10]);
const zoneShares = new Lottery(
  zones.map((_, zone) => zone),
  [9, 9, 7, 11, 13, 10, 13, 11, 8, 8, 9],
);
const HOUSES = 120;
/** How far houses are from the middle of their neighbourhood, in degrees. */
const AROUND = 0.011;
const LOCATED = 0.75;
const TOLD = 0.8;
const COMPANY = 0.12;
const DATED = 0.08;
const INSURED_FROM = 800;
const companies = ['Restoran', 'Klinik', 'Pejabat Guaman', 'Kedai Buku', 'Tadika', 'Salun', 'Farmasi', 'Bengkel'];
const notes = ['Hubungi sebelum hantar', 'Tinggalkan di pondok pengawal', 'Rumah tepi taman permainan'];

/** MYR for up to two kilograms, and for each one more. */
const rates: Readonly<Record<ServiceType, readonly [number, number]>> = {
  express: [9.5, 2.2],
  standard: [6.5, 1.5],
  economy: [5, 1],
};
const INCLUDED_KG = 2;

const between = ([least, most]: readonly [number, number], step: number, random: DemoRandom): number =>
  Math.round(random.whole(Math.round(least / step), Math.round(most / step)) * step * 100) / 100;

/**
 * What a shop hands in.
 * @param is_fetched whether its parcels of the day are fetched already: then it sends nothing express
 */
export function parcelOf(
  merchant: DemoMerchant,
  { day, number, is_fetched }: { day: string; number: number; is_fetched: boolean },
  random: DemoRandom,
): DemoParcel {
  const zone = zoneShares.draw(random);
  const place = random.pick(zones[zone]?.places ?? []);
  const goods = random.pick(merchant.goods);
  const [weight_kg, value_myr] = [between(goods.weight, 0.1, random), between(goods.value, 0.1, random)];
  const drawn = services.draw(random);
  const service_type = is_fetched && drawn === 'express' ? 'standard' : drawn;
  const is_cod = random.chance(merchant.cod);
  const is_insured = value_myr >= INSURED_FROM;
  const window = random.pick([
    { start: '09:00:00', end: '13:00:00' },
    { start: '14:00:00', end: '18:00:00' },
  ]);
  const said: NewShipment = {
    origin: merchant.party,
    destination: receiverAt(place, random),
    package_details: {
      weight_kg,
      dimensions_cm: dimensionsOf(weight_kg, random),
      package_type: goods.package_type,
      description: goods.description,
      value_myr,
      is_fragile: goods.is_fragile,
    },
    service_type,
    customer_reference: `${(merchant.party.company_name ?? '').slice(0, 3).toUpperCase()}-${String(number).padStart(5, '0')}`,
    insurance_required: is_insured,
    insurance_amount: is_insured ? value_myr : null,
    payment_method: is_cod ? 'cod' : 'monthly_account',
    payment_amount: is_cod ? value_myr : rateOf(service_type, weight_kg),
    notes: random.chance(0.15) ? random.pick(notes) : null,
  };
  // A receiver who is asked for a day is told no other.
  if (random.chance(DATED))
    Object.assign(said, { delivery_date: dayAfter(day, random.whole(3, 6)), delivery_time_window: window });
  return { said, place, zone, is_cod };
}

function rateOf(service: ServiceType, weight_kg: number): number {
  const [base, further] = rates[service];
  return Math.round((base + Math.ceil(Math.max(0, weight_kg - INCLUDED_KG)) * further) * 100) / 100;
}

function dimensionsOf(weight_kg: number, random: DemoRandom): { length: number; width: number; height: number } {
  const side = Math.round(14 + Math.cbrt(weight_kg) * 11);
  return { length: side + random.whole(2, 12), width: side, height: Math.max(4, Math.round(side * 0.6)) };
}

/** A household, or a small business. Some are found by their coordinates, the others by their postcodes. */
function receiverAt(place: DemoPlace, random: DemoRandom): Party {
  const { first_name, last_name } = demoName(random);
  const contact_person = `${first_name} ${last_name}`;
  const is_company = random.chance(COMPANY);
  const mail = `${first_name}.${random.whole(10, 99)}`.toLowerCase().replaceAll(' ', '.');
  const around = (): number => (random.next() - 0.5) * 2 * AROUND;
  const point = pointOf({ latitude: place.latitude + around(), longitude: place.longitude + around() });
  return partyOf({
    company_name: is_company ? `${random.pick(companies)} ${first_name}` : null,
    address: addressIn(place, random.whole(1, HOUSES)),
    contact_person,
    phone_number: `+601${random.pick(['1', '2', '3', '6', '7', '9'])}555${String(random.whole(0, 9_999)).padStart(4, '0')}`,
    email: random.chance(TOLD) ? `${mail}@mel.example` : null,
    ...(random.chance(LOCATED) ? point : {}),
  });
}

/** When something comes in on a day, from the morning on until night. */
export function handedInAt(opens: Date, random: DemoRandom): Date {
  const minutes = random.chance(0.75) ? random.whole(30, 480) : random.whole(480, 780);
  return minutesAfter(opens, minutes + random.next());
}
