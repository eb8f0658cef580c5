import type { Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { ModuleKey } from '@usaha/core';
import { columnsOf, type Context, type StoredRecord } from '@usaha/shared';

export type WireClass<B extends object = object> = new () => B;

/** What writing makes of rows: `upsert` changes those that are found and creates the others. */
export const writeModes = ['upsert', 'create', 'update'] as const;
export type WriteMode = (typeof writeModes)[number];

/** Whether a wrong row is passed over, or all are refused. */
export const errorPolicies = ['skip', 'abort'] as const;
export type ErrorPolicy = (typeof errorPolicies)[number];

/** Records by texts of a key. */
export interface FoundByKey {
  /** @returns null for a text that is no such key */
  of(text: string): { key: string; records: readonly StoredRecord[] } | null;
}

/** The verbs of a resource's service, bound to it. */
export interface TableVerbs {
  byKey(ctx: Context, key: string, texts: readonly string[]): Promise<FoundByKey>;
  create(ctx: Context, body: object): Promise<StoredRecord>;
  update(ctx: Context, id: string, body: object): Promise<StoredRecord>;
  /** The record as the caller is shown it. */
  show(ctx: Context, record: StoredRecord): object;
}

/**
 * A resource whose records are written many at once, as requests and as files: the classes of its bodies, the verbs
 * that single writes use, and the keys by which records are found.
 */
export interface DataTable {
  /** The path of its collection below /api/v1/ with dots: `retail.products`. */
  readonly resource: string;
  readonly module: ModuleKey;
  /** The body of its POST, and that of its PUT. */
  readonly body: WireClass;
  readonly patch: WireClass;
  readonly view: WireClass;
  /** Fields by which records are found; `id` is the first. */
  readonly keys: readonly string[];
  /** The key that counts unless another is named; null: one has to be named. */
  readonly usual: string | null;
  /** Keys that the service gives: no record is created with one. */
  readonly given: readonly string[];
  /** Fields that are sums of ledgers: lists of yesterday have those of yesterday. */
  readonly balances: readonly string[];
  /** Fields that are personal: their values are not told with errors. */
  readonly personal: ReadonlySet<string>;
  /** Whether rows are written one after the other: a row may lock records of another. */
  readonly inTurn: boolean;
  verbs(modules: ModuleRef): TableVerbs;
}

/** A service whose records are found by keys. */
interface KeyedService {
  byKey(ctx: Context, key: string, texts: readonly string[]): Promise<FoundByKey>;
}

interface Declaration<S extends KeyedService, B extends object, P extends object, T extends StoredRecord> {
  resource: string;
  entity: new () => T;
  service: Type<S>;
  body: WireClass<B>;
  patch: WireClass<P>;
  view: WireClass;
  /** In addition to `id`. */
  keys: readonly string[];
  usual?: string | null;
  given?: readonly string[];
  balances?: readonly string[];
  inTurn?: boolean;
  create: (service: S, ctx: Context, body: B) => Promise<T>;
  update: (service: S, ctx: Context, id: string, body: P) => Promise<T>;
  show: (ctx: Context) => (record: T) => object;
}

export function dataTable<S extends KeyedService, B extends object, P extends object, T extends StoredRecord>({
  entity,
  service,
  create,
  update,
  show,
  keys,
  usual = null,
  given = [],
  balances = [],
  inTurn = false,
  ...facts
}: Declaration<S, B, P, T>): DataTable {
  return {
    ...facts,
    module: facts.resource.slice(0, facts.resource.indexOf('.')) as ModuleKey,
    keys: ['id', ...keys],
    usual,
    given: ['id', ...given],
    balances,
    inTurn,
    personal: new Set(
      [...columnsOf(entity).values()].flatMap(({ name, withheld, parts = [] }) => (withheld ? [name, ...parts] : [])),
    ),
    verbs: (modules) => {
      const found = modules.get(service, { strict: false });
      return {
        byKey: (ctx, key, texts) => found.byKey(ctx, key, texts),
        create: (ctx, body) => create(found, ctx, body as B),
        update: (ctx, id, body) => update(found, ctx, id, body as P),
        show: (ctx, record) => show(ctx)(record as T),
      };
    },
  };
}
