import { DailyClosing, type Taking } from '@usaha/core';
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';
import { param } from '../../wire/param.js';
import { plainView, viewOf } from '../../wire/view.js';
import { ReferencePage, sortedBy } from './reference.js';

const USER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const RECORD = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7b';
const LONG = 10_000;

/** POST /api/v1/{context}/daily-closings/. */
export class DailyClosingBody {
  @field.money('Cash that was counted, in MYR', 1250.5) counted_cash!: number;
  @field.day('Day of the takings; default today (UTC+8); not later than today', '2026-03-10', { optional: true })
  date?: string | null;
  @field.money('Cash that lay in the till before the first payment, in MYR; default 0', 200, { optional: true })
  float?: number | null;
  @field.text('Note; card numbers are cut to their last four digits', 'RM 0.50 found on the floor', {
    optional: true,
    max: LONG,
  })
  note?: string | null;
  @field.text('Id of the user whose till was counted; default: the till of all', USER, { optional: true, max: 200 })
  cashier?: string | null;
}

/** GET /api/v1/{context}/daily-closings/. */
export class DailyClosingListQuery extends sortedBy('created_at') {
  @param.day('Of this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Of this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
  @param.text('Id of the user whose till was counted', USER) cashier?: string;
}

@field.record('A count of the cash of a day')
export class DailyClosingView {
  @field.id('Id of the count') id!: string;
  @field.day('Day of the takings', '2026-03-10') date!: string;
  @field.id('Id of the user whose till was counted; null: the till of all', USER, { nullable: true }) cashier!:
    string | null;
  @field.money('Cash that lay in the till before the first payment, in MYR', 200) float!: number;
  @field.money('Cash that was counted, in MYR', 1250.5) counted_cash!: number;
  @field.number('Float plus net takings in cash when it was counted, in MYR', 1250) expected_cash!: number;
  @field.number('Counted less expected, in MYR: below 0 where cash is missing', 0.5) difference!: number;
  @field.text('Note', 'RM 0.50 found on the floor', { nullable: true, max: LONG }) note!: string | null;
  @field.id('Id of the user who counted', USER, { nullable: true }) counted_by!: string | null;
  @field.instant('When it was counted (UTC)') created_at!: Date;
}

export const dailyClosingView = viewOf(DailyClosing, DailyClosingView, {
  fields: { cashier: ({ cashier_id }) => cashier_id },
});

/** GET /api/v1/{context}/payments/. */
export class TakingListQuery extends ReferencePage {
  @param.day('Received on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Received on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
  @param.text('Payment method, in any case', 'cash') method?: string;
  @param.text('Id of the user who received it; online: it came by payment requests; or unspecified', USER)
  received_by?: string;
}

@field.record('Money that was received or given back')
export class TakingView {
  @field.id('Id of the payment') id!: string;
  @field.text('Number of its receipt or credit note', 'RCP-2026-000042') number!: string;
  @field.choice('Which way it went', choices('TakingKind', ['payment', 'refund'])) kind!: 'payment' | 'refund';
  @field.text('Purpose, where the industry tells several apart', 'deposit', { nullable: true }) purpose!: string | null;
  @field.money('Amount in MYR, above 0 either way', 50) amount!: number;
  @field.text('Payment method', 'cash', { nullable: true }) payment_method!: string | null;
  @field.id('Id of the user who received it; null where none is recorded, and of what came by payment requests', USER, {
    nullable: true,
  })
  received_by!: string | null;
  @field.text('Name of that user; null for one who was deleted', 'Aina binti Ahmad', { nullable: true, max: 1_001 })
  received_by_name!: string | null;
  @field.text('Kind of the record that was paid', 'appointment') record_type!: string;
  @field.id('Id of that record', RECORD) record_id!: string;
  @field.instant('Time (UTC)') created_at!: Date;
}

export const takingView = plainView<Taking, TakingView>(TakingView);
