import { columnsOf, type ColumnFacts, type ColumnKind } from '@usaha/shared';
import { isConsenting } from '../person/consent.js';
import type { DataSubject } from '../person/person.entity.js';
import type { PersonalData } from './personal-data.js';

/** The value of a required text that is blanked. */
export const ERASED = 'Erased';

/** By kind, where something has to stand and the entity begins with nothing; a reference has no such value. */
const neutral: Readonly<Record<Exclude<ColumnKind, 'uuid' | 'sealed'>, unknown>> = {
  text: ERASED,
  count: 0,
  money: 0,
  rate: 0,
  flag: false,
  list: [],
  object: {},
  day: '1970-01-01',
  instant: new Date(0),
};

/**
 * What a column holds that tells nothing about anybody: nothing, else what every new record of the entity begins with,
 * else a value of its kind.
 * @returns undefined where there is none: a reference that is required, one of a closed set without a first value
 */
export function blankOf(entity: new () => object, { name, kind, nullable, choices }: ColumnFacts): unknown {
  if (nullable) return null;
  const initial = (new entity() as Record<string, unknown>)[name];
  if (initial !== undefined && initial !== null) return initial;
  return kind === 'uuid' || kind === 'sealed' || choices ? undefined : structuredClone(neutral[kind]);
}

/** The columns that an erasure blanks: every personal and sealed one, save those that are kept or become something else. */
export const blankedColumns = (
  entity: new () => object,
  { kept = {}, becomes = {} }: { kept?: object; becomes?: object },
): ColumnFacts[] =>
  [...columnsOf(entity).values()].filter(
    ({ name, withheld }) => withheld && !Object.hasOwn(kept, name) && !Object.hasOwn(becomes, name),
  );

/** Blanks the identity of a person, who from then on consents to nothing and is not found. */
export function blankPerson<P extends DataSubject>(data: PersonalData<P>, person: P, now: Date): void {
  for (const column of blankedColumns(data.entity, data))
    Object.assign(person, { [column.name]: blankOf(data.entity, column) });
  if (isConsenting(person)) person.forgetConsent();
  person.afterErasure?.();
  person.erased_at = now;
  person.deleted_at ??= now;
}

/** A blank value as it stands in a statement. */
export function literalOf({ kind }: ColumnFacts, blank: unknown): string {
  if (blank === null) return 'null';
  if (typeof blank === 'number' || typeof blank === 'boolean') return String(blank);
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  if (kind === 'object') return `${quoted(JSON.stringify(blank))}::jsonb`;
  if (Array.isArray(blank)) return `array[${blank.map((text) => quoted(String(text))).join(', ')}]::text[]`;
  return blank instanceof Date ? `${quoted(blank.toISOString())}::timestamptz` : quoted(blank as string);
}
