import { Injectable } from '@nestjs/common';
import { Database, grouped, type Context } from '@usaha/shared';
import type { Rights } from '../auth/rights-cache.js';

/** A later use of a key within this time is not noted: nothing is shown that finely. */
const APART_MS = 1_000;
/** Keys whose last use waits to be written; a key beyond them is noted once there is room again. */
const MOST_WAITING = 10_000;

interface Use {
  tenant_id: string;
  id: string;
  at: number;
  address: string;
}

/**
 * When keys were last used, and from where. Requests note it in memory, and a job writes it, so that no request waits for a write
 * and none makes the row of its key busy.
 */
@Injectable()
export class ApiKeyUses {
  private waiting = new Map<string, Use>();

  constructor(private readonly database: Database) {}

  /** @param at milliseconds since 1970 @param address worked out where it is kept */
  note({ tenant_id, actor }: Rights, at: number, address: () => string): void {
    const id = actor.user_id;
    const use = this.waiting.get(id);
    if (use && at - use.at < APART_MS) return;
    if (!use && this.waiting.size >= MOST_WAITING) return;
    this.waiting.set(id, { tenant_id, id, at, address: address() });
  }

  /**
   * Writes what was noted, tenant by tenant.
   * @param failed called for a tenant whose uses could not be written; they wait for the next round
   */
  async write(now: Date, failed: (error: unknown, tenant_id: string) => void, isStopping = () => false): Promise<void> {
    const noted = this.waiting;
    this.waiting = new Map();
    // In one order everywhere, so that instances which write the same keys do not wait for each other in a circle.
    const ordered = [...noted.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    for (const [tenant_id, uses] of grouped(ordered, (use) => use.tenant_id)) {
      try {
        if (!isStopping()) await this.database.job({ tenant_id, actor: null, now }, (ctx) => write(ctx, uses));
        else this.putBack(uses);
      } catch (error) {
        this.putBack(uses);
        failed(error, tenant_id);
      }
    }
  }

  /** A use that was noted meanwhile is later. */
  private putBack(uses: readonly Use[]): void {
    for (const use of uses) if (!this.waiting.has(use.id)) this.waiting.set(use.id, use);
  }
}

/** A use is no change of the key: no new version, nothing on the trail. Another instance may have written a later one. */
const WRITE = `
  update core.api_keys r set last_used_at = v.at, last_used_address = v.address
  from unnest($2::uuid[], $3::timestamptz[], $4::text[]) v (id, at, address)
  where r.tenant_id = $1 and r.id = v.id and (r.last_used_at is null or r.last_used_at < v.at)`;

function write(ctx: Context, uses: readonly Use[]): Promise<unknown> {
  return ctx.db.change(WRITE, [
    ctx.tenant_id,
    uses.map(({ id }) => id),
    uses.map(({ at }) => new Date(at)),
    uses.map(({ address }) => address),
  ]);
}
