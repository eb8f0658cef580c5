import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '@usaha/shared';

/** Every context's reports, as they are declared: whole, in both languages, and of one tenant. */

type Declared = Report<Record<string, string | boolean>, string>;

const isReport = (exported: unknown): exported is Declared =>
  typeof exported === 'object' && exported !== null && 'select' in exported && 'groupings' in exported;

const root = join(import.meta.dirname, '../..');
const withReports = readdirSync(join(root, 'libs')).filter((context) =>
  existsSync(join(root, 'libs', context, 'dist/reports/index.js')),
);
const reports = withReports.flatMap((context) =>
  Object.values(jest.requireActual<object>(join(root, 'libs', context, 'dist/reports/index.js')))
    .filter(isReport)
    .map((report) => [context, report.name, report] as const),
);

it('are those that are served', () => {
  const { paths } = JSON.parse(readFileSync(join(root, 'docs/openapi/reference.json'), 'utf8')) as { paths: object };
  const served = Object.keys(paths).flatMap((path) => {
    const [, context, name] = /^\/api\/v1\/(\w+)\/reports\/([\w-]+)\/$/.exec(path) ?? [];
    return context && name ? [`${context} ${name.replaceAll('-', '_')}`] : [];
  });
  expect(served.length).toBeGreaterThan(0);
  expect(reports.map(([context, name]) => `${context} ${name}`)).toEqual(expect.arrayContaining(served));
});

it('are found in every context that has some', () => {
  expect(withReports.filter((context) => !reports.some(([of]) => of === context))).toEqual([]);
});

const TENANT = '0198f3a2-0000-7000-8000-000000000001';
const TODAY = '2026-03-10';

describe.each(reports)('the report %s %s', (_context, _name, report) => {
  const keys = report.columns.map(({ key }) => key);
  const groupings = Object.entries(report.groupings);

  it('has a group and a label first, and no column twice', () => {
    expect(keys.slice(0, 2)).toEqual(['group', 'label']);
    expect(new Set(keys).size).toBe(keys.length);
    expect(groupings.map(([name]) => name)).toContain(report.fallback);
  });

  it('draws columns that it has', () => {
    for (const [, { chart }] of groupings) {
      expect(keys).toContain(chart.label);
      expect(report.columns.find(({ key }) => key === chart.value)?.kind).toMatch(/count|money|percent/);
    }
  });

  it('works out of its rows what they have, and what everybody may see', () => {
    const open = report.columns.filter(({ least, kind }) => least === undefined && !/text|day|flag/.test(kind));
    const figures = [...open, ...(report.carried ?? [])].map(({ key }) => key);
    expect(new Set([...keys, ...(report.carried ?? []).map(({ key }) => key)]).size).toBe(
      keys.length + (report.carried ?? []).length,
    );
    for (const total of Object.values(report.derived ?? {}))
      for (const key of total.as === 'sum' ? total.of : [...total.of, total.by]) expect(figures).toContain(key);
    const summed = report.columns.filter(({ totalled }) => totalled).map(({ key }) => key);
    expect(summed.filter((key) => report.derived && key in report.derived)).toEqual([]);
  });

  it('says every word in both languages', () => {
    const words = [
      report.title,
      ...Object.values(report.derived ?? {}).map(({ title }) => title),
      ...report.columns.map(({ title }) => title),
      ...Object.values(report.filters).flatMap((filter) => [
        filter.title,
        ...(filter.kind === 'choice' ? Object.values(filter.words) : []),
      ]),
      ...groupings.flatMap(([, { title, words: named = {} }]) => [title, ...Object.values(named)]),
    ];
    for (const { en, ms } of words)
      expect([en, ms]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
  });

  it('names the tenant first, and every value that it sends', () => {
    const query = Object.fromEntries(
      Object.entries(report.filters).map(([name, filter]): [string, string | boolean] => {
        if (filter.kind === 'choice') return [name, Object.keys(filter.words).at(-1) ?? ''];
        return [name, { day: '2026-03-10', text: 'x', flag: true }[filter.kind]];
      }),
    );
    for (const [grouping] of groupings) {
      const asked = [{}, query].flatMap((filters) => [
        report.select(TENANT, filters, grouping, TODAY),
        ...(report.overall ? [report.overall.select(TENANT, filters, grouping, TODAY)] : []),
      ]);
      for (const { text, values } of asked) {
        expect(values[0]).toBe(TENANT);
        values.forEach((_, i) => expect(text).toContain(`$${i + 1}`));
        expect(text).not.toContain(`$${values.length + 1}`);
        const tables = text.match(/(?:from|join) [a-z]+\.[a-z]\w*/g) ?? [];
        expect(text.match(/tenant_id = \$1/g)).toHaveLength(tables.length);
      }
    }
  });
});
