import { Injectable } from '@nestjs/common';
import { Database, type Context, type Owner, type Role } from '@usaha/shared';
import { usualPolicy, type MfaDemand } from '../account/account-policy.entity.js';
import type { Rights } from '../auth/rights-cache.js';
import { DISABLED, SETTINGS, SHARED_ACCOUNT, SessionRegistry } from '../auth/session.registry.js';
import { SharedReadings } from '../auth/shared-readings.js';
import type { TenantStatus } from '../tenant/tenant.entity.js';
import { AllowedAddresses } from './allowed-addresses.js';
import { AWAITED } from '../event/awaited-events.js';
import { isActiveAdministrator } from './api-key.repository.js';
import { isSameHash, type PresentedKey } from './key-form.js';

/** Why a key is refused. Expired and suspended are told to clients that have its secret alone. */
export type KeyRefusal = 'unknown' | 'expired' | 'suspended';

/** What a key allows, or why it is refused. */
export type KeyVerdict = Rights | KeyRefusal;

/** The verdict on a key that was read from the database. */
export interface CheckedKey {
  verdict: KeyVerdict;
  /** Id of the key; null where its secret is none of the stored ones. */
  id: string | null;
}

/** A secret of a key that may be accepted. */
interface Secret {
  hash: string;
  /** Milliseconds since 1970; Infinity: it does not end by itself. */
  until: number;
  /** Whether the user who has seen it is an active administrator. */
  is_vouched: boolean;
}

type KeyRow = [
  id: string,
  role: Role,
  scopes: string[],
  allowed_addresses: string[],
  rate_limit: number | null,
  expires_at: Date | null,
  secret_hash: string,
  seen_by: string,
  is_vouched: boolean,
  previous_hash: string | null,
  previous_until: Date | null,
  previous_seen_by: string | null,
  is_previous_vouched: boolean,
  tenant: TenantStatus | null,
  disabled_modules: string[],
  settings: string | null,
  account_id: string | null,
  // Of the tenant's policy; null where none was set.
  mfa: MfaDemand | null,
  password_min_length: number,
  refuse_common_passwords: boolean,
  invite_new_users: boolean,
  awaited: string[] | null,
];

/** One query for a key and all that its requests need, as for a session. */
const KEY = `
  select r.id, r.role, r.scopes, r.allowed_addresses, r.rate_limit, r.expires_at,
    r.secret_hash, r.seen_by, ${isActiveAdministrator('r.seen_by')},
    r.previous_hash, r.previous_until, r.previous_seen_by, ${isActiveAdministrator('r.previous_seen_by')},
    t.status, ${DISABLED}, ${SETTINGS}, ${SHARED_ACCOUNT},
    p.mfa, p.password_min_length, p.refuse_common_passwords, p.invite_new_users, ${AWAITED}
  from core.api_keys r
  left join core.tenants t on t.id = $1 and t.deleted_at is null
  left join core.account_policies p on p.tenant_id = $1
  where r.tenant_id = $1 and r.reference = $2 and r.deleted_at is null`;

/**
 * The API keys that are accepted, and what they allow, as the database has it. Rights are cached like those of sessions, under the
 * id of the key: a change of the key, of the user who answers for it or of the tenant holds everywhere within a second.
 */
@Injectable()
export class ApiKeyRegistry {
  private readonly readings: SharedReadings<Rights | null>;
  /** Kept with the rights of a key, and apart from them, so that no hash goes along with a request. */
  private readonly secrets = new WeakMap<Rights, readonly Secret[]>();

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRegistry,
  ) {
    this.readings = new SharedReadings(sessions.cache);
  }

  /** The verdict on a key whose rights are cached; undefined where they are not. @param id of the key @param hash of the sent text */
  cached(id: string, hash: string, now: number): KeyVerdict | undefined {
    const rights = this.sessions.cache.get(id, now);
    return rights && this.verdict(rights, hash, now);
  }

  /**
   * What a key allows now, or why it is refused.
   * @param owner whose turn the reading is: of a key that was not accepted before, its client's
   */
  async check(key: PresentedKey, now: Date, owner: Owner): Promise<CheckedKey> {
    const rights = await this.readings.of(`${key.tenant_id} ${key.reference}`, (mark) =>
      this.readAndKeep(key, now, mark, owner),
    );
    const verdict = rights ? this.verdict(rights, key.hash, now.getTime()) : 'unknown';
    return { verdict, id: rights && verdict !== 'unknown' ? rights.actor.user_id : null };
  }

  private verdict(rights: Rights, hash: string, now: number): KeyVerdict {
    const [secret] = (this.secrets.get(rights) ?? []).filter((one) => isSameHash(one.hash, hash));
    if (!secret) return 'unknown';
    if (secret.until <= now) return 'expired';
    return secret.is_vouched ? rights : 'suspended';
  }

  private async readAndKeep(key: PresentedKey, now: Date, mark: number, owner: Owner): Promise<Rights | null> {
    const { cache } = this.sessions;
    const begun = cache.settings.clock();
    const { tenant_id } = key;
    const read = (ctx: Context) => ctx.db.read(KEY, [tenant_id, key.reference]);
    const [row] = (await this.database.read({ tenant_id, actor: null, now }, read, owner)) as KeyRow[];
    if (row?.[13] !== 'active') return null;
    const rights = rightsOf(tenant_id, row);
    this.secrets.set(rights, secretsOf(row));
    this.sessions.rememberOwner(rights);
    cache.keep(rights.actor.session_id, rights, mark, now.getTime());
    cache.keepSettings(tenant_id, { text: row[15], awaited: row[21] }, mark, begun);
    return rights;
  }
}

/** A key acts in its tenant alone: it has created none, and operates none. */
function rightsOf(tenant_id: string, row: KeyRow): Rights {
  const [id, role, scopes, allowed_addresses, rate_limit] = row;
  const [seen_by, previous_seen_by, disabled_modules, account_id] = [row[7], row[11], row[14], row[16]];
  const [mfa, password_min_length, refuse_common_passwords, invite_new_users] = [row[17], row[18], row[19], row[20]];
  return {
    tenant_id,
    actor: { kind: 'api_key', user_id: id, number: null, role, session_id: id, is_operator: false, driver_id: null },
    owner: account_id ? { name: tenant_id, group: account_id } : tenant_id,
    disabled_modules,
    api_key: { id, scopes, allowed_addresses: new AllowedAddresses(allowed_addresses), rate_limit },
    mfa_at: null,
    policy: mfa ? { mfa, password_min_length, refuse_common_passwords, invite_new_users } : usualPolicy,
    seen_by: previous_seen_by === null ? [seen_by] : [seen_by, previous_seen_by],
  };
}

function secretsOf(row: KeyRow): Secret[] {
  const [expires_at, secret_hash, previous_hash, previous_until] = [row[5], row[6], row[9], row[10]];
  const until = expires_at?.getTime() ?? Infinity;
  const secrets = [{ hash: secret_hash, until, is_vouched: row[8] }];
  if (previous_hash !== null && previous_until !== null)
    secrets.push({ hash: previous_hash, until: Math.min(until, previous_until.getTime()), is_vouched: row[12] });
  return secrets;
}
