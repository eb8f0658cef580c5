import 'reflect-metadata';
import { DataSource, Entity } from 'typeorm';
import { insertMany, updateMany } from './bulk.js';
import { columns } from '../schema/column.js';
import type { Context } from '../transaction/context.js';
import { Keyring } from '../sealing/sealed.js';
import { ShardedTransaction } from '../transaction/sharded-transaction.js';
import { Table } from '../schema/table.js';
import { TenantRecord } from '../schema/tenant-record.js';

@Entity({ schema: 'test', name: 'records' })
class Thing extends TenantRecord {
  @columns.text() name!: string;
  @columns.list() tags: string[] = [];
  @columns.object({ nullable: true }) facts: object | null = null;
  @columns.sealed({ tokens: (clear) => [clear.slice(0, 3), clear] }) secret!: string | null;
}

@Entity({ schema: 'test', name: 'lines' })
class Line {
  @columns.primary() tenant_id!: string;
  @columns.primary() thing_id!: string;
  @columns.primary('count') line!: number;
  @columns.money() amount!: number;
}

@Entity({ schema: 'test', name: 'bills' })
class Bill extends TenantRecord {
  @columns.numbered({ name: 'test.bill', prefix: 'B' }) number!: string;
}

const TENANT = '0198f3a2-6b1c-7c3e-9d2a-000000000001';
const ID = '0198f3a2-6b1c-7c3e-9d2a-00000000000A';
const OTHER = '0198f3a2-6b1c-7c3e-9d2a-00000000000b';
const keyring = new Keyring([['k', Buffer.alloc(32, 1)]], Buffer.alloc(32, 2));
const now = new Date('2026-03-10T08:30:00Z');
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

let tables: { things: Table<Thing>; lines: Table<Line>; bills: Table<Bill> };
beforeAll(async () => {
  const dataSource = new DataSource({ type: 'postgres', entities: [Thing, Line, Bill] });
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  tables = {
    things: Table.of(Thing, dataSource),
    lines: Table.of(Line, dataSource),
    bills: Table.of(Bill, dataSource),
  };
});

/** A context that keeps what is sent, and answers every statement with these rows. */
function listening(rows: unknown[][] = []) {
  const sent: { text: string; values: unknown[] }[] = [];
  const write = (text: string, values: unknown[]) => {
    sent.push({ text: oneLine(text), values });
    return Promise.resolve(rows);
  };
  const enqueue = (text: string, values: unknown[]) => void write(text, values);
  const change = (text: string, values: unknown[]) => write(text, values).then(({ length }) => length);
  const updateExpecting = (count: number, text: string, values: unknown[]) => {
    enqueue(text, values);
    counts.push(count);
  };
  const counts: number[] = [];
  const db = { write, enqueue, change, updateExpecting, keyring };
  return { ctx: { tenant_id: TENANT, now, db } as unknown as Context, sent, counts };
}

describe('insertMany', () => {
  it('sends each column once, in the type of its column, and what rows have in common once for all', async () => {
    const { ctx, sent } = listening();
    const rows = [1, 2, 3, 4, 5].map((line) => ({ line, amount: line + 0.5 }));
    insertMany(ctx, tables.lines, rows, { common: { thing_id: ID } });
    expect(sent).toEqual([
      {
        text:
          'insert into test.lines (tenant_id, thing_id, line, amount) select $1, $2::uuid, v.line, v.amount ' +
          'from unnest($3::integer[], $4::numeric[]) as v (line, amount) returning 1',
        values: [TENANT, ID, '{1,2,3,4,5}', '{1.5,2.5,3.5,4.5,5.5}'],
      },
    ]);
  });

  it('sends few rows as they are', async () => {
    const { ctx, sent } = listening();
    const rows = [1, 2, 3].map((line) => ({ line, amount: 2.5 }));
    insertMany(ctx, tables.lines, rows, { common: { thing_id: ID } });
    const into = 'insert into test.lines (tenant_id, thing_id, line, amount) values';
    expect(sent).toEqual([
      {
        text: `${into} ($1, $2, $3, $4), ($1, $2, $5, $6), ($1, $2, $7, $8)`,
        values: [TENANT, ID, 1, 2.5, 2, 2.5, 3, 2.5],
      },
    ]);
  });

  it('has one text however many rows there are, and sends thousands in portions', async () => {
    const { ctx, sent } = listening();
    const rows = Array.from({ length: 4_001 }, (_, i) => ({ line: i, amount: 1 }));
    insertMany(ctx, tables.lines, rows, { common: { thing_id: ID } });
    insertMany(ctx, tables.lines, rows.slice(0, 5), { common: { thing_id: ID } });
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
  });

  it('sends nothing for no rows', async () => {
    const { ctx, sent } = listening();
    insertMany(ctx, tables.lines, []);
    expect(sent).toEqual([]);
  });

  it('puts a row in the place of the one that has its key, where that is asked for', async () => {
    const { ctx, sent } = listening();
    insertMany(ctx, tables.lines, [{ line: 1, amount: 2 }], { common: { thing_id: ID }, replace: true });
    expect(sent[0]?.text).toContain('on conflict (tenant_id, thing_id, line) do update set amount = excluded.amount');
  });

  it('leaves out a row whose key is taken, where that is asked for', async () => {
    const { ctx, sent } = listening();
    insertMany(ctx, tables.lines, [{ line: 1, amount: 2 }], { common: { thing_id: ID }, spare: true });
    expect(sent[0]?.text).toContain('on conflict (tenant_id, thing_id, line) do nothing');
  });

  it('carries texts, lists, objects and nothing as PostgreSQL reads them, and seals what is sealed', async () => {
    const { ctx, sent } = listening();
    const told = { id: ID, created_at: now, updated_at: now, name: 'a "b", \\c', tags: ['x,y', '{}'], facts: { k: 1 } };
    const plain = { facts: null, tags: [] };
    const things = [told, plain, plain, plain, plain].map((more) => Object.assign(new Thing(), told, more));
    (things[0] as Thing).secret = '900101';
    insertMany(ctx, tables.things, things);
    const { text, values } = sent[0] as (typeof sent)[number];
    const names = /as v \((.*?)\)/.exec(text)?.[1]?.split(', ') ?? [];
    const valueOf = (name: string) => values[names.indexOf(name) + 1] as string;
    const name = '"a \\"b\\", \\\\c"';
    expect(valueOf('name')).toBe(`{${[name, name, name, name, name].join(',')}}`);
    expect(valueOf('tags')).toBe('{"{\\"x,y\\",\\"{}\\"}","{}","{}","{}","{}"}');
    expect(text).toContain('v.tags::text[]');
    expect(valueOf('facts')).toBe('{"{\\"k\\":1}",NULL,NULL,NULL,NULL}');
    expect(valueOf('created_at')).toBe(`{${new Array(5).fill('2026-03-10T08:30:00.000Z').join(',')}}`);
    expect(valueOf('secret')).not.toContain('900101');
    expect(valueOf('secret').endsWith(',NULL}')).toBe(true);
    expect(text).toContain('v.secret_tokens::text[]');
    expect(valueOf('secret_tokens').split('\\"').length).toBeGreaterThan(4);
  });

  it('refuses sealed columns of what was not made with the class, and numbers that the database draws', async () => {
    const { ctx, sent } = listening();
    expect(() => insertMany(ctx, tables.things, [{ ...new Thing() } as Thing])).toThrow(/is sealed/);
    expect(() => insertMany(ctx, tables.bills, [new Bill()])).toThrow(/number is given by the database/);
    expect(sent).toEqual([]);
  });
});

describe('insertMany on several machines', () => {
  it('sends rows as VALUES, which ask the machine of their tenant alone', async () => {
    const { ctx, sent } = listening();
    const db = Object.create(ShardedTransaction.prototype, Object.getOwnPropertyDescriptors(ctx.db)) as Context['db'];
    const rows = [
      { line: 1, amount: 2.5 },
      { line: 2, amount: 3 },
    ];
    insertMany({ ...ctx, db }, tables.lines, rows, { common: { thing_id: ID }, spare: true });
    expect(sent).toEqual([
      {
        text:
          'insert into test.lines (tenant_id, thing_id, line, amount) values ($1, $2, $3, $4), ($1, $2, $5, $6) ' +
          'on conflict (tenant_id, thing_id, line) do nothing',
        values: [TENANT, ID, 1, 2.5, 2, 3],
      },
    ]);
  });
});

describe('updateMany', () => {
  const thing = (id: string, version: number) =>
    Object.assign(new Thing(), { id, version, name: `name of ${version}` });

  const otherwise = () => new Error('another has changed it');

  it('names the version that each record was read with, moves it, and says how many have to be there', async () => {
    const { ctx, sent, counts } = listening();
    updateMany(ctx, tables.things, [thing(ID, 3), thing(OTHER, 4)], ['name'], otherwise);
    const { text, values } = sent[0] as (typeof sent)[number];
    expect(text).toMatch(
      /^update test\.records r set name = v\.name, version = r\.version \+ 1, updated_at = \$2 from /,
    );
    expect(text).toMatch(/where r\.tenant_id = \$1 and r\.id = v\.id and r\.version = v\.version$/);
    expect(values.slice(0, 2)).toEqual([TENANT, now]);
    expect(values).toContain('{3,4}');
    expect(counts).toEqual([2]);
  });

  it('sends the values of one record as they are', async () => {
    const { ctx, sent, counts } = listening();
    updateMany(ctx, tables.things, [thing(ID, 3)], ['name'], otherwise);
    expect(sent).toEqual([
      {
        text:
          'update test.records r set name = $5, version = r.version + 1, updated_at = $2 ' +
          'where r.tenant_id = $1 and r.id = $3 and r.version = $4',
        values: [TENANT, now, ID, 3, 'name of 3'],
      },
    ]);
    expect(counts).toEqual([1]);
  });

  it('expects as many rows as it is told, however many they are', () => {
    const things = Array.from({ length: 101 }, (_, i) => thing(`${ID.slice(0, -3)}${100 + i}`, 3));
    const { ctx, counts } = listening();
    updateMany(ctx, tables.things, things, ['name'], otherwise);
    expect(counts).toEqual([101]);
  });

  it('finds child rows by their own keys within those that all share', async () => {
    const { ctx, sent } = listening();
    const rows = [
      { line: 1, amount: 2 },
      { line: 2, amount: 4 },
    ];
    updateMany(ctx, tables.lines, rows, ['amount'], otherwise, { thing_id: ID });
    expect(sent[0]?.text).toBe(
      'update test.lines r set amount = v.amount from unnest($3::integer[], $4::numeric[]) as v (line, amount) ' +
        'where r.tenant_id = $1 and r.thing_id = $2 and r.line = v.line',
    );
  });

  it('never writes over keys or versions', async () => {
    const { ctx, sent } = listening();
    for (const name of ['id', 'version', 'tenant_id'] as const)
      expect(() => updateMany(ctx, tables.things, [thing(ID, 3)], [name], otherwise)).toThrow(/never written over/);
    expect(sent).toEqual([]);
  });
});
