import { money } from '@usaha/shared';

/** What an enrollment costs, in MYR. It is recorded; what is owed are fees and their payments. */
export interface EnrollmentFees {
  tuition_fee: number | null;
  registration_fee: number | null;
  material_fee: number | null;
  total_fee: number | null;
  /** Any text: `monthly`. */
  payment_plan: string | null;
}

const parts = ['tuition_fee', 'registration_fee', 'material_fee'] as const;

/**
 * Fees as they are kept: a total that is sent stays even if it differs from the sum; without one it is the sum of those
 * of the three that are given, null where none is. Amounts are rounded half-up to the sen.
 * @throws invalid for a sum beyond what can be kept
 */
export function feesOf(sent: Partial<EnrollmentFees>): EnrollmentFees {
  const amount = (name: keyof EnrollmentFees & `${string}_fee`): number | null =>
    typeof sent[name] === 'number' ? money.within(`fees.${name}`, sent[name]) : null;
  const [tuition_fee, registration_fee, material_fee] = parts.map(amount) as [
    number | null,
    number | null,
    number | null,
  ];
  const given = [tuition_fee, registration_fee, material_fee].filter((part) => part !== null);
  const sum = given.length > 0 ? money.within('fees.total_fee', money.add(...given)) : null;
  return {
    tuition_fee,
    registration_fee,
    material_fee,
    total_fee: amount('total_fee') ?? sum,
    payment_plan: sent.payment_plan ?? null,
  };
}
