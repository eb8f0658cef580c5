import type { NewPatient, NewVaccination } from '@usaha/healthcare';
import { malaysianDay } from '@usaha/shared';
import { demoAddress, demoIc, demoName } from '../core/demo-people.js';
import type { DemoRandom } from '../core/demo-random.js';
import type { DemoClinic } from './demo-clinics.js';

export const DAY_MS = 86_400_000;

/** Of a patient's age, the years at least and at most, each group as often as it stands here. */
const ages = [
  [0, 3],
  [4, 12],
  [13, 17],
  [18, 39],
  [18, 39],
  [18, 39],
  [40, 59],
  [40, 59],
  [60, 84],
] as const;

const insurers = ['AIA', 'Great Eastern', 'Prudential', 'Etiqa', 'Allianz'];
const bloodTypes = ['O+', 'O+', 'A+', 'B+', 'B+', 'AB+', 'O-'];
const allergies = ['Amoxicillin', 'Udang', 'Kacang tanah', 'Ibuprofen'];
const conditions = ['Hipertensi', 'Kencing manis jenis 2', 'Asma', 'Gout'];
const ADULT = 18;
const INSURED = 0.35;

/** A patient not yet stored. */
export interface DemoPatient {
  facts: NewPatient & { date_of_birth: string };
  age: number;
}

/** People who might be treated there, with IC numbers that read right and telephone numbers that belong to no person. */
export function patientsOf(clinic: DemoClinic, now: Date, random: DemoRandom): DemoPatient[] {
  return Array.from({ length: clinic.patients }, (_, i): DemoPatient => {
    const { first_name, last_name, gender } = demoName(random);
    const [least, most] = random.pick(ages);
    const age = random.whole(least, most);
    const born = new Date(now.getTime() - Math.round((age + 0.02 + random.next() * 0.95) * 365.25 * DAY_MS));
    const date_of_birth = malaysianDay(born);
    const number = String(i + 1).padStart(3, '0');
    const isAdult = age >= ADULT;
    return {
      age,
      facts: {
        first_name,
        last_name,
        gender,
        date_of_birth,
        ic_number: demoIc(date_of_birth, random.pick(clinic.birthplaces), gender, random),
        phone_number: `+601${random.pick(['2', '3', '6', '9'])}${clinic.prefix}0${number}`,
        email: isAdult && random.chance(0.5) ? `pesakit.${clinic.prefix}${number}@pesakit.example` : null,
        address: demoAddress(clinic.home, random),
        blood_type: random.pick(bloodTypes),
        allergies: random.chance(0.2) ? [random.pick(allergies)] : [],
        chronic_conditions: age >= 40 && random.chance(0.5) ? [random.pick(conditions)] : [],
        insurance_info: random.chance(INSURED)
          ? { provider: random.pick(insurers), policy_number: `DEMO-${clinic.prefix}${number}` }
          : null,
        pdpa_consent: random.chance(0.9),
      },
    };
  });
}

/** Doses of the national programme that demo children have had: vaccine, doses in all, days after birth. */
const childhood = [
  ['BCG', [0]],
  ['DTaP-IPV-HepB-Hib', [60, 91, 152, 548]],
  ['MMR', [274, 365]],
] as const;

const FLU = 0.25;

/** What a patient was vaccinated with, here or elsewhere, the first first: children by the programme, of adults some against influenza. */
export function vaccinationsOf(
  { age, facts }: DemoPatient,
  administered_by: string,
  now: Date,
  random: DemoRandom,
): Omit<NewVaccination, 'patient_id'>[] {
  const today = malaysianDay(now);
  if (age >= ADULT)
    return random.chance(FLU)
      ? [
          {
            vaccine_type: 'Influenza',
            vaccine_name: 'Vaxigrip Tetra',
            administration_date: malaysianDay(new Date(now.getTime() - random.whole(5, 300) * DAY_MS)),
            administered_by,
            dose_number: 1,
            total_doses: 1,
          },
        ]
      : [];
  if (age > 3) return [];
  const born = Date.parse(`${facts.date_of_birth}T04:00:00Z`);
  return childhood
    .flatMap(([vaccine_type, days]) =>
      days.map((day, i) => ({
        vaccine_type,
        administration_date: malaysianDay(new Date(born + day * DAY_MS)),
        administered_by,
        dose_number: i + 1,
        total_doses: days.length,
        batch_number: `DEMO-${random.whole(1000, 9999)}`,
      })),
    )
    .filter(({ administration_date }) => administration_date < today);
}
