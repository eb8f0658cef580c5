import { setImmediate, setTimeout } from 'node:timers/promises';
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
import { XlsxWriter, atMost } from './xlsx-writer.js';

/** Exports of this process at once; one tenant leaves places to the next. */
const AT_ONCE = 6;
/** Of one tenant. */
const MOST_WAITING = 20;

/** Written in one turn of the event loop. */
const LINES_AT_ONCE = 50;
/** Milliseconds of other work in the process from which an export makes room for it. */
const OTHER_WORK_MS = 0.5;
/** It waits as long as it has worked, and no longer than this. */
const MOST_PAUSE_MS = 20;
/** Of a workbook on its way. */
const PART_BYTES = 65_536;

type Parts = AsyncGenerator<string | Uint8Array, void, undefined>;

/** Of errors of these kinds the caller is at fault. */
const faults: ReadonlySet<DomainError['kind']> = new Set(['invalid', 'conflict', 'forbidden', 'not_found']);
const outcomeOf = (error: unknown): ExportOutcome =>
  error instanceof DomainError && faults.has(error.kind) ? 'refused' : 'failed';

const refusal = (): Error => unavailable(messages.tooManyExports());

async function workbook({ columns }: ListExport, rows: AsyncIterable<readonly object[]>): Promise<Uint8Array> {
  const writer = new XlsxWriter(columns.map(({ name }) => name));
  try {
    for await (const some of atMost(rows)) writer.add(some.map((row) => cellsOf(row, columns)));
    return await writer.finish();
  } finally {
    await writer.stop();
  }
}

/** Other requests have their turn; where there are any, they have the process for as long as the export had it. */
async function makeRoom(worked: number): Promise<void> {
  const begun = performance.now();
  await setImmediate();
  if (performance.now() - begun > OTHER_WORK_MS) await setTimeout(Math.min(worked, MOST_PAUSE_MS));
}

/** Makes files of lists. Memory does not grow with a list. */
@Injectable()
export class ListExports {
  private readonly places = new FairLimit(AT_ONCE, proportionalQuota(1));
  /** One workbook is written at a time: each takes memory. */
  private readonly books = new FairLimit(1);

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
      let begun = performance.now();
      for await (const some of rows)
        for (let at = 0; at < some.length; at += LINES_AT_ONCE) {
          const lines = some.slice(at, at + LINES_AT_ONCE).map((row) => csvLine(cellsOf(row, columns)));
          yield text + lines.join('');
          text = '';
          await makeRoom(performance.now() - begun);
          begun = performance.now();
        }
      yield text;
    });
  }

  /** A list as a workbook, which is written whole before anything of it is sent. @throws invalid for more than a workbook takes */
  xlsx(list: ListExport, abandon: () => void): Parts {
    const { books } = this;
    const { owner, who } = list;
    return this.counted('xlsx', list, abandon, async function* (rows) {
      const bound = { most: MOST_WAITING, signal: who.signal, refusal };
      const book = await books.run(owner, () => workbook(list, rows), bound);
      for (let at = 0; at < book.length; at += PART_BYTES) yield book.subarray(at, at + PART_BYTES);
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
      // Of what is refused nothing was sent.
      if ((outcome === 'aborted' || outcome === 'failed') && count > 0) await this.enterCutShort(kind, list, count);
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
