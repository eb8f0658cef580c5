import type { Address } from '@usaha/core';
import type { DemoRandom } from './demo-random.js';

export interface DemoName {
  first_name: string;
  last_name: string;
  gender: 'female' | 'male';
  community: DemoCommunity;
}

/** Whose names are given together, and which religions are common there. */
export type DemoCommunity = 'malay' | 'chinese' | 'tamil' | 'sikh' | 'borneo';

/**
 * First and last names as they go together: Malay, Chinese, Tamil, Sikh, Kadazan and Iban. A woman is somebody's `binti` or
 * `a/p`, a man `bin` or `a/l`: both lists alternate.
 */
const families = [
  {
    community: 'malay',
    religions: ['Islam'],
    share: 5,
    first: ['Nur Aisyah', 'Muhammad Hakim', 'Siti Aminah', 'Ahmad Faiz', 'Nurul Huda', 'Amirul Hadi', 'Farah Nabila'],
    last: ['binti Ismail', 'bin Razak', 'binti Othman', 'bin Zainal', 'binti Yusof', 'bin Kamaruddin', 'binti Salleh'],
  },
  {
    community: 'chinese',
    religions: ['Buddha', 'Buddha', 'Buddha', 'Kristian', 'Tao'],
    share: 3,
    first: ['Mei Yee', 'Jia Hao', 'Siew Ling', 'Wei Kang', 'Hui Min', 'Chee Keong', 'Xin Yi'],
    last: ['Tan', 'Lim', 'Wong', 'Lee', 'Chong', 'Ng', 'Goh'],
  },
  {
    community: 'tamil',
    religions: ['Hindu', 'Hindu', 'Hindu', 'Kristian'],
    share: 2,
    first: ['Priya', 'Kumaran', 'Thivya', 'Saravanan', 'Logeswari', 'Dinesh'],
    last: ['a/p Muthu', 'a/l Raju', 'a/p Ganesan', 'a/l Perumal', 'a/p Nadarajan', 'a/l Selvam'],
  },
  {
    community: 'sikh',
    religions: ['Sikh'],
    share: 1,
    first: ['Harpreet', 'Jaspal'],
    last: ['Kaur', 'Singh'],
  },
  {
    community: 'borneo',
    religions: ['Kristian', 'Kristian', 'Islam'],
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
  const { first, last, community } = random.pick(shares);
  const at = random.whole(0, first.length - 1);
  const kin = last.filter((_, i) => i % 2 === at % 2);
  return {
    first_name: first[at] as string,
    last_name: random.pick(kin),
    gender: at % 2 === 0 ? 'female' : 'male',
    community,
  };
}

const familyOf = (community: DemoCommunity): (typeof families)[number] =>
  families.find((family) => family.community === community) as (typeof families)[number];

/** One of the religions that are common in a community. */
export const demoReligion = ({ community }: DemoName, random: DemoRandom): string =>
  random.pick(familyOf(community).religions);

/** A child's father or mother: the father of `binti Ismail` is an Ismail, those of a Tan are Tans. */
export function demoParent(child: DemoName, random: DemoRandom): DemoName {
  const { first, last } = familyOf(child.community);
  const ofGender = (names: readonly string[], gender: DemoName['gender']): string[] =>
    names.filter((name, i) => i % 2 === (gender === 'female' ? 0 : 1) && name !== child.first_name);
  const wanted = random.chance(0.6) ? 'male' : 'female';
  // Of few names, none may be left that is not the child's own: then it is the other parent.
  const gender = ofGender(first, wanted).length > 0 ? wanted : wanted === 'male' ? 'female' : 'male';
  const fathers = /^(?:binti|bin|a\/p|a\/l|anak) (.+)$/.exec(child.last_name)?.[1];
  const own = random.pick(ofGender(first, gender));
  const kin = random.pick(
    ofGender(last, gender).filter((name) => fathers === undefined || !name.endsWith(` ${fathers}`)),
  );
  return {
    first_name: gender === 'male' && fathers !== undefined ? fathers : own,
    last_name: fathers === undefined && child.community !== 'sikh' ? child.last_name : kin,
    gender,
    community: child.community,
  };
}

/** An IC number: the last digit is odd for men and even for women. @param birthplace its two digits */
export function demoIc(
  date_of_birth: string,
  birthplace: string,
  gender: DemoName['gender'],
  random: DemoRandom,
): string {
  const [year = '', month = '', day = ''] = date_of_birth.split('-');
  const serial = random.whole(500, 599) * 10 + 2 * random.whole(0, 4) + (gender === 'male' ? 1 : 0);
  return `${year.slice(2)}${month}${day}-${birthplace}-${serial}`;
}

/** A home address. @param home a city of the list, where most do */
export function demoAddress(home: string, random: DemoRandom): Address {
  const near = places.filter(([, city]) => city === home);
  const [street, city, state, postal_code] = random.pick(random.chance(0.7) ? near : places);
  return { street: `${random.whole(1, 180)}, ${street}`, city, state, postal_code, country: 'Malaysia' };
}
