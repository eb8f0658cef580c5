import { Household, type HouseholdBill, type HouseholdStatement, type Statement } from '@usaha/education';
import { money } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';
import { InvoiceView, invoiceView } from './invoices.wire.js';
import { GuardianBody, GuardianView } from './students.wire.js';

const STUDENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';

/** POST /api/v1/education/households/. */
export class HouseholdBody {
  @field.text('Name of the family', 'Keluarga Rahman', { max: 200 }) name!: string;
  @field.nestedList('Guardians', GuardianBody, { unset: true }) guardians?: GuardianBody[];
  @field.texts(
    'Ids of its students in order: the first pays in full. A student is in one household at most',
    [STUDENT],
    {
      unset: true,
      view: 'Ids of its students who are not deleted, in order',
    },
  )
  students?: string[];
}

@field.record('Fields of a household to change; absent fields stay as they are')
export class HouseholdPatch extends PartialType(HouseholdBody) {}

/** GET /api/v1/education/households/. */
export class HouseholdListQuery extends RecordList() {}

@field.record('A family whose students are billed together')
export class HouseholdView extends ViewType(HouseholdBody, { within: { guardians: GuardianView } }) {
  @field.id('Id of the household') id!: string;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const householdView = viewOf(Household, HouseholdView, {
  revision: 1,
  personal: ['name', 'guardians'],
  etagParts: ({ students }) => students,
});

@field.record('Sums of an account, in the currency of the statement')
export class AccountSumsView {
  @field.money('Sum of all invoices', 360) charged!: number;
  @field.money('Sum taken off invoices by credit notes and cancellations', 0) credited!: number;
  @field.money('Sum of all payments', 180) paid!: number;
  @field.money('Sum settled of invoices by payments', 180) settled!: number;
  @field.money('Sum of payments given back on withdrawals', 0) refunded!: number;
  @field.money('Balance due: charged − credited − settled', 180) balance!: number;
  @field.money('Paid and not settled yet: paid − settled − refunded', 0) unallocated!: number;
}

@field.record('The account of a student of a household')
export class HouseholdAccountView extends AccountSumsView {
  @field.id('Id of the student', STUDENT) student_id!: string;
  @field.text('Given name', 'Aisyah') first_name!: string;
  @field.text('Family name', 'Rahman') last_name!: string;
}

@field.record('Statement of account of a household, in one currency')
export class HouseholdStatementView extends AccountSumsView {
  @field.id('Id of the household') household_id!: string;
  @field.text('Name of the family', 'Keluarga Rahman') name!: string;
  @field.text('Three letters', 'MYR') currency!: string;
  @field.day('Day of the statement (UTC+8)', '2026-03-10') date!: string;
  @field.nestedList('Accounts of its students, in order', HouseholdAccountView) students!: HouseholdAccountView[];
}

const sums = ['charged', 'credited', 'paid', 'settled', 'refunded', 'balance', 'unallocated'] as const;
type Sums = Pick<Statement, (typeof sums)[number]>;

const sumsOf = (accounts: readonly Sums[]): Sums =>
  Object.fromEntries(
    sums.map((name) => [name, money.add(...accounts.map((account) => account[name]))]),
  ) as unknown as Sums;

export const householdStatementView = ({
  household,
  currency,
  date,
  accounts,
}: HouseholdStatement): HouseholdStatementView => ({
  household_id: household.id,
  name: household.name,
  currency,
  date,
  students: accounts.map((account) => ({
    student_id: account.student.id,
    first_name: account.student.first_name,
    last_name: account.student.last_name,
    ...sumsOf([account]),
  })),
  ...sumsOf(accounts),
});

@field.record('A bill of a household: what its students owe in one currency')
export class HouseholdBillView {
  @field.id('Id of the household') household_id!: string;
  @field.text('Name of the family', 'Keluarga Rahman') name!: string;
  @field.text('Three letters', 'MYR') currency!: string;
  @field.day('Day of the bill (UTC+8)', '2026-03-10') date!: string;
  @field.nestedList('Open invoices, by student in order, then by due date', InvoiceView) invoices!: InvoiceView[];
  @field.money('Sum to be paid', 342) total!: number;
  @field.money('What of it is overdue', 0) overdue!: number;
  @field.money('Payments that have settled nothing yet', 0) unallocated!: number;
}

export const householdBillView = (
  now: Date,
  { household, currency, date, lines, total, overdue, unallocated }: HouseholdBill,
): HouseholdBillView => ({
  household_id: household.id,
  name: household.name,
  currency,
  date,
  invoices: lines.map(({ invoice }) => invoiceView(now)(invoice)),
  total,
  overdue,
  unallocated,
});
