import { Injectable } from '@nestjs/common';
import {
  FileService,
  ImportActors,
  ImportClaims,
  ImportRepository,
  MOST_IMPORT_ATTEMPTS,
  importMessages,
  tellFinished,
  type DataImport,
  type ImportState,
} from '@usaha/core';
import { Database, DomainError, FairLimit, type Actor, type Context, type Message } from '@usaha/shared';
import { dataTables } from '../../surfaces/reference/data-tables.js';
import { RowReader } from '../columns/row-reader.js';
import type { DataTable } from '../data-table.js';
import { matchedOn } from '../row-plan.js';
import { SheetError } from '../sheets/sheet.js';
import { TableWriter } from '../table-writer.js';
import { ImportBatches, NONE, ROWS_A_TURN, added, inBatches, type BatchResult } from './import-batches.js';
import { HeaderError, ImportSheet } from './import-sheet.js';
import { messages } from './messages.js';

/** What the job takes from the configuration, and tells. */
export interface ImportRunnerOptions {
  /** Rows that a file may have. */
  mostRows: number;
  counted?: (totals: BatchResult['totals']) => void;
}

/** One pass through the file of an import. */
interface Pass {
  found: DataImport;
  holder: string;
  table: DataTable;
  actor: Actor;
  state: ImportState;
}

type Ended = Pick<Pass, 'found' | 'holder' | 'state'>;

/** A pass that writes all or nothing has found a wrong row. */
class WrongRows extends Error {
  constructor(readonly result: BatchResult) {
    super('A row is wrong');
  }
}

/** The process stops: what was begun is taken back, and done elsewhere. */
class Stopped extends Error {
  constructor() {
    super('The process stops');
  }
}

const now = (): Date => new Date();
const attemptsOver = (): Message => importMessages.attemptsOver({ count: MOST_IMPORT_ATTEMPTS });

/**
 * Works on an import: checks its file, and writes its rows in batches. How far it has come is written with each batch, so that
 * another instance goes on where one has ended.
 */
@Injectable()
export class ImportRunner {
  options: ImportRunnerOptions = { mostRows: 50_000 };
  /** Imports of a process take turns batch by batch: they have one connection together. */
  private readonly turns = new FairLimit(1);

  constructor(
    private readonly database: Database,
    private readonly imports: ImportRepository,
    private readonly claims: ImportClaims,
    private readonly actors: ImportActors,
    private readonly files: FileService,
    private readonly writer: TableWriter,
  ) {}

  /**
   * Works on an import until it has ended, waits for `run`, or the process stops.
   * @throws LostImport where it was cancelled, or another instance has it
   */
  async work(found: DataImport, tenant_id: string, holder: string, isStopping: () => boolean): Promise<void> {
    const table = dataTables.find(({ resource }) => resource === found.resource);
    if (!table) throw new Error(`There is no table ${found.resource}`);
    const actor = await this.as(tenant_id, null, (ctx) => this.actors.of(ctx, found));
    const pass = { found, holder, table, state: stateOf(found) };
    // It was begun as often before, and ended neither with an error nor with a batch: its process did.
    if (found.attempts >= MOST_IMPORT_ATTEMPTS)
      return this.end(tenant_id, { ...pass, actor: null }, 'failed', attemptsOver());
    if (!actor) return this.end(tenant_id, { ...pass, actor: null }, 'failed', importMessages.starterMayNot());
    try {
      await this.pass(tenant_id, { ...pass, actor }, isStopping);
    } catch (error) {
      if (error instanceof Stopped) return;
      const reason = reasonOf(error);
      if (!reason) throw error;
      const unknown_columns = error instanceof HeaderError ? error.unknown : [];
      await this.end(tenant_id, { ...pass, actor }, 'invalid', reason, { unknown_columns });
    }
  }

  /** After an unexpected error: lets the import wait, or ends it where it was begun often enough. @throws LostImport */
  async giveUp({ id }: DataImport, tenant_id: string, holder: string): Promise<void> {
    await this.as(tenant_id, null, async (ctx) => {
      const found = await this.claims.postpone(ctx, id, holder);
      if (found) this.endIn(ctx, { found, holder, state: stateOf(found) }, 'failed', attemptsOver());
    });
  }

  private async pass(tenant_id: string, pass: Pass, isStopping: () => boolean): Promise<void> {
    const { found, state } = pass;
    if (state.status === 'queued') {
      await this.save(tenant_id, pass, { ...state, ...NONE, status: 'checking', position: 0, started_at: now() }, true);
      if (isStopping()) return;
    }
    if (state.status === 'checking') {
      const isWhole = found.dry_run || found.on_error === 'abort';
      if (isWhole) {
        if (!(await this.batches(tenant_id, pass, true, isStopping))) return;
      } else await this.read(tenant_id, pass, isStopping);
      if (found.dry_run) return this.wait(tenant_id, pass);
      if (found.on_error === 'abort' && state.failed > 0)
        return this.end(tenant_id, pass, 'failed', messages.wrongRows({ count: state.failed }));
      await this.save(tenant_id, pass, { ...state, ...NONE, status: 'running', position: 0 }, true);
    }
    if (found.on_error === 'abort') return this.allOrNothing(tenant_id, pass, isStopping);
    if (await this.batches(tenant_id, pass, false, isStopping)) await this.end(tenant_id, pass, 'done', null);
  }

  /** Reads a file to its end, so that one which cannot be read whole writes nothing. */
  private async read(tenant_id: string, pass: Pass, isStopping: () => boolean): Promise<void> {
    const sheet = await this.open(tenant_id, pass);
    for await (const _ of sheet.rows) if (isStopping()) throw new Stopped();
  }

  /** @returns false where the process stops before the last row */
  private async batches(tenant_id: string, pass: Pass, isTried: boolean, isStopping: () => boolean): Promise<boolean> {
    const { state, actor } = pass;
    const sheet = await this.open(tenant_id, pass);
    const batches = this.batchesOf(pass, sheet);
    let passed = 0;
    for await (const rows of inBatches(sheet.rows)) {
      if (passed < state.position) {
        await this.as(tenant_id, actor, (ctx) => batches.pass(ctx, rows));
        passed += rows.length;
        continue;
      }
      passed += rows.length;
      if (isStopping()) return false;
      const write = async (ctx: Context) => {
        const written = await batches.write(ctx, rows, isTried);
        const next = { ...state, ...added(state, written.totals), position: state.position + rows.length };
        this.imports.addFailed(ctx, pass.found.id, written.failed);
        this.claims.advance(ctx, { id: pass.found.id, holder: pass.holder }, state, next);
        return { written, next };
      };
      const result = await this.turns.run(tenant_id, () => this.as(tenant_id, actor, write));
      Object.assign(state, result.next);
      result.written.keep();
      if (!isTried) this.options.counted?.(result.written.totals);
    }
    return true;
  }

  /** All rows in one transaction (A-494, abort). */
  private async allOrNothing(tenant_id: string, pass: Pass, isStopping: () => boolean): Promise<void> {
    const { state, actor, found, holder } = pass;
    try {
      const next = await this.as(tenant_id, actor, async (ctx) => {
        const sheet = await this.open(tenant_id, pass);
        const batches = this.batchesOf(pass, sheet);
        let totals = NONE;
        for await (const rows of inBatches(sheet.rows)) {
          if (isStopping()) throw new Stopped();
          const written = await batches.write(ctx, rows, false);
          if (written.failed.length > 0) throw new WrongRows(written);
          written.keep();
          totals = added(totals, written.totals);
        }
        const done = { ...state, ...totals, status: 'done', position: totals.rows, finished_at: now() } as ImportState;
        this.claims.advance(ctx, { id: found.id, holder }, state, done);
        tellFinished(ctx, Object.assign(found, done));
        return done;
      });
      Object.assign(state, next);
      this.options.counted?.(state);
    } catch (error) {
      if (!(error instanceof WrongRows)) throw error;
      await this.as(tenant_id, actor, async (ctx) => this.imports.addFailed(ctx, found.id, error.result.failed));
      const { failed } = error.result.totals;
      await this.end(tenant_id, pass, 'failed', messages.wrongRows({ count: failed }), { failed });
    }
  }

  private wait(tenant_id: string, pass: Pass): Promise<void> {
    return this.save(tenant_id, pass, { ...pass.state, status: 'checked' });
  }

  private async end(
    tenant_id: string,
    pass: Ended & { actor: Actor | null },
    status: 'done' | 'failed' | 'invalid',
    reason: Message | null,
    more: Partial<ImportState> = {},
  ): Promise<void> {
    const next = await this.as(tenant_id, pass.actor, (ctx) =>
      Promise.resolve(this.endIn(ctx, pass, status, reason, more)),
    );
    Object.assign(pass.state, next);
  }

  private endIn(
    ctx: Context,
    { found, holder, state }: Ended,
    status: 'done' | 'failed' | 'invalid',
    reason: Message | null,
    more: Partial<ImportState> = {},
  ): ImportState {
    const next = { ...state, ...more, status, reason: reason?.in(found.language) ?? null, finished_at: now() };
    this.claims.advance(ctx, { id: found.id, holder }, state, next);
    tellFinished(ctx, Object.assign(found, next, { unknown_columns: [...next.unknown_columns] }));
    return next;
  }

  private async save(tenant_id: string, pass: Pass, next: ImportState, forgets = false): Promise<void> {
    const { found, holder, state, actor } = pass;
    await this.as(tenant_id, actor, async (ctx) => {
      if (forgets) this.imports.forgetFailed(ctx, found.id);
      this.claims.advance(ctx, { id: found.id, holder }, state, next);
    });
    Object.assign(state, next);
  }

  private async open(tenant_id: string, { found, table }: Pass): Promise<ImportSheet> {
    // As the service itself: an import goes on for a starter who is no administrator, too.
    const { file, content } = await this.as(tenant_id, null, async (ctx) => {
      const stored = await this.files.get(ctx, found.file_id);
      return { file: stored, content: this.files.content(ctx, stored) };
    });
    const sheet = await ImportSheet.open(table, content, { media_type: file.media_type, most: this.options.mostRows });
    const key = matchedOn(table, found.mode, found.match_on);
    if (key !== null && !sheet.header.columns.some((column) => column?.name === key))
      throw new SheetError(messages.keyWithoutColumn({ key }));
    return sheet;
  }

  private batchesOf({ found, table }: Pass, sheet: ImportSheet): ImportBatches {
    const reader = new RowReader(sheet.header, { isGuarded: sheet.isGuarded, clears: found.empty_cells === 'clear' });
    const match_on = matchedOn(table, found.mode, found.match_on);
    const options = { mode: found.mode, match_on, sets_balances: found.set_balances, rows_a_turn: ROWS_A_TURN };
    return new ImportBatches(this.writer, { table, header: sheet.header, reader, options, language: found.language });
  }

  private as<T>(tenant_id: string, actor: Actor | null, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor, now: now() }, work);
  }
}

function stateOf(found: DataImport): ImportState {
  const { status, reason, unknown_columns, started_at, finished_at, position } = found;
  return { status, reason, unknown_columns, started_at, finished_at, position, ...found.totals };
}

/** Why a file is no import; null for an error that a later attempt may not meet. */
function reasonOf(error: unknown): Message | null {
  if (error instanceof SheetError) return error.reason;
  if (error instanceof DomainError && ['not_found', 'conflict'].includes(error.kind)) return messages.fileGone();
  return null;
}
