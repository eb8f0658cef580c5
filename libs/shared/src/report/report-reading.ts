import { includesRole, type Context, type Role } from '../transaction/context.js';
import { malaysianDay } from '../values/day.js';
import { forbidden, invalid, unavailable } from '../errors.js';
import { FairLimit } from '../fairness/fair-limit.js';
import { messages } from '../language/messages.js';
import type {
  CarriedFigure,
  DerivedTotal,
  Report,
  ReportColumn,
  ReportFilter,
  ReportFormat,
  ReportGrouping,
  ReportQuery,
  ReportRow,
  ReportStatement,
  ReportTotals,
} from './report.js';
import { RunningTotals } from './totals.js';
import type { Language, Words } from '../language/words.js';

/**
 * Of one tenant one report is worked out at a time, others wait: eight of 100,000 products at once took all of two cores from the
 * other tenants. A file of any length is not counted: it goes as slowly as its reader.
 */
const turns = new FairLimit(Infinity, () => 1);
/** Reports of one tenant that wait: more than a page of figures asks for. */
const MOST_WAITING = 50;

/** Rows that are fetched at once from a report of many. */
const AT_ONCE = 1_000;

/** A plan that is prepared for a shop of a hundred sales is a poor one for one of a million: here planning costs nothing. */
const CUSTOM_PLAN = `select set_config('plan_cache_mode', 'force_custom_plan', true)`;
/** Pages of an index cost hardly more than those of a table, as in memory and on disks that do not turn. */
const PAGES_ALIKE = `set_config('random_page_cost', '1.1', true)`;

const fallbackOf = (filter: ReportFilter): string | null => (filter.kind === 'choice' ? filter.fallback : null);

/** How many characters of an id tell rows without a name apart. */
const LAST = 6;

/** What rendering and documenting a report need to know, independent of what it selects. */
export interface DeclaredReport {
  name: string;
  context?: string;
  title: Words;
  columns: readonly ReportColumn[];
  groupings: Readonly<Record<string, ReportGrouping>>;
  fallback: string;
  parameter?: string;
  parameterNote?: string;
  formats?: readonly ReportFormat[];
  filters: Readonly<Record<string, ReportFilter>>;
  carried?: readonly CarriedFigure[];
  derived?: Readonly<Record<string, DerivedTotal>>;
  fromIndex?: boolean;
  overall?: { figures?: Readonly<Record<string, Words>> };
}

interface Statements {
  rows: ReportStatement;
  overall?: ReportStatement & { keys: readonly string[] };
}

/** Gives each row, behind its columns, the number of all rows up to one more than there may be. */
const counting = (text: string, most: number): string =>
  `select q.*, count(*) over () from (select * from (${text}) t limit ${most + 1}) q`;

/** Whether the actor may see a column, or group by a grouping. */
const isFor = ({ actor }: Context, { least }: { least?: Role }): boolean =>
  least === undefined || (actor !== null && includesRole(actor.role, least));

/** The grouping that was asked for, otherwise the report's own, or the first that the actor may see. @throws forbidden */
function groupingFor<Q extends object, G extends string>(ctx: Context, report: Report<Q, G>, named?: G): G {
  const { fallback, groupings, parameter } = report;
  const mayUse = (name: G): boolean => isFor(ctx, groupings[name]);
  const grouping = named ?? [fallback, ...(Object.keys(groupings) as G[])].find(mayUse) ?? fallback;
  if (!mayUse(grouping)) throw forbidden(messages.groupingOfOthers({ parameter: parameter ?? 'group_by', grouping }));
  return grouping;
}

/**
 * A report that has been asked for, in the transaction of its context, which must not end before the last row is read.
 * It is read once: in batches, or all together with its totals.
 */
export class ReportReading {
  private readonly sums: RunningTotals;
  private readonly hidden: readonly ReportColumn[];
  private overall: ReportTotals = {};

  private constructor(
    private readonly ctx: Context,
    readonly report: DeclaredReport,
    readonly grouping: string,
    readonly facts: ReportGrouping,
    /** Values of all filters; where nothing was asked for, null or the fallback of a choice. */
    readonly filters: Readonly<Record<string, string | boolean | null>>,
    private readonly statements: Statements,
    private readonly language: Language,
  ) {
    this.sums = new RunningTotals(report);
    this.hidden = report.columns.filter((column) => !isFor(ctx, column));
  }

  static of<Q extends object, G extends string>(
    ctx: Context,
    report: Report<Q, G>,
    { grouping: named, ...query }: ReportQuery<Q, G>,
    language: Language = 'en',
  ): ReportReading {
    const grouping = groupingFor(ctx, report, named);
    const asked = query as unknown as Q;
    const values = query as Record<string, string | boolean | undefined>;
    const filters = Object.fromEntries(
      Object.entries<ReportFilter>(report.filters).map(([name, filter]) => [name, values[name] ?? fallbackOf(filter)]),
    );
    const { overall } = report;
    const today = malaysianDay(ctx.now);
    const statements: Statements = {
      rows: report.select(ctx.tenant_id, asked, grouping, today),
      ...(overall ? { overall: { keys: overall.keys, ...overall.select(ctx.tenant_id, asked, grouping, today) } } : {}),
    };
    return new ReportReading(ctx, report, grouping, report.groupings[grouping], filters, statements, language);
  }

  /** The columns that rows of this grouping have, and that who asks may see. */
  get columns(): readonly ReportColumn[] {
    const had = this.report.columns.filter(({ only }) => !only || only.includes(this.grouping));
    return had.filter((column) => !this.hidden.includes(column));
  }

  /** The whole report's, once `all` has read its rows. */
  get totals(): ReportTotals {
    const unseen = this.hidden.filter(({ totalled }) => totalled).map(({ key }) => [key, null] as const);
    return { ...this.sums.result, ...this.overall, ...Object.fromEntries(unseen) };
  }

  /** All rows, a good number at a time. */
  batches(): AsyncGenerator<ReportRow[]> {
    return this.shown(this.statements.rows.text);
  }

  private async *shown(text: string): AsyncGenerator<ReportRow[]> {
    await this.ctx.db.lock(this.report.fromIndex ? `${CUSTOM_PLAN}, ${PAGES_ALIKE}` : CUSTOM_PLAN);
    for await (const rows of this.facts.many ? this.fetched(text) : this.atOnce(text))
      yield this.seen(this.named(rows));
  }

  /** Rows whose label is null, called by what their grouping has for those. */
  private named(rows: ReportRow[]): ReportRow[] {
    const { unnamed } = this.facts;
    if (!unnamed) return rows;
    const [group, label] = ['group', 'label'].map((name) => this.report.columns.findIndex(({ key }) => key === name));
    return rows.map((row) => {
      if (row[label as number] !== null) return row;
      const id = String(row[group as number]);
      const called = `${unnamed[this.language]} ${id.length > LAST ? `…${id.slice(-LAST)}` : id}`;
      return row.map((value, place) => (place === label ? called : value));
    });
  }

  /** Rows as who asks may see them. */
  private seen(rows: ReportRow[]): ReportRow[] {
    if (this.hidden.length === 0) return rows;
    const places = new Set(this.hidden.map((column) => this.report.columns.indexOf(column)));
    return rows.map((row) => row.map((value, place) => (places.has(place) ? null : value)));
  }

  /** All rows together, and their totals. @param most how many there may be @throws invalid, naming `format`, when there are more; unavailable while too many of the tenant's wait */
  all(most: number): Promise<ReportRow[]> {
    const { signal, db } = this.ctx;
    const refusal = () => unavailable(messages.tooManyReports());
    return turns.run(db.owner, () => this.together(most), { most: MOST_WAITING, signal, refusal });
  }

  private async together(most: number): Promise<ReportRow[]> {
    const all: ReportRow[] = [];
    for await (const counted of this.shown(counting(this.statements.rows.text, most))) {
      // PostgreSQL says how many rows follow: ten thousand that are read to be refused keep all other requests waiting.
      if (Number(counted[0]?.at(-1) ?? 0) > most) throw invalid('format', messages.reportTooLong({ most }));
      const rows = counted.map((row) => row.slice(0, -1));
      for (const row of rows) this.sums.add(row);
      all.push(...rows);
    }
    await this.readOverall();
    return all;
  }

  private async *atOnce(text: string): AsyncGenerator<ReportRow[]> {
    const { values } = this.statements.rows;
    yield (await this.ctx.db.read(text, values)) as ReportRow[];
  }

  /** Through a cursor, which is named after its report: a prepared FETCH must always meet the same columns. */
  private async *fetched(text: string): AsyncGenerator<ReportRow[]> {
    const { values } = this.statements.rows;
    const { name, context } = this.report;
    const counts = text === this.statements.rows.text ? [] : ['counted'];
    const cursor = ['report', ...(context === undefined ? [] : [context]), name, ...counts].join('_');
    await this.ctx.db.lock(`declare ${cursor} no scroll cursor for ${text}`, values);
    const fetch = () => this.ctx.db.lock(`fetch forward ${AT_ONCE} from ${cursor}`) as Promise<ReportRow[]>;
    let coming = fetch();
    for (;;) {
      const rows = await coming;
      const isLast = rows.length < AT_ONCE;
      if (!isLast) {
        // PostgreSQL makes the next ones while these are worked on. The reader hears of their failure when it goes on.
        coming = fetch();
        coming.catch(() => undefined);
      }
      if (rows.length > 0) yield rows;
      if (isLast) break;
    }
    await this.ctx.db.lock(`close ${cursor}`);
  }

  private async readOverall(): Promise<void> {
    const { overall } = this.statements;
    if (!overall) return;
    const [row = []] = await this.ctx.db.read(overall.text, overall.values);
    this.overall = Object.fromEntries(overall.keys.map((key, i) => [key, Number(row[i] ?? 0)]));
  }
}
