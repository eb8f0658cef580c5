import { CodPayout, CodRemittance, type PaidOut, type Remitted } from '@usaha/logistics';
import { field, MAX_TEXT } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { sortedBy } from '../reference.js';

const SENDER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6e';
const DRIVER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';
const LONG = 10_000;

/** POST …/void/ of logistics. */
export class VoidEntryBody {
  @field.text('Why; a card number is masked', 'Direkod dua kali') reason!: string;
}

/** POST /api/v1/logistics/drivers/{driver_id}/cod-remittances/. */
export class CodRemittanceBody {
  @field.money('Cash that is handed in, in MYR; more than is recorded as collected is taken too', 59.9, {
    min: 0.01,
    view: 'Cash that was handed in, in MYR',
  })
  amount!: number;
  @field.day('Day on which it is handed in; today (UTC+8) unless given, and no later day', '2026-10-15', {
    optional: true,
    view: 'Day on which it was handed in',
  })
  date?: string | null;
  @field.text('Note; a card number is masked', 'Serahan petang', { optional: true, max: LONG, view: 'Note' })
  note?: string | null;
}

@field.record('Cash on delivery that a driver handed in')
export class CodRemittanceView extends ViewType(CodRemittanceBody, { filled: ['date'] }) {
  @field.id('Id of the remittance') id!: string;
  @placedBefore('amount') @field.id('Id of the driver', DRIVER) driver_id!: string;
  @field.id('Id of the user who recorded it; null for the service itself', undefined, { nullable: true })
  recorded_by!: string | null;
  @field.instant('When it was made void (UTC)', { nullable: true }) voided_at!: Date | null;
  @field.text('Why it was made void', 'Direkod dua kali', { nullable: true }) void_reason!: string | null;
  @field.instant('When it was recorded (UTC)') created_at!: Date;
}

@field.record('Cash on delivery that a driver handed in, and what the driver holds')
export class RemittedView extends CodRemittanceView {
  @field.number('What the driver collected less what was handed in, in MYR; below 0 where more was handed in', 0)
  held_amount!: number;
}

const personal = ['note', 'void_reason'] as const;

export const codRemittanceView = viewOf(CodRemittance, CodRemittanceView, { revision: 1, personal });
const remitted = viewFor<CodRemittance, RemittedView, number>(CodRemittance, RemittedView, {
  personal,
  fields: { held_amount: (_, held) => held },
});
export const remittedView = ({ remittance, held_amount }: Remitted): RemittedView => remitted(held_amount)(remittance);

/** POST /api/v1/logistics/cod-payouts/. */
export class CodPayoutBody {
  @field.reference('Id of the sender: the group of reports/cod-payouts', SENDER, {
    max: MAX_TEXT,
    view: 'Id of the sender',
  })
  sender_id!: string;
  @field.money('What the sender is paid, in MYR, at most what is owed; all of it unless given', 59.9, {
    min: 0.01,
    optional: true,
    view: 'What the sender was paid, in MYR',
  })
  amount?: number | null;
  @field.day('Day of the payment; today (UTC+8) unless given, and no later day', '2026-10-15', {
    optional: true,
    view: 'Day of the payment',
  })
  date?: string | null;
  @field.text('Note, such as the reference of the transfer; a card number is masked', 'IBG 20261015', {
    optional: true,
    max: LONG,
    view: 'Note',
  })
  note?: string | null;
}

@field.record('What a sender was paid of the cash that was collected on delivery')
export class CodPayoutView extends ViewType(CodPayoutBody, { filled: ['amount', 'date'] }) {
  @field.id('Id of the payout') id!: string;
  @placedBefore('amount')
  @field.text('Name of the sender; empty where none is known, null once it was blanked', 'Kedai Buku Aman', {
    nullable: true,
  })
  sender_name!: string | null;
  @field.id('Id of the user who recorded it; null for the service itself', undefined, { nullable: true })
  recorded_by!: string | null;
  @field.instant('When it was made void (UTC)', { nullable: true }) voided_at!: Date | null;
  @field.text('Why it was made void', 'Direkod dua kali', { nullable: true }) void_reason!: string | null;
  @field.instant('When it was recorded (UTC)') created_at!: Date;
}

@field.record('What a sender was paid, and what is still owed')
export class PaidOutView extends CodPayoutView {
  @field.number('Amount collected for the sender less the amount paid out, in MYR; below 0 where more was paid', 0)
  owed_amount!: number;
}

export const codPayoutView = viewOf(CodPayout, CodPayoutView, { revision: 1, personal });
const paidOut = viewFor<CodPayout, PaidOutView, number>(CodPayout, PaidOutView, {
  personal,
  fields: { owed_amount: (_, owed) => owed },
});
export const paidOutView = ({ payout, owed_amount }: PaidOut): PaidOutView => paidOut(owed_amount)(payout);

/** GET /api/v1/logistics/cod-payouts/. */
export class CodPayoutListQuery extends sortedBy('created_at') {
  @param.text('Id of the sender', SENDER) sender_id?: string;
  @param.day('Earliest day of the payment', '2026-12-01') date_from?: string;
  @param.day('Latest day of the payment', '2026-12-31') date_to?: string;
}
