/** A vaccine of the programme: how it is called, and at which age, in months, each dose is given. */
interface ScheduledVaccine {
  names: readonly string[];
  months: readonly number[];
  /** Ages where the course has another number of doses, by that number. */
  courses?: Readonly<Record<number, readonly number[]>>;
}

/** Ages of the combined vaccine and of the single ones that it replaced. */
const WITH_DIPHTHERIA = [2, 3, 5, 18];

/**
 * The National Immunisation Programme of the Ministry of Health Malaysia, as it stands since the six-in-one and the
 * pneumococcal vaccine joined it (children born in 2020 and later), and what it gave before: five in one or single vaccines at the same
 * ages, three doses against hepatitis B at 0, 1 and 6 months, HPV twice within six months. Measles is given in Sabah alone, JE
 * in Sarawak alone. Names of products are those by which clinics write them; they were not compared with the register. Vaccines that the
 * programme does not give (rotavirus, varicella, MMRV, meningococcal, influenza, COVID-19 …) have no dates here.
 */
export const immunisationSchedule: readonly ScheduledVaccine[] = [
  { names: ['BCG'], months: [0] },
  { names: ['HepB', 'Hepatitis B', 'Engerix-B', 'Euvax B'], months: [0], courses: { 3: [0, 1, 6] } },
  {
    names: [
      'DTaP-IPV-HepB-Hib',
      'DTaP-IPV-Hib-HepB',
      'DTaP-HepB-IPV-Hib',
      'Hexavalent',
      '6-in-1',
      'Six-in-one',
      'Hexaxim',
      'Infanrix Hexa',
    ],
    months: WITH_DIPHTHERIA,
  },
  {
    names: ['DTaP-IPV-Hib', 'DTaP-Hib-IPV', 'Pentavalent', '5-in-1', 'Five-in-one', 'Pentaxim', 'Infanrix-IPV+Hib'],
    months: WITH_DIPHTHERIA,
  },
  { names: ['DTaP', 'Diphtheria, tetanus, acellular pertussis'], months: WITH_DIPHTHERIA },
  { names: ['Hib', 'Haemophilus influenzae type b'], months: WITH_DIPHTHERIA },
  { names: ['IPV', 'Polio', 'Inactivated poliovirus'], months: WITH_DIPHTHERIA },
  {
    names: [
      'PCV',
      'PCV10',
      'PCV13',
      'Pneumococcal conjugate',
      'Pneumococcal conjugate vaccine',
      'Synflorix',
      'Prevenar 13',
    ],
    months: [4, 6, 15],
  },
  { names: ['Measles'], months: [6] },
  {
    names: ['MMR', 'Measles, mumps and rubella', 'Measles, mumps, rubella', 'Priorix', 'M-M-R II'],
    months: [9, 12],
  },
  { names: ['JE', 'Japanese encephalitis', 'Imojev'], months: [9, 21] },
  { names: ['DT booster', 'DT'], months: [84] },
  {
    names: ['HPV', 'Human papillomavirus', 'Gardasil', 'Gardasil 9', 'Cervarix'],
    months: [156],
    courses: { 2: [156, 162] },
  },
  { names: ['Tetanus', 'TT'], months: [180] },
];

/** A dose that was given, as far as the next one depends on it. */
export interface GivenDose {
  vaccine_type: string | null;
  vaccine_name: string | null;
  /** YYYY-MM-DD */
  administration_date: string;
  dose_number: number | null;
  total_doses: number | null;
}

const key = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const byName = new Map(immunisationSchedule.flatMap((vaccine) => vaccine.names.map((name) => [key(name), vaccine])));

/** The vaccine that a type or a name means; undefined for one that the programme does not know. */
export const vaccineOf = ({ vaccine_type, vaccine_name }: Pick<GivenDose, 'vaccine_type' | 'vaccine_name'>) =>
  byName.get(key(vaccine_type ?? '')) ?? byName.get(key(vaccine_name ?? ''));

/**
 * When the next dose is due: as long after this one as the programme leaves between the two. null when this was the
 * last, when it is not said which it was, and for vaccines that the programme does not know.
 * @returns YYYY-MM-DD
 */
export function nextDueDate({ vaccine_type, vaccine_name, administration_date, ...dose }: GivenDose): string | null {
  const { dose_number, total_doses } = dose;
  if (dose_number === null || total_doses === null || dose_number >= total_doses) return null;
  const vaccine = vaccineOf({ vaccine_type, vaccine_name });
  const months = vaccine?.courses?.[total_doses] ?? vaccine?.months;
  const [given, next] = [months?.[dose_number - 1], months?.[dose_number]];
  return given === undefined || next === undefined ? null : monthsAfter(administration_date, next - given);
}

const LAST_YEAR = 9_999;

/** The same day `months` later, or the last of a month that is shorter; null beyond what a date can be written as. */
function monthsAfter(day: string, months: number): string | null {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const counted = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(counted / 12), (counted % 12) + 1];
  if (toYear > LAST_YEAR) return null;
  // The years 1 to 99 are taken for 1901 to 1999; 400 years on, the calendar is the same.
  const last = new Date(Date.UTC(toYear + 400, toMonth, 0)).getUTCDate();
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(toYear).padStart(4, '0')}-${two(toMonth)}-${two(Math.min(date, last))}`;
}
