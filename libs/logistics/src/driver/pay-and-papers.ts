import { forbidden, includesRole, invalid, type Actor } from '@usaha/shared';
import { messages } from '../messages.js';
import type { Driver } from './driver.entity.js';

const pay = ['hourly_rate', 'monthly_salary'] as const satisfies (keyof Driver)[];
const papers = ['ic_number', 'license_number', 'psv_license'] as const satisfies (keyof Driver)[];
const guarded = [...pay, ...papers];

/** What a driver earns, and the numbers of the driver's papers. */
export type PayAndPapers = Pick<Driver, (typeof guarded)[number]>;

/** Administrators and managers see pay and whole numbers; so does the service itself. */
export const seesPayAndPapers = (actor: Actor | null): boolean => actor === null || includesRole(actor.role, 'manager');

/** A number without all but its last four characters; of one shorter than eight none is left. */
const lastFour = <T>(number: T): T | string => {
  if (typeof number !== 'string') return number;
  const shown = number.length >= 8 ? 4 : 0;
  return number.slice(number.length - shown).padStart(number.length, '*');
};

/** Pay and papers as the actor is shown them: others than administrators and managers see no pay, and the ends of numbers. */
export function payAndPapersFor(actor: Actor | null, driver: PayAndPapers): PayAndPapers {
  const { hourly_rate, monthly_salary, ic_number, license_number, psv_license } = driver;
  if (seesPayAndPapers(actor)) return { hourly_rate, monthly_salary, ic_number, license_number, psv_license };
  return {
    hourly_rate: null,
    monthly_salary: null,
    ic_number: lastFour(ic_number),
    license_number: lastFour(license_number),
    psv_license: lastFour(psv_license),
  };
}

/**
 * The changes without the masked values that the actor was shown and sends back: they change nothing.
 * @throws forbidden for pay, invalid for a masked number of another document
 */
export function withoutMasked<C extends Partial<PayAndPapers>>(
  actor: Actor | null,
  driver: PayAndPapers,
  changes: C,
): C {
  if (seesPayAndPapers(actor)) return changes;
  const shown = payAndPapersFor(actor, driver);
  const kept = guarded.filter((field) => changes[field] === shown[field]);
  const told = { ...changes, ...Object.fromEntries(kept.map((field) => [field, undefined])) };
  const beyond = pay.filter((field) => told[field] !== undefined);
  if (beyond.length > 0) throw forbidden(messages.payByManagers({ fields: beyond }));
  for (const field of papers) {
    const number = told[field];
    if (typeof number === 'string' && number.includes('*')) throw invalid(field, messages.maskedNumber({ field }));
  }
  return told;
}
