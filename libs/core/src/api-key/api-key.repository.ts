import { Injectable } from '@nestjs/common';
import { Database, Repository, RetryTransaction, violates, type Context, type Row } from '@usaha/shared';
import { nouns } from '../messages.js';
import { ApiKey } from './api-key.entity.js';

/** SQL: whether a user of the tenant $1 is an active administrator. @param user SQL of the id */
export const isActiveAdministrator = (user: string): string =>
  `exists (select 1 from core.users u
            where u.tenant_id = $1 and u.id = ${user} and u.role = 'admin' and u.status = 'active' and u.deleted_at is null)`;

/** The API keys of a tenant. */
@Injectable()
export class ApiKeyRepository extends Repository<ApiKey> {
  constructor(database: Database) {
    super(database, ApiKey, { noun: nouns.api_key, extraColumns: isActiveAdministrator('r.seen_by') });
  }

  /** Enqueues the INSERT of a key; where its reference is taken, the transaction is tried again with another one. */
  add(ctx: Context, key: ApiKey): void {
    this.insert(ctx, key, 'create', (error) =>
      violates(error, 'api_keys_reference') ? new RetryTransaction('key_taken', error) : error,
    );
  }

  /** How many keys the tenant has, expired and suspended ones included. */
  async count(ctx: Context): Promise<number> {
    const [row] = await ctx.db.read(`select count(*)::integer from ${this.table.path} r where ${this.mine}`, [
      ctx.tenant_id,
    ]);
    return row?.[0] as number;
  }

  /** The key that a sent text names, locked; whether its secret is right is not looked at. */
  async lockByReference(ctx: Context, reference: string): Promise<ApiKey | null> {
    const [key] = await this.lockWhere(ctx, 'r.reference = $2', [reference]);
    return key ?? null;
  }

  protected override hydrate(ctx: Context, row: Row): ApiKey {
    const key = super.hydrate(ctx, row);
    key.is_vouched = row[this.table.width] === true;
    return key;
  }
}
