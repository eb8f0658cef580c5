import { Injectable } from '@nestjs/common';
import {
  Database,
  NO_TENANT,
  Repository,
  changedMeanwhile,
  declareReferences,
  inTenant,
  insertsOfValues,
  noteWritten,
  type Context,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { MOST_WRONG_CODES, MfaFactor } from './factor.entity.js';

declareReferences({ mfa_factors_tenant: 'tenant_id', mfa_recovery_codes_tenant: 'tenant_id' });

/** A constant: codes are compared by fingerprints that were made with it. */
const PURPOSE = 'usaha recovery code';

/** The user stands in the fingerprint: one guess is never compared with codes of many. */
const hashOf = (ctx: Context, user_id: string, code: string): string =>
  ctx.db.keyring.fingerprint(PURPOSE, `${user_id} ${code}`);

const INSERT_CODES = 'insert into core.mfa_recovery_codes (tenant_id, user_id, created_at, hash)';

/** The second factors of a tenant's users, and their recovery codes. Of both, rows are named by the user's id. */
@Injectable()
export class FactorRepository extends Repository<MfaFactor> {
  constructor(database: Database) {
    super(database, MfaFactor, { noun: nouns.mfa_factor });
  }

  /** The row of a user, locked; it is made here where there is none, once of any number of requests. */
  async lockOrMake(ctx: Context, user_id: string): Promise<MfaFactor> {
    ctx.db.enqueue(
      `insert into ${this.table.path} (tenant_id, id, created_at, updated_at, last_step, wrong_codes)
       values ($1, $2, $3, $3, 0, '{}') on conflict (tenant_id, id) do nothing`,
      [ctx.tenant_id, user_id, ctx.now],
    );
    return (await this.lockIfExists(ctx, user_id)) ?? this.missing();
  }

  /**
   * Enqueues that a code was right: its step and earlier ones are used, and wrong codes no longer count.
   * @param step null for a recovery code
   */
  markRight(ctx: Context, { id, last_step }: MfaFactor, step: number | null): void {
    ctx.db.updateExpecting(
      1,
      `update ${this.table.path} r set last_step = greatest(r.last_step, $3), wrong_codes = '{}'
        where r.tenant_id = $1 and r.id = $2 and r.last_step = $4`,
      [ctx.tenant_id, id, step ?? last_step, last_step],
      () => changedMeanwhile(this.words),
    );
  }

  /** Enqueues that a code was wrong. */
  countWrong(ctx: Context, { id }: MfaFactor): void {
    ctx.db.enqueue(
      `update ${this.table.path} r
          set wrong_codes = array_append(r.wrong_codes[greatest(cardinality(r.wrong_codes) - ${MOST_WRONG_CODES - 2}, 1):], $3::text)
        where r.tenant_id = $1 and r.id = $2`,
      [ctx.tenant_id, id, ctx.now.toISOString()],
    );
  }

  /** Uses a recovery code, as `readRecoveryCode` gives it, under the lock of the factor. @returns whether it was one that is not used yet */
  async useRecoveryCode(ctx: Context, user_id: string, code: string): Promise<boolean> {
    const used = await ctx.db.change(
      `update core.mfa_recovery_codes r set used_at = $4
        where r.tenant_id = $1 and r.user_id = $2 and r.hash = $3 and r.used_at is null`,
      [ctx.tenant_id, user_id, hashOf(ctx, user_id, code), ctx.now],
    );
    return used === 1;
  }

  /** Enqueues new recovery codes of a user instead of all before. @param codes none: there are no codes any more */
  replaceRecoveryCodes(ctx: Context, user_id: string, codes: readonly string[]): void {
    ctx.db.enqueue('delete from core.mfa_recovery_codes r where r.tenant_id = $1 and r.user_id = $2', [
      ctx.tenant_id,
      user_id,
    ]);
    this.insertCodes(
      ctx,
      user_id,
      codes.map((code) => [ctx.now, hashOf(ctx, user_id, code.replace('-', ''))]),
    );
  }

  /** How many recovery codes of a user are left. */
  async recoveryCodesLeft(ctx: Context, user_id: string): Promise<number> {
    const [row] = await ctx.db.read(
      'select count(*) from core.mfa_recovery_codes r where r.tenant_id = $1 and r.user_id = $2 and r.used_at is null',
      [ctx.tenant_id, user_id],
    );
    return Number(row?.[0] ?? 0);
  }

  /** An account took a tenant: its factor moves there with it, and its unused recovery codes. */
  async followTo(ctx: Context, user_id: string, tenant_id: string): Promise<void> {
    const factor = await this.lockIfExists(ctx, user_id);
    if (!factor) return;
    const codes = await ctx.db.write(
      'delete from core.mfa_recovery_codes r where r.tenant_id = $1 and r.user_id = $2 returning r.created_at, r.hash, r.used_at',
      [NO_TENANT, user_id],
    );
    ctx.db.enqueue(`delete from ${this.table.path} r where r.tenant_id = $1 and r.id = $2`, [NO_TENANT, user_id]);
    noteWritten(ctx, this.table.path, [factor]);
    await inTenant(ctx, tenant_id, async (there) => {
      this.insert(there, factor.moved(), 'take_tenant');
      const unused = codes.filter(([, , used_at]) => used_at === null);
      this.insertCodes(
        there,
        user_id,
        unused.map(([created_at, hash]) => [created_at, hash]),
      );
    });
  }

  /** Enqueues the end of all that is kept of a user's factor: the user is deleted, or an enrolment was begun only. */
  forget(ctx: Context, user_id: string): void {
    for (const [table, key] of [
      [this.table.path, 'id'],
      ['core.mfa_recovery_codes', 'user_id'],
    ])
      ctx.db.enqueue(`delete from ${table} r where r.tenant_id = $1 and r.${key} = $2`, [ctx.tenant_id, user_id]);
  }

  private insertCodes(ctx: Context, user_id: string, rows: readonly (readonly unknown[])[]): void {
    if (rows.length === 0) return;
    const shape = { head: INSERT_CODES, common: ['$1', '$2'], values: [ctx.tenant_id, user_id] };
    for (const { text, values } of insertsOfValues(shape, rows)) ctx.db.enqueue(text, values);
  }
}
