import { Injectable } from '@nestjs/common';
import {
  Database,
  NO_TENANT,
  runAcrossTenants,
  inTenant,
  includesRole,
  insertsOfValues,
  isSharded,
  newId,
  type Context,
  type Owner,
  type Role,
} from '@usaha/shared';
import { usualPolicy, type MfaDemand } from '../account/account-policy.entity.js';
import { PLATFORM_TENANT } from '../operator/platform-tenant.js';
import type { UserStatus } from '../user/user.entity.js';
import type { TenantStatus } from '../tenant/tenant.entity.js';
import { AWAITED } from '../event/awaited-events.js';
import { RightsCache, type Rights, type RightsChange, type TenantSettings } from './rights-cache.js';
import type { ModuleSettings } from './cached-settings.js';
import { Session } from './session.entity.js';
import { shownUserAgent, type Client } from './sign-in-trail.js';
import { SharedReadings } from './shared-readings.js';
import type { TokenClaims } from './token.service.js';

/** The channel on which instances tell each other whose rights changed. */
export const RIGHTS_CHANNEL = 'usaha_rights';

/** What of a token says where its session is: its tenant, its user, and which one. */
export type SessionClaims = Pick<TokenClaims, 'tid' | 'sub' | 'sid'>;

type RightsRow = [
  user_id: string,
  number: number | null,
  role: Role,
  status: UserStatus,
  tenant: TenantStatus,
  disabled_modules: string[],
  settings: string | null,
  account_id: string | null,
  driver_id: string | null,
  mfa_at: Date | null,
  // Of the tenant's policy; null where none was set.
  mfa: MfaDemand | null,
  password_min_length: number,
  refuse_common_passwords: boolean,
  invite_new_users: boolean,
  has_factor: boolean,
  awaited: string[] | null,
];

/** The columns that are read of a session, and with it. */
interface Found {
  rights: Rights | null;
  settings: TenantSettings;
}

/** Modules that the tenant $1 has disabled: read with the rights, for they are asked with every request. */
export const DISABLED = `array(select m.module from core.tenant_modules m where m.tenant_id = $1 and m.status = 'disabled')`;

/** Settings of more bytes than this would fill the cache: each request that needs them reads them. */
const LONGEST_SETTINGS = 2_048;

/** The settings under the modules' own keys, which nearly every write needs. */
export const SETTINGS = `
  (select jsonb_object_agg(m.module,
            case when octet_length((m.configuration -> m.module)::text) <= ${LONGEST_SETTINGS} then m.configuration -> m.module end)::text
   from core.tenant_modules m where m.tenant_id = $1 and jsonb_typeof(m.configuration -> m.module) = 'object')`;

/** How many tenants that share a part are remembered: the oldest make room. */
const MOST_OWNERS = 10_000;

/** The account of a tenant that is not its first: the first is the one that the account moved into. */
export const SHARED_ACCOUNT = 'case when t.creator_member_id is distinct from t.account_id then t.account_id end';

const SESSION = `
  select s.user_id, u.number, u.role, u.status, t.status, ${DISABLED}, ${SETTINGS}, ${SHARED_ACCOUNT}, u.driver_id, s.mfa_at,
    p.mfa, p.password_min_length, p.refuse_common_passwords, p.invite_new_users, u.mfa_enabled, ${AWAITED}
  from core.sessions s
  left join core.users u on u.tenant_id = $1 and u.id = s.user_id and u.deleted_at is null
  left join core.tenants t on t.id = $1 and t.deleted_at is null
  left join core.account_policies p on p.tenant_id = $1
  where s.tenant_id = $1 and s.id = $2 and s.ended_at is null and s.expires_at > $3`;

/** The tenant that the account $1 took: of all that a user created, the one in which the user has the same id. */
const TAKEN = `select t.id from core.tenants t where t.created_by = $1 and t.creator_member_id = $1 and t.deleted_at is null`;

/**
 * The sign-ins that are alive, and what they allow. Rights are as the database has them, never as the token claims:
 * a demoted or deactivated user, a suspended tenant and a logged-out session are refused at once, on all instances.
 */
@Injectable()
export class SessionRegistry {
  private readonly readings: SharedReadings<Rights | null>;

  /** Tenants that share a part: a tenant's account never changes. */
  private readonly owners = new Map<string, Owner>();

  constructor(
    private readonly database: Database,
    readonly cache: RightsCache,
  ) {
    this.readings = new SharedReadings(cache);
  }

  /** Whose turn requests of a tenant are, as far as it was read here: the tenant's alone unless it is known to share one. */
  ownerOf(tenant_id: string): Owner {
    return this.owners.get(tenant_id) ?? tenant_id;
  }

  /** What a token's session allows now, or null when it is over. */
  rights(token: SessionClaims, now: Date): Promise<Rights | null> {
    const cached = this.cache.get(token.sid, now.getTime());
    if (cached) return Promise.resolve(cached);
    return this.readings.of(token.sid, (mark) => this.readAndKeep(token, now, mark));
  }

  /** The settings of the tenant's modules as they came with a user's rights a second ago at most; none where they are not cached. */
  cachedSettings({ tenant_id, actor }: Context): ModuleSettings | undefined {
    return actor ? this.cache.settings.of(tenant_id) : undefined;
  }

  /**
   * Begins a session of a user of the context's tenant.
   * @param how.lifetime in seconds @param how.client as the user is shown it in the list of sessions
   * @param how.mfa_at null: no second factor was verified
   * @returns its id, the `sid` of its tokens
   */
  begin(
    ctx: Context,
    user_id: string,
    { lifetime, client, mfa_at }: { lifetime: number; client: Client; mfa_at: Date | null },
  ): string {
    const { tenant_id, now: created_at } = ctx;
    const shown = { address: client.address || null, user_agent: shownUserAgent(client.user_agent) };
    const session = Session.begun({
      tenant_id,
      id: newId(created_at),
      user_id,
      created_at,
      lifetime,
      mfa_at,
      ...shown,
    });
    this.insert(ctx, [session]);
    return session.id;
  }

  /** A second factor was verified in a session now. */
  markFactor(ctx: Context, session_id: string): void {
    ctx.db.enqueue('update core.sessions r set mfa_at = $3 where r.tenant_id = $1 and r.id = $2', [
      ctx.tenant_id,
      session_id,
      ctx.now,
    ]);
    this.rightsChanged(ctx, { session_id });
  }

  /** Ends the session that the context's actor is in. */
  end(ctx: Context, session_id: string): void {
    ctx.db.enqueue(
      'update core.sessions r set ended_at = $3 where r.tenant_id = $1 and r.id = $2 and r.ended_at is null',
      [ctx.tenant_id, session_id, ctx.now],
    );
    this.rightsChanged(ctx, { session_id });
  }

  /** Ends all sessions of a user of this tenant, save one if told. */
  endAllOf(ctx: Context, user_id: string, save?: string): void {
    ctx.db.enqueue(
      `update core.sessions r set ended_at = $3
       where r.tenant_id = $1 and r.user_id = $2 and r.ended_at is null and r.id is distinct from $4`,
      [ctx.tenant_id, user_id, ctx.now, save ?? null],
    );
    this.rightsChanged(ctx, { user_id });
  }

  /** Ends all sessions of the context's tenant. */
  endAllIn(ctx: Context): void {
    const { tenant_id, now } = ctx;
    ctx.db.enqueue('update core.sessions r set ended_at = $2 where r.tenant_id = $1 and r.ended_at is null', [
      tenant_id,
      now,
    ]);
    this.rightsChanged(ctx, { tenant_id });
  }

  /**
   * A tenantless account took a tenant: its sessions on all devices move there with it. Their tokens still say
   * to look where there is no tenant; from there the tenant is found by who created it.
   */
  async followTo(ctx: Context, user_id: string, tenant_id: string): Promise<void> {
    const table = this.database.table(Session);
    const rows = await ctx.db.write(
      `delete from core.sessions r where r.tenant_id = $1 and r.user_id = $2 and r.ended_at is null returning ${table.selected}`,
      [NO_TENANT, user_id],
    );
    const moved = rows.map((row) => table.hydrate(row, ctx.db.keyring).movedTo(tenant_id));
    await inTenant(ctx, tenant_id, async (there) => this.insert(there, moved));
    this.rightsChanged(ctx, { user_id });
  }

  /** Forgets cached rights and settings here before the answer leaves, and on every other instance through NOTIFY. */
  rightsChanged(ctx: Context, change: RightsChange): void {
    ctx.db.notify(RIGHTS_CHANNEL, JSON.stringify(change));
    ctx.db.afterCommit(() => this.cache.forget(change));
  }

  private insert(ctx: Context, sessions: readonly Session[]): void {
    const table = this.database.table(Session);
    const head = `insert into core.sessions (${table.namesOf(table.columns).join(', ')})`;
    const rows = sessions.map((session) => table.row(session, table.columns, ctx.db.keyring).values);
    for (const { text, values } of insertsOfValues({ head, common: [], values: [] }, rows))
      ctx.db.enqueue(text, values);
  }

  private async readAndKeep(token: SessionClaims, now: Date, mark: number): Promise<Rights | null> {
    const begun = this.cache.settings.clock();
    const who = { tenant_id: token.tid, actor: null, now };
    const { rights, settings } = await this.database.read(who, (ctx) => this.read(ctx, token), this.ownerOf(token.tid));
    if (!rights) return null;
    this.rememberOwner(rights);
    this.cache.keep(token.sid, rights, mark, now.getTime());
    this.cache.keepSettings(rights.tenant_id, settings, mark, begun);
    return rights;
  }

  /** So that reading the rights of one of them is the group's turn, too. */
  rememberOwner({ tenant_id, owner }: Rights): void {
    if (typeof owner === 'string') return;
    if (this.owners.size >= MOST_OWNERS) this.owners.delete(this.owners.keys().next().value as string);
    this.owners.set(tenant_id, owner);
  }

  private async read(ctx: Context, { sid, sub }: SessionClaims): Promise<Found> {
    const taken = ctx.tenant_id === NO_TENANT ? await this.takenBy(ctx, sub) : null;
    // Connections are counted by the machine of their tenant: of another tenant another one is taken.
    if (taken !== null && isSharded(ctx)) await ctx.db.commitAndContinue();
    return inTenant(ctx, taken ?? ctx.tenant_id, async (there) => {
      const [row] = (await there.db.read(SESSION, [there.tenant_id, sid, ctx.now])) as RightsRow[];
      const settings = { text: row?.[6] ?? null, awaited: row?.[15] ?? null };
      return { rights: row ? allowed(there.tenant_id, sid, row) : null, settings };
    });
  }

  /** The tenant that an account took since its token was issued. Tenants stand on every machine: nothing else is asked. */
  private async takenBy(ctx: Context, user_id: string): Promise<string | null> {
    const [row] = await runAcrossTenants(ctx, () => ctx.db.read(TAKEN, [user_id]));
    return (row?.[0] as string | undefined) ?? null;
  }
}

function allowed(tenant_id: string, session_id: string, row: RightsRow): Rights | null {
  const [user_id, number, role, status, tenant, disabled_modules, , account_id, linked, mfa_at, mfa, ...asked] = row;
  const [password_min_length, refuse_common_passwords, invite_new_users, has_factor] = asked;
  if (number === null || status !== 'active' || tenant !== 'active') return null;
  // The operator's other users see no more tenants than anybody.
  const is_operator = tenant_id === PLATFORM_TENANT && role === 'admin';
  // Managers and administrators see all of logistics, drivers too. A viewer who is a driver must not see more than staff do.
  const driver_id = includesRole(role, 'manager') ? null : linked;
  return {
    tenant_id,
    actor: { user_id, number, role, session_id, is_operator, driver_id },
    owner: account_id ? { name: tenant_id, group: account_id } : tenant_id,
    disabled_modules,
    has_factor,
    mfa_at,
    policy: mfa ? { mfa, password_min_length, refuse_common_passwords, invite_new_users } : usualPolicy,
  };
}
