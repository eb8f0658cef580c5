import type { CustomerStatement } from '@usaha/retail';
import { qrParam } from '../../../render/duitnow-qr/qr-query.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';

const kinds = ['sale', 'payment', 'refund', 'void', 'reversal'] as const;

/** Lines on a page, as many as are given at most; unless told otherwise, most accounts are one page. */
const MOST_ROWS = 100;

/** The days of a statement. */
class StatementPeriodQuery {
  @param.day('From this day (UTC+8); what was owed before is the opening balance', '2026-03-01') date_from?: string;
  @param.day('To this day (UTC+8)', '2026-03-31') date_to?: string;
}

/** GET /api/v1/retail/customers/{customer_id}/statement/pdf/. */
export class PrintedCustomerStatementQuery extends StatementPeriodQuery {
  @qrParam() qr?: boolean;
}

/** GET /api/v1/retail/customers/{customer_id}/statement/. */
export class CustomerStatementQuery extends StatementPeriodQuery {
  @param.position('Page number of the lines, from 1', 1) page?: number;
  @param.position(`Lines on a page; more than ${MOST_ROWS} is taken as ${MOST_ROWS}`, MOST_ROWS) page_size?: number;
}

export const linesOf = ({ page = 1, page_size = MOST_ROWS }: CustomerStatementQuery) => ({
  page,
  size: Math.min(page_size, MOST_ROWS),
});

@field.record("One line of a customer's account")
export class CustomerStatementLineView {
  @field.day('Day (UTC+8)', '2026-03-10') date!: string;
  @field.choice('What happened; a reversal is a change of the status of the sale', kinds) kind!: string;
  @field.id('Id of the sale') sale_id!: string;
  @field.text('Number of its invoice', 'INV-2026-000042') number!: string;
  @field.text('Payment method, as sent', 'cash', { nullable: true }) payment_method!: string | null;
  @field.money('What the customer has to pay more', 106, { nullable: true }) charged!: number | null;
  @field.money('Amount paid, or owed no more', 50, { nullable: true }) paid!: number | null;
  @field.money('Balance after it', 56) balance!: number;
}

@field.record("A customer's statement of account, in MYR: opening_balance + charged − paid = balance")
export class CustomerStatementView {
  @field.id('Id of the customer') customer_id!: string;
  @field.day('Day of the statement (UTC+8)', '2026-03-31') date!: string;
  @field.money('Balance before the period', 0) opening_balance!: number;
  @field.money('Sum of the sales on account', 106) charged!: number;
  @field.money('Sum of what was paid, or is owed no more', 50) paid!: number;
  @field.money('Amount owed', 56) balance!: number;
  @field.count('Number of lines in the period, on all pages', 2) total_lines!: number;
  @field.nestedList('One page of the lines, oldest first', CustomerStatementLineView)
  lines!: CustomerStatementLineView[];
}

export const customerStatementView = ({ customer, lines, ...statement }: CustomerStatement): CustomerStatementView => ({
  customer_id: customer.id,
  ...statement,
  lines: lines.map((line) => ({ ...line })),
});
