import { Injectable } from '@nestjs/common';
import { ALL_SHARDS, Database, runAcrossTenants, type Context, type ShardScope, type Table } from '@usaha/shared';
import { Message, type MessageStatus } from './message.entity.js';
import type { Reported } from './message-report.js';
import type { TryOutcome } from './message-try.entity.js';
import type { Way } from './template.js';

const DAY_MS = 86_400_000;
/** For how long the address of a message that has ended is kept, and the message itself. */
const ADDRESS_KEPT_MS = 7 * DAY_MS;
const KEPT_MS = 400 * DAY_MS;
/** An instance has ended, or its outcome is lost, when it has not said by then what became of a message. */
export const LEASE_MS = 120_000;
/** How many tenants are asked for at once. */
const TENANTS_AT_ONCE = 100;

/** How a message goes on after an attempt. */
export interface Settled {
  outcome: TryOutcome;
  code: string | null;
  /** The carrier's id of the message. */
  carrier_id: string | null;
  status: MessageStatus;
  reason: string | null;
  /** Ways that are left. */
  ways: readonly Way[];
  due_at: Date;
  attempts: number;
}

/** What an attempt is begun with. */
export interface Attempted extends Pick<Message, 'parts' | 'cost'> {
  /** Of the number that the operator's WhatsApp writes to; null of every other attempt. */
  number_print: string | null;
}

/** A message to look after, without its address. */
export interface OpenMessage {
  id: string;
  status: MessageStatus;
  way: Way;
  template: string;
  reason: string | null;
  /** When it was made. */
  at: Date;
}

/** The messages that wait, and what becomes of them. */
@Injectable()
export class MessageQueue {
  private readonly table: Table<Message>;
  private listener?: (tenant_id: string) => void;

  constructor(database: Database) {
    this.table = database.table(Message);
  }

  /** The job of this process is told in which tenants messages were committed. */
  onCommitted(listener: ((tenant_id: string) => void) | undefined): void {
    this.listener = listener;
  }

  /** Has the messages of the context's tenant sent as soon as they are committed. */
  wakeAfterCommit({ db, tenant_id }: Context): void {
    db.afterCommit(() => this.listener?.(tenant_id));
  }

  /** Tenants on some machines that have messages to send, in the order of their ids. @param after the last of those before; '' for the first */
  async tenantsWithWork(
    ctx: Context,
    there: ShardScope,
    after: string,
  ): Promise<{ tenants: string[]; next: string | null }> {
    const values: unknown[] = [ctx.now, after];
    const isTheirs = there.where('r.tenant_id', values);
    const rows = await runAcrossTenants(ctx, () =>
      ctx.db.read(
        `select distinct r.tenant_id from core.messages r
          where r.status = 'waiting' and r.due_at <= $1 and ($2 = '' or r.tenant_id > $2::uuid) and ${isTheirs}
          order by r.tenant_id limit ${TENANTS_AT_ONCE}`,
        values,
      ),
    );
    const tenants = rows.map(([id]) => id as string);
    return { tenants, next: tenants[TENANTS_AT_ONCE - 1] ?? null };
  }

  /** The next message that is due, locked; null where there is none that no other instance has. */
  async lockDue(ctx: Context): Promise<Message | null> {
    const [row] = await ctx.db.lock(
      `select ${this.table.selected} from ${this.table.path} r
        where r.tenant_id = $1 and r.status = 'waiting' and r.due_at <= $2
        order by r.due_at, r.id limit 1 for no key update skip locked`,
      [ctx.tenant_id, ctx.now],
    );
    return row ? this.table.hydrate(row, ctx.db.keyring) : null;
  }

  /** How many messages were begun by a way in the context's tenant since an instant. */
  async begunSince(ctx: Context, way: Way, since: Date): Promise<number> {
    const [row] = await ctx.db.read(
      `select count(*)::integer from core.message_tries r
        where r.tenant_id = $1 and r.at >= $2 and r.way = $3 and (r.outcome is null or r.outcome in ('accepted', 'unknown'))`,
      [ctx.tenant_id, since, way],
    );
    return row?.[0] as number;
  }

  /** The newest messages of the context's tenant that wait, failed or are unknown; a hundred at most. */
  async open(ctx: Context): Promise<OpenMessage[]> {
    const rows = await ctx.db.read(
      `select r.id, r.status, r.way, r.template, r.reason, r.created_at from core.messages r
        where r.tenant_id = $1 and r.deleted_at is null and r.status in ('waiting', 'failed', 'unknown')
        order by r.id desc limit 100`,
      [ctx.tenant_id],
    );
    return (rows as [string, MessageStatus, Way, string, string | null, Date][]).map(
      ([id, status, way, template, reason, at]) => ({ id, status, way, template, reason, at }),
    );
  }

  /** How many were begun by a way since an instant, or wait for it: what has its place already. */
  async takenSince(ctx: Context, way: Way, since: Date): Promise<number> {
    const [begun, [row]] = await Promise.all([
      this.begunSince(ctx, way, since),
      ctx.db.read(
        `select count(*)::integer from core.messages r
          where r.tenant_id = $1 and r.status = 'waiting' and r.way = $2 and r.claimed_at is null`,
        [ctx.tenant_id, way],
      ),
    ]);
    return begun + (row?.[0] as number);
  }

  /** Claims a locked message for one attempt: the transaction is committed before the message is sent. */
  claim(ctx: Context, message: Message, way: Way, { parts, cost, number_print }: Attempted): void {
    const { id, version } = message;
    const number = message.attempts_made + 1;
    ctx.db.enqueue(
      `insert into core.message_tries (tenant_id, message_id, number, way, at) values ($1, $2, $3, $4, $5)`,
      [ctx.tenant_id, id, number, way, ctx.now],
    );
    const ways = message.ways.slice(message.ways.indexOf(way));
    const attempts = way === message.way ? message.attempts + 1 : 1;
    const due_at = new Date(ctx.now.getTime() + LEASE_MS);
    ctx.db.updateExpecting(
      1,
      `update core.messages r set claimed_at = $4, due_at = $5, way = $6, ways = $7, attempts = $8, attempts_made = $9,
         parts = $10, cost = $11, number_print = coalesce($12, r.number_print), version = r.version + 1, updated_at = $4
        where r.tenant_id = $1 and r.id = $2 and r.version = $3`,
      [ctx.tenant_id, id, version, ctx.now, due_at, way, ways, attempts, number, parts, cost, number_print],
      () => new Error('A message changed while it was locked'),
    );
    Object.assign(message, {
      way,
      ways,
      attempts,
      attempts_made: number,
      parts,
      cost,
      claimed_at: ctx.now,
      version: version + 1,
    });
  }

  /** Writes what became of a claimed message. @returns false where its time was over, and it counts as unknown */
  async settle(ctx: Context, message: Message, settled: Settled): Promise<boolean> {
    const { outcome, code, carrier_id, status, reason, ways, due_at, attempts } = settled;
    const isSent = status === 'sent' || status === 'delivered';
    const ended_at = status === 'waiting' ? null : ctx.now;
    // Nothing is paid for what was certainly not sent.
    const cost = outcome === 'accepted' || outcome === 'unknown' ? message.cost : 0;
    const changed = await ctx.db.change(
      `update core.messages r set claimed_at = null, status = $4, reason = $5, ways = $6, way = coalesce($7, r.way),
         due_at = $8, attempts = $9, ended_at = $10, sent_at = $11, delivered_at = $12, version = r.version + 1, updated_at = $13, cost = $14
        where r.tenant_id = $1 and r.id = $2 and r.claimed_at = $3 and r.status = 'waiting'`,
      [
        ctx.tenant_id,
        message.id,
        message.claimed_at,
        status,
        reason,
        ways,
        ways[0] ?? null,
        due_at,
        attempts,
        ended_at,
        isSent ? ctx.now : null,
        status === 'delivered' ? ctx.now : null,
        ctx.now,
        cost,
      ],
    );
    if (changed === 0) return false;
    ctx.db.enqueue(
      `update core.message_tries r set outcome = $4, code = $5, carrier_id = $6
        where r.tenant_id = $1 and r.message_id = $2 and r.number = $3`,
      [ctx.tenant_id, message.id, message.attempts_made, outcome, code, carrier_id],
    );
    return true;
  }

  /** Ends a locked message that is not sent, or of which it is unknown whether it was. */
  end(ctx: Context, { id, version, attempts_made }: Message, status: 'dropped' | 'unknown', reason: string): void {
    ctx.db.updateExpecting(
      1,
      `update core.messages r set status = $4, reason = $5, claimed_at = null, ended_at = $6, version = r.version + 1, updated_at = $6
        where r.tenant_id = $1 and r.id = $2 and r.version = $3`,
      [ctx.tenant_id, id, version, status, reason, ctx.now],
      () => new Error('A message changed while it was locked'),
    );
    if (status === 'unknown')
      ctx.db.enqueue(
        `update core.message_tries r set outcome = 'unknown'
          where r.tenant_id = $1 and r.message_id = $2 and r.number = $3 and r.outcome is null`,
        [ctx.tenant_id, id, attempts_made],
      );
  }

  /** Writes what a carrier told of a locked message after it took it; what was under way has its outcome by that. */
  report(
    ctx: Context,
    { id, version, attempts_made, ended_at }: Message,
    { status, reason, ways, sent_at, delivered_at, read_at }: Reported,
    { outcome, code }: { outcome: TryOutcome; code: string | null },
  ): void {
    const isWaiting = status === 'waiting';
    ctx.db.updateExpecting(
      1,
      `update core.messages r set status = $4, reason = $5, ways = $6, way = $7, sent_at = $8, delivered_at = $9, read_at = $10,
         ended_at = $11, claimed_at = null, attempts = case when $12 then 0 else r.attempts end,
         due_at = case when $12 then $13 else r.due_at end, version = r.version + 1, updated_at = $13
        where r.tenant_id = $1 and r.id = $2 and r.version = $3`,
      [
        ctx.tenant_id,
        id,
        version,
        status,
        reason,
        ways,
        ways[0],
        sent_at,
        delivered_at,
        read_at,
        isWaiting ? null : (ended_at ?? ctx.now),
        isWaiting,
        ctx.now,
      ],
      () => new Error('A message changed while it was locked'),
    );
    ctx.db.enqueue(
      `update core.message_tries r set outcome = $4, code = coalesce($5, r.code)
        where r.tenant_id = $1 and r.message_id = $2 and r.number = $3`,
      [ctx.tenant_id, id, attempts_made, outcome, code],
    );
  }

  /** Lets a locked message wait until an instant. */
  postpone(ctx: Context, { id, version }: Message, until: Date): void {
    ctx.db.updateExpecting(
      1,
      `update core.messages r set due_at = $4, not_before = $4, version = r.version + 1, updated_at = $5
        where r.tenant_id = $1 and r.id = $2 and r.version = $3`,
      [ctx.tenant_id, id, version, until, ctx.now],
      () => new Error('A message changed while it was locked'),
    );
  }

  /** Blanks the addresses of messages a week after their end. @param there of whose tenants; of all unless told */
  async blank(ctx: Context, there = ALL_SHARDS): Promise<void> {
    const values: unknown[] = [new Date(ctx.now.getTime() - ADDRESS_KEPT_MS)];
    const isTheirs = there.where('r.tenant_id', values);
    await runAcrossTenants(ctx, () =>
      ctx.db.change(
        `update core.messages r set sealed_to = null where r.ended_at < $1 and r.sealed_to is not null and ${isTheirs}`,
        values,
      ),
    );
  }

  /** Deletes messages with their attempts after 400 days. @param there of whose tenants; of all unless told */
  async forget(ctx: Context, there = ALL_SHARDS): Promise<void> {
    const values: unknown[] = [new Date(ctx.now.getTime() - KEPT_MS)];
    const isTheirs = there.where('r.tenant_id', values);
    await runAcrossTenants(ctx, () =>
      ctx.db.change(`delete from core.messages r where r.ended_at < $1 and ${isTheirs}`, values),
    );
  }
}
