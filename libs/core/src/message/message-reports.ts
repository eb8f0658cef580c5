import { Injectable } from '@nestjs/common';
import { Database, isUuid, type Context, type Table } from '@usaha/shared';
import { nouns } from '../messages.js';
import { MessageQueue } from './message-queue.js';
import { afterReport, type MessageReport } from './message-report.js';
import { Message } from './message.entity.js';
import { tellMessageFailed } from './message.events.js';
import type { Way } from './template.js';

/** Reports of one callback that are followed: more than a carrier sends at once. */
const MOST_REPORTS = 200;

/** Writes down what carriers tell of messages later. */
@Injectable()
export class MessageReports {
  private readonly table: Table<Message>;

  constructor(
    database: Database,
    private readonly queue: MessageQueue,
  ) {
    this.table = database.table(Message);
  }

  /** Follows the reports about messages of the context's tenant by a way, in their order; those of other messages change nothing. */
  async follow(ctx: Context, way: Way, reports: readonly MessageReport[]): Promise<void> {
    const told = reports.slice(0, MOST_REPORTS);
    const ids = await this.idsOf(ctx, told);
    const messages = await this.locked(ctx, way, [...new Set(ids.values())]);
    for (const report of told) {
      const message = messages.get(ids.get(report.id) ?? '');
      if (message) this.apply(ctx, message, report);
    }
  }

  /** Our ids of the messages that are named, by what each report names. */
  private async idsOf(ctx: Context, reports: readonly MessageReport[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const foreign: string[] = [];
    for (const { id } of reports)
      if (isUuid(id)) found.set(id, id.toLowerCase());
      else foreign.push(id);
    if (foreign.length === 0) return found;
    const rows = await ctx.db.read(
      'select r.carrier_id, r.message_id from core.message_tries r where r.tenant_id = $1 and r.carrier_id = any($2)',
      [ctx.tenant_id, foreign],
    );
    for (const [carrier_id, id] of rows as [string, string][]) found.set(carrier_id, id);
    return found;
  }

  /** Locked in the order of their ids, so that no two callbacks wait for each other. */
  private async locked(ctx: Context, way: Way, ids: readonly string[]): Promise<ReadonlyMap<string, Message>> {
    if (ids.length === 0) return new Map();
    const rows = await ctx.db.lock(
      `select ${this.table.selected} from ${this.table.path} r
        where r.tenant_id = $1 and r.id = any($2) and r.way = $3 order by r.id for no key update`,
      [ctx.tenant_id, ids, way],
    );
    return new Map(rows.map((row) => this.table.hydrate(row, ctx.db.keyring)).map((message) => [message.id, message]));
  }

  private apply(ctx: Context, message: Message, report: MessageReport): void {
    const reported = afterReport(message, report, ctx.now);
    if (!reported) return;
    const outcome = report.status === 'failed' ? 'refused' : 'accepted';
    this.queue.report(ctx, message, reported, { outcome, code: report.code });
    const { status } = reported;
    const action = status === 'failed' ? 'fail' : 'report';
    ctx.db.record(ctx, { action, record_type: nouns.message.name, record_id: message.id, changes: {} });
    if (status === 'failed') tellMessageFailed(ctx, message, reported.reason ?? 'refused');
    if (status === 'waiting') this.queue.wakeAfterCommit(ctx);
    Object.assign(message, reported, { claimed_at: null, version: message.version + 1 });
  }
}
