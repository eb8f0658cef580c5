import type { Context } from '@usaha/shared';
import type { ModuleKey } from '../../module/catalogue.js';
import type {
  EinvoiceSource,
  FiguresTold,
  SourceDocument,
  SourceEvent,
  SourceFigure,
  SourceHead,
  SourceKind,
  SourceRef,
} from './einvoice-source.js';
import { readFigures } from './source-figures.js';
import { lockHeads, readChanges, readHeads, type HeadsPage, type HeadsSql } from './source-heads.js';

/** Which documents a module has, and where their heads are read. */
export interface NotedKinds {
  module: ModuleKey;
  kind: SourceKind;
  /** The event that one was created. */
  created: string;
  /** The events that one was credited or cancelled. */
  changed: readonly string[];
  heads: HeadsSql;
  /** Of their credit notes; `changes.id` names the column of the document. */
  noteHeads: HeadsSql & { changes: { kind: string; id: string } };
}

/** Documents of one kind, with credit notes that never change. A credit note is held by the lock of its document. */
export abstract class NotedSource<R extends { id: string }, N> implements EinvoiceSource {
  readonly kinds: readonly SourceKind[];
  readonly events: readonly SourceEvent[];

  constructor(private readonly noted: NotedKinds) {
    const { kind, created, changed } = noted;
    this.kinds = [kind, 'credit_note'];
    this.events = [
      { type: created, kind, key: 'id' },
      ...changed.map((type) => ({ type, kind, key: 'id', is_change: true })),
    ];
  }

  async read(ctx: Context, kind: SourceKind, ids: readonly string[], lock = false): Promise<SourceDocument[]> {
    if (kind !== 'credit_note') return (await this.records(ctx, ids, lock)).map((record) => this.documentOf(record));
    const notes = await this.notes(ctx, ids);
    const owners = [...new Set(notes.map((note) => this.ownerOf(note)))];
    const records = new Map((await this.records(ctx, owners, lock)).map((record) => [record.id, record]));
    return notes.flatMap((note) => {
      const record = records.get(this.ownerOf(note));
      return record ? [this.noteOf(record, note)] : [];
    });
  }

  heads(ctx: Context, kind: SourceKind, period: HeadsPage['period'], page: HeadsPage['page']): Promise<SourceHead[]> {
    const { module, heads, noteHeads } = this.noted;
    return readHeads(ctx, { module, kind }, kind === 'credit_note' ? noteHeads : heads, { period, page });
  }

  lockHeads(ctx: Context, kind: SourceKind, ids: readonly string[]): Promise<SourceHead[]> {
    const { module, heads } = this.noted;
    return kind === this.noted.kind ? lockHeads(ctx, { module, kind }, heads, ids) : Promise.resolve([]);
  }

  figures(ctx: Context, kind: SourceKind, told: FiguresTold): Promise<SourceFigure[]> {
    const { module, kind: own, heads, noteHeads } = this.noted;
    const sql = kind === 'credit_note' ? noteHeads : heads;
    return readFigures(ctx, { module, kind }, { sql, changed: kind === 'credit_note' ? { [own]: heads } : {} }, told);
  }

  changesOf(ctx: Context, kind: SourceKind, ids: readonly string[]): Promise<SourceRef[]> {
    const { module, noteHeads } = this.noted;
    if (kind !== this.noted.kind) return Promise.resolve([]);
    const sql = { from: noteHeads.from, owner: noteHeads.changes.id };
    return readChanges(ctx, { module, kind: 'credit_note' }, sql, ids);
  }

  protected abstract records(ctx: Context, ids: readonly string[], lock: boolean): Promise<R[]>;
  protected abstract notes(ctx: Context, ids: readonly string[]): Promise<N[]>;
  protected abstract ownerOf(note: N): string;
  protected abstract documentOf(record: R): SourceDocument;
  protected abstract noteOf(record: R, note: N): SourceDocument;
}
