import { Injectable } from '@nestjs/common';
import {
  ALL_SHARDS,
  Database,
  malaysianDay,
  malaysianInstant,
  runAcrossTenants,
  type Context,
  type ShardScope,
  type Table,
} from '@usaha/shared';
import { AccountLetter, type AccountLetterKind, type AccountLetterOutcome } from './account-letter.entity.js';

const DAY_MS = 86_400_000;
/** How long letters are kept. */
const KEPT_MS = 7 * DAY_MS;
/** An instance has ended, or its letter is lost, when it has not said by then what became of it. */
export const LEASE_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** How many tenants are asked for at once. */
const TENANTS_AT_ONCE = 100;

/** What one lease takes. */
export interface LeaseOptions {
  /** How many letters. */
  most: number;
  /** Kinds that wait. */
  except: readonly AccountLetterKind[];
}

/** The queue of letters about accounts. */
@Injectable()
export class AccountLetterRepository {
  private readonly table: Table<AccountLetter>;

  constructor(database: Database) {
    this.table = database.table(AccountLetter);
  }

  /** Tenants on some machines that have letters to send, in the order of their ids. @param after the last of those before; '' for the first */
  async tenantsWithWork(
    ctx: Context,
    there: ShardScope,
    after: string,
  ): Promise<{ tenants: string[]; next: string | null }> {
    const values: unknown[] = [ctx.now, after];
    const isTheirs = there.where('r.tenant_id', values);
    const rows = await runAcrossTenants(ctx, () =>
      ctx.db.read(
        `select distinct r.tenant_id from core.account_letters r
          where r.done_at is null and r.due_at <= $1 and ($2 = '' or r.tenant_id > $2::uuid) and ${isTheirs}
          order by r.tenant_id limit ${TENANTS_AT_ONCE}`,
        values,
      ),
    );
    const tenants = rows.map(([id]) => id as string);
    return { tenants, next: tenants[TENANTS_AT_ONCE - 1] ?? null };
  }

  /** Leases letters that are due: no other instance takes them until the lease ends. */
  async lease(ctx: Context, { most, except }: LeaseOptions): Promise<AccountLetter[]> {
    if (most <= 0) return [];
    const rows = await ctx.db.lock(
      `select ${this.table.selected} from ${this.table.path} r
        where r.tenant_id = $1 and r.done_at is null and r.due_at <= $2 and not r.kind = any($3)
        order by r.due_at, r.id limit $4 for update skip locked`,
      [ctx.tenant_id, ctx.now, except, most],
    );
    const letters = rows.map((row) => this.table.hydrate(row, ctx.db.keyring));
    if (letters.length === 0) return [];
    const due_at = new Date(ctx.now.getTime() + LEASE_MS);
    ctx.db.enqueue(
      `update core.account_letters r set due_at = $3, attempts = r.attempts + 1 where r.tenant_id = $1 and r.id = any($2)`,
      [ctx.tenant_id, letters.map(({ id }) => id), due_at],
    );
    for (const letter of letters) Object.assign(letter, { due_at, attempts: letter.attempts + 1 });
    return letters;
  }

  /** How many letters about accounts were sent in the context's tenant since the day began (UTC+8). */
  async sentToday(ctx: Context): Promise<number> {
    const [row] = await ctx.db.read(
      `select count(*)::integer from core.account_letters r
        where r.tenant_id = $1 and r.outcome = 'sent' and r.done_at >= $2 and r.kind <> 'einvoice_valid'`,
      [ctx.tenant_id, malaysianInstant(malaysianDay(ctx.now), '00:00:00')],
    );
    return row?.[0] as number;
  }

  /** Writes down how a leased letter ended. @returns false where the lease has passed to another instance: then nothing is written */
  async done(ctx: Context, { id, attempts }: AccountLetter, outcome: AccountLetterOutcome): Promise<boolean> {
    const changed = await ctx.db.change(
      `update core.account_letters r set done_at = $4, outcome = $5, updated_at = $4
        where r.tenant_id = $1 and r.id = $2 and r.attempts = $3 and r.done_at is null`,
      [ctx.tenant_id, id, attempts, ctx.now, outcome],
    );
    return changed === 1;
  }

  /** Ends the lease of a letter that did not arrive: it is tried again after a pause, which doubles with each attempt. */
  async postpone(ctx: Context, { id, attempts }: AccountLetter): Promise<void> {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_PAUSE_MS);
    await ctx.db.change(
      `update core.account_letters r set due_at = $4, updated_at = $5
        where r.tenant_id = $1 and r.id = $2 and r.attempts = $3 and r.done_at is null`,
      [ctx.tenant_id, id, attempts, new Date(ctx.now.getTime() + pause), ctx.now],
    );
  }

  /** Ends the leases of letters that were not tried. */
  async giveBack(ctx: Context, letters: readonly AccountLetter[]): Promise<void> {
    for (const { id, attempts } of letters)
      ctx.db.enqueue(
        `update core.account_letters r set due_at = $4, attempts = r.attempts - 1
          where r.tenant_id = $1 and r.id = $2 and r.attempts = $3 and r.done_at is null`,
        [ctx.tenant_id, id, attempts, ctx.now],
      );
  }

  /** Deletes letters after seven days, sent or not. @param there of whose tenants; of all unless told */
  async forget(ctx: Context, there = ALL_SHARDS): Promise<void> {
    const values: unknown[] = [new Date(ctx.now.getTime() - KEPT_MS)];
    const isTheirs = there.where('r.tenant_id', values);
    await runAcrossTenants(ctx, () =>
      ctx.db.change(`delete from core.account_letters r where r.created_at < $1 and ${isTheirs}`, values),
    );
  }
}
