import { Inject, Injectable } from '@nestjs/common';
import { Database, DomainError, FairLimit, proportionalQuota, unavailable } from '@usaha/shared';
import type { Logger } from 'pino';
import { BYTE_ORDER_MARK, csvLine } from '../data-tables/csv-line.js';
import { StalledClientWatch } from '../http/limits/stalled-client.js';
import type { ExportKind, ExportOutcome } from '../http/observability/export-counts.js';
import { LOGGER } from '../http/observability/logger.js';
import { Metrics } from '../http/observability/metrics.js';
import { cellsOf } from './export-columns.js';
import type { ListExport } from './list-export.js';
import { messages } from './messages.js';

/** Exports of this process at once; one tenant leaves places to the next. */
const AT_ONCE = 6;
/** Of one tenant. */
const MOST_WAITING = 20;

type Parts = AsyncGenerator<string | Uint8Array, void, undefined>;

/** Of errors of these kinds the caller is at fault. */
const faults: ReadonlySet<DomainError['kind']> = new Set(['invalid', 'conflict', 'forbidden', 'not_found']);
const outcomeOf = (error: unknown): ExportOutcome =>
  error instanceof DomainError && faults.has(error.kind) ? 'refused' : 'failed';

/** Makes files of lists. Memory does not grow with a list. */
@Injectable()
export class ListExports {
  private readonly places = new FairLimit(AT_ONCE, proportionalQuota(1));

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A list as CSV, one part of its rows at a time. @param abandon breaks the answer off */
  csv(list: ListExport, abandon: () => void): Parts {
    return this.counted('csv', list, abandon, async function* (rows) {
      const { columns } = list;
      let text = BYTE_ORDER_MARK + csvLine(columns.map(({ name }) => name));
      for await (const some of rows) {
        text += some.map((row) => csvLine(cellsOf(row, columns))).join('');
        yield text;
        text = '';
      }
      yield text;
    });
  }

  /**
   * Gives an export its place, and enters it in trail and metrics, also where it ends early. The entry of an export that is
   * complete is there before its last part leaves.
   */
  private async *counted(
    kind: ExportKind,
    list: ListExport,
    abandon: () => void,
    make: (rows: AsyncIterable<readonly object[]>) => AsyncIterable<string | Uint8Array>,
  ): Parts {
    const { owner } = list;
    const refusal = (): Error => unavailable(messages.tooManyExports());
    const { signal } = list.who;
    if (!this.places.take(owner)) await this.places.turn(owner, { most: MOST_WAITING, signal, refusal });
    const watch = new StalledClientWatch(this.places, owner, abandon);
    let count = 0;
    let outcome: ExportOutcome = 'aborted';
    const rows = (async function* () {
      for await (const some of list.rows()) {
        count += some.length;
        yield some;
      }
    })();
    try {
      let last: string | Uint8Array = '';
      for await (const part of make(rows)) {
        if (last.length > 0) {
          watch.given();
          yield last;
          watch.taken();
        }
        last = part;
      }
      await this.enter(kind, list, count);
      outcome = 'completed';
      yield last;
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      watch.stop();
      this.places.leave(owner);
      this.metrics.exports.add(kind, outcome);
      if (outcome !== 'completed' && count > 0) await this.enterCutShort(kind, list, count);
    }
  }

  /** The trail tells names of filters, not their values: these may be personal. */
  private enter(format: ExportKind, { who, resource, filters }: ListExport, rows: number): Promise<void> {
    const told = { resource, format, filters, rows };
    const changes = Object.fromEntries(Object.entries(told).map(([name, after]) => [name, { before: null, after }]));
    return this.database.work({ ...who, now: new Date() }, async (ctx) =>
      ctx.db.record(ctx, { action: 'export', record_type: 'list', record_id: who.tenant_id, changes }),
    );
  }

  /** Of a client that has gone there is no answer that could fail. */
  private async enterCutShort(kind: ExportKind, list: ListExport, rows: number): Promise<void> {
    try {
      await this.enter(kind, list, rows);
    } catch (error) {
      this.logger.error({ err: error, tenant_id: list.who.tenant_id }, 'an export is missing in the audit trail');
    }
  }
}
