/** A vaccine of the programme: how it is called, and at which age, in months, each dose is given. */
interface ScheduledVaccine {
  names: readonly string[];
  months: readonly number[];
}

/**
 * The National Immunisation Programme of the Ministry of Health Malaysia, as it stands since the six-in-one and the
 * pneumococcal vaccine joined it (children born in 2020 and later). Measles is given in Sabah alone, JE in Sarawak alone.
 */
export const immunisationSchedule: readonly ScheduledVaccine[] = [
  { names: ['BCG'], months: [0] },
  { names: ['HepB', 'Hepatitis B'], months: [0] },
  {
    names: ['DTaP-IPV-HepB-Hib', 'DTaP-IPV-Hib-HepB', 'DTaP-HepB-IPV-Hib', 'Hexavalent', '6-in-1', 'Six-in-one'],
    months: [2, 3, 5, 18],
  },
  { names: ['PCV', 'PCV10', 'PCV13', 'Pneumococcal conjugate', 'Pneumococcal conjugate vaccine'], months: [4, 6, 15] },
  { names: ['Measles'], months: [6] },
  { names: ['MMR', 'Measles, mumps and rubella', 'Measles, mumps, rubella'], months: [9, 12] },
  { names: ['JE', 'Japanese encephalitis'], months: [9, 21] },
  { names: ['DT booster', 'DT'], months: [84] },
  { names: ['HPV', 'Human papillomavirus'], months: [156] },
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

/**
 * When the next dose is due: as long after this one as the programme leaves between the two. null when this was the
 * last, when it is not said which it was, and for vaccines that the programme does not know.
 * @returns YYYY-MM-DD
 */
export function nextDueDate({ vaccine_type, vaccine_name, administration_date, ...dose }: GivenDose): string | null {
  const { dose_number, total_doses } = dose;
  if (dose_number === null || total_doses === null || dose_number >= total_doses) return null;
  const vaccine = byName.get(key(vaccine_type ?? '')) ?? byName.get(key(vaccine_name ?? ''));
  const [given, next] = [vaccine?.months[dose_number - 1], vaccine?.months[dose_number]];
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
