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
 * First and last names as they go together: Malay, Chinese, Tamil, Sikh, Kadazan and Iban. A woman is a father's `binti` or
 * `a/p`, a man `bin` or `a/l`: both lists alternate.
 */
const families = [
  {
    community: 'malay',
    religions: ['Islam'],
    share: 5,
    first: [
      ...['Nur Aisyah', 'Muhammad Hakim', 'Siti Aminah', 'Ahmad Faiz', 'Nurul Huda', 'Amirul Hadi', 'Farah Nabila'],
      ...[
        'Mohd Firdaus',
        'Nik Sarah',
        'Wan Zulhilmi',
        'Wan Azlina',
        'Luqman',
        'Rosmawati',
        'Iskandar',
        'Puteri Balqis',
      ],
      ...['Khairul Azmi', 'Noraini', 'Syafiq', 'Siti Khadijah', 'Faris', 'Maisarah', 'Hafizuddin', 'Zaleha'],
      ...['Mohd Ridzuan', 'Nor Hidayah', 'Azhar', 'Sharifah Aini', 'Zulkarnain', 'Fatin Amira', 'Danial', 'Che Rohani'],
      ...['Ahmad Shukri', 'Ummi Kalsom', 'Nazri', 'Nur Izzati', 'Rahimi', 'Hasnah', 'Nik Azman', 'Aishah Humaira'],
    ],
    last: [
      ...['binti Ismail', 'bin Razak', 'binti Othman', 'bin Zainal', 'binti Yusof', 'bin Kamaruddin', 'binti Salleh'],
      ...['bin Hashim', 'binti Mat Nor', 'bin Jusoh', 'binti Abdul Ghani', 'bin Sulaiman', 'binti Hassan', 'bin Daud'],
      ...['binti Ibrahim', 'bin Mahmud', 'binti Che Soh', 'bin Awang', 'binti Mohd Zain', 'bin Talib', 'binti Deraman'],
      ...['bin Mustafa', 'binti Ab Rahman', 'bin Yaakob', 'binti Harun', 'bin Salim', 'binti Wahab', 'bin Latif'],
    ],
  },
  {
    community: 'chinese',
    religions: ['Buddha', 'Buddha', 'Buddha', 'Kristian', 'Tao'],
    share: 3,
    first: [
      ...['Mei Yee', 'Jia Hao', 'Siew Ling', 'Wei Kang', 'Hui Min', 'Chee Keong', 'Xin Yi', 'Boon Siang', 'Pei Wen'],
      ...['Kah Wai', 'Li Ting', 'Zhi Xuan', 'Swee Lian', 'Teik Hock', 'Yoke Fong', 'Jun Wei'],
    ],
    last: ['Tan', 'Lim', 'Wong', 'Lee', 'Chong', 'Ng', 'Goh', 'Ooi', 'Khoo', 'Cheah', 'Yeoh', 'Teoh', 'Chan', 'Low'],
  },
  {
    community: 'tamil',
    religions: ['Hindu', 'Hindu', 'Hindu', 'Kristian'],
    share: 2,
    first: [
      ...[
        'Priya',
        'Kumaran',
        'Thivya',
        'Saravanan',
        'Logeswari',
        'Dinesh',
        'Kavitha',
        'Ganesh',
        'Shanti',
        'Vikneswaran',
      ],
      ...['Malini', 'Prakash'],
    ],
    last: [
      ...['a/p Muthu', 'a/l Raju', 'a/p Ganesan', 'a/l Perumal', 'a/p Nadarajan', 'a/l Selvam', 'a/p Krishnan'],
      ...['a/l Maniam', 'a/p Subramaniam', 'a/l Arumugam'],
    ],
  },
  {
    community: 'sikh',
    religions: ['Sikh'],
    share: 1,
    first: ['Harpreet', 'Jaspal', 'Simran', 'Gurdev', 'Manjit', 'Balwinder'],
    last: ['Kaur', 'Singh'],
  },
  // Kadazan and Iban names: a Muslim has `binti` or `bin` as well.
  {
    community: 'borneo',
    religions: ['Kristian'],
    share: 1,
    first: ['Jennifer', 'Stephen', 'Melissa', 'Jackson', 'Veronica', 'Dominic'],
    last: ['Gimbang', 'anak Jugah', 'Kinsuan', 'anak Entri'],
  },
] as const;

const places = [
  ['Jalan Ampang', 'Kuala Lumpur', 'Wilayah Persekutuan Kuala Lumpur', '50450'],
  ['Jalan SS 15/4', 'Subang Jaya', 'Selangor', '47500'],
  ['Jalan SS 21/37', 'Petaling Jaya', 'Selangor', '47400'],
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

/** Whose name it is to be: of one of these communities, each as often as it stands there, and a woman's or a man's. */
export interface WantedName {
  communities?: readonly DemoCommunity[];
  gender?: DemoName['gender'];
}

const genderAt = (place: number): DemoName['gender'] => (place % 2 === 0 ? 'female' : 'male');

/** A name that suits a woman or a man. */
export function demoName(random: DemoRandom, { communities, gender: wanted }: WantedName = {}): DemoName {
  const { first, last, community } = communities ? familyOf(random.pick(communities)) : random.pick(shares);
  const own = first.map((_, i) => i).filter((i) => wanted === undefined || genderAt(i) === wanted);
  const at = random.pick(own);
  const kin = last.filter((_, i) => i % 2 === at % 2);
  return { first_name: first[at] as string, last_name: random.pick(kin), gender: genderAt(at), community };
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
    names.filter((name, i) => genderAt(i) === gender && name !== child.first_name);
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
