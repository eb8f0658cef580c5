import { entryOf, insertAudit, type NewEntry } from './audit-change.js';
import type { NewEvent } from './insert-events.js';
import type { Asked, Row } from '../wire-protocol/batch.js';
import type { Context } from './context.js';
import { exactly, found } from '../wire-protocol/exactly.js';
import { NOTIFY } from './late-notices.js';
import { unavailable } from '../errors.js';
import { messages } from '../language/messages.js';
import { RecordedChanges } from './recorded-changes.js';
import { platformSetting, tenantSetting } from './transaction-preamble.js';
import type { Owner } from '../fairness/owner.js';
import { Session, type Statement } from './session.js';
import { TransactionStatements } from './transaction-statements.js';
import type { TransactionOptions } from './transaction-options.js';
import type { TransactionSource } from './transaction-source.js';
import { TransactionSessions, type Left } from './transaction-sessions.js';
import { preparedStatementNames } from '../wire-protocol/prepared-statement-names.js';

/** How a transaction ended. */
type End = 'committed' | 'rolled back' | 'abandoned';

/**
 * One tenant's transaction. It opens with the first statement, in its packet: BEGIN, the role that cannot see past row level security
 * (where the connection's own could), and the tenant that this compares with (`transaction-preamble.ts`). Writes never wait:
 * enqueued statements leave with the next one that is awaited, COMMIT at the latest. Statements that are awaited together leave together.
 * Once it has been committed, rolled back or abandoned it refuses every further statement, also those that were asked while it was
 * still being opened: otherwise a branch of a Promise.all that goes on after another has failed would open a session that no code ends.
 */
export class Transaction extends TransactionStatements {
  private readonly sessions = new TransactionSessions(() => this.begin());
  private ended?: End;
  private platform = false;
  private readonly recorded = new RecordedChanges();
  private hooks: (() => void)[] = [];
  /** Whose turn it is wherever this piece of work waits in line. */
  readonly owner: Owner;
  private hasCommitted = false;

  constructor(
    protected readonly source: TransactionSource,
    private tenant_id: string,
    private readonly options: TransactionOptions = {},
  ) {
    super();
    this.owner = options.owner ?? tenant_id;
  }

  /** Whether all of it is taken back where it fails: then the same work may be done in another transaction. */
  get isRetryable(): boolean {
    return !this.hasCommitted && this.ended !== 'abandoned';
  }

  /** Keys that seal and open personal fields. */
  get keyring(): TransactionSource['keyring'] {
    return this.source.keyring;
  }

  /** The listeners of the events announced here. */
  get events(): TransactionSource['events'] {
    return this.source.events;
  }

  /**
   * The same for an UPDATE that has to change exactly as many rows as are expected: otherwise nothing at all is done, and the next
   * statement that is awaited throws `otherwise`, COMMIT at the latest.
   * @param update without RETURNING
   */
  updateExpecting(rows: number, update: string, values: readonly unknown[], otherwise: () => Error): void {
    this.later({ text: exactly(update, values.length + 1), values: [...values, rows], otherwise });
  }

  /**
   * The same for a row that has to be there. A lock on it lasts until the transaction ends.
   * @param select of something short, since its rows are not read
   */
  assertExists(select: string, values: readonly unknown[], otherwise: () => Error): void {
    this.later({ text: found(select), values, otherwise });
  }

  /** Does a part that may fail by itself: then nothing of it remains, and the transaction goes on. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    // Earlier changes are on the trail before it: taking the part back must not take that back.
    this.enqueueRecorded();
    const beginning = this.set('SAVEPOINT part');
    const hooks = this.hooks.length;
    try {
      const result = await work();
      await this.plain('RELEASE SAVEPOINT part');
      return result;
    } catch (error) {
      // Nothing remains of a transaction that has ended either; why the part failed is what its caller has to hear.
      if (this.ended) throw error;
      if (!this.current().takeBack(beginning, this.refusal())) await this.plain('ROLLBACK TO SAVEPOINT part');
      this.recorded.forget();
      this.hooks.length = Math.min(this.hooks.length, hooks);
      throw error;
    }
  }

  /** Puts a change on the audit trail; it is written with the change or not at all. */
  record(ctx: Context, change: NewEntry): void {
    this.wrote = true;
    this.recorded.audit.push(entryOf(ctx, change));
  }

  /** @internal Records an event, in one statement with the others of the transaction. Use `announce` or `tell`. */
  recordEvent(event: NewEvent): void {
    this.wrote = true;
    if (this.recorded.events.length === 0) this.afterCommit(() => this.source.events.committed(event.tenant_id));
    this.recorded.events.push(event);
  }

  /** Reads, and records the reading. @param read fails with division_by_zero where it finds nothing; then `otherwise` is thrown */
  async readOnTrail(ctx: Context, read: Omit<Statement, 'name' | 'on'>, change: NewEntry): Promise<Row[]> {
    this.wrote = true;
    const sent = this.current(true).send({ ...read, name: preparedStatementNames.of(read.text) });
    this.recordReading(ctx, change);
    return (await sent).rows;
  }

  /** Puts a reading on the trail, in the packet of what is read in the same turn: all of that may be one packet, with COMMIT. */
  recordReading(ctx: Context, change: NewEntry): void {
    this.wrote = true;
    this.current(true).enqueue(insertAudit([entryOf(ctx, change)]));
  }

  /** Runs `hook` once the transaction is committed, before anything is answered. */
  afterCommit(hook: () => void): void {
    this.hooks.push(hook);
  }

  /** Tells other instances through NOTIFY, when the transaction commits; at a worker of a sharded database right behind it. */
  notify(channel: string, payload: string): void {
    const { late } = this.source;
    if (late) this.afterCommit(() => late.tell(channel, payload));
    else this.enqueue(NOTIFY, [channel, payload]);
  }

  /** @internal Use `runAcrossTenants`. */
  async withPlatform<T>(work: () => Promise<T>): Promise<T> {
    if (this.platform) return work();
    this.set(platformSetting);
    this.platform = true;
    return this.until("SET LOCAL app.platform = ''", work, () => (this.platform = false));
  }

  /** @internal Use `inTenant`. */
  async withTenant<T>(tenant_id: string, work: () => Promise<T>): Promise<T> {
    const home = this.tenant_id;
    this.refuseIfEnded();
    this.enqueueRecorded();
    // A session that is not open yet opens as that tenant.
    if (this.sessions.isOpen) this.set(tenantSetting(tenant_id));
    this.tenant_id = tenant_id;
    const there = async (): Promise<T> => {
      const result = await work();
      this.enqueueRecorded();
      return result;
    };
    return this.until(tenantSetting(home), there, () => (this.tenant_id = home));
  }

  /**
   * Commits what was done so far and releases the connection; the next statement opens a new transaction. For the
   * few pieces of work that must not hold one while they think: a password being verified, a gateway asked.
   */
  async commitAndContinue(): Promise<void> {
    this.refuseIfEnded();
    this.hasCommitted = true;
    await this.finish();
  }

  /** Commits what was done, and is the end: every further statement is refused. */
  async commit(): Promise<void> {
    this.refuseIfEnded();
    this.ended = 'committed';
    await this.finish();
  }

  /** Takes back what was not committed, and is the end. Of a transaction that has ended nothing is left to take back. */
  async rollback(): Promise<void> {
    if (this.ended) return;
    this.ended = 'rolled back';
    await this.leave().session?.rollback();
  }

  /** Gives up at once: the connection is closed, and with it every statement that is still running. */
  abandon(): void {
    this.ended ??= 'abandoned';
    this.leave();
    this.sessions.abandon(unavailable(messages.tookTooLong()));
  }

  /** Whether tables are spread over several machines. */
  protected get isSharded(): boolean {
    return false;
  }

  private async finish(): Promise<void> {
    this.sendEvents();
    const { wrote, hooks } = this;
    const { audit } = this.recorded;
    if (audit.length > 0) this.sessions.open(wrote, true);
    const { session, recorded } = this.leave();
    if (wrote) await Promise.all([...recorded, session?.commit(audit.length > 0 ? insertAudit(audit) : undefined)]);
    else session?.release();
    for (const hook of hooks) hook();
  }

  /** Begins again, with nothing done. */
  private leave(): Left {
    this.wrote = this.platform = false;
    this.recorded.forget();
    this.hooks = [];
    return this.sessions.leave();
  }

  /** Changes so far are on the trail, and their events recorded, before those to come. */
  private enqueueRecorded(): void {
    if (this.recorded.areNone) return;
    this.sendEvents();
    this.wrote = true;
    this.recorded.sendAudit(this.current());
  }

  /** Also at the end, when no further statement is taken. */
  private sendEvents(): void {
    if (this.recorded.events.length === 0) return;
    const { interests } = this.source.events;
    this.recorded.sendEvents(this.sessions.open(this.wrote, false), { isSharded: this.isSharded, interests });
  }

  private async plain(text: string): Promise<void> {
    await this.current().send({ text });
  }

  /** Where a setting fails, all that comes behind it does. */
  private set(text: string): Asked | undefined {
    return this.current().enqueue({ text });
  }

  /** Works, and puts a setting back, where there is something that has it: not in a transaction that was settled meanwhile. */
  private async until<T>(setting: string, work: () => Promise<T>, done: () => void): Promise<T> {
    try {
      const result = await work();
      this.refuseIfEnded();
      if (this.sessions.isOpen) this.set(setting);
      return result;
    } catch (error) {
      // One that has ended forgets the setting by itself.
      if (this.sessions.isOpen && !this.ended) this.set(setting);
      throw error;
    } finally {
      done();
    }
  }

  protected override current(onlyReads = false): Session {
    this.refuseIfEnded();
    return this.sessions.open(this.wrote, onlyReads);
  }

  private begin(): Session {
    const { tenant_id, isSharded } = this;
    const { isElevated, durations, preamble } = this.source;
    const { reads, snapshot } = this.options;
    const source = { isElevated, isSharded, durations, connect: () => this.source.connect(this.owner, tenant_id) };
    return new Session(source, preamble.of(tenant_id, snapshot), () => this.refusal(), reads);
  }

  private refuseIfEnded(): void {
    if (this.ended) throw this.refusal();
  }

  private refusal(): Error {
    if (this.ended === 'abandoned') return unavailable(messages.tookTooLong());
    return new Error(`This transaction was ${this.ended ?? 'settled'}: it takes no further statement`);
  }
}
