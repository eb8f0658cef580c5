import { DomainError, NO_TENANT, inPlatform, inTenant, newId, type Context } from '@usaha/shared';
import { messages } from '../user/user.messages.js';

/** Wrong sign-ins in a row, for one account from one address, after which the next is refused. */
export const MOST_FAILURES = 20;
const WINDOW_MS = 15 * 60_000;

/** Whose failures are counted: the account as it was named, in the tenant that was named, from an address. */
export interface LoginKey {
  tenant_id: string;
  account: string;
  address: string;
}

/** Counts wrong sign-ins in the database, so that all instances count together. There is no other rate limit. */
export class LoginLimiter {
  /** @param tenant_id the tenant named at sign-in, or null for none. The name is kept as a fingerprint only. */
  keyFor(ctx: Context, tenant_id: string | null, identity: string, address: string): LoginKey {
    const tenant = tenant_id ?? NO_TENANT;
    return { tenant_id: tenant, account: ctx.db.keyring.token(tenant, `login:${identity.toLowerCase()}`), address };
  }

  /**
   * @returns how many failures there are
   * @throws too_many with the seconds to wait, after 20 failures within 15 minutes
   */
  async check(ctx: Context, key: LoginKey): Promise<number> {
    const since = new Date(ctx.now.getTime() - WINDOW_MS);
    const rows = await inPlatform(ctx, () =>
      ctx.db.query(
        `select r.at from core.login_attempts r
         where r.tenant_id = $1 and r.account = $2 and r.address = $3 and r.at > $4 order by r.at desc limit ${MOST_FAILURES}`,
        [key.tenant_id, key.account, key.address, since],
      ),
    );
    const oldest = rows[MOST_FAILURES - 1]?.[0] as Date | undefined;
    if (!oldest) return rows.length;
    const retry_after = Math.max(1, Math.ceil((oldest.getTime() + WINDOW_MS - ctx.now.getTime()) / 1_000));
    throw new DomainError('too_many', messages.tooManySignIns({ seconds: retry_after }), { retry_after });
  }

  async failed(ctx: Context, key: LoginKey): Promise<void> {
    await inTenant(ctx, key.tenant_id, (there) =>
      there.db.change(
        'insert into core.login_attempts (tenant_id, id, account, address, at) values ($1, $2, $3, $4, $5)',
        [key.tenant_id, newId(ctx.now), key.account, key.address, ctx.now],
      ),
    );
  }

  /** A successful sign-in begins the count anew. */
  async succeeded(ctx: Context, key: LoginKey): Promise<void> {
    await inTenant(ctx, key.tenant_id, (there) =>
      there.db.change(
        'delete from core.login_attempts r where r.tenant_id = $1 and r.account = $2 and r.address = $3',
        [key.tenant_id, key.account, key.address],
      ),
    );
  }
}
