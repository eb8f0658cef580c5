import { Fee } from '@usaha/education';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { textOrNumber } from '../../../wire/text-or-number.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

/** POST /api/v1/education/fees/. */
export class FeeBody {
  @field.text('Level that the fee is for; any text', 'Form 4', {
    optional: true,
    max: 100,
    view: 'Level that the fee is for',
  })
  grade_level?: string | null;
  @field.text('Type of the fee; any text', 'tuition', { max: 200, view: 'Type of the fee' }) fee_type!: string;
  @field.money('Amount in the given currency', 180) amount!: number;
  @field.text('Three letters (ISO 4217); default MYR', 'MYR', {
    optional: true,
    max: 20,
    view: 'Three letters (ISO 4217)',
  })
  currency?: string | null;
  @field.text('How often it is charged; any text', 'monthly', {
    optional: true,
    max: 100,
    view: 'How often it is charged',
  })
  payment_frequency?: string | null;
  @textOrNumber('Academic year, as number or text; returned as sent (A-209)', 2026, {
    optional: true,
    view: 'Academic year, as sent',
  })
  academic_year?: number | string | null;
  @field.text('Description', 'Yuran bulanan', { optional: true, max: 10_000 }) description?: string | null;
  @field.flag('Whether it must be paid; default false', true, { unset: true, view: 'Whether it must be paid' })
  is_mandatory?: boolean;
  @field.flag('Whether scholarships reduce it on invoices; default false', true, {
    unset: true,
    view: 'Whether scholarships reduce it on invoices',
  })
  scholarship_applicable?: boolean;
}

@field.record('Fields of a fee to change; absent fields stay as they are')
export class FeePatch extends PartialType(FeeBody) {}

/** GET /api/v1/education/fees/. */
export class FeeListQuery extends RecordList('amount') {
  @param.text('Level, by any of its names (A-342)', 'Form 4') grade_level?: string;
  @param.text('Type of the fee, ignoring case', 'tuition') fee_type?: string;
  @param.text('Academic year; 2026 finds the number and the text', '2026') academic_year?: string;
}

@field.record('A fee of a school or centre')
export class FeeView extends ViewType(FeeBody, { filled: ['currency'] }) {
  @field.id('Id of the fee') id!: string;
  @field.id('Id of the business') tenant_id!: string;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const feeView = viewOf(Fee, FeeView, { revision: 1 });
