import type { PoolClient } from 'pg';
import pg from 'pg';
import { NOT_EXACTLY } from './exactly.js';
import { WrittenQuery, wireOf, type SentValue, type Wire } from '../internals/pg.js';

/** A row as the driver returns it: values in the order of the SELECT list. */
export type Row = unknown[];

/** What a statement answers. */
export interface Answer {
  rows: Row[];
  rowCount: number | null;
  /** The first word of what was done, as PostgreSQL says it. */
  command: string;
}

/** One statement on its way, after others without values or rows whose bytes are known, or those alone. */
export interface Asked {
  readonly text: string;
  /** Under which it is kept prepared. */
  readonly name?: string;
  readonly values?: SentValue[];
  /** The statements that are written before it, or instead of it where it has no values; and their number. */
  readonly bytes?: Buffer;
  readonly commands?: number;
  /** What it failed with, where it fails with `on`: division_by_zero unless told. */
  readonly otherwise?: (error: Error) => Error;
  /** SQLSTATE */
  readonly on?: string;
  /** What `performance.now()` said when it left. */
  sent: number;
  answered(answer: Answer): void;
  failed(error: Error): void;
}

/** The sender of a batch. */
export interface BatchSender {
  /** All of it is answered. */
  done(batch: Batch): void;
  /** One failed, and what comes behind it was not done. @returns what is told to each */
  broken(batch: Batch, error: Error): Error;
}

/** Columns by place whose text is not the value itself, with what reads them. */
type RowReader = readonly (readonly [place: number, read: (text: string) => unknown])[];

/** What a connection keeps prepared. */
interface Kept {
  /** By name, how rows are read: null until PostgreSQL has described them. */
  readers: Map<string, RowReader | null>;
  /** Names that may be kept or not, since something before them failed. */
  unsure: Set<string>;
}

const keptOn = new WeakMap<Wire, Kept>();

function keptBy(wire: Wire): Kept {
  let kept = keptOn.get(wire);
  if (!kept) keptOn.set(wire, (kept = { readers: new Map(), unsure: new Set() }));
  return kept;
}

const isPlain = pg.types.getTypeParser(pg.types.builtins.TEXT);
const NO_COLUMNS: RowReader = [];

/** SQLSTATE of plans that a change of the schema made useless, and of statements that are not there: prepared again the next time. */
const outdated = new Set(['0A000', '26000']);

const meaningOf = (failed: Asked | undefined, error: Error): Error =>
  failed?.otherwise && (error as { code?: string }).code === (failed.on ?? NOT_EXACTLY)
    ? failed.otherwise(error)
    : error;

interface RowDescription {
  fields: { dataTypeID: number }[];
}

/**
 * Statements that leave in one packet and are answered in one: they end with a single Sync, so that PostgreSQL sends its
 * answers together, and passes over every statement behind one that failed. A statement that is kept prepared is described once,
 * not each time.
 */
export class Batch extends WrittenQuery {
  private readonly kept: Kept;
  private at = 0;
  private commands = 0;
  private gathered: Row[] = [];
  private reader: RowReader | null = null;
  private unreadable?: Error;

  constructor(
    readonly statements: readonly Asked[],
    private readonly client: PoolClient,
    private readonly sender: BatchSender,
  ) {
    super('');
    this.kept = keptBy(wireOf(client));
  }

  /** Whether nothing of it is done yet. */
  get isAtFirst(): boolean {
    return this.at === 0;
  }

  /** How many of those that were asked for are not done yet: opening and end are not. */
  get left(): number {
    return this.statements.slice(this.at).filter(({ bytes }) => bytes === undefined).length;
  }

  /** @internal Called by pg when it is this one's turn to be written. */
  submit(wire: Wire): null {
    wire.stream.cork();
    for (const statement of this.statements) this.write(wire, statement);
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  /** @internal */
  handleRowDescription({ fields }: RowDescription): void {
    this.reader = fields.flatMap(({ dataTypeID }, place) => {
      const read = this.client.getTypeParser(dataTypeID, 'text') as (text: string) => unknown;
      return read === isPlain ? [] : [[place, read] as const];
    });
  }

  /** @internal */
  handleDataRow({ fields }: { fields: Row }): void {
    const reader = (this.reader ??= this.knownReader());
    try {
      for (const [place, read] of reader) {
        const text = fields[place];
        if (text !== null) fields[place] = read(text as string);
      }
      this.gathered.push(fields);
    } catch (error) {
      this.unreadable = error as Error;
    }
  }

  /** @internal */
  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.statements[this.at] as Asked;
    if (statement.commands !== undefined && (this.commands += 1) < statement.commands) return;
    const { gathered: rows, unreadable } = this;
    if (statement.name !== undefined && !this.kept.readers.get(statement.name))
      this.kept.readers.set(statement.name, this.reader ?? NO_COLUMNS);
    this.at += 1;
    this.commands = 0;
    this.gathered = [];
    this.reader = null;
    this.unreadable = undefined;
    if (unreadable) return statement.failed(unreadable);
    const space = text.indexOf(' ');
    const command = space < 0 ? text : text.slice(0, space);
    const rowCount = space < 0 ? null : Number(text.slice(text.lastIndexOf(' ') + 1));
    statement.answered({ rows, rowCount, command });
  }

  /** @internal */
  handleError(error: Error): void {
    const left = this.statements.slice(this.at);
    this.forget(left, error);
    const cause = this.sender.broken(this, meaningOf(left[0], error));
    for (const statement of left) statement.failed(cause);
  }

  /** @internal */
  handleReadyForQuery(): void {
    this.sender.done(this);
  }

  private knownReader(): RowReader {
    const { name } = this.statements[this.at] as Asked;
    return (name !== undefined && this.kept.readers.get(name)) || NO_COLUMNS;
  }

  private write(wire: Wire, { text, name, values, bytes }: Asked): void {
    if (bytes) {
      wire.stream.write(bytes);
      if (!values) return;
    }
    const { readers, unsure } = this.kept;
    if (name === undefined || !readers.has(name)) {
      if (name !== undefined && unsure.delete(name)) wire.close({ type: 'S', name });
      wire.parse({ name, text });
      if (name !== undefined) readers.set(name, null);
    }
    wire.bind({ statement: name, values });
    if (name === undefined || !readers.get(name)) wire.describe({ type: 'P', name: '' });
    wire.execute({});
  }

  /** Statements behind the error were not prepared, or it is unknown; outdated ones are prepared again. */
  private forget(left: readonly Asked[], error: Error): void {
    const isOutdated = outdated.has((error as { code?: string }).code ?? '');
    const { readers, unsure } = this.kept;
    for (const { name } of left)
      if (name !== undefined && (isOutdated || readers.get(name) === null)) {
        readers.delete(name);
        unsure.add(name);
      }
  }
}
