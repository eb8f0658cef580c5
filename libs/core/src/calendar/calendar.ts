import { Injectable } from '@nestjs/common';
import { changedMeanwhile, conflict, insertsOfValues, isSharded, type Context, type Message } from '@usaha/shared';
import { nouns } from '../messages.js';

/** A person or thing that is in one place at a time: a doctor, a member of staff, a room, a vehicle. */
export interface CalendarOwner {
  /** The context and what it calls them: `healthcare.doctor`. */
  kind: string;
  /** An id, or any text that names one. */
  id: string;
}

/** A booking that is wanted of an owner. A context adds to it when that is: instants (`WantedTime`), or hours of a week. */
export interface Wanted {
  owner: CalendarOwner;
  /** The field of the request that is at fault where it cannot be had. */
  field: string;
}

/** From a moment until another, which does not belong to it: who ends when another begins is not in the way. */
export interface Span {
  from: Date;
  to: Date;
}

export interface WantedTime extends Wanted, Span {}

/** One that cannot be had, and the words that say why. */
export interface Clash {
  field: string;
  message: Message;
}

/** A context's own bookings, which it alone can search. */
export interface Bookings<W extends Wanted> {
  /**
   * Looks for what takes the time of an owner already, in one round trip however much is wanted.
   * @param except the booking that asks, where it is there already: it is not in its own way
   * @returns the first clash in the order of `wanted`; null where everything is free
   */
  clash(ctx: Context, wanted: readonly W[], except: string | null): Promise<Clash | null>;
}

/** The SQL condition by which a row takes a part of a span; touching times do not. */
export const overlaps = (row: { from: string; to: string }, span: { from: string; to: string }): string =>
  `${row.from} < ${span.to} and ${row.to} > ${span.from}`;

/** The first time that overlaps an earlier one of the same owner within one request; null where none does. */
export function overlapWithin<W extends WantedTime>(wanted: readonly W[]): W | null {
  const isBefore = (later: W, i: number) => (earlier: WantedTime, j: number) =>
    j < i && keyOf(earlier.owner) === keyOf(later.owner) && earlier.from < later.to && earlier.to > later.from;
  return wanted.find((later, i) => wanted.some(isBefore(later, i))) ?? null;
}

const keyOf = ({ kind, id }: CalendarOwner): string => JSON.stringify([kind, id]);

/**
 * Prevents double bookings. Bookings of one owner wait for each other here until the transaction ends, so that
 * each finds what the one before it has booked. All owners of a booking are asked for together, once in a transaction,
 * after the records that it concerns: calendars are locked in one order, regardless of the order in which they are named.
 */
@Injectable()
export class Calendar {
  /**
   * @param except id of the booking that is moved; null for a new one
   * @throws conflict for the field of the first time that is taken
   * @throws unavailable where the lock did not hold (a shard was moved): nothing may rest on what was found
   */
  async reserve<W extends Wanted>(
    ctx: Context,
    wanted: readonly W[],
    bookings: Bookings<W>,
    except: string | null = null,
  ): Promise<void> {
    if (wanted.length === 0) return;
    // Sent together: the search runs when the locks are there, and sees what was committed until then.
    const [held, clash] = await Promise.all([lock(ctx, wanted), bookings.clash(ctx, wanted, except)]);
    if (clash) throw conflict(clash.field, clash.message);
    confirm(ctx, held);
  }
}

/** Of each calendar, column by column. */
interface Held {
  kinds: string[];
  ids: string[];
  versions: number[];
}

async function lock(ctx: Context, wanted: readonly Wanted[]): Promise<Held> {
  const owners = [...new Map(wanted.map(({ owner }) => [keyOf(owner), owner])).values()];
  const named = [ctx.tenant_id, owners.map(({ kind }) => kind), owners.map(({ id }) => id)];
  const [, rows] = await Promise.all([
    make(ctx, named, owners),
    ctx.db.lock(
      `select c.kind, c.owner, c.version
       from core.calendars c, unnest($2::text[], $3::text[]) as v (kind, owner)
       where c.tenant_id = $1 and c.kind = v.kind and c.owner = v.owner
       order by c.kind, c.owner for no key update of c`,
      named,
    ),
  ]);
  const columnOf = <T>(i: number): T[] => rows.map((row) => row[i] as T);
  return { kinds: columnOf<string>(0), ids: columnOf<string>(1), versions: columnOf<number>(2) };
}

/** Those that are not there yet. Waits for a transaction that is making one of them just now, in the order in which they are locked. */
async function make(ctx: Context, named: readonly unknown[], owners: readonly CalendarOwner[]): Promise<void> {
  const head = 'insert into core.calendars (tenant_id, version, kind, owner)';
  const tail = 'on conflict do nothing';
  if (!isSharded(ctx)) {
    const listed = 'select $1, 1, v.kind, v.owner from unnest($2::text[], $3::text[]) as v (kind, owner)';
    await ctx.db.write(`${head} ${listed} order by v.kind, v.owner ${tail} returning 1`, named);
    return;
  }
  const inOrder = owners.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const inserts = insertsOfValues(
    { head, common: ['$1', '1'], values: [ctx.tenant_id], tail },
    inOrder.map(({ kind, id }) => [kind, id]),
  );
  await Promise.all(inserts.map(({ text, values }) => ctx.db.write(text, values)));
}

/** Rests the decision on a versioned write, since a row lock does not outlive the move of its shard. */
const confirm = (ctx: Context, { kinds, ids, versions }: Held): void =>
  ctx.db.updateExpecting(
    versions.length,
    `update core.calendars c set version = c.version + 1
     from unnest($2::text[], $3::text[], $4::integer[]) as v (kind, owner, version)
     where c.tenant_id = $1 and c.kind = v.kind and c.owner = v.owner and c.version = v.version`,
    [ctx.tenant_id, kinds, ids, versions],
    () => changedMeanwhile(nouns.calendar),
  );
