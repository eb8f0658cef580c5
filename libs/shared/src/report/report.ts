import type { Role } from '../transaction/context.js';
import type { Language, Words } from '../language/words.js';

/**
 * What a figure is: how it is totalled, written and drawn depends on nothing else. Money is in ringgit; percent 6 means 6 %; a quantity,
 * such as kilometres, has up to three decimals.
 */
export type ReportColumnKind = 'text' | 'count' | 'quantity' | 'money' | 'percent' | 'day' | 'flag';

/** How print says a value that is recorded in no language; what it does not know, as it is. */
export type Said = (value: string, language: Language) => string;

export interface ReportColumn {
  /** Its name in JSON and CSV. */
  key: string;
  title: Words;
  kind: ReportColumnKind;
  /** Its total over all rows stands in `totals`. */
  totalled?: boolean;
  /** Of some rows it is unknown, which is null: so is its total where it is unknown of all. */
  unknown?: boolean;
  /** The groupings whose rows have it; rows of others have null, and their files leave it out. */
  only?: readonly string[];
  /** For programs: an id, say. It is not printed. */
  unprinted?: boolean;
  /** For texts that are recorded as they were sent, such as payment methods. */
  said?: Said;
  /** The least role that may see it: to others its figures and their total are null, and their files leave it out. */
  least?: Role;
}

/** A value of a filter that narrows a report, its title in print, and its description for callers. */
export type ReportFilter = { title: Words; description: string } & (
  | { kind: 'text' | 'day'; example: string }
  | { kind: 'flag' }
  /** One of a closed set, with its words in print; `fallback` unless it is asked for. */
  | { kind: 'choice'; words: Readonly<Record<string, Words>>; fallback: string }
);

/** What a report may be answered as. */
export const reportFormats = ['json', 'csv', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A picture of the rows: bars of the greatest ones, or a line through all of them in their order. */
export interface ReportChart {
  kind: 'bars' | 'lines';
  /** Keys of the columns. */
  label: string;
  value: string;
  /** Key of the one that tells rows of the same label apart, where a label has several. */
  qualifier?: string;
}

export interface ReportGrouping {
  /** What a row stands for: heads the column `label`. */
  title: Words;
  /** What `label` is. */
  labels: 'text' | 'day';
  chart: ReportChart;
  /** Labels of a closed set, in words to be printed; others are printed as they are. */
  words?: Readonly<Record<string, Words>>;
  /** For labels that were recorded as they were sent and have no words here. */
  said?: Said;
  /** What a row without a label is called in every format: so, and by the last characters of its group. */
  unnamed?: Words;
  /** There may be as many rows as records: they are read in batches, and never held as a whole. */
  many?: boolean;
  /** The least role that may group by it: others are refused, and unless they ask for a grouping, get the first of theirs. */
  least?: Role;
}

/** A figure of each row that only `derived` needs: it stands behind those of the columns in the SELECT list, and is never shown. */
export type CarriedFigure = Pick<ReportColumn, 'key' | 'kind'>;

/**
 * A figure of the whole report that follows from sums of its rows, exactly, and rounded once, half away from zero: the sum of some
 * figures by that of another, in percent or as a mean, to two decimals, 0 of nothing; or a sum alone.
 */
export type DerivedTotal = {
  title: Words;
  /** Keys of columns or of what is carried. */
  of: readonly string[];
} & ({ as: 'percent' | 'mean'; by: string } | { as: 'sum' });

/** A statement whose $1 is the tenant. */
export interface ReportStatement {
  text: string;
  values: unknown[];
}

/**
 * A report, declared once as data: rendering it (JSON, CSV, PDF) needs nothing else. Every report has the
 * columns `group` (the key of the row's group) and `label` (the same for people).
 */
export interface Report<Q extends object, G extends string> {
  /** In lower case, with underscores: also the name of its files. */
  name: string;
  /** Whose it is, where another context has a report of that name: programs tell them apart by it. */
  context?: string;
  title: Words;
  /** In the order of the SELECT list. */
  columns: readonly ReportColumn[];
  /** The closed set of groupings; a report that knows only one is not asked for it. */
  groupings: Readonly<Record<G, ReportGrouping>>;
  fallback: G;
  /** The query parameter that asks for a grouping, where there are several. */
  parameter?: string;
  /** A note for callers about the grouping, such as the format of a group. */
  parameterNote?: string;
  /** All of them unless given. */
  formats?: readonly ReportFormat[];
  filters: Readonly<Record<keyof Q, ReportFilter>>;
  /** The rows, as columns say, in the order in which they are shown. @param today YYYY-MM-DD in Malaysia, for ages and what is due */
  select(tenant_id: string, query: Q, grouping: G, today: string): ReportStatement;
  /**
   * Whether an index has all columns that are added up. PostgreSQL takes a page of an index for four of a table, as on a turning disk, and
   * where one tenant has most of a wide table it would read that instead, at several times the pages.
   */
  fromIndex?: boolean;
  carried?: readonly CarriedFigure[];
  /** Totals that are rates and means of the rows' sums, by their keys: what is read already need not be read again. */
  derived?: Readonly<Record<string, DerivedTotal>>;
  /**
   * Totals that do not follow from the sums of the rows, where a record counts in several of them: one row, columns by their keys.
   */
  overall?: {
    keys: readonly string[];
    /** Those of the keys that are no totalled column, in words: the number of rows, a mean of them. */
    figures?: Readonly<Record<string, Words>>;
    select(tenant_id: string, query: Q, grouping: G, today: string): ReportStatement;
  };
}

/** The request for a report: values of its filters, and the grouping; without one, the report's own. */
export type ReportQuery<Q extends object, G extends string> = Partial<Q> & { grouping?: G };

/** Values of one row, in the order of the report's columns, and behind them what is carried. */
export type ReportRow = readonly (string | number | boolean | null)[];
/** null of a column that who asks may not see. */
export type ReportTotals = Record<string, number | null>;
