import type { FieldChange } from './audit-change.js';
import { shownChanges, storedChanges, type StoredChanges } from './stored-changes.js';

/** As PostgreSQL gives it back. */
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const both: [why: string, change: FieldChange, stored: unknown][] = [
  ['a withheld value', { withheld: true }, null],
  ['a change', { before: 'staff', after: 'manager' }, ['staff', 'manager']],
  ['a text where nothing was', { before: null, after: 'staff' }, 'staff'],
  ['an empty text', { before: null, after: '' }, ''],
  ['a number', { before: null, after: 12.5 }, 12.5],
  ['zero', { before: null, after: 0 }, 0],
  ['a flag', { before: null, after: false }, false],
  ['a list', { before: null, after: ['a', 'b'] }, [['a', 'b']]],
  ['an empty list', { before: null, after: [] }, [[]]],
  ['an object', { before: null, after: { size: 'L' } }, [{ size: 'L' }]],
  ['an object that looks like a change', { before: null, after: { withheld: true } }, [{ withheld: true }]],
  ['a list of two', { before: null, after: [1, 2] }, [[1, 2]]],
  ['nothing and nothing', { before: null, after: null }, [null]],
  ['a value that is taken away', { before: 'staff', after: null }, ['staff', null]],
  ['a list that is emptied', { before: [1], after: [] }, [[1], []]],
  ['a flag that is cleared', { before: true, after: false }, [true, false]],
];

it.each(both)('%s is stored shorter, and shown as it was', (_, change, stored) => {
  const written = throughJson(storedChanges({ field: change }));
  expect(written).toEqual({ field: stored });
  expect(shownChanges(written)).toEqual({ field: change });
});

it('shows an instant as JSON has it', () => {
  const at = new Date('2026-03-10T08:30:00Z');
  const written = throughJson(storedChanges({ paid_at: { before: null, after: at } }));
  expect(written).toEqual({ paid_at: '2026-03-10T08:30:00.000Z' });
  expect(shownChanges(written)).toEqual({ paid_at: { before: null, after: '2026-03-10T08:30:00.000Z' } });
});

it.each([NaN, Infinity, new Date(NaN), undefined])('takes %s for no withheld value', (after) => {
  const written = throughJson(storedChanges({ field: { before: null, after } }));
  expect(shownChanges(written)).toEqual({ field: { before: null, after: null } });
});

it('shows entries of earlier releases as they are', () => {
  const earlier: StoredChanges = {
    role: { before: 'staff', after: 'manager' },
    tags: { before: null, after: ['a'] },
    phone: { withheld: true },
  };
  expect(shownChanges(earlier)).toEqual(earlier);
});

it('keeps the order of the fields', () => {
  const changes: Record<string, FieldChange> = {
    b: { withheld: true },
    a: { before: 1, after: 2 },
    c: { before: null, after: 3 },
  };
  expect(Object.keys(shownChanges(storedChanges(changes)))).toEqual(['b', 'a', 'c']);
});
