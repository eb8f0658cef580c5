import 'reflect-metadata';
import { DomainError } from '@usaha/shared';
import { field } from './field.js';
import { param } from './param.js';
import { validation } from './validation.pipe.js';

class Line {
  @field.text('Its name', 'Kopi') name!: string;
  @field.count('How many', 2, { optional: true }) quantity?: number;
}

class Sale {
  @field.text('What it is called', 'Sale', { optional: true }) name?: string | null;
  @field.flag('Whether it is done', true, { optional: true }) is_done?: boolean;
  @field.time('When', '09:00:00', { optional: true }) at?: string;
  @field.texts('Words about it', ['a'], { unset: true }) tags?: string[];
  @field.object('Kept as sent', { a: 1 }, { unset: true }) details?: Record<string, unknown>;
  @field.nested('The first line', Line, { optional: true }) first?: Line;
  @field.nestedList('All lines', Line, { unset: true }) lines?: Line[];
}

class SaleQuery {
  @param.text('Part of the name', 'kopi') search?: string;
}

const read = (body: object): Promise<Sale> =>
  validation.transform(body, { type: 'body', metatype: Sale }) as Promise<Sale>;

/** @returns what is wrong, by field */
async function wrong(body: object): Promise<Record<string, string>> {
  try {
    await read(body);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Object.fromEntries((error.errors ?? []).map((one) => [one.field, one.message.in('en')]));
  }
  return {};
}

const keys = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key_${i}`, i]));

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

describe('a body', () => {
  it('becomes an instance of its class, with what was sent of its fields and nothing else', async () => {
    const details = { then: 1, any: { depth: [1, { x: null }] } };
    const body = await read({ name: null, at: '09:30', details, lines: [{ name: 'Kopi', price: 1 }], tenant_id: 'x' });
    expect(body).toBeInstanceOf(Sale);
    expect({ ...body }).toEqual({ name: null, at: '09:30:00', details, lines: [{ name: 'Kopi' }] });
    expect(body.lines?.[0]).toBeInstanceOf(Line);
  });

  it('is empty where null empties a list or an open object (A-18)', async () => {
    expect({ ...(await read({ tags: null, details: null })) }).toEqual({ tags: [], details: {} });
  });

  it('keeps an open object as it was sent, the very same one', async () => {
    const details = { __proto__: null, constructor: 1, list: [[], [{}]] };
    expect((await read({ details })).details).toBe(details);
  });

  it('has no keys that reach a prototype, at any depth', async () => {
    const keys = '{"a":1,"constructor":{"prototype":{"b":2}},"prototype":3,"__proto__":{"b":2}}';
    const body = JSON.parse(`{"details":{"in":[${keys}]},"first":{"name":"Kopi","__proto__":{"b":2}}}`) as object;
    const { details, first } = await read(body);
    expect(JSON.stringify({ details, first })).toBe('{"details":{"in":[{"a":1}]},"first":{"name":"Kopi"}}');
  });

  it.each([
    ['in addition to the stated ones', () => keys(40_000)],
    ['in an open object', () => ({ details: keys(3_000) })],
    ['deep in an open object', () => ({ details: { a: [keys(40_000)] } })],
    ['in an object with fields', () => ({ first: { name: 'Kopi', ...keys(40_000) } })],
    ['in a list of objects', () => ({ lines: [{ name: 'Kopi', ...keys(40_000) }] })],
    ['where a text should be', () => ({ name: keys(40_000) })],
    ['where texts should be', () => ({ tags: [keys(40_000)] })],
  ])('may have many unknown keys %s without anybody waiting', async (_, made) => {
    const body = made();
    expect(await milliseconds(() => wrong(body))).toBeLessThan(1_000);
  });

  it.each([
    ['a text', { name: {} }, 'name'],
    ['a flag', { is_done: {} }, 'is_done'],
    ['a list of texts', { tags: [{}] }, 'tags'],
    ['an open object', { details: [] }, 'details'],
    ['an object', { first: [] }, 'first'],
    ['a list of objects', { lines: [[]] }, 'lines'],
  ])('has nothing else in the place of %s', async (_, body, name) => {
    expect(Object.keys(await wrong(body))).toContain(name);
  });

  it('has open objects of at most 64 KB as JSON (A-179)', async () => {
    const sized = (bytes: number) => ({ details: { a: 'x'.repeat(bytes - 8) } });
    expect(await wrong(sized(65_536))).toEqual({});
    expect(await wrong(sized(65_537))).toEqual({ details: 'details must not be larger than 65536 bytes as JSON' });
    expect(await wrong({ details: { a: '茶'.repeat(22_000) } })).toHaveProperty('details');
  });

  it('has lists of at most 1,000 items (A-179)', async () => {
    const lines = (count: number) => ({ lines: Array.from({ length: count }, () => ({ name: 'Kopi' })) });
    expect(await wrong(lines(1_000))).toEqual({});
    expect(await wrong(lines(1_001))).toHaveProperty('lines');
  });

  it('is told at most 100 of its errors, the first ones (A-179)', async () => {
    const errors = await wrong({ name: 1, lines: Array.from({ length: 900 }, () => ({ quantity: -1 })) });
    const names = Object.keys(errors);
    expect(names).toHaveLength(100);
    expect(names.slice(0, 3)).toEqual(['name', 'lines.0.name', 'lines.0.quantity']);
    expect(errors['lines.0.name']).toBe('lines.0.name is required');
  });
});

describe('a query', () => {
  it('is what was asked of it, and frozen', async () => {
    const query = (await validation.transform(
      { search: ['a', 'b'], other: '1' },
      {
        type: 'query',
        metatype: SaleQuery,
      },
    )) as SaleQuery;
    expect({ ...query }).toEqual({ search: 'b' });
    expect(Object.isFrozen(query)).toBe(true);
  });

  it('is read once for the same parameters, and no others that are sent with them count', async () => {
    const asked = (q: string) =>
      validation.transform({ search: 'teh', q }, { type: 'query', metatype: SaleQuery }) as Promise<object>;
    const first = await asked('');
    for (let i = 0; i < 100; i += 1) expect(await asked(`${i}${'x'.repeat(14_800)}`)).toBe(first);
  });
});
