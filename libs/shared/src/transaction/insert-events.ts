import type { Context } from './context.js';
import { insertsOfValues, type InsertStatement } from './rows-as-values.js';

/** What tenants await, as the library of users and tenants knows it. */
export interface EventInterestSource {
  /** What the context's tenant awaits, where that came with the actor's rights; undefined where it is not known here. */
  inHand(ctx: Context): readonly string[] | undefined;
  /** The table of it, with a row for each tenant that awaits any. */
  readonly table: string;
  /** SQL of whether a row `i` of the table awaits one of the patterns that a placeholder holds. */
  condition(patterns: string): string;
}

/** An event before it is written. */
export interface NewEvent {
  tenant_id: string;
  at: Date;
  id: string;
  name: string;
  /** JSON. */
  payload: string;
  /** The patterns of which the tenant has to await one; null: it is awaited. */
  asked: readonly string[] | null;
}

const HEAD = 'insert into kernel.outbox (tenant_id, at, available_at, done, attempts, id, name, payload)';
const COMMON = ['$1', '$2', '$2', "'{}'", '0'];

// Under row level security an INSERT of a SELECT needs a RETURNING.
const LISTED = `${HEAD} select $1, $2, $2, '{}', 0, e.id, e.name, e.payload
  from unnest($3::uuid[], $4::text[], $5::jsonb[]) as e (id, name, payload) returning 1`;

/** How many are sent one by one. */
const FEW = 4;

/** What the statements of a transaction's events are made with. */
export interface InsertingEvents {
  isSharded: boolean;
  interests: EventInterestSource | undefined;
}

/** The INSERTs of the events of a transaction, all of one tenant and one instant: one where all are known to be awaited. */
export function insertEvents(
  events: readonly NewEvent[],
  { isSharded, interests }: InsertingEvents,
): InsertStatement[] {
  const awaited = events.filter(({ asked }) => asked === null);
  const asked = events.filter((event) => event.asked !== null);
  return [
    ...(awaited.length > 0 ? insertAwaited(awaited, isSharded) : []),
    ...(asked.length > 0 && interests ? insertAsked(asked, interests, isSharded) : []),
  ];
}

const whose = ([first]: readonly NewEvent[]): unknown[] => [first?.tenant_id, first?.at];

function insertAwaited(events: readonly NewEvent[], isSharded: boolean): InsertStatement[] {
  const rows = events.map(({ id, name, payload }) => [id, name, payload]);
  if (events.length <= FEW || isSharded)
    return insertsOfValues({ head: HEAD, common: COMMON, values: whose(events) }, rows);
  return [{ text: LISTED, values: [...whose(events), ...[0, 1, 2].map((i) => rows.map((row) => row[i]))] }];
}

/**
 * Written where the tenant's row of interests awaits them. On several machines the row says where: it lies with the tenant's events, and
 * each event has a separate statement, since rows of constants would be taken to the coordinator.
 */
function insertAsked(
  events: readonly NewEvent[],
  { table, condition }: EventInterestSource,
  isSharded: boolean,
): InsertStatement[] {
  if (isSharded) {
    const text = `${HEAD} select i.tenant_id, $2::timestamptz, $2::timestamptz, '{}'::text[], 0, $3::uuid, $4::text, $5::jsonb
      from ${table} i where i.tenant_id = $1 and ${condition('$6::text[]')} returning 1`;
    return events.map((event) => ({
      text,
      values: [...whose([event]), event.id, event.name, event.payload, event.asked],
    }));
  }
  const text = `${HEAD} select $1, $2, $2, '{}', 0, e.id, e.name, e.payload
    from unnest($3::uuid[], $4::text[], $5::jsonb[], $6::text[]) as e (id, name, payload, patterns)
    join ${table} i on i.tenant_id = $1 and ${condition("string_to_array(e.patterns, ' ')")} returning 1`;
  const lists = (['id', 'name', 'payload'] as const).map((key) => events.map((event) => event[key]));
  return [{ text, values: [...whose(events), ...lists, events.map(({ asked }) => asked?.join(' '))] }];
}
