import {
  Page,
  fromDay,
  isUuid,
  offsetOf,
  toDay,
  where,
  type Bind,
  type Context,
  type Filters,
  type PageRequest,
  type Row,
  type Words,
} from '@usaha/shared';
import { cashRoundingSql, isCashSql, paymentMethodKeySql } from '@usaha/shared/malaysia';
import type { ModuleKey } from '../module/catalogue.js';
import { joinUserNames } from '../user/user-names.js';

/** Group of money of which no user is recorded who received it: a program did, or it is from before users were recorded. */
export const UNSPECIFIED_RECEIVER = 'unspecified';

/** Group of money that came by payment requests: it lay in no till, and is no user's (A-463). */
export const ONLINE_RECEIVER = 'online';

/**
 * A ledger of money that an industry receives and gives back: a table `r` whose rows have `tenant_id`, `created_at`, the receiver and
 * the payment method. All fields are SQL over `r` save where noted.
 */
export interface TakingsLedger {
  /** The FROM list, `r` in it. */
  from: string;
  /** The column of `r` that says when: created_at unless told. An index begins with tenant_id and this. */
  at?: string;
  /** Conditions in addition to the tenant; absent, all rows count. */
  only?: string;
  /** `payment` or `refund`. */
  kind: string;
  /** One of the purposes of `Takings`; null for none of them. */
  purpose: string;
  /** The receipt or credit note. */
  number: string;
  /** MYR, above 0 either way. */
  amount: string;
  /** What coins of five sen add to the amount, MYR; 0 unless it is in cash. Its sign is that of the amount as it is listed. */
  rounding: string;
  payment_method: string;
  /** Id of the user who received the money or gave it back. */
  received_by: string;
  /** Whether the money came by a payment request; absent, none did. */
  online?: string;
  /** The record that was paid: its kind, a text, and its id. */
  record_type: string;
  record_id: string;
}

/** All money that an industry receives and gives back, for its daily closing and its list of payments (A-354). */
export interface Takings {
  context: ModuleKey;
  ledgers: readonly TakingsLedger[];
  /** Purposes that the daily closing tells apart from other takings, each with the key and the title of its column. */
  purposes: Readonly<Record<string, { column: string; title: Words }>>;
}

/** One entry of a list of payments. */
export interface Taking {
  id: string;
  created_at: Date;
  kind: 'payment' | 'refund';
  purpose: string | null;
  number: string;
  amount: number;
  payment_method: string | null;
  received_by: string | null;
  /** Name of that user; null where none is recorded, or the user was deleted. Money of payment requests has none. */
  received_by_name: string | null;
  record_type: string;
  record_id: string;
}

/** Filters of a list of payments; days are those on which they were received (UTC+8), both included. */
export interface TakingsQuery {
  date_from?: string;
  date_to?: string;
  /** Under any of its names: `tunai` finds cash (A-342). */
  method?: string;
  /** Id of a user, `online` or `unspecified`. */
  received_by?: string;
}

/** A filter by the user who received money: an id, `online` or `unspecified`. @param column SQL @param online SQL */
export const receivedBy =
  (column: string, online = 'false') =>
  (id: string, bind: Bind): string => {
    if (id === ONLINE_RECEIVER) return online;
    const received =
      id === UNSPECIFIED_RECEIVER
        ? `${column} is null`
        : isUuid(id)
          ? `${column} = ${bind(id.toLowerCase())}`
          : 'false';
    return `${received} and not ${online}`;
  };

const isOnline = ({ online = 'false' }: TakingsLedger): string => `(${online})`;
/** The user; none of what came online. */
const receiverOf = (ledger: TakingsLedger): string =>
  ledger.online === undefined ? ledger.received_by : `case when not ${isOnline(ledger)} then ${ledger.received_by} end`;

const keyOf = (payment_method: string): string => `coalesce(${paymentMethodKeySql(payment_method)}, '')`;

/** A filter by the payment method under any of its names: `tunai` finds cash (A-342). @param column SQL */
export const paidBy =
  (column: string) =>
  (method: string, bind: Bind): string =>
    `${keyOf(column)} = ${keyOf(`${bind(method)}::text`)}`;

const filtersOf = (ledger: TakingsLedger): Filters<TakingsQuery> => {
  const { at = 'created_at', received_by, payment_method } = ledger;
  return {
    date_from: fromDay(at),
    date_to: toDay(at),
    method: paidBy(payment_method),
    received_by: receivedBy(received_by, isOnline(ledger)),
  };
};

/** SQL of the rows of one ledger. @param values of its placeholders; $1 is the tenant */
const rowsOf = (ledger: TakingsLedger, query: TakingsQuery, values: unknown[], columns: string): string => {
  const fixed = ['r.tenant_id = $1', ...(ledger.only === undefined ? [] : [ledger.only])];
  return `select ${columns} from ${ledger.from} where ${where(filtersOf(ledger), query, fixed, values)}`;
};

/**
 * SQL of a SELECT of the entries of all ledgers: receiver, whether it came online, method and its key, whether it is cash, kind, purpose, and the signed
 * amount and rounding. @param values of its placeholders, to which it adds; $1 is the tenant
 */
export function entriesOf({ ledgers }: Takings, query: TakingsQuery, values: unknown[]): string {
  return ledgers
    .map((ledger) => {
      const sign = `case when ${ledger.kind} = 'refund' then -1 else 1 end`;
      const inCash = isCashSql(ledger.payment_method);
      const columns = `${receiverOf(ledger)} as received_by, ${isOnline(ledger)} as is_online, ${keyOf(ledger.payment_method)} as method_key,
        ${ledger.payment_method} as method, coalesce(${inCash}, false) as in_cash, ${ledger.kind} as kind, ${ledger.purpose} as purpose,
        ${ledger.amount} * ${sign} as amount, ${ledger.rounding} as rounding`;
      return rowsOf(ledger, query, values, columns);
    })
    .join(' union all ');
}

/** Net takings in cash of a day, in coins of five sen. @param received_by null for all users */
export async function cashOf(ctx: Context, takings: Takings, day: string, received_by: string | null): Promise<number> {
  const values: unknown[] = [ctx.tenant_id];
  const query = { date_from: day, date_to: day, ...(received_by === null ? {} : { received_by }) };
  const [row] = await ctx.db.read(
    `select coalesce(sum(e.amount + e.rounding), 0) from (${entriesOf(takings, query, values)}) e where e.in_cash`,
    values,
  );
  return row?.[0] as number;
}

/** One page of what was received and given back, newest first. */
export async function listTakings(
  ctx: Context,
  { ledgers }: Takings,
  query: TakingsQuery,
  page: PageRequest,
): Promise<Page<Taking>> {
  const values: unknown[] = [ctx.tenant_id];
  const counting: unknown[] = [ctx.tenant_id];
  const offset = offsetOf(page);
  const selects = ledgers.map((ledger) => rowsOf(ledger, query, values, listed(ledger)));
  const counts = ledgers.map((ledger) => `(${rowsOf(ledger, query, counting, 'count(*)')})`);
  // Each ledger's newest ones are enough for the page, and its index has them in their order.
  const most = `order by 2 desc, 1 desc limit $${values.push(offset + page.size)}`;
  const all = selects.map((text) => `(${text} ${most})`).join(' union all ');
  const part = `order by 2 desc, 1 desc offset $${values.push(offset)}`;
  const text = `
    select e.*, u.name from (select * from (${all}) e ${part} limit $${values.push(page.size)}) e
    ${joinUserNames('e.received_by::text')} order by 2 desc, 1 desc`;
  const [rows, [counted]] = await Promise.all([
    ctx.db.read(text, values),
    ctx.db.read(`select ${counts.join(' + ')}`, counting),
  ]);
  return new Page(rows.map(takingOf), counted?.[0] as number, page);
}

const listed = (ledger: TakingsLedger): string =>
  `r.id, r.${ledger.at ?? 'created_at'}, ${ledger.kind}, ${ledger.purpose}, ${ledger.number}, ${ledger.amount}, ${ledger.payment_method},
   ${receiverOf(ledger)} as received_by, ${ledger.record_type}, ${ledger.record_id}`;

const takingOf = ([
  id,
  created_at,
  kind,
  purpose,
  number,
  amount,
  payment_method,
  received_by,
  ...more
]: Row): Taking => {
  const [record_type, record_id, received_by_name] = more;
  return {
    ...{ id, created_at, kind, purpose, number, amount, payment_method },
    ...{ received_by, received_by_name, record_type, record_id },
  } as Taking;
};

/** SQL: `cashRoundingSql` of an amount that may be below 0, which is rounded as its opposite. */
const signedRounding = (amount: string): string =>
  `case when ${amount} < 0 then -${cashRoundingSql(`-(${amount})`)} else ${cashRoundingSql(amount)} end`;

/**
 * SQL of what coins of five sen add to an entry in cash: all cash of one owner together is rounded as its sum is.
 * @param before SQL of the owner's net cash before the entry @param amount SQL of the signed amount @param payment_method SQL
 */
export const roundingOf = (before: string, amount: string, payment_method: string): string =>
  `case when ${isCashSql(payment_method)} then ${signedRounding(`(${before} + ${amount})`)} - ${signedRounding(`(${before})`)} else 0 end`;
