import { Injectable } from '@nestjs/common';
import type { Actor, Owner } from '@usaha/shared';
import type { AllowedAddresses } from '../api-key/allowed-addresses.js';
import type { PolicyOfRights } from '../account/account-policy.entity.js';
import { CachedSettings } from './cached-settings.js';
import { SeenSessions } from './seen-sessions.js';

/** What holds for the requests of an API key in addition to its role. */
export interface ApiKeyRights {
  id: string;
  /** As A-416 derives them, such as `retail:read` or `*:write`. */
  scopes: readonly string[];
  /** Where requests may come from. */
  allowed_addresses: AllowedAddresses;
  /** Requests a minute; null where the installation's default holds. */
  rate_limit: number | null;
}

/** What a live session or API key allows: in which tenant its user acts now, and as what. */
export interface Rights {
  tenant_id: string;
  actor: Actor;
  /** Whose turn it is where requests of the tenant wait: beyond an account's first, all its tenants share one part. */
  owner: Owner;
  /** Keys of the modules whose operations the tenant has disabled. */
  disabled_modules: readonly string[];
  /** Present where the actor is an API key; a user's session has none. */
  api_key?: ApiKeyRights;
  /** Whether the user has a second factor; absent of an API key, which has none. */
  has_factor?: boolean;
  /** When a second factor was last verified in the session; null: it was not. */
  mfa_at: Date | null;
  /** What the tenant asks of accounts. */
  policy: PolicyOfRights;
  /** Of an API key the users who have seen a secret of it: their rights decide whether it is suspended. */
  seen_by?: readonly string[];
}

/** Settings of a tenant, as they are read with the rights in it. */
export interface TenantSettings {
  /** JSON of the settings of its modules; null: there are none. */
  text: string | null;
  /** Patterns of the events that it awaits; null: none. */
  awaited: readonly string[] | null;
}

/** Whose rights, or whose modules' settings, changed. */
export type RightsChange = { user_id: string } | { tenant_id: string } | { session_id: string };

const TIME_TO_LIVE_MS = 1_000;
const MOST_SESSIONS = 10_000;

/**
 * Rights of sessions, and with them settings of modules, for at most a second. The instance that changes them forgets them before
 * it answers; every other is notified through NOTIFY, and by the clock even if that is lost. Without its LISTEN connection it is not used.
 */
@Injectable()
export class RightsCache {
  /** What came with the rights: kept and forgotten with them. */
  readonly settings = new CachedSettings();
  /** When sessions were used: each use asks here for its rights. */
  readonly seen = new SeenSessions();
  private readonly entries = new Map<string, { rights: Rights; until: number }>();
  /** Counts what was forgotten: what was read before a change must not be kept after it. */
  private epoch = 0;
  private listening = false;

  /** Turned on while the LISTEN connection stands, and off, empty, while it does not. */
  setListening(listening: boolean): void {
    this.listening = listening;
    this.forgetAll();
  }

  /** Whether it hears at once of what others change. */
  get isListening(): boolean {
    return this.listening;
  }

  get(session_id: string, now: number): Rights | undefined {
    const entry = this.entries.get(session_id);
    if (!this.listening || !entry || entry.until <= now) return undefined;
    this.note(session_id, entry.rights, now);
    return entry.rights;
  }

  /** Call before reading; hand the mark to `keep`. */
  mark(): number {
    return this.epoch;
  }

  keep(session_id: string, rights: Rights, mark: number, now: number): void {
    this.note(session_id, rights, now);
    if (!this.listening || mark !== this.epoch) return;
    if (this.entries.size >= MOST_SESSIONS) this.entries.delete(this.entries.keys().next().value as string);
    this.entries.delete(session_id);
    this.entries.set(session_id, { rights, until: now + TIME_TO_LIVE_MS });
  }

  /** @param settings JSON of those of the modules, and patterns of awaited events @param begun when it was asked for, on the clock of the settings */
  keepSettings(tenant_id: string, { text, awaited }: TenantSettings, mark: number, begun: number): void {
    if (this.listening && mark === this.epoch) this.settings.keep(tenant_id, text ?? '{}', begun, awaited ?? []);
  }

  forget(change: RightsChange): void {
    this.epoch += 1;
    if ('tenant_id' in change) this.settings.forget(change.tenant_id);
    if ('session_id' in change) {
      this.entries.delete(change.session_id);
      return;
    }
    for (const [session_id, { rights }] of this.entries) {
      const concerned = 'user_id' in change ? isOf(rights, change.user_id) : rights.tenant_id === change.tenant_id;
      if (concerned) this.entries.delete(session_id);
    }
  }

  forgetAll(): void {
    this.epoch += 1;
    this.entries.clear();
    this.settings.forgetAll();
  }

  private note(session_id: string, { tenant_id, api_key }: Rights, now: number): void {
    if (!api_key) this.seen.note(session_id, tenant_id, now);
  }
}

/** Whether rights depend on a user: on whose session it is, or on who answers for an API key. */
const isOf = ({ actor, seen_by }: Rights, user_id: string): boolean =>
  actor.user_id === user_id || seen_by?.includes(user_id) === true;
