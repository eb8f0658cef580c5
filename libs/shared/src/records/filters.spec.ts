import fc from 'fast-check';
import {
  atLeast,
  atMost,
  contains,
  either,
  equals,
  equalsKey,
  fromDay,
  idFromDay,
  idToDay,
  toDay,
  where,
  type Filters,
} from './filters.js';
import { newId } from '../values/ids.js';

/** A condition and the values it binds. */
function built<V>(filter: (value: V, bind: (value: unknown) => string) => string, value: V) {
  const values: unknown[] = [];
  return { condition: filter(value, (bound) => `$${values.push(bound)}`), values };
}

describe('contains', () => {
  it('looks for a substring in any of the columns, regardless of case', () => {
    expect(built(contains('name', 'slug'), 'din')).toEqual({
      condition: '(r.name ilike $1 or r.slug ilike $1)',
      values: ['%din%'],
    });
  });

  it.each([
    ['%', '%\\%%'],
    ['_', '%\\_%'],
    ['\\', '%\\\\%'],
    ['50%_off\\', '%50\\%\\_off\\\\%'],
  ])('takes %j as itself', (text, pattern) => {
    expect(built(contains('name'), text).values).toEqual([pattern]);
  });

  it('finds with its pattern exactly the texts that hold the words, for any characters', () => {
    const text = fc.string({ unit: fc.constantFrom('%', '_', '\\', 'a', 'B', '.', '*') });
    // What LIKE does: % is any text, _ any character, a backslash takes the next one as itself.
    const like = (pattern: string) =>
      new RegExp(
        `^${pattern.replace(/\\(.)|%|_|[.*+?^${}()|[\]]/gs, (found, taken?: string) =>
          taken === undefined
            ? ({ '%': '.*', _: '.' }[found] ?? `\\${found}`)
            : `\\u{${taken.codePointAt(0)?.toString(16)}}`,
        )}$`,
        'su',
      );
    fc.assert(
      fc.property(text, text, (haystack, needle) => {
        const [pattern] = built(contains('name'), needle).values as [string];
        expect(like(pattern).test(haystack)).toBe(haystack.includes(needle));
      }),
    );
  });
});

describe('bounds', () => {
  it('are included (A-102), 0 too', () => {
    expect(built(atLeast('price'), 0)).toEqual({ condition: 'r.price >= $1', values: [0] });
    expect(built(atMost('price'), 20)).toEqual({ condition: 'r.price <= $1', values: [20] });
  });
});

describe('equalsKey', () => {
  it('compares a derived column with the text as that column is derived: an index serves it (A-173)', () => {
    expect(built(equalsKey('brand_key'), ' Cap Gajah ')).toEqual({
      condition: 'r.brand_key = lower(btrim($1))',
      values: [' Cap Gajah '],
    });
  });
});

describe('days', () => {
  it('are told by ids as by instants, to the millisecond', () => {
    const ids = ['T00:00:00.000', 'T23:59:59.999'].map((time) => newId(new Date(`2026-03-10${time}+08:00`)));
    const others = ['2026-03-09T23:59:59.999', '2026-03-11T00:00:00.000'].map((at) => newId(new Date(`${at}+08:00`)));
    const [from, to] = [idFromDay, idToDay].map((filter) => built(filter, '2026-03-10').values[0] as string);
    const isWithin = (id: string): boolean => id >= (from as string) && id < (to as string);
    expect([...ids, ...others].map(isWithin)).toEqual([true, true, false, false]);
  });

  it('begin and end in Malaysia (UTC+8), both ends included', () => {
    expect(built(fromDay('at'), '2026-03-10')).toEqual({
      condition: 'r.at >= $1',
      values: [new Date('2026-03-09T16:00:00Z')],
    });
    expect(built(toDay('at'), '2026-03-10')).toEqual({
      condition: 'r.at < $1',
      values: [new Date('2026-03-10T16:00:00Z')],
    });
  });

  it('are whole: the end of a day is the beginning of the next', () => {
    expect(built(toDay('at'), '2024-02-28').values).toEqual(built(fromDay('at'), '2024-02-29').values);
    expect(built(toDay('at'), '2026-12-31').values).toEqual(built(fromDay('at'), '2027-01-01').values);
  });
});

describe('where', () => {
  interface Query {
    role?: string;
    is_active?: boolean;
    category?: string;
  }
  const filters: Filters<Query> = {
    role: equals('role'),
    is_active: either("r.status = 'active'", "r.status <> 'active'"),
    category: equalsKey('category'),
  };

  it('joins what is fixed and what is asked for, binding values and never writing them', () => {
    const values: unknown[] = ['tenant'];
    const text = where(filters, { role: "ADMIN' or true --", category: '  Makanan ' }, ['r.tenant_id = $1'], values);
    expect(text).toBe('r.tenant_id = $1 and r.role = $2 and r.category = lower(btrim($3))');
    expect(values).toEqual(['tenant', "ADMIN' or true --", '  Makanan ']);
  });

  it('asks nothing of what is absent, and something of what is false', () => {
    expect(where(filters, {}, ['true'], [])).toBe('true');
    expect(where(filters, { role: undefined, is_active: false }, ['true'], [])).toBe("true and r.status <> 'active'");
  });

  it('knows no filter that the table does not name', () => {
    const sent = { role: 'staff', 'r.id = r.id or': 'x' } as Query;
    expect(where(filters, sent, [], ['t'])).toBe('r.role = $2');
  });
});
