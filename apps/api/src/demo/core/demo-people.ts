import type { Address } from '@usaha/core';
import type { DemoRandom } from './demo-random.js';

export interface DemoName {
  first_name: string;
  last_name: string;
  gender: 'female' | 'male';
}

/**
 * First and last names as they go together: Malay, Chinese, Tamil, Sikh, Kadazan and Iban. A woman is somebody's `binti` or
 * `a/p`, a man `bin` or `a/l`: both lists alternate.
 */
const families = [
  {
    share: 5,
    first: ['Nur Aisyah', 'Muhammad Hakim', 'Siti Aminah', 'Ahmad Faiz', 'Nurul Huda', 'Amirul Hadi', 'Farah Nabila'],
    last: ['binti Ismail', 'bin Razak', 'binti Othman', 'bin Zainal', 'binti Yusof', 'bin Kamaruddin', 'binti Salleh'],
  },
  {
    share: 3,
    first: ['Mei Yee', 'Jia Hao', 'Siew Ling', 'Wei Kang', 'Hui Min', 'Chee Keong', 'Xin Yi'],
    last: ['Tan', 'Lim', 'Wong', 'Lee', 'Chong', 'Ng', 'Goh'],
  },
  {
    share: 2,
    first: ['Priya', 'Kumaran', 'Thivya', 'Saravanan', 'Logeswari', 'Dinesh'],
    last: ['a/p Muthu', 'a/l Raju', 'a/p Ganesan', 'a/l Perumal', 'a/p Nadarajan', 'a/l Selvam'],
  },
  { share: 1, first: ['Harpreet', 'Jaspal'], last: ['Kaur', 'Singh'] },
  {
    share: 1,
    first: ['Jennifer', 'Stephen', 'Melissa', 'Jackson'],
    last: ['Gimbang', 'anak Jugah', 'Kinsuan', 'anak Entri'],
  },
] as const;

const places = [
  ['Jalan Ampang', 'Kuala Lumpur', 'Wilayah Persekutuan Kuala Lumpur', '50450'],
  ['Jalan SS 15/4', 'Subang Jaya', 'Selangor', '47500'],
  ['Jalan Plumbum 7/102', 'Shah Alam', 'Selangor', '40000'],
  ['Jalan Sultan Idris Shah', 'Ipoh', 'Perak', '30000'],
  ['Lebuh Chulia', 'George Town', 'Pulau Pinang', '10200'],
  ['Jalan Dhoby', 'Johor Bahru', 'Johor', '80000'],
  ['Jalan Hang Tuah', 'Melaka', 'Melaka', '75300'],
  ['Jalan Dato Pati', 'Kota Bharu', 'Kelantan', '15000'],
  ['Jalan Padungan', 'Kuching', 'Sarawak', '93100'],
  ['Jalan Gaya', 'Kota Kinabalu', 'Sabah', '88000'],
] as const;

const shares = families.flatMap((family) => Array.from({ length: family.share }, () => family));

/** A name that suits a woman or a man. */
export function demoName(random: DemoRandom): DemoName {
  const { first, last } = random.pick(shares);
  const at = random.whole(0, first.length - 1);
  const kin = last.filter((_, i) => i % 2 === at % 2);
  return { first_name: first[at] as string, last_name: random.pick(kin), gender: at % 2 === 0 ? 'female' : 'male' };
}

/** A home address. @param home a city of the list, where most do */
export function demoAddress(home: string, random: DemoRandom): Address {
  const near = places.filter(([, city]) => city === home);
  const [street, city, state, postal_code] = random.pick(random.chance(0.7) ? near : places);
  return { street: `${random.whole(1, 180)}, ${street}`, city, state, postal_code, country: 'Malaysia' };
}
