import { Injectable } from '@nestjs/common';
import {
  AuditEntry,
  Database,
  NO_TENANT,
  Page,
  equalsId,
  grouped,
  idFromDay,
  idToDay,
  instantOfId,
  newId,
  offsetOf,
  where,
  withoutCards,
  type AuditQuery,
  type Context,
  type Filters,
  type PageRequest,
  type Row,
} from '@usaha/shared';
import type { User } from '../user/user.entity.js';
import { signInActions, type SignInAction, type SignInWay } from './sign-in-entry.entity.js';

/** The client that signs in, as far as it says. */
export interface Client {
  address: string;
  user_agent: string | null;
  /** Hears which account it was, for the line of the log. */
  identified?: (who: { tenant_id: string; user_id: string }) => void;
}

/** A sign-in as it is kept. */
interface Told {
  tenant_id: string;
  user_id: string;
  at: Date;
  action: SignInAction;
  way: SignInWay;
  address: string | null;
  user_agent: string | null;
}

/** Characters that are kept of a user agent. */
const MOST_CHARACTERS = 200;
/** Failures that wait to be written; they come no faster than passwords are looked at. */
const MOST_WAITING = 1_000;
/** How many of those go at once. */
const AT_ONCE = 100;

/** Without control, bidirectional and other unseen characters, and without card numbers. */
export function shownUserAgent(text: string | null): string | null {
  const shown = withoutCards((text ?? '').slice(0, 4 * MOST_CHARACTERS).replace(/\p{C}/gu, '')).trim();
  return shown.slice(0, MOST_CHARACTERS) || null;
}

const INSERT = `
  insert into core.sign_in_entries (tenant_id, id, user_id, action, way, address, user_agent)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const valuesOf = (told: Told): unknown[] => {
  const { tenant_id, user_id, at, action, way, address, user_agent } = told;
  return [tenant_id, newId(at), user_id, action, way, address, user_agent];
};

const isAction = (text: string): text is SignInAction => signInActions.some((action) => action === text);

const filters: Filters<AuditQuery> = {
  action: (value, bind) => `r.action = ${bind(value.trim().toLowerCase())}`,
  record_type: (value) => (value.trim().toLowerCase() === 'user' ? 'true' : 'false'),
  record_id: equalsId('user_id'),
  actor_id: (value, bind) => `${equalsId('user_id')(value, bind)} and r.action = 'login'`,
  date_from: idFromDay,
  date_to: idToDay,
};

/**
 * Sign-ins, for the administrators of the tenant. They are listed as entries of the audit trail and kept apart from it, since
 * they hold addresses: `purgeExpired` deletes them after 90 days. What the limits refuse is not kept, so that guesses cannot fill it.
 */
@Injectable()
export class SignInTrail {
  /** Hears what could not be written. */
  failed: (error: unknown) => void = () => undefined;
  private waiting: Told[] = [];
  private writing: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  /** Whether a list of the audit trail asks for sign-ins. */
  isAskedFor({ action = '' }: AuditQuery): boolean {
    return isAction(action.trim().toLowerCase());
  }

  /** Keeps a success: written with the session, in the packet of its COMMIT. */
  succeeded(ctx: Context, user: User, way: SignInWay, client: Client): void {
    client.identified?.({ tenant_id: user.tenant_id, user_id: user.id });
    if (user.tenant_id === NO_TENANT) return;
    ctx.db.enqueue(INSERT, valuesOf(tell(ctx, user, { action: 'login', way, client, isShown: true })));
  }

  /**
   * Keeps wrong passwords of accounts. Nothing waits for it: the time of a refusal must not tell which accounts there are.
   * @param isShown whether the address is told: a tenant where someone made a membership for a stranger's e-mail must not hear
   * from where that person signs in
   */
  refused(
    ctx: Context,
    users: readonly User[],
    way: SignInWay,
    client: Client,
    isShown: (user: User) => boolean,
  ): void {
    const [only] = users;
    if (only && users.length === 1) client.identified?.({ tenant_id: only.tenant_id, user_id: only.id });
    const told = users
      .filter(({ tenant_id }) => tenant_id !== NO_TENANT)
      .map((user) => tell(ctx, user, { action: 'login_failed', way, client, isShown: isShown(user) }));
    if (told.length === 0) return;
    if (this.waiting.length + told.length > MOST_WAITING) {
      this.failed(new Error('Too many failed sign-ins wait to be written: some are left out'));
      return;
    }
    this.waiting.push(...told);
    this.writing ??= this.write().finally(() => (this.writing = null));
  }

  /** Waits until all failures that were answered here are written. */
  async written(): Promise<void> {
    await this.writing;
  }

  /** The sign-ins of the context's tenant, newest first, as entries of the audit trail. */
  async list(ctx: Context, query: AuditQuery, page: PageRequest): Promise<Page<AuditEntry>> {
    await this.written();
    const values: unknown[] = [ctx.tenant_id];
    const from = `from core.sign_in_entries r where ${where(filters, query, ['r.tenant_id = $1'], values)}`;
    const [rows, [count]] = await Promise.all([
      ctx.db.read(
        `select r.tenant_id, r.id, r.user_id, r.action, r.way, r.address, r.user_agent ${from}
         order by r.id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, page.size, offsetOf(page)],
      ),
      ctx.db.read(`select count(*) ${from}`, values),
    ]);
    return new Page(rows.map(entryOf), count?.[0] as number, page);
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const some = this.waiting.splice(0, AT_ONCE);
      for (const [tenant_id, entries] of grouped(some, (told) => told.tenant_id)) {
        const who = { tenant_id, actor: null, now: (entries[0] as Told).at };
        await this.database
          .job(who, async (ctx) => {
            for (const told of entries) ctx.db.enqueue(INSERT, valuesOf(told));
          })
          .catch((error: unknown) => this.failed(error));
      }
    }
  }
}

function tell(
  ctx: Context,
  { tenant_id, id }: User,
  { action, way, client, isShown }: { action: SignInAction; way: SignInWay; client: Client; isShown: boolean },
): Told {
  const from = isShown
    ? { address: client.address || null, user_agent: shownUserAgent(client.user_agent) }
    : { address: null, user_agent: null };
  return { tenant_id, user_id: id, at: ctx.now, action, way, ...from };
}

function entryOf([tenant_id, id, user_id, action, way, address, user_agent]: Row): AuditEntry {
  const known = Object.entries({ way, address, user_agent }).filter(([, value]) => value !== null);
  return Object.assign(new AuditEntry(), {
    tenant_id,
    id,
    at: instantOfId(id as string),
    actor_id: action === 'login' ? user_id : null,
    actor_kind: action === 'login' ? 'user' : 'service',
    action,
    record_type: 'user',
    record_id: user_id,
    changes: Object.fromEntries(known.map(([name, after]) => [name, { before: null, after }])),
  });
}
