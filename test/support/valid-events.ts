import { awaitEvents } from './awaited-events.js';
import type { Json } from './client.js';
import { LATER_TYPES, catalogue } from './event-catalogue.js';
import { workerState } from './state.js';
import { sql } from './system-database.js';

/** A public event as `kernel.outbox` holds it. */
export interface RecordedEvent {
  id: string;
  type: string;
  actor_id: string | null;
  data: Record<string, Json>;
}

const stated = new Map([...catalogue.types, ...LATER_TYPES].map((type) => [type.type, type]));

/** The types that the catalogue states for a context, sorted. */
export const statedTypes = (context: string): string[] =>
  catalogue.types
    .map(({ type }) => type)
    .filter((type) => type.startsWith(`${context}.`))
    .sort();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isDay = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isInstant = (value: unknown): boolean =>
  typeof value === 'string' && /Z$/.test(value) && new Date(value).toISOString() === value;

/** Whether a value is of a kind. */
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: (value) => typeof value === 'string' && UUID.test(value),
  set: (value) => typeof value === 'string' && /^[a-z][a-z0-9_-]*$/.test(value),
  money: (value) => typeof value === 'number' && Number(value.toFixed(2)) === value,
  count: (value) => Number.isSafeInteger(value),
  text: (value) => typeof value === 'string' && value !== '',
  flag: (value) => typeof value === 'boolean',
  day: isDay,
  instant: isInstant,
};

const isOfKind = (kind: string, value: unknown): boolean => {
  const isNullable = kind.endsWith('?');
  if (value === null) return isNullable;
  return (kinds[isNullable ? kind.slice(0, -1) : kind] as (value: unknown) => boolean)(value);
};

const filled = (path: string | null, data: Readonly<Record<string, Json>>): string | null =>
  path?.replace(/\{(\w+)\}/g, (_, key: string) => String(data[key])) ?? null;

/** An event has exactly the keys that the catalogue states for its type, each of its kind. */
export function expectValidEvent({ type, actor_id, data }: Omit<RecordedEvent, 'id'>): void {
  const said = stated.get(type);
  if (!said) throw new Error(`The catalogue does not have ${type}`);
  expect([type, actor_id === null || UUID.test(actor_id)]).toEqual([type, true]);
  const keys = [
    'id',
    'version',
    'path',
    'contract_path',
    ...Object.keys(said.data),
    ...(said.changed ? ['changed'] : []),
  ];
  expect([type, Object.keys(data).sort()]).toEqual([type, keys.sort()]);
  const wrong = Object.entries(said.data).filter(([key, kind]) => !isOfKind(kind, data[key]));
  expect([type, wrong.map(([key, kind]) => [key, kind, data[key]])]).toEqual([type, []]);
  expect([type, UUID.test(data.id as string)]).toEqual([type, true]);
  const isVersion =
    said.version === null ? data.version === null : Number.isSafeInteger(data.version) && data.version > 0;
  expect([type, data.version, isVersion]).toEqual([type, data.version, true]);
  const { path, contract_path } = data;
  expect([type, path, contract_path]).toEqual([type, filled(said.path, data), filled(said.contract_path, data)]);
  if (said.changed) expect([type, data.changed]).toEqual([type, [...new Set(data.changed as string[])].sort()]);
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(3_500);
}

/** What a tenant was told: all public events, and those that came since they were asked for last. */
export interface WatchedEvents {
  /** Each is valid. By type, and those of one type in their order. */
  since(): Promise<RecordedEvent[]>;
  /** All types that were told. */
  types(): string[];
  /** All that was told, as JSON: no personal value may stand in it. */
  text(): string;
}

const byType = (a: RecordedEvent, b: RecordedEvent): number => (a.type === b.type ? 0 : a.type < b.type ? -1 : 1);

/** Makes a tenant await events from now on. @param patterns all unless told */
export async function watchEvents(tenant_id: string, patterns: readonly string[] = ['*']): Promise<WatchedEvents> {
  await awaitEvents(tenant_id, patterns);
  const seen = new Map<string, RecordedEvent>();
  return {
    async since() {
      const rows = await sql<{ id: string; name: string; payload: Omit<RecordedEvent, 'id' | 'type'> }>(
        workerState().ownerUrl as string,
        'select id, name, payload from kernel.outbox where tenant_id = $1 and name = any($2) order by at, id',
        [tenant_id, [...stated.keys()]],
      );
      const fresh = rows
        .filter(({ id }) => !seen.has(id))
        .map(({ id, name: type, payload }): RecordedEvent => ({ id, type, ...payload }));
      for (const event of fresh) {
        expectValidEvent(event);
        seen.set(event.id, event);
      }
      return fresh.toSorted(byType);
    },
    types: () => [...new Set([...seen.values()].map(({ type }) => type))].sort(),
    text: () => JSON.stringify([...seen.values()]),
  };
}
