import { Injectable } from '@nestjs/common';
import { Page, type Context, type PageRequest, type Repository, type StoredRecord } from '@usaha/shared';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { binDays } from '../tenant/tenant-settings.js';
import { binRows, deletersOf, purgedUntil, type BinRow, type Binned } from './bin-rows.js';

const DAY_MS = 86_400_000;

/** A deleted record that can be restored. */
export class BinEntry {
  /** The path of its collection below /api/v1/ with dots. */
  resource!: string;
  id!: string;
  /** What people know it by. */
  label!: string;
  deleted_at!: Date;
  /** The user or API key; null for the service itself, and where the audit trail does not tell any more. */
  deleted_by!: string | null;
  restorable_until!: Date;
}

/**
 * The deleted records of a tenant, for as long as its settings keep them restorable. Each context registers the repositories of
 * its records in `onModuleInit`.
 */
@Injectable()
export class Bin {
  private readonly records = new Map<string, Binned>();

  constructor(private readonly tenants: TenantRepository) {}

  /** @throws Error for a repository that does not say how its records are shown in the bin */
  register(...repositories: readonly { readonly noun: string; readonly binned: Binned | null }[]): void {
    for (const { binned, noun } of repositories) {
      if (!binned) throw new Error(`A ${noun} has no place in the bin`);
      this.records.set(binned.resource, binned);
    }
  }

  /** The resources whose records can be restored. */
  get resources(): readonly string[] {
    return [...this.records.keys()];
  }

  /** The deleted records of all resources, as the bin tells of them. */
  get all(): readonly Binned[] {
    return [...this.records.values()];
  }

  /** One page of the deleted records of some resources, the latest deletion first. */
  async list(ctx: Context, resources: readonly string[], request: PageRequest): Promise<Page<BinEntry>> {
    const { days, since } = await this.span(ctx);
    const binned = resources.flatMap((resource) => this.records.get(resource) ?? []);
    const { rows, total } = await binRows(ctx, binned, since, request);
    const named = await Promise.all(
      binned.map(async (of) => {
        const ids = rows.filter(({ resource }) => resource === of.resource).map(({ id }) => id);
        if (ids.length === 0) return [];
        const [labels, deleters] = await Promise.all([of.labels(ctx, ids), deletersOf(ctx, of.noun, ids)]);
        return ids.map((id) => [id, { label: labels.get(id) ?? '', deleted_by: deleters.get(id) ?? null }] as const);
      }),
    );
    const facts = new Map(named.flat());
    return new Page(
      rows.map((row) => entryOf(row, days, facts.get(row.id))),
      total,
      request,
    );
  }

  /**
   * Restores a deleted record: both surfaces show it again.
   * @param prepare changes it before it is written, and may refuse @throws not_found for one that is live, erased, or was deleted too
   * long ago; by what comes next, COMMIT at the latest, conflict naming a key that another record has by now
   */
  async restore<T extends StoredRecord>(
    ctx: Context,
    records: Repository<T>,
    id: string,
    prepare?: (record: T) => Promise<void> | void,
  ): Promise<T> {
    const record = await records.lockDeleted(ctx, id, async () => (await this.span(ctx)).since);
    await prepare?.(record);
    records.restore(ctx, record);
    return record;
  }

  /** For how many days records can be restored, and since when those were deleted that still can be: what was purged cannot. */
  private async span(ctx: Context): Promise<{ days: number; since: Date }> {
    const [tenant, purged] = await Promise.all([this.tenants.get(ctx, ctx.tenant_id), purgedUntil(ctx)]);
    const days = binDays(tenant.settings);
    const earliest = restorableSince(ctx.now, days);
    return { days, since: purged && purged > earliest ? purged : earliest };
  }
}

/** The earliest deletion that can be undone. */
export const restorableSince = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

const entryOf = (
  { resource, id, deleted_at }: BinRow,
  days: number,
  { label, deleted_by }: Pick<BinEntry, 'label' | 'deleted_by'> = { label: '', deleted_by: null },
): BinEntry => ({
  resource,
  id,
  label,
  deleted_at,
  deleted_by,
  restorable_until: new Date(deleted_at.getTime() + days * DAY_MS),
});
