import type { ReportColumn, ReportFilter } from '@usaha/shared';
import type { DeclaredReport } from '@usaha/shared/operation';
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';

type View = new () => object;

/** What a report's schemas are called after. */
export const reportName = ({ name, context }: Pick<DeclaredReport, 'name' | 'context'>): string =>
  `${[context, name]
    .filter(Boolean)
    .join('_')
    .replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Report`;

/** A view with these fields, as if it had been written out. */
function written(
  name: string,
  description: string,
  fields: readonly (readonly [key: string, decorate: PropertyDecorator])[],
): View {
  const view = class extends Object {};
  field.record(description)(view);
  Object.defineProperty(view, 'name', { value: name });
  for (const [key, decorate] of fields) decorate(view.prototype, key);
  return view;
}

const figures: Record<ReportColumn['kind'], (column: ReportColumn) => PropertyDecorator> = {
  text: ({ title }) => field.text(title.en, 'text', { nullable: true, max: 2_000 }),
  day: ({ title }) => field.day(title.en, '2026-03-10', { nullable: true }),
  count: ({ title, only, least }) => field.number(title.en, 12, { nullable: (only ?? least) !== undefined }),
  quantity: ({ title }) => field.number(title.en, 118.25, { nullable: true }),
  money: ({ title }) => field.number(title.en, 134.62, { nullable: true }),
  percent: ({ title }) => field.number(title.en, 6, { nullable: true }),
  flag: ({ title }) => field.flag(title.en, false, { nullable: true }),
};

const narrowed: Record<Exclude<ReportFilter['kind'], 'choice'>, (description: string) => PropertyDecorator> = {
  text: (description) => field.text(description, 'Beverages', { nullable: true }),
  day: (description) => field.day(description, '2026-03-01', { nullable: true }),
  flag: (description) => field.flag(description, true, { nullable: true }),
};

/** The closed set of a filter, under one name in parameter and answer. */
export const choicesOf = (
  report: Pick<DeclaredReport, 'name' | 'context'>,
  key: string,
  { words }: Extract<ReportFilter, { kind: 'choice' }>,
): readonly string[] =>
  choices(`${reportName(report)}${key.charAt(0).toUpperCase()}${key.slice(1)}`, Object.keys(words));

const group = (key: string): PropertyDecorator =>
  key === 'group'
    ? field.text('Key of the row, for programs: a day, week, month, category or id', '2026-03-10')
    : field.text('Name of the row, for people', '2026-03-10', { max: 2_000 });

/**
 * What a report answers as JSON, documented from its declaration: rows of every grouping have the same keys, null in
 * those that a grouping does not know.
 */
export function reportView(report: DeclaredReport): View {
  const name = reportName(report);
  const row = written(
    `${name}RowView`,
    `A row of the report “${report.title.en}”`,
    report.columns.map((column) => [
      column.key,
      column.key === 'group' || column.key === 'label' ? group(column.key) : figures[column.kind](column),
    ]),
  );
  const filters = written(`${name}FiltersView`, `Filters applied to the report “${report.title.en}”`, [
    ...Object.entries(report.filters).map(([key, filter]) => {
      const applied = `${filter.title.en}, as applied`;
      if (filter.kind === 'choice') return [key, field.choice(applied, choicesOf(report, key, filter))] as const;
      return [key, narrowed[filter.kind](`${applied}; null if not requested`)] as const;
    }),
    ...(report.parameter === undefined
      ? []
      : [
          [
            report.parameter,
            field.choice('Grouping, as applied', choices(`${name}Grouping`, Object.keys(report.groupings))),
          ] as const,
        ]),
  ]);
  const totals = written(`${name}TotalsView`, `Totals of the report “${report.title.en}”`, [
    ...report.columns
      .filter(({ totalled }) => totalled)
      .map(({ key, title, least, unknown }) => {
        const nullable = least === undefined && !unknown ? {} : { nullable: true };
        return [key, field.number(`${title.en}, total of all rows`, 134.62, nullable)] as const;
      }),
    ...[
      ...Object.entries(report.overall?.figures ?? {}),
      ...Object.entries(report.derived ?? {}).map(([key, { title }]) => [key, title] as const),
    ].map(([key, { en }]) => [key, field.number(`${en}, of the whole report`, 76.67)] as const),
  ]);
  return written(`${name}View`, `The report “${report.title.en}”`, [
    // Reports of one name have one set of names, in all contexts.
    [
      'report',
      field.choice('Name of the report', choices(`${reportName({ name: report.name })}Report`, [report.name])),
    ],
    ['title', field.text('Title in the requested language', report.title.en)],
    ['filters', field.nested('Filters applied', filters)],
    ['rows', field.nestedList('The rows, in their order', row)],
    ['totals', field.nested('Totals of the whole report', totals)],
  ]);
}
