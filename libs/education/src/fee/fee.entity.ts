import { Entity } from 'typeorm';
import { TenantRecord, columns, assignDefined, money } from '@usaha/shared';
import { currencyOf } from './currency.js';
import { levelKeyColumn } from '../level/level-key.js';

/** What may be said of a fee, save its money. */
const details = [
  'grade_level',
  'fee_type',
  'payment_frequency',
  'academic_year',
  'description',
  'is_mandatory',
  'scholarship_applicable',
] as const satisfies (keyof Fee)[];
export type FeeDetails = Pick<Fee, (typeof details)[number] | 'amount'> & {
  /** Three letters in any case; MYR when null. */
  currency: string | null;
};

/** What a school or centre charges: tuition of a month, registration, an examination. No tax is on it. */
@Entity({ schema: 'education', name: 'fees' })
export class Fee extends TenantRecord {
  /** Any text, as type and frequency. */
  @columns.text({ nullable: true }) grade_level: string | null = null;
  @columns.text() fee_type!: string;
  /** In `currency`, 0 or more. */
  @columns.money() amount!: number;
  /** Three capital letters (ISO 4217). */
  @columns.text() currency = 'MYR';
  @columns.text({ nullable: true }) payment_frequency: string | null = null;
  /** As it was sent: 2026, "2026", "2025/2026". */
  @columns.object({ nullable: true }) academic_year: number | string | null = null;
  @columns.text({ nullable: true }) description: string | null = null;
  /** An unsaid duty is no debt. */
  @columns.flag() is_mandatory = false;
  /** Whether a scholarship pays its percentage of it. */
  @columns.flag() scholarship_applicable = false;
  @columns.derived(levelKeyColumn('grade_level'), { nullable: true }) readonly grade_level_key?: string | null;
  @columns.derived('lower(btrim(fee_type))') readonly fee_type_key?: string;
  @columns.derived("lower(btrim((academic_year #>> '{}'::text[])))", { nullable: true })
  readonly academic_year_key?: string | null;

  /** Absent fields stay. @throws invalid for an amount that cannot be kept, and for no currency */
  describe({ amount, currency, ...changes }: Partial<FeeDetails>): void {
    assignDefined(this, changes, details);
    if (amount !== undefined) this.amount = money.within('amount', amount);
    if (currency !== undefined) this.currency = currencyOf(currency);
  }
}
