import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { FileCollections, PersonRegistry, type RegisteredPerson } from '@usaha/core';
import { Table, columnsOf, insertMany, type ColumnFacts, type Database, type EntityClass } from '@usaha/shared';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { workerState } from '../support/state.js';
import { openDatabase } from '../support/opened-database.js';
import { sql } from '../support/system-database.js';

/**
 * The erasure of a person blanks every personal and sealed column, of the person and of all records about the person: what
 * is looked at here are the columns as the entities declare them, so that a new one needs no line anywhere to be found.
 */

/** Where the persons of the contexts are erased. */
const routes: Readonly<Record<string, string>> = {
  patient: '/healthcare/patients',
  student: '/education/students',
  driver: '/logistics/drivers',
  client: '/beauty/clients',
  'staff member': '/beauty/staff',
  customer: '/retail/customers',
};

/** Columns of which a fingerprint is kept, so that the same value is known again. */
const fingerprinted: ReadonlySet<string> = new Set(['client_reference']);

/** In small letters, as search columns have it. */
const TOLD = 'rahsia';
const IC = '900101-14-5678';
const NOW = new Date();
/** A moment whose records no law asks for any more. */
const LONG_AGO = new Date(NOW.getTime() - 9 * 366 * 86_400_000);

type Row = Readonly<Record<string, unknown>>;

let database: Database;
let contexts: INestApplicationContext;
let persons: readonly RegisteredPerson[];
let tenant: TestTenant;
beforeAll(async () => {
  database = await openDatabase(workerState().ownerUrl as string);
  contexts = await openContexts(database);
  persons = contexts.get(PersonRegistry).all;
  tenant = await newTenant();
});
afterAll(async () => {
  await contexts.close();
  await database.end();
});

/** Columns that a check keeps apart from what others are filled with: nothing is refunded or credited of what is settled. */
const apart: Readonly<Record<string, Row>> = {
  'education.grades': { absent: false },
  'education.payments': { refunded: 0 },
  'education.invoices': { credited: 0 },
};

/** Something in every column, and in a personal one something else than is blank; instants and numbers in the order of the columns, as most checks between two ask. */
function filled(
  { name, kind, nullable, choices, tokens, withheld }: ColumnFacts,
  place: number,
  blank: unknown,
): unknown {
  if (choices) return choices.find((choice) => !withheld || choice !== blank);
  if (kind === 'uuid') return nullable ? null : randomUUID();
  const value: Partial<Record<ColumnFacts['kind'], unknown>> = {
    text: withheld ? `${TOLD} ${name}` : `open ${randomUUID()}`,
    sealed: tokens ? IC : `${TOLD} ${name}`,
    count: 7,
    money: 7.5,
    rate: 7.5,
    flag: !withheld || blank !== true,
    instant: new Date(NOW.getTime() + place * 3_600_000),
    day: '2001-02-03',
    list: [TOLD],
    object: [{ description: `${TOLD} ${name}` }],
  };
  return value[kind];
}

/** Writes the rows that one of this table cannot be without: an enrollment's class. @returns their ids, by the columns that name them */
async function cited({ path }: Table<object>, given: Row): Promise<Row> {
  const keys = await sql<{ column: string; cited: string }>(
    workerState().ownerUrl as string,
    `select a.attname as column, c.confrelid::regclass::text as cited from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2] and a.attnotnull
     where c.contype = 'f' and c.conrelid = $1::regclass`,
    [path],
  );
  const rows: Record<string, unknown> = {};
  for (const { column, cited: of } of keys.filter((key) => !(key.column in given))) {
    const entity = database.entities.find(({ path }) => path === of)?.entity;
    rows[column] = await fill(entity as EntityClass<object>, {});
  }
  return rows;
}

/** Writes a row with something in every column. @returns its id */
async function fill(entity: EntityClass<object>, given: Row): Promise<string> {
  const table = database.table(entity);
  const id = randomUUID();
  const row = new entity() as Record<string, unknown>;
  for (const [place, column] of table.columns.entries())
    for (const name of column.parts ?? [column.name]) row[name] = filled(column, place, row[name]);
  const bookkeeping = { id, created_at: NOW, updated_at: NOW, deleted_at: null, erased_at: null, version: 1 };
  for (const [name, value] of Object.entries({
    ...bookkeeping,
    ...apart[table.path],
    ...(await cited(table, given)),
    ...given,
  }))
    if (columnsOf(entity).has(name)) row[name] = value;
  await database.work({ tenant_id: tenant.id, actor: null, now: NOW }, async (ctx) =>
    insertMany<object>(ctx, table, [row]),
  );
  return id;
}

interface Written {
  what: string;
  entity: EntityClass<object>;
  id: string;
  /** The column that has the id; of lines, which have none, that of their record. */
  key?: string;
  kept: readonly string[];
  /** Whether the law asks for the whole of it. */
  isWhole: boolean;
}

const read = async ({ entity, id, key = 'id' }: Written): Promise<Row> => {
  const { path } = database.table(entity);
  const text = `select to_jsonb(r) as row from ${path} r where r.tenant_id = $1 and r.${key} = $2`;
  return (await sql<{ row: Row }>(workerState().ownerUrl as string, text, [tenant.id, id]))[0]?.row ?? {};
};

/** A person of whom there is something in every column of every table; where a law keeps records, old and new ones. */
async function write({ data, records }: RegisteredPerson): Promise<Written[]> {
  const id = await fill(data.entity, {});
  const person = { what: data.noun.name, entity: data.entity, id, kept: Object.keys(data.kept), isWhole: false };
  const written: Written[] = [person];
  for (const { name, declared } of records)
    for (const created_at of declared.keptWhole ? [NOW, LONG_AGO] : [NOW]) {
      const isWhole = declared.keptWhole !== undefined && created_at === NOW;
      const note = (what: string, { entity, kept = {} }: typeof declared, of: string, key?: string): number =>
        written.push({ what: `${data.noun.name}: ${what}`, entity, id: of, key, kept: Object.keys(kept), isWhole });
      const of = await fill(declared.entity, { created_at, [declared.names]: id });
      note(name, declared, of);
      for (const [child, about] of Object.entries(declared.children)) {
        const theirs = await fill(about.entity, { created_at, [about.names]: of });
        const hasId = columnsOf(about.entity).has('id');
        note(child, about as typeof declared, hasId ? theirs : of, hasId ? 'id' : about.names);
      }
    }
  return written;
}

const personal = (entity: EntityClass<object>): ColumnFacts[] =>
  [...columnsOf(entity).values()].filter(({ withheld }) => withheld);

/** The columns of a row in which something about a person still stands, though no exception is stated for them. */
const left = ({ entity, kept }: Pick<Written, 'entity' | 'kept'>, before: Row, after: Row): string[] => {
  const told = (name: string): boolean => JSON.stringify(after[name] ?? null).includes(TOLD);
  const same = (name: string): boolean =>
    after[name] !== null && JSON.stringify(after[name]) === JSON.stringify(before[name]);
  const tokens = personal(entity).flatMap(({ name, tokens: has }) => (has ? [`${name}_tokens`] : []));
  const names = [...personal(entity).map(({ name }) => name), ...tokens];
  const still = new Set([...names.filter(same), ...Object.keys(after).filter(told)]);
  return [...still].filter((name) => !kept.includes(name));
};

it('are registered by the contexts that hold them, each with the route that erases', () => {
  expect(persons.length).toBeGreaterThan(0);
  expect(persons.map(({ data }) => data.noun.name).sort()).toEqual(Object.keys(routes).sort());
});

it('blanks every personal and sealed column of the person and of all records, save what is stated', async () => {
  for (const person of persons) {
    const written = await write(person);
    const before = await Promise.all(written.map(read));
    // Nothing is blank before, or nothing would be shown.
    for (const [i, { what, entity }] of written.entries())
      expect([what, personal(entity).filter(({ name }) => (before[i]?.[name] ?? null) === null)]).toEqual([what, []]);
    const route = `${routes[person.data.noun.name]}/${written[0]?.id}/erase`;
    const answer = await on.send('POST', route, { token: tenant.admin.token, body: { reason: 'Request' } });
    expect([route, answer.status]).toEqual([route, 200]);
    for (const [i, of] of written.entries()) {
      const [was, is] = [before[i] as Row, await read(of)];
      if (of.isWhole) expect([of.what, is]).toEqual([of.what, was]);
      else expect([of.what, left(of, was, is)]).toEqual([of.what, []]);
      const [replaced, same] = [true, false].map((is) => of.kept.filter((name) => fingerprinted.has(name) === is));
      for (const name of same ?? []) expect([of.what, name, is[name]]).toEqual([of.what, name, was[name]]);
      for (const name of replaced ?? [])
        expect([of.what, name, is[name]]).toEqual([of.what, name, expect.stringMatching(/^[\w-]{43}$/)]);
    }
  }
});

it('A-493: throws away the files of every collection of a person and of records about one, save what is stated', () => {
  const thrown = new Set(
    persons.flatMap(({ table, records }) => [
      table.path,
      ...records.filter(({ declared }) => !declared.filesKept).map((of) => of.table.path),
    ]),
  );
  const kept = contexts.get(FileCollections).all.filter(({ table }) => table === null || !thrown.has(table));
  // Files of shipments are of sender and receiver: they go with these.
  const stated = ['beauty.products', 'logistics.shipments', 'logistics.vehicles', 'retail.products', 'tenants'];
  expect(kept.map(({ resource }) => resource).sort()).toEqual(stated);
});

it('would find every column that an erasure left, also those that are made of it', async () => {
  const [{ data } = { data: undefined }] = persons.filter(({ data: of }) => of.noun.name === 'patient');
  const entity = data?.entity as EntityClass<object>;
  const row = await read({ what: '', entity, id: await fill(entity, {}), kept: [], isWhole: false });
  const found = left({ entity, kept: [] }, row, row);
  expect(found).toEqual(expect.arrayContaining(personal(entity).map(({ name }) => name)));
  expect(found).toEqual(expect.arrayContaining(['ic_number_tokens', 'search_text', 'gender_key']));
  expect(left({ entity, kept: ['gender'] }, row, row)).not.toContain('gender');
});

/** Tables that cite a record about a person, with nothing about that person in them. */
const aboutOthers: ReadonlySet<string> = new Set([
  // What the receiver signed, and what was photographed at the door: an export of the driver would read gigabytes of it.
  'logistics.proof_pictures',
  // What the sender is no longer charged.
  'logistics.freight_credit_notes',
  // What the sender paid.
  'logistics.freight_payments',
]);

it('knows every table that cites a person, or a record about one', async () => {
  const pathOf = (entity: EntityClass<object>) => database.table(entity).path;
  const known = new Set(
    persons.flatMap(({ data, records }) => [
      pathOf(data.entity),
      ...records.flatMap(({ declared }) =>
        [declared, ...Object.values(declared.children)].map((of) => pathOf(of.entity)),
      ),
    ]),
  );
  const citing = await sql<Json>(
    workerState().ownerUrl as string,
    `select distinct c.conrelid::regclass::text as path from pg_constraint c
     where c.contype = 'f' and c.confrelid::regclass::text = any($1) order by path`,
    [[...known]],
  );
  expect(citing.length).toBeGreaterThan(4);
  const paths = citing.map(({ path }): string => path);
  expect(paths.filter((path) => !known.has(path) && !aboutOthers.has(path))).toEqual([]);
  expect([...aboutOthers].filter((path) => known.has(path) || !paths.includes(path))).toEqual([]);
});
