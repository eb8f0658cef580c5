import { forbidden, includesRole, type Actor } from '@usaha/shared';
import { maskedIc } from '@usaha/shared/malaysia';
import { messages } from '../messages.js';
import type { StaffMember } from './staff-member.entity.js';

const guarded = ['hourly_rate', 'commission_rate', 'ic_number'] as const satisfies (keyof StaffMember)[];

/** What a member of staff earns, and the number of the member's papers. */
export type PayAndPapers = Pick<StaffMember, (typeof guarded)[number]>;

/** Administrators and managers see and change pay and papers; so does the service itself. */
export const seesPay = (actor: Actor | null): boolean => actor === null || includesRole(actor.role, 'manager');

/** Pay and papers by role: others see no pay, and the last four characters of the IC number. */
export function payAndPapersFor(actor: Actor | null, member: PayAndPapers): PayAndPapers {
  const { hourly_rate, commission_rate, ic_number } = member;
  if (seesPay(actor)) return { hourly_rate, commission_rate, ic_number };
  return { hourly_rate: null, commission_rate: null, ic_number: ic_number === null ? null : maskedIc(ic_number) };
}

/**
 * The changes without what was shown and is sent back: who does not see pay and papers does not change them by it.
 * @throws forbidden for another value than the one that was shown, the true one too: trying tells nothing
 */
export function withoutWhatWasShown<C extends Partial<PayAndPapers>>(
  actor: Actor | null,
  member: PayAndPapers,
  changes: C,
): C {
  if (seesPay(actor)) return changes;
  const shown = payAndPapersFor(actor, member);
  const beyond = guarded.filter((field) => changes[field] !== undefined && changes[field] !== shown[field]);
  if (beyond.length > 0) throw forbidden(messages.payByManagers({ fields: beyond }));
  return { ...changes, hourly_rate: undefined, commission_rate: undefined, ic_number: undefined };
}
