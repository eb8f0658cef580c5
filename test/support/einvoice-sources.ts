import { EinvoiceSources, type SourceDocument, type SourceHead, type SourceKind, type SourceRef } from '@usaha/core';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Context, Database } from '@usaha/shared';
import { openContexts } from './contexts.js';
import { openDatabase } from './opened-database.js';
import type { TestTenant } from './people.js';
import { workerState } from './state.js';

/** The year around now, in which all that a test makes lies. */
const YEAR_MS = 365 * 86_400_000;

/** What e-invoices are made of, read from the database of this worker's service. */
export class ReadSources {
  private constructor(
    private readonly database: Database,
    private readonly app: INestApplicationContext,
  ) {}

  static async open(): Promise<ReadSources> {
    const database = await openDatabase(workerState().databaseUrl as string);
    return new ReadSources(database, await openContexts(database));
  }

  /** A service of any context. */
  get<S>(service: Type<S>): S {
    return this.app.get(service);
  }

  async end(): Promise<void> {
    await this.app.close();
    await this.database.end();
  }

  /** Works in a transaction of a tenant. */
  in<T>({ id: tenant_id }: TestTenant, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.work({ tenant_id, actor: null, now: new Date() }, work);
  }

  read(of: TestTenant, ref: Omit<SourceRef, 'id'>, ids: readonly string[], lock = false): Promise<SourceDocument[]> {
    return this.in(of, (ctx) => this.source(ref).read(ctx, ref.kind, ids, lock));
  }

  /** Reads and locks documents in a transaction of `in`. */
  lockWithin(ctx: Context, ref: Omit<SourceRef, 'id'>, ids: readonly string[]): Promise<SourceDocument[]> {
    return this.source(ref).read(ctx, ref.kind, ids, true);
  }

  /** All heads of a kind, or those of a period, page by page. */
  async heads(
    of: TestTenant,
    ref: Omit<SourceRef, 'id'>,
    { limit = 100, from = new Date(Date.now() - YEAR_MS), before = new Date(Date.now() + YEAR_MS) } = {},
  ): Promise<SourceHead[]> {
    const all: SourceHead[] = [];
    for (;;) {
      const after = all.at(-1) ?? null;
      const page = await this.in(of, (ctx) =>
        this.source(ref).heads(ctx, ref.kind, { from, before }, { after, limit }),
      );
      all.push(...page);
      if (page.length < limit) return all;
    }
  }

  changesOf(of: TestTenant, ref: Omit<SourceRef, 'id'>, ids: readonly string[]): Promise<SourceRef[]> {
    return this.in(of, (ctx) => this.source(ref).changesOf(ctx, ref.kind, ids));
  }

  private source({ module, kind }: { module: SourceRef['module']; kind: SourceKind }) {
    const source = this.app.get(EinvoiceSources).of(module, kind);
    if (!source) throw new Error(`${module} has no ${kind}`);
    return source;
  }
}
