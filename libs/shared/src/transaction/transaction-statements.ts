import { TAKEN } from '../wire-protocol/exactly.js';
import type { Answer, Row } from '../wire-protocol/batch.js';
import { preparedStatementNames } from '../wire-protocol/prepared-statement-names.js';
import type { Session, Statement } from './session.js';

/** The statements of a transaction: those that are awaited, and those that leave with the next that is. */
export abstract class TransactionStatements {
  protected wrote = false;

  /** Reads, and locks nothing. @returns rows in the order of the SELECT list. */
  async read(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.send(this.current(true), text, values)).rows;
  }

  /**
   * Reads with an effect that lasts until the transaction ends: a row lock, an advisory lock, a cursor.
   * @returns rows in the order of the SELECT list
   */
  async lock(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.send(this.current(), text, values)).rows;
  }

  /** Changes rows, and waits for what the database answers. @returns the RETURNING rows. */
  async write(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.wrote = true;
    return (await this.send(this.current(), text, values)).rows;
  }

  /** Changes rows, and waits for how many. @param text without RETURNING */
  async change(text: string, values: readonly unknown[] = []): Promise<number> {
    this.wrote = true;
    return (await this.send(this.current(), text, values)).rowCount ?? 0;
  }

  /**
   * Changes rows with the next statement that is awaited, COMMIT at the latest. Where the change fails, that fails.
   * @param ifTaken what is thrown instead of a unique violation
   */
  enqueue(text: string, values: readonly unknown[], ifTaken?: (error: Error) => Error): void {
    this.later(ifTaken ? { text, values, otherwise: ifTaken, on: TAKEN } : { text, values });
  }

  /** @param onlyReads whether what is sent leaves nothing behind that has to be kept until the end */
  protected abstract current(onlyReads?: boolean): Session;

  protected later(statement: Statement): void {
    this.wrote = true;
    this.current().enqueue({ ...statement, name: preparedStatementNames.of(statement.text) });
  }

  protected send(session: Session, text: string, values: readonly unknown[]): Promise<Answer> {
    return session.send({ name: preparedStatementNames.of(text), text, values });
  }
}
