import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainError,
  ALL_SHARDS,
  NO_TENANT,
  Repository,
  declareReferences,
  declareUnique,
  either,
  equals,
  runAcrossTenants,
  isUuid,
  noteHeld,
  noteWritten,
  translateDatabaseError,
  type Context,
  type Filters,
} from '@usaha/shared';
import type { OfTenants } from '../tenant/one-tenant.js';
import { User } from './user.entity.js';
import { userEvents } from './user.events.js';
import { nouns } from '../messages.js';

/** Filters of a list of users. */
export interface UserQuery {
  role?: string;
  is_active?: boolean;
}

const filters: Filters<UserQuery> = {
  role: equals('role'),
  is_active: either("r.status = 'active'", "r.status <> 'active'"),
};

declareUnique({ users_username: 'username', users_email: 'email' });
declareReferences({ users_tenant: 'tenant_id' });

/** Memberships whose passwords a sign-in without a tenant verifies; it verifies as many where there are fewer, or none. */
export const MOST_CANDIDATES = 5;

/** An account that a sign-in without a tenant may mean. */
export interface Candidate {
  user: User;
  /** Whether it created its tenant. */
  isOwn: boolean;
}

/** SQL of the users that $1 names. */
const named = (anyName: boolean): string =>
  anyName ? '(r.email_key = lower($1) or r.username_key = lower($1))' : 'r.email_key = lower($1)';

const MAX_NUMBER = 2 ** 31 - 1;
const isNumber = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= MAX_NUMBER;

const bin = {
  resource: 'users',
  label: ({ first_name, last_name, username }: User) =>
    [first_name, last_name].filter((name) => name?.trim()).join(' ') || username,
};

/** The users of a tenant. An id is the uuid or the platform-wide integer. */
@Injectable()
export class UserRepository extends Repository<User, UserQuery> {
  constructor(database: Database) {
    super(database, User, { noun: nouns.user, filters, events: userEvents, bin });
  }

  /**
   * Enqueues the INSERT of a user who has a number.
   * @param whenTaken what is thrown where username or e-mail are taken; their conflict unless told
   */
  add(ctx: Context, user: User, whenTaken?: () => Error): User {
    const isTaken = (error: unknown): boolean => error instanceof DomainError && error.kind === 'conflict';
    return this.insert(ctx, user, 'create', (error) => {
      const translated = translateDatabaseError(error) as Error;
      return whenTaken && isTaken(translated) ? whenTaken() : translated;
    });
  }

  /** Accounts of one tenant that a sign-in may mean: by e-mail or (with `anyName`) also by username, compared without case. */
  async candidatesIn(ctx: Context, identity: string, anyName: boolean, there: OfTenants): Promise<User[]> {
    const values: unknown[] = [identity];
    const within = there.where('r.tenant_id', values);
    const rows = await runAcrossTenants(ctx, () =>
      ctx.db.read(
        `select ${this.table.selected} from ${this.table.path} r where ${named(anyName)} and ${within} and r.deleted_at is null
         order by r.status <> 'active', r.first_login nulls last, r.id limit ${MOST_CANDIDATES}`,
        values,
      ),
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /**
   * The same in all tenants, at most five. Other people can make any number of memberships for a stranger's e-mail, sign in
   * to them with other passwords, and even register and take tenants under it, since no address is confirmed; they cannot sign in
   * from where its owner does.
   * So the account without a tenant comes first, then what was signed in to from this address, then the latest own registration (an
   * account that took the tenant which it created), then the memberships that were signed in to last; inactive ones come behind.
   * @param from the fingerprint of the address @param there in which tenants; in all unless told
   */
  async candidates(
    ctx: Context,
    identity: string,
    anyName: boolean,
    from: string,
    there: OfTenants = ALL_SHARDS,
  ): Promise<Candidate[]> {
    const values: unknown[] = [identity, [from]];
    const within = there.where('r.tenant_id', values);
    const rows = await runAcrossTenants(ctx, () =>
      ctx.db.read(
        `select ${this.table.selected}, t.id is not null from ${this.table.path} r
           left join core.tenants t on t.id = r.tenant_id and t.creator_member_id = r.id and t.created_by = r.id
          where ${named(anyName)} and ${within} and r.deleted_at is null
          order by r.tenant_id <> '${NO_TENANT}', r.status <> 'active', (r.sign_in_addresses @> $2::text[]) is not true,
                   t.id is null, case when t.id is null then r.last_login end desc nulls last, r.id desc
          limit ${MOST_CANDIDATES}`,
        values,
      ),
    );
    return rows.map((row) => ({ user: this.hydrate(ctx, row), isOwn: row.at(-1) === true }));
  }

  /** Those that were found on each of several machines, in the same order, and no more of them. */
  best(found: readonly Candidate[], from: string): User[] {
    const rankOf = ({ user, isOwn }: Candidate): number[] => [
      user.tenant_id === NO_TENANT ? 0 : 1,
      user.is_active ? 0 : 1,
      user.isKnownAt(from) ? 0 : 1,
      isOwn ? 0 : 1,
      isOwn ? 0 : -(user.last_login?.getTime() ?? 0),
    ];
    const inOrder = (a: Candidate, b: Candidate): number => {
      const [one, other] = [rankOf(a), rankOf(b)];
      const apart = one.map((rank, i) => rank - (other[i] ?? 0)).find((difference) => difference !== 0);
      return apart ?? (a.user.id > b.user.id ? -1 : 1);
    };
    const ordered = found.toSorted(inOrder).slice(0, MOST_CANDIDATES);
    return ordered.map(({ user }) => user);
  }

  /** Locks all administrators of the tenant who can sign in, in id order, so that two of them cannot step down at once. @returns their ids. */
  async lockAdministrators(ctx: Context): Promise<string[]> {
    const rows = await ctx.db.lock(
      `select r.id, r.version from ${this.table.path} r
        where ${this.mine} and r.role = 'admin' and r.status = 'active' and r.password_hash is not null order by r.id for update`,
      [ctx.tenant_id],
    );
    const held = (rows as [string, number][]).map(([id, version]) => ({ id, version }));
    noteHeld(ctx, { path: this.table.path, words: this.words }, held);
    return held.map(({ id }) => id);
  }

  /** The people who run the business: its active administrators and managers, in the order in which they came. */
  async leaders(ctx: Context): Promise<User[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
        where ${this.mine} and r.role in ('admin', 'manager') and r.status = 'active' order by r.id`,
      [ctx.tenant_id],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** The administrators who can sign in, in the order in which they came; at most a hundred. */
  async administrators(ctx: Context): Promise<User[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
        where ${this.mine} and r.role = 'admin' and r.status = 'active' and r.password_hash is not null order by r.id limit 100`,
      [ctx.tenant_id],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** The tenant's active accounts that have a password. */
  async activeWithPassword(ctx: Context): Promise<{ email: string; password_hash: string }[]> {
    const rows = await ctx.db.read(
      `select r.email, r.password_hash from ${this.table.path} r
        where ${this.mine} and r.status = 'active' and r.password_hash is not null order by r.id`,
      [ctx.tenant_id],
    );
    return (rows as [string, string][]).map(([email, password_hash]) => ({ email, password_hash }));
  }

  /**
   * What users are called, by the texts that name them: an id or a number. A text that names no user is left
   * out.
   */
  async namesOf(ctx: Context, texts: readonly string[]): Promise<Map<string, string>> {
    const [ids, numbers] = [texts.filter(isUuid), texts.filter(isNumber)];
    if (ids.length + numbers.length === 0) return new Map();
    const rows = await ctx.db.read(
      `select r.id, r.number, btrim(r.first_name || ' ' || r.last_name) from ${this.table.path} r
        where ${this.mine} and (r.id = any($2::uuid[]) or r.number = any($3::integer[]))`,
      [ctx.tenant_id, ids, numbers],
    );
    const names = new Map(
      rows.flatMap(([id, number, name]) => [
        [id as string, name as string],
        [String(number), name as string],
      ]),
    );
    return new Map(
      texts.flatMap((text) => [[text, names.get(text.toLowerCase()) ?? ''] as const]).filter(([, name]) => name),
    );
  }

  /** Whether another user of the tenant has an e-mail, or a username that the user's own would become with it. */
  async isEmailTaken(ctx: Context, { id, username, email: present }: User, email: string): Promise<boolean> {
    const rows = await ctx.db.read(
      `select 1 from ${this.table.path} r
        where ${this.mine} and r.deleted_at is null and r.id <> $2
          and (r.email_key = lower($3) or ($4 and r.username_key = lower($3))) limit 1`,
      [ctx.tenant_id, id, email, username.toLowerCase() === present.toLowerCase()],
    );
    return rows.length > 0;
  }

  /** A sign-in is not a change: no new version, nothing on the trail. */
  markLogin(ctx: Context, user: User, from: string, otherwise: () => Error): void {
    user.signIn(ctx.now, from);
    const { id, password_hash, sign_in_addresses, mfa_enabled } = user;
    ctx.db.updateExpecting(
      1,
      `update ${this.table.path} r set last_login = $3, first_login = coalesce(r.first_login, $3), sign_in_addresses = $5
       where ${this.mine} and r.id = $2 and r.status = 'active' and r.password_hash = $4 and r.mfa_enabled = $6`,
      [ctx.tenant_id, id, ctx.now, password_hash, sign_in_addresses, mfa_enabled],
      otherwise,
    );
  }

  /** Takes a tenantless account out of the nil tenant, once it has been written into its own. */
  leaveNoTenant(ctx: Context, id: string): void {
    ctx.db.enqueue(`delete from ${this.table.path} r where r.tenant_id = $1 and r.id = $2`, [NO_TENANT, id]);
    noteWritten(ctx, this.table.path, [{ id }]);
  }

  protected override nameIs(id: string): string | null {
    if (isNumber(id)) return 'r.number = $2';
    return super.nameIs(id);
  }
}
