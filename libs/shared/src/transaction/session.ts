import type { PoolClient } from 'pg';
import { Batch, type Answer, type Asked, type BatchSender } from '../wire-protocol/batch.js';
import { translateDatabaseError } from './database-errors.js';
import type { SessionSource } from './session-source.js';
import { cancelOn, hangUp, sentValue, submit } from '../internals/pg.js';
import { COMMIT, ROLLBACK, uncounted, type Preserialised } from '../wire-protocol/preserialised.js';

/** A statement as it is asked for. */
export interface Statement {
  text: string;
  /** Under which it is kept prepared. */
  name?: string;
  values?: readonly unknown[];
  /** The error where it fails with `on`: unless told, where it says that it did not change exactly as many rows as it should. */
  otherwise?: (error: Error) => Error;
  /** SQLSTATE */
  on?: string;
}

/**
 * One connection from BEGIN to COMMIT or ROLLBACK. Enqueued statements leave with the next statement that is awaited, COMMIT at the
 * latest. Statements that are awaited in one turn of the event loop leave in one packet, the opening with the first. However the session ends, and in any order of opening and end: the connection goes back to
 * the pool exactly once, and nothing is sent on it afterwards.
 */
export class Session implements BatchSender {
  private client?: PoolClient;
  /** Statements that were asked for and are not sent yet. */
  private waiting: Asked[] = [];
  /** Whether one of them is awaited: enqueued statements alone are not sent. */
  private isAwaited = false;
  private isScheduled = false;
  private isBegun = false;
  /** The first batch, until it is answered. */
  private first?: Batch;
  private isOver = false;
  private isReleased = false;
  /** What failed first: all that was sent behind it fails because of it, and says something else (25P02, 26000). */
  private failure?: Error;
  private hasEnded = false;
  /** Of one that ended with its first packet: whether that was committed. */
  private finalCommit?: Promise<void>;

  /**
   * @param opening BEGIN and the settings
   * @param refusal what is thrown at statements that come after the end
   * @param endsWithFirst whether it ends with its first packet, whose last word is COMMIT then: so a read costs but one
   */
  constructor(
    private readonly source: SessionSource,
    private readonly opening: Preserialised,
    private readonly refusal: () => Error,
    private endsWithFirst = false,
  ) {
    source.connect().then(
      (client) => this.onConnected(client),
      (error: unknown) => this.onConnectFailed(translateDatabaseError(error) as Error),
    );
  }

  /** Whether it ended with its first packet: what comes now needs another one. */
  get isSealed(): boolean {
    return this.hasEnded;
  }

  /** It must not end with its first packet: something is written, locked or set. */
  keepOpen(): void {
    this.endsWithFirst = false;
  }

  /** Sends a statement after those that were asked before it. @throws what failed first, be it another statement */
  send(statement: Statement): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.ask(statement, resolve, reject);
      this.await();
    });
  }

  /** Sends a statement with the next one that is awaited, COMMIT at the latest: that fails where this one fails. */
  enqueue(statement: Statement): Asked | undefined {
    const asked = this.ask(statement, nothing, nothing);
    if (this.waiting.length >= MOST_ENQUEUED) this.await();
    return asked;
  }

  /**
   * Takes back enqueued statements that are not sent yet.
   * @param from the first of them @returns whether none was sent: then PostgreSQL knows of none
   */
  takeBack(from: Asked | undefined, why: Error): boolean {
    const place = from ? this.waiting.indexOf(from) : -1;
    for (const { failed } of this.waiting.splice(Math.max(0, place))) failed(why);
    return place >= 0;
  }

  /** Commits. @param last sent before COMMIT, in its packet @throws where nothing was committed, or the outcome is unknown */
  async commit(last?: Statement): Promise<void> {
    if (this.finalCommit) return this.finalCommit;
    this.keepOpen();
    if (last) this.enqueue(last);
    if (this.isOver) throw this.failure ?? this.refusal();
    const committed = this.sendPreserialised(COMMIT);
    this.isOver = true;
    try {
      this.refuseUncommitted(await committed);
    } catch (error) {
      // Behind what failed in the same packet COMMIT was passed over, and the transaction is still there.
      await this.close(ROLLBACK);
      throw error;
    }
    this.giveBack();
  }

  /** A transaction that only read has nothing to lose: the answer does not wait for its COMMIT. A failing connection is closed. */
  release(): void {
    void this.end(COMMIT);
  }

  /** Takes back what was done. A connection still being made is not waited for: it goes back once it is there. */
  rollback(): Promise<void> {
    return this.end(ROLLBACK);
  }

  /** Gives up at once: the connection is closed, and the statement that is still running on it is cancelled. @param why what is told to all */
  abandon(why: Error): void {
    this.isOver = true;
    this.refuseWaiting(why);
    if (this.client && !this.isReleased) cancelOn(this.client);
    this.giveBack(true);
  }

  /** @internal */
  done(batch: Batch): void {
    if (batch !== this.first) return;
    this.first = undefined;
    if (this.hasEnded) this.giveBack();
    else if (this.isAwaited) this.flush();
  }

  /** @internal */
  broken(batch: Batch, error: Error): Error {
    const failure = (this.failure ??= translateDatabaseError(error) as Error);
    if (this.source.isSharded && (error as { code?: string }).code === '57014') this.leaveUnanswered(failure);
    if (batch !== this.first) return failure;
    this.first = undefined;
    // Not fenced in: nothing may run on this connection.
    if (batch.isAtFirst) {
      this.isOver = true;
      this.refuseWaiting(failure);
      this.giveBack(error);
    } else if (this.hasEnded) void this.close(ROLLBACK);
    else if (this.isAwaited) this.flush();
    return failure;
  }

  private ask(
    { text, name, values, otherwise, on }: Statement,
    resolve: (answer: Answer) => void,
    failed: (error: Error) => void,
  ): Asked | undefined {
    if (this.isOver) return void failed(this.failure ?? this.refusal());
    const { statements } = this.source.durations;
    const asked: Asked = {
      text,
      name,
      values: values?.map(sentValue),
      otherwise,
      on,
      sent: 0,
      failed,
      answered: (answer) => {
        statements.since(asked.sent);
        // Back at a savepoint, the transaction is as if nothing had failed.
        if (answer.command === 'ROLLBACK') this.failure = undefined;
        resolve(answer);
      },
    };
    this.waiting.push(asked);
    return asked;
  }

  private sendPreserialised(statement: Preserialised): Promise<Answer> {
    return new Promise((answered, failed) => {
      this.waiting.push(uncounted(statement, answered, failed));
      this.await();
    });
  }

  /** Has the statements that are waiting sent. */
  private await(): void {
    this.isAwaited = true;
    if (this.client) this.schedule();
  }

  /** All statements until then leave together. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    process.nextTick(() => {
      this.isScheduled = false;
      this.flush();
    });
  }

  private flush(): void {
    const { client, waiting } = this;
    if (!client || this.isReleased || waiting.length === 0) return;
    // A role that row level security does not bind must never run a statement that its opening has not fenced in.
    if (this.first && this.source.isElevated) return;
    this.waiting = [];
    this.isAwaited = false;
    const sent = performance.now();
    for (const asked of waiting) asked.sent = sent;
    if (!this.isBegun) waiting.unshift(uncounted(this.opening));
    if (this.endsWithFirst && !this.hasEnded) {
      waiting.push(this.makeFinalCommit());
      this.isOver = this.hasEnded = true;
    }
    const batch = new Batch(waiting, client, this);
    if (!this.isBegun) this.first = batch;
    this.isBegun = true;
    submit(client, batch);
  }

  /** COMMIT in the packet of what was read. */
  private makeFinalCommit(): Asked {
    let asked: Asked | undefined;
    this.finalCommit = new Promise<Answer>((answered, failed) => {
      asked = uncounted(COMMIT, answered, failed);
    }).then((answer) => this.refuseUncommitted(answer));
    // A caller that only read does not ask, and hears of a failure by what was read.
    this.finalCommit.catch(nothing);
    return asked as unknown as Asked;
  }

  /** In an aborted transaction COMMIT succeeds as ROLLBACK; then nothing was written and nothing may be answered. */
  private refuseUncommitted({ command }: Answer): void {
    if (command !== 'COMMIT') throw this.failure ?? new Error('The transaction was rolled back by the database');
  }

  private onConnected(client: PoolClient): void {
    this.client = client;
    if (this.isAwaited) this.schedule();
    else if (this.isOver) this.giveBack();
  }

  private onConnectFailed(error: Error): void {
    this.failure ??= error;
    this.isOver = true;
    this.refuseWaiting(this.failure);
  }

  private async end(how: Preserialised): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.keepOpen();
    // Statements that are still waiting need not be done: nothing was written, or all of it is taken back.
    if (!this.isAwaited || !this.client) this.refuseWaiting(this.refusal());
    if (this.client && (this.isBegun || this.waiting.length > 0)) await this.close(how);
    else this.giveBack();
  }

  private async close(how: Preserialised): Promise<void> {
    // Without a connection nothing was done, and no server would answer.
    if (!this.client || this.isReleased) return;
    try {
      await this.sendPreserialised(how);
      this.giveBack();
    } catch (error) {
      this.giveBack(error as Error);
    }
  }

  /** The coordinator has ended a statement (query_canceled), and waits for its node to hear that: it answers nothing else until then. */
  private leaveUnanswered(why: Error): void {
    this.isOver = true;
    this.first = undefined;
    this.refuseWaiting(why);
    if (this.client && !this.isReleased) hangUp(this.client);
    this.giveBack(true);
  }

  private refuseWaiting(why: Error): void {
    const { waiting } = this;
    this.waiting = [];
    this.isAwaited = false;
    for (const { failed } of waiting) failed(why);
  }

  /** @param broken why the connection is closed, where it cannot be used again */
  private giveBack(broken?: Error | true): void {
    if (!this.client || this.isReleased) return;
    this.isReleased = true;
    this.client.release(broken);
  }
}

const nothing = (): void => undefined;

/** From this many enqueued statements on they are sent, so that they do not gather in memory. */
const MOST_ENQUEUED = 500;
