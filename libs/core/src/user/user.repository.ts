import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainError,
  EVERYWHERE,
  NO_TENANT,
  Repository,
  declareReferences,
  declareUnique,
  either,
  equals,
  inPlatform,
  isUuid,
  noteHeld,
  noteWritten,
  translateDatabaseError,
  type Context,
  type Filters,
} from '@usaha/shared';
import type { OfTenants } from '../tenant/one-tenant.js';
import { User } from './user.entity.js';
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

/** Memberships whose passwords a sign-in without a tenant verifies. */
const MOST_CANDIDATES = 5;

const MAX_NUMBER = 2 ** 31 - 1;
const isNumber = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= MAX_NUMBER;

/** The users of a tenant. An id is the uuid or the platform-wide integer. */
@Injectable()
export class UserRepository extends Repository<User, UserQuery> {
  constructor(database: Database) {
    super(database, User, { noun: nouns.user, filters });
  }

  /**
   * Inserts a user who has a number; nobody waits for it.
   * @param whenTaken what is thrown by what comes next, COMMIT at the latest, where username or e-mail are taken; their conflict unless told
   */
  add(ctx: Context, user: User, whenTaken?: () => Error): User {
    const isTaken = (error: unknown): boolean => error instanceof DomainError && error.kind === 'conflict';
    this.insertUnlessTaken(ctx, user, (error) => {
      const translated = translateDatabaseError(error) as Error;
      return whenTaken && isTaken(translated) ? whenTaken() : translated;
    });
    return user;
  }

  /**
   * Accounts that a sign-in may mean: by e-mail or (with `anyName`) also by username, whatever the case, in one
   * tenant or in all; at most five: the one without a tenant, then the active ones that were signed in to, the earliest first,
   * then the oldest of the others. Anybody can make memberships for a stranger's e-mail.
   * @param there in which tenants; in all unless told
   */
  async candidates(ctx: Context, identity: string, anyName: boolean, there: OfTenants = EVERYWHERE): Promise<User[]> {
    const named = anyName ? '(r.email_key = lower($1) or r.username_key = lower($1))' : 'r.email_key = lower($1)';
    const values: unknown[] = [identity];
    const within = there.where('r.tenant_id', values);
    const rows = await inPlatform(ctx, () =>
      ctx.db.query(
        `select ${this.table.selected} from ${this.table.path} r where ${named} and ${within} and r.deleted_at is null
         order by r.tenant_id <> '${NO_TENANT}', r.status <> 'active', r.first_login nulls last, r.id limit ${MOST_CANDIDATES}`,
        values,
      ),
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** Those that were found on each of several machines, in the same order, and no more of them. */
  best(found: readonly User[]): User[] {
    const rankOf = (user: User): number[] => [
      user.tenant_id === NO_TENANT ? 0 : 1,
      user.is_active ? 0 : 1,
      user.first_login?.getTime() ?? Number.MAX_SAFE_INTEGER,
    ];
    const inOrder = (a: User, b: User): number => {
      const [one, other] = [rankOf(a), rankOf(b)];
      const apart = one.map((rank, i) => rank - (other[i] ?? 0)).find((difference) => difference !== 0);
      return apart ?? (a.id < b.id ? -1 : 1);
    };
    return found.toSorted(inOrder).slice(0, MOST_CANDIDATES);
  }

  /** Locks all active administrators of the tenant, in id order, so that two of them cannot step down at once. @returns their ids. */
  async holdAdministrators(ctx: Context): Promise<string[]> {
    const rows = await ctx.db.query(
      `select r.id, r.version from ${this.table.path} r
        where ${this.mine} and r.role = 'admin' and r.status = 'active' order by r.id for update`,
      [ctx.tenant_id],
    );
    const held = (rows as [string, number][]).map(([id, version]) => ({ id, version }));
    noteHeld(ctx, { path: this.table.path, words: this.words }, held);
    return held.map(({ id }) => id);
  }

  /** Who runs the business: its active administrators and managers, in the order in which they came. */
  async leaders(ctx: Context): Promise<User[]> {
    const rows = await ctx.db.query(
      `select ${this.table.selected} from ${this.table.path} r
        where ${this.mine} and r.role in ('admin', 'manager') and r.status = 'active' order by r.id`,
      [ctx.tenant_id],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** The tenant's active accounts that have a password. */
  async activeWithPassword(ctx: Context): Promise<{ email: string; password_hash: string }[]> {
    const rows = await ctx.db.query(
      `select r.email, r.password_hash from ${this.table.path} r
        where ${this.mine} and r.status = 'active' and r.password_hash is not null order by r.id`,
      [ctx.tenant_id],
    );
    return (rows as [string, string][]).map(([email, password_hash]) => ({ email, password_hash }));
  }

  /**
   * What users are called, by the texts that name them: an id or a number. What names nobody who is there is left
   * out.
   */
  async namesOf(ctx: Context, texts: readonly string[]): Promise<Map<string, string>> {
    const [ids, numbers] = [texts.filter(isUuid), texts.filter(isNumber)];
    if (ids.length + numbers.length === 0) return new Map();
    const rows = await ctx.db.query(
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

  /** A sign-in is not a change: no new version, nothing on the trail. */
  async markLogin(ctx: Context, user: User, otherwise: () => Error): Promise<void> {
    const { id, password_hash } = user;
    user.signIn(ctx.now);
    await ctx.db.changeExactly(
      1,
      `update ${this.table.path} r set last_login = $3, first_login = coalesce(r.first_login, $3)
       where ${this.mine} and r.id = $2 and r.status = 'active' and r.password_hash = $4`,
      [ctx.tenant_id, id, ctx.now, password_hash],
      otherwise,
    );
  }

  /** Takes a tenantless account out of the nil tenant, once it has been written into its own. */
  async leaveNoTenant(ctx: Context, id: string): Promise<void> {
    ctx.db.put(`delete from ${this.table.path} r where r.tenant_id = $1 and r.id = $2`, [NO_TENANT, id]);
    noteWritten(ctx, this.table.path, [{ id }]);
  }

  protected override nameIs(id: string): string | null {
    if (isNumber(id)) return 'r.number = $2';
    return super.nameIs(id);
  }
}
