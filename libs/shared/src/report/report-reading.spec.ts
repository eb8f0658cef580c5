import type { Context, Role } from '../transaction/context.js';
import { ReportReading } from './report-reading.js';
import type { Report } from './report.js';

const title = { en: 'x', ms: 'x' };
const chart = { kind: 'bars', label: 'label', value: 'total' } as const;
const columns: Report<object, 'all' | 'each'>['columns'] = [
  { key: 'group', title, kind: 'text' },
  { key: 'label', title, kind: 'text' },
  { key: 'total', title, kind: 'money', totalled: true },
  { key: 'commission', title, kind: 'money', totalled: true, least: 'manager' },
  { key: 'rate', title, kind: 'percent', only: ['each'] },
];
const report: Report<object, 'all' | 'each'> = {
  name: 'pay',
  title,
  columns,
  groupings: {
    all: { title, labels: 'text', chart },
    each: { title, labels: 'text', chart, many: true },
  },
  fallback: 'all',
  filters: {},
  select: () => ({ text: 'select', values: [] }),
};
const rows = [
  ['a', 'Mei', 80, 8, 10],
  ['b', 'Siti', 45.5, 0.5, null],
];

/** Answers what asks for rows and for how many there are, as PostgreSQL does. */
const answering = (found: unknown[][], count = found.length) => {
  const counted = found.map((row) => [...row, String(count)]);
  return (text: string): Promise<unknown[][]> =>
    Promise.resolve(/^(select q\.\*|fetch)/.test(text) ? counted : text === 'select' ? found : []);
};

function reading(role: Role | null, grouping: 'all' | 'each' = 'all'): ReportReading {
  const read = answering(rows);
  const ctx = { tenant_id: 't', actor: role && { role }, now: new Date(0), db: { read, lock: read, owner: 't' } };
  return ReportReading.of(ctx as unknown as Context, report, { grouping });
}

it.each(['all', 'each'] as const)('by %s, who may see a column gets it with its total', async (grouping) => {
  for (const role of ['manager', 'admin'] as const) {
    const asked = reading(role, grouping);
    expect([await asked.all(10), asked.totals]).toEqual([rows, { total: 125.5, commission: 8.5 }]);
  }
});

it.each(['all', 'each'] as const)('by %s, to others it is null, in rows and totals', async (grouping) => {
  for (const role of ['viewer', 'staff', null] as const) {
    const asked = reading(role, grouping);
    expect(await asked.all(10)).toEqual([
      ['a', 'Mei', 80, null, 10],
      ['b', 'Siti', 45.5, null, null],
    ]);
    expect(asked.totals).toEqual({ total: 125.5, commission: null });
  }
});

describe('a grouping that not every role may use', () => {
  const groupings = { ...report.groupings, all: { ...report.groupings.all, least: 'staff' as const } };
  const by = (role: Role | null, grouping?: 'all' | 'each'): string => {
    const ctx = { tenant_id: 't', actor: role && { role }, now: new Date(0), db: {} } as unknown as Context;
    return ReportReading.of(ctx, { ...report, groupings, parameter: 'group_by' }, { grouping }).grouping;
  };

  it('is refused to others, whose own is the first that they may use', () => {
    expect([by('staff'), by('staff', 'all'), by('viewer'), by('viewer', 'each')]).toEqual([
      'all',
      'all',
      'each',
      'each',
    ]);
    expect(() => by('viewer', 'all')).toThrow('not allowed to choose all as group_by');
  });
});

it('a row without a label is called by what its grouping has for it, in the language, and by the end of its group', async () => {
  const unnamed = { en: 'unknown cashier', ms: 'juruwang tidak dikenali' };
  const groupings = { ...report.groupings, all: { ...report.groupings.all, unnamed } };
  const read = answering([
    ['0198f3a2-6b1c', null, 1, 2, 3],
    ['x-1', null, 1, 2, 3],
    ['y', 'Mei', 1, 2, 3],
  ]);
  const ctx = {
    tenant_id: 't',
    actor: null,
    now: new Date(0),
    db: { read, lock: read, owner: 't' },
  } as unknown as Context;
  const labels = async (language?: 'en' | 'ms') =>
    (await ReportReading.of(ctx, { ...report, groupings }, {}, language).all(10)).map(([, label]) => label);
  expect(await labels()).toEqual(['unknown cashier …2-6b1c', 'unknown cashier x-1', 'Mei']);
  expect(await labels('ms')).toEqual(['juruwang tidak dikenali …2-6b1c', 'juruwang tidak dikenali x-1', 'Mei']);
});

it('what an index has whole is read there: a page of it is told to cost hardly more than one of a table, in its transaction alone', async () => {
  const settings = async (fromIndex?: boolean) => {
    const asked: string[] = [];
    const read = (text: string) => Promise.resolve((asked.push(text), []));
    const ctx = {
      tenant_id: 't',
      actor: null,
      now: new Date(0),
      db: { read, lock: read, owner: 't' },
    } as unknown as Context;
    await ReportReading.of(ctx, { ...report, fromIndex }, {}).all(1);
    return asked.flatMap((text) => [...text.matchAll(/set_config\('(\w+)', '[^']+', true\)/g)].map(([, name]) => name));
  };
  expect(await settings()).toEqual(['plan_cache_mode']);
  expect(await settings(true)).toEqual(['plan_cache_mode', 'random_page_cost']);
});

it('files have the columns of the grouping that who asks may see', () => {
  const keys = (role: Role, grouping: 'all' | 'each') => reading(role, grouping).columns.map(({ key }) => key);
  expect(keys('admin', 'each')).toEqual(['group', 'label', 'total', 'commission', 'rate']);
  expect(keys('manager', 'all')).toEqual(['group', 'label', 'total', 'commission']);
  expect(keys('staff', 'each')).toEqual(['group', 'label', 'total', 'rate']);
});

it('a report of more rows than there may be is refused with the first of them', async () => {
  const asked: string[] = [];
  const answer = answering(
    Array.from({ length: 1_000 }, (_, i) => [`${i}`, 'Mei', 1, 1, 1]),
    5_001,
  );
  const read = (text: string) => (asked.push(text), answer(text));
  const ctx = {
    tenant_id: 't',
    actor: null,
    now: new Date(0),
    db: { read, lock: read, owner: 't' },
  } as unknown as Context;
  await expect(ReportReading.of(ctx, report, { grouping: 'each' }).all(5_000)).rejects.toThrow(
    'more than the 5000 rows',
  );
  expect(asked.filter((text) => text.startsWith('fetch')).length).toBeLessThanOrEqual(2);
  expect(asked.find((text) => text.startsWith('declare'))).toContain('limit 5001');
});

describe('many rows', () => {
  const batch = Array.from({ length: 1_000 }, (_, i) => [`${i}`, 'Mei', 1, 1, 1]);

  /** @param answers to one FETCH after the other @returns what has been asked, and the reading */
  function fetching(answers: (() => Promise<unknown[][]>)[]) {
    const asked: string[] = [];
    const read = (text: string) => {
      asked.push(text.split(' ')[0] as string);
      return text.startsWith('fetch') ? (answers.shift() as () => Promise<unknown[][]>)() : Promise.resolve([]);
    };
    const ctx = {
      tenant_id: 't',
      actor: { role: 'admin' },
      now: new Date(0),
      db: { read, lock: read, owner: 't' },
    } as unknown as Context;
    return { asked, batches: ReportReading.of(ctx, report, { grouping: 'each' }).batches() };
  }

  it('are asked for while those before them are worked on, and no more of them', async () => {
    const { asked, batches } = fetching([batch, batch, rows].map((found) => () => Promise.resolve(found)));
    expect(await batches.next()).toEqual({ done: false, value: batch });
    expect(asked).toEqual(['select', 'declare', 'fetch', 'fetch']);
    const sizes: number[] = [];
    for await (const found of batches) sizes.push(found.length);
    expect(sizes).toEqual([1_000, 2]);
    expect(asked).toEqual(['select', 'declare', 'fetch', 'fetch', 'fetch', 'close']);
  });

  it('that cannot be read are heard of by a reader that goes on, and by no other', async () => {
    const broken = () => Promise.reject(new Error('lost'));
    const goingOn = fetching([() => Promise.resolve(batch), broken]).batches;
    await goingOn.next();
    await expect(goingOn.next()).rejects.toThrow('lost');
    const stopping = fetching([() => Promise.resolve(batch), broken]).batches;
    await stopping.next();
    expect(await stopping.return(undefined)).toEqual({ done: true, value: undefined });
  });
});
