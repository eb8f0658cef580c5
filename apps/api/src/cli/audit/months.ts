import { firstId, instantOfId, malaysianDay, malaysianInstant } from '@usaha/shared';

/** A month of the audit trail, as it is in Malaysia. */
export interface Month {
  /** `2019-03`. */
  name: string;
  /** No id of an entry of the month is less. */
  first: string;
  /** Each id of an entry of the month is less. */
  end: string;
}

/** The month of an entry: its id is of its instant. */
export function monthOf(id: string): Month {
  const name = malaysianDay(instantOfId(id)).slice(0, 7);
  const [year = 0, month = 0] = name.split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
  return { name, first: boundAt(startOf(name)), end: boundAt(startOf(next)) };
}

/** The least id of an instant, of any version of uuid. */
export const boundAt = (instant: Date): string => `${firstId(instant).slice(0, 13)}-0000-0000-000000000000`;

const startOf = (month: string): Date => malaysianInstant(`${month}-01`, '00:00:00');
