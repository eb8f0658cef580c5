import { BillCreditNote, BillRefund, seesHealthData, type CreditedBill, type RefundedBill } from '@usaha/healthcare';
import { MAX_MONEY, type Context } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { masked, maskedUnless, withheld } from '../../../wire/masked.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { BillView, billView } from './billing.wire.js';

const WHY_IN_VIEW = 'Why; null for users who may only read (A-373)';

/** POST …/void/ and …/cancel/ of healthcare. */
export class CorrectionReasonBody {
  @field.text('Why', 'Recorded for the wrong patient') reason!: string;
}

@field.record('A credit of one line')
export class CreditedLineBody {
  @field.count('Place of the line in the bill, from 0', 0) line!: number;
  @field.money('Amount with tax, in MYR', 20, {
    min: 0.01,
    view: { description: 'subtotal + tax_amount', min: -MAX_MONEY },
  })
  amount!: number;
}

/** POST /api/v1/healthcare/billing/{bill_id}/credit-notes/. */
export class BillCreditNoteBody {
  @field.nestedList('Credits by line; either lines or amount', CreditedLineBody, { optional: true, min: 1 })
  lines?: CreditedLineBody[] | null;
  @field.money('Amount with tax, in MYR; it is divided among the lines by what is left of them', 20, {
    optional: true,
    min: 0.01,
    view: 'Amount no longer owed: subtotal + tax_amount',
  })
  amount?: number | null;
  @field.text('Why', 'The second consultation did not take place', { view: WHY_IN_VIEW }) reason!: string;
}

/** POST /api/v1/healthcare/billing/{bill_id}/refund/. */
export class BillRefundBody {
  @field.money('Amount in MYR; default: all that is in credit. Cash is rounded to five sen', 20, {
    optional: true,
    min: 0.01,
    view: 'What it takes off what is in credit',
  })
  amount?: number | null;
  @field.text('How the money is given back: any text; default: the payment method of the bill', 'cash', {
    optional: true,
    max: 200,
  })
  method?: string | null;
  @field.text('Why', 'Paid back what was credited', { view: WHY_IN_VIEW }) reason!: string;
}

const amount = (description: string, example: number) => field.money(description, example, { min: -MAX_MONEY });

@field.record('What a credit note takes off a line: amount = subtotal + tax_amount')
export class CreditedItemView extends ViewType(CreditedLineBody) {
  @placedBefore('amount') @field.percent('Tax rate of the line in percent', 6) tax_rate!: number;
  @placedBefore('amount') @amount('Before tax', 18.87) subtotal!: number;
  @placedBefore('amount') @amount('Tax within it, in the proportion of the line', 1.13) tax_amount!: number;
}

@field.record('A credit note of a bill')
export class BillCreditNoteView extends ViewType(BillCreditNoteBody, {
  filled: ['amount'],
  nullable: ['reason'],
  except: ['lines'],
}) {
  @field.id('Id of the credit note') id!: string;
  @placedBefore('amount')
  @field.text('Consecutive number per business and year', 'CN-2026-000042')
  credit_note_number!: string;
  @placedBefore('amount') @field.nestedList('By line of the bill', CreditedItemView) items!: CreditedItemView[];
  @placedBefore('amount') @amount('Before tax', 18.87) subtotal!: number;
  @placedBefore('amount') @amount('Tax within it', 1.13) tax_amount!: number;
  @placedBefore('reason') @field.flag('Whether the bill was cancelled with it', false) cancels!: boolean;
  @field.instant('Time (UTC)') created_at!: Date;
}

@field.record('A bill with the credit note just made')
export class CreditedBillView extends BillView {
  @field.nested('This credit note', BillCreditNoteView) credit_note!: BillCreditNoteView;
}

@field.record('Money given back of a bill')
export class BillRefundView extends ViewType(BillRefundBody, {
  filled: ['amount'],
  nullable: ['reason'],
  except: ['method'],
}) {
  @field.id('Id of the refund') id!: string;
  @placedBefore('amount')
  @field.text('Consecutive number per business and year', 'RFD-2026-000042')
  refund_number!: string;
  @placedBefore('reason')
  @field.number('In cash, what is added so that it comes to five sen: −0.02 to 0.02', 0, { min: -0.02, max: 0.02 })
  rounding!: number;
  @placedBefore('reason')
  @field.text('How it was given back', 'cash', { nullable: true })
  refund_method!: string | null;
  @field.instant('Time (UTC)') created_at!: Date;
}

@field.record('A bill with the refund just made')
export class RefundedBillView extends BillView {
  @field.nested('This refund', BillRefundView) refund!: BillRefundView;
}

const wholeNote = viewOf(BillCreditNote, BillCreditNoteView, { personal: ['reason'] });
const wholeRefund = viewOf(BillRefund, BillRefundView, { personal: ['reason'] });

/** The view for the actor of the context: reasons may tell the treatment. */
export const creditNoteView = ({ actor }: Context): ((note: BillCreditNote) => BillCreditNoteView) =>
  maskedUnless(seesHealthData(actor), wholeNote, masked<BillCreditNoteView>({ reason: withheld }));

/** The view for the actor of the context. */
export const billRefundView = ({ actor }: Context): ((refund: BillRefund) => BillRefundView) =>
  maskedUnless(seesHealthData(actor), wholeRefund, masked<BillRefundView>({ reason: withheld }));

export const creditedBillView = (ctx: Context, { bill, credit_note }: CreditedBill): CreditedBillView => ({
  ...billView(ctx)(bill),
  credit_note: creditNoteView(ctx)(credit_note),
});

export const refundedBillView = (ctx: Context, { bill, refund }: RefundedBill): RefundedBillView => ({
  ...billView(ctx)(bill),
  refund: billRefundView(ctx)(refund),
});
