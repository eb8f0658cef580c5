import type { Language } from '@usaha/shared';
import { malaysianDay, type Context } from '@usaha/shared';
import { messages } from '../messages.js';
import type { Patient } from '../patient/patient.entity.js';
import type { Bill } from './bill.entity.js';

/** Something about a bill that is probably a mistake. It is told, and never refused. */
export interface BillWarning {
  kind: 'policy_expired';
  /** YYYY-MM-DD: the last day of the policy. */
  expiry_date: string;
}

/** A bill that was made, and what should be looked at. */
export interface SavedBill {
  bill: Bill;
  warnings: BillWarning[];
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

const filled = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** The insurer that a patient names: kept as it was sent, so nothing of it is sure to be there. */
export const insurerOf = ({ insurance_info }: Patient): Pick<Bill, 'insurance_provider' | 'policy_number'> => ({
  insurance_provider: filled(insurance_info?.provider),
  policy_number: filled(insurance_info?.policy_number),
});

/** A claim to the patient's insurer is warned of once the policy has expired; nothing is known of another policy. */
export function billWarnings(ctx: Context, bill: Bill, patient: Patient): BillWarning[] {
  const expiry_date = DAY.exec(filled(patient.insurance_info?.expiry_date) ?? '')?.[0];
  const { policy_number } = insurerOf(patient);
  if (!bill.insurance_claim || bill.policy_number !== policy_number) return [];
  return expiry_date !== undefined && expiry_date < malaysianDay(ctx.now)
    ? [{ kind: 'policy_expired', expiry_date }]
    : [];
}

/** A warning in words. */
export const billWarningText = (warning: BillWarning, language: Language): string =>
  messages.policyExpired(warning).in(language);
