import { states, type StateCode } from '@usaha/shared/malaysia';

export const plateFormats = ['standard', 'special', 'unknown'] as const;
export type PlateFormat = (typeof plateFormats)[number];

/** The reading of a plate: reported, and never a reason to refuse. */
export interface PlateVerification {
  /** Of the running series, of a special one (names, diplomats, armed forces), or of no form that is known. */
  format: PlateFormat;
  /** The state that registered it; null where the plate tells none. */
  state: string | null;
}

/** The letters I and O are not issued, nor is Z outside the armed forces. */
const STANDARD = /^([A-HJ-NP-Y]{1,3})[1-9]\d{0,3}[A-HJ-NP-Y]?$/;
const SPECIAL =
  /^(PATRIOT|PERFECT|PROTON|PERODUA|PUTRAJAYA|MALAYSIA|MADANI|GOLD|RIMAU|XIIINAM|NAAM|IIUM|UUM|UKM|UPM|UMT|EV|KV|1M4U|G1M|T1M|U|FF|FFF|Z[A-Z]?)\d{1,4}[A-Z]?$/;
/** Of missions, consulates and the United Nations, whose hyphens stand between numbers. */
const DIPLOMATIC = /^\d{2}-?\d{1,3}-?(DC|CC|UN|PA)$/;

/** By the first letter; of taxis (H) it is the second. */
const registeredIn: Readonly<Record<string, StateCode>> = {
  A: '08',
  B: '10',
  C: '06',
  D: '03',
  F: '16',
  J: '01',
  K: '02',
  L: '15',
  M: '04',
  N: '05',
  P: '07',
  Q: '13',
  R: '09',
  S: '12',
  T: '11',
  V: '14',
  W: '14',
};

/** Special series that belong to a place: KV is Langkawi. */
const seriesOf: Readonly<Record<string, StateCode>> = { KV: '02', PUTRAJAYA: '16' };

const named = (code: StateCode | undefined): string | null => (code === undefined ? null : states[code]);

/** @param plate as it was sent: case, spaces and hyphens tell nothing */
export function verifyPlate(plate: string): PlateVerification {
  const written = plate.toUpperCase().replace(/\s/g, '');
  if (DIPLOMATIC.test(written)) return { format: 'special', state: null };
  const text = written.replaceAll('-', '');
  const special = SPECIAL.exec(text);
  if (special) return { format: 'special', state: named(seriesOf[special[1] ?? '']) };
  const letters = STANDARD.exec(text)?.[1];
  if (letters === undefined) return { format: 'unknown', state: null };
  return {
    format: 'standard',
    state: named(registeredIn[letters.startsWith('H') ? letters.charAt(1) : letters.charAt(0)]),
  };
}
