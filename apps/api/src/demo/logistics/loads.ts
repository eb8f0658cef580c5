import type { NewShipment } from '@usaha/logistics';
import { Lottery, type DemoRandom } from '../core/demo-random.js';
import { containerNumber } from './container-number.js';
import { addressIn, partyOf } from './places/demo-place.js';
import type { DemoSite } from './places/corridors.js';

/** What a lorry is made to carry. */
export type DemoCarriage = 'container' | 'pallets';

/** MYR: for coming at all, and for each kilometre. */
const rates: Readonly<Record<DemoCarriage, readonly [number, number]>> = {
  container: [380, 3.9],
  pallets: [260, 2.8],
};
const containers = new Lottery(['40ft', '20ft', '40ft reefer'], [60, 28, 12]);
const goods: Readonly<Record<DemoCarriage, readonly string[]>> = {
  container: [
    'Sarung tangan getah',
    'Perabot kayu',
    'Papan litar',
    'Makanan dalam tin',
    'Minyak sawit bertapis',
    'Resin plastik',
  ],
  pallets: ['Bahan pembungkus', 'Minuman botol', 'Alat ganti mesin', 'Simen campuran', 'Kertas'],
};
/** Kilograms of a pallet. */
const PALLET = [380, 720] as const;
const PALLETS = [8, 14] as const;
const INSURED = 0.3;
/** MYR, to which charges are rounded. */
const STEP = 5;

const contacts = ['Encik Razif', 'Puan Hasnah', 'Mr. Ng', 'Ms. Devi', 'Encik Suhaimi', 'Mr. Teoh'];

const partyAt = ({ company, place }: DemoSite, random: DemoRandom) =>
  partyOf({
    company_name: company,
    address: addressIn(place, `Lot ${random.whole(1, 40)}`),
    contact_person: random.pick(contacts),
    phone_number: `+603555${String(random.whole(0, 9_999)).padStart(4, '0')}`,
    email: `gudang@${company.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`,
    latitude: place.latitude,
    longitude: place.longitude,
  });

/** @param day YYYY-MM-DD of the delivery @param kilometres as the haulier knows the way */
export function loadOf(
  carriage: DemoCarriage,
  {
    from,
    to,
    day,
    kilometres,
    number,
  }: { from: DemoSite; to: DemoSite; day: string; kilometres: number; number: number },
  random: DemoRandom,
): NewShipment {
  const value_myr = random.whole(18, 240) * 1_000;
  const isInsured = random.chance(INSURED);
  const [coming, each] = rates[carriage];
  return {
    origin: partyAt(from, random),
    destination: partyAt(to, random),
    package_details: {
      ...packed(carriage, random),
      description: random.pick(goods[carriage]),
      value_myr,
      is_fragile: false,
    },
    service_type: random.chance(0.2) ? 'express' : 'standard',
    delivery_date: day,
    delivery_time_window: { start: '08:00:00', end: '22:00:00' },
    customer_reference: `DO-${String(4_000 + number)}`,
    insurance_required: isInsured,
    insurance_amount: isInsured ? value_myr : null,
    payment_method: 'credit_30_days',
    payment_amount: Math.round(((coming + each * kilometres) * (0.95 + random.next() * 0.1)) / STEP) * STEP,
  };
}

function packed(carriage: DemoCarriage, random: DemoRandom): Record<string, unknown> {
  if (carriage === 'pallets') {
    const pallets = random.whole(...PALLETS);
    return { package_type: 'pallets', pallets, weight_kg: pallets * random.whole(...PALLET) };
  }
  const size = containers.draw(random);
  const container_number = containerNumber(`DMOU${String(random.whole(100_000, 999_999))}`);
  const weight_kg = random.whole(size === '20ft' ? 120 : 160, size === '20ft' ? 210 : 255) * 100;
  return { package_type: 'container', container_size: size, container_number, weight_kg };
}
