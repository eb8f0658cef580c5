import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, inTenant, newId, type Context, type Role } from '@usaha/shared';
import { PLATFORM_TENANT } from '../operator/platform-tenant.js';
import type { UserStatus } from '../user/user.entity.js';
import type { TenantStatus } from '../tenant/tenant.entity.js';
import { RightsCache, type Rights, type RightsChange } from './rights-cache.js';

/** The channel on which instances tell each other whose rights changed. */
export const RIGHTS_CHANNEL = 'usaha_rights';

type RightsRow = [
  user_id: string,
  moved_to: string | null,
  number: number | null,
  role: Role,
  status: UserStatus,
  tenant: TenantStatus,
  disabled_modules: string[],
];

/** Modules that the tenant $1 has disabled: read with the rights, for they are asked with every request. */
const DISABLED = `array(select m.module from core.tenant_modules m where m.tenant_id = $1 and m.status = 'disabled')`;

const SESSION = `
  select s.user_id, s.moved_to, u.number, u.role, u.status, t.status, ${DISABLED}
  from core.sessions s
  left join core.users u on u.tenant_id = $1 and u.id = s.user_id and u.deleted_at is null
  left join core.tenants t on t.id = $1 and t.deleted_at is null
  where s.tenant_id = $1 and s.id = $2 and s.ended_at is null and s.expires_at > $3`;

const MEMBER = `
  select u.number, u.role, u.status, t.status, ${DISABLED}
  from core.users u join core.tenants t on t.id = $1 and t.deleted_at is null
  where u.tenant_id = $1 and u.id = $2 and u.deleted_at is null`;

/**
 * The sign-ins that are alive, and what they allow. Rights are as the database has them, never as the token claims:
 * a demoted or deactivated user, a suspended tenant and a logged-out session are refused at once, on all instances.
 */
@Injectable()
export class SessionRegistry {
  constructor(
    private readonly database: Database,
    readonly cache: RightsCache,
  ) {}

  /** What a token's session allows now, or null when it is over. @param tenant_id where the token says to look. */
  async rights(tenant_id: string, session_id: string, now: Date): Promise<Rights | null> {
    const cached = this.cache.get(session_id, now.getTime());
    if (cached) return cached;
    const mark = this.cache.mark();
    const rights = await this.database.work({ tenant_id, actor: null, now }, (ctx) => this.read(ctx, session_id));
    if (rights) this.cache.keep(session_id, rights, mark, now.getTime());
    return rights;
  }

  /** Begins a session of a user of the context's tenant. @returns its id, the `sid` of its tokens. */
  async begin(ctx: Context, user_id: string, lifetimeSeconds: number): Promise<string> {
    const id = newId(ctx.now);
    const expires_at = new Date(ctx.now.getTime() + lifetimeSeconds * 1_000);
    await ctx.db.change(
      'insert into core.sessions (tenant_id, id, user_id, created_at, expires_at) values ($1, $2, $3, $4, $5)',
      [ctx.tenant_id, id, user_id, ctx.now, expires_at],
    );
    return id;
  }

  /** Ends the session that the context's actor is in, wherever its row lies. */
  async end(ctx: Context, session_id: string): Promise<void> {
    const sql = 'update core.sessions r set ended_at = $3 where r.tenant_id = $1 and r.id = $2 and r.ended_at is null';
    const ended = await ctx.db.change(sql, [ctx.tenant_id, session_id, ctx.now]);
    if (ended === 0)
      await inTenant(ctx, NO_TENANT, (outside) => outside.db.change(sql, [NO_TENANT, session_id, ctx.now]));
    await this.rightsChanged(ctx, { session_id });
  }

  /** Ends all sessions of a user of this tenant, save one if told. */
  async endAllOf(ctx: Context, user_id: string, save?: string): Promise<void> {
    const sql =
      'update core.sessions r set ended_at = $3 where r.tenant_id = $1 and r.user_id = $2 and r.ended_at is null and r.id is distinct from $4';
    await ctx.db.change(sql, [ctx.tenant_id, user_id, ctx.now, save ?? null]);
    if (ctx.tenant_id !== NO_TENANT) {
      await inTenant(ctx, NO_TENANT, (outside) => outside.db.change(sql, [NO_TENANT, user_id, ctx.now, save ?? null]));
    }
    await this.rightsChanged(ctx, { user_id });
  }

  /** Ends all sessions of the context's tenant, those of accounts that took it included. */
  async endAllIn(ctx: Context): Promise<void> {
    const { tenant_id, now } = ctx;
    await ctx.db.change('update core.sessions r set ended_at = $2 where r.tenant_id = $1 and r.ended_at is null', [
      tenant_id,
      now,
    ]);
    await inTenant(ctx, NO_TENANT, (outside) =>
      outside.db.change(
        'update core.sessions r set ended_at = $3 where r.tenant_id = $1 and r.moved_to = $2 and r.ended_at is null',
        [NO_TENANT, tenant_id, now],
      ),
    );
    await this.rightsChanged(ctx, { tenant_id });
  }

  /** A tenantless account took a tenant: its sessions, in hand on whatever device, follow it there. */
  async followTo(ctx: Context, user_id: string, tenant_id: string): Promise<void> {
    await ctx.db.change('update core.sessions r set moved_to = $3 where r.tenant_id = $1 and r.user_id = $2', [
      NO_TENANT,
      user_id,
      tenant_id,
    ]);
    await this.rightsChanged(ctx, { user_id });
  }

  /** Forgets cached rights here before the answer leaves, and on every other instance through NOTIFY. */
  async rightsChanged(ctx: Context, change: RightsChange): Promise<void> {
    await ctx.db.notify(RIGHTS_CHANNEL, JSON.stringify(change));
    ctx.db.afterCommit(() => this.cache.forget(change));
  }

  private async read(ctx: Context, session_id: string): Promise<Rights | null> {
    const [row] = (await ctx.db.query(SESSION, [ctx.tenant_id, session_id, ctx.now])) as RightsRow[];
    if (!row) return null;
    const [user_id, moved_to, number] = row;
    if (moved_to !== null) {
      return inTenant(ctx, moved_to, async (there) => {
        const [member] = await there.db.query(MEMBER, [moved_to, user_id]);
        return member ? allowed(moved_to, session_id, [user_id, null, ...member] as RightsRow) : null;
      });
    }
    return number === null ? null : allowed(ctx.tenant_id, session_id, row);
  }
}

function allowed(tenant_id: string, session_id: string, row: RightsRow): Rights | null {
  const [user_id, , number, role, status, tenant, disabled_modules] = row;
  if (number === null || status !== 'active' || tenant !== 'active') return null;
  // The operator's other users see no more tenants than anybody.
  const is_operator = tenant_id === PLATFORM_TENANT && role === 'admin';
  return { tenant_id, actor: { user_id, number, role, session_id, is_operator }, disabled_modules };
}
