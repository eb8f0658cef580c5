import { Injectable } from '@nestjs/common';
import {
  Database,
  announce,
  conflict,
  duplicate,
  forbidden,
  fieldMessages,
  invalid,
  NO_TENANT,
  type Context,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { AccountLetters } from '../account/account-letters.js';
import { AccountLinks } from '../account/account-links.js';
import { AccountPolicyService } from '../account/account-policy.service.js';
import { InvitationLetters } from '../account/invitation-letters.js';
import { statesPassword } from '../auth/password-again.js';
import { SignInTrail, type Client } from '../auth/sign-in-trail.js';
import { SessionRegistry } from '../auth/session.registry.js';
import { Bin } from '../bin/bin.js';
import { DocumentParties } from '../document/document-parties.js';
import { personParty } from '../document/party.js';
import { FactorRepository } from '../factor/factor.repository.js';
import { DriverLinks } from './driver-links.js';
import { hashPassword } from './password.js';
import { PasswordRules } from './password-rules.js';
import { User, type UserDetails } from './user.entity.js';
import { UserNumbers } from './user-numbers.js';
import { UserRepository, type UserQuery } from './user.repository.js';
import { messages } from './user.messages.js';

/** What a user is created from. Without a password the account is pending. */
export type NewUser = Pick<User, 'email'> &
  Partial<UserDetails & Pick<User, 'driver_id'>> & { password?: string | null };

/** What may be changed of a user; what is absent stays, null clears an optional field. */
export type UserChanges = Partial<NewUser & Pick<User, 'is_active'>> & {
  /** Asked of administrators who change their own password or e-mail. */
  current_password?: string | null;
  /** The client: wrong current passwords are counted like wrong sign-ins. */
  client?: Client;
  /** Names that this change may not empty, where users are made with them. One that was empty before may stay so. */
  required?: readonly NameField[];
};
type NameField = 'first_name' | 'last_name';

/** The fields that users may change of themselves. */
const ownFields = new Set<keyof UserChanges>(['first_name', 'last_name', 'phone']);

/** What follows from a change of another field. */
const consequences = new Set(['email_confirmed_at']);

/** Where nothing is said of the client. */
const UNKNOWN: Client = { address: '', user_agent: null };

/** The users of the context's tenant. */
@Injectable()
export class UserService {
  constructor(
    private readonly users: UserRepository,
    private readonly numbers: UserNumbers,
    private readonly sessions: SessionRegistry,
    private readonly links: AccountLinks,
    private readonly signIns: SignInTrail,
    private readonly drivers: DriverLinks,
    private readonly database: Database,
    private readonly parties: DocumentParties,
    private readonly factors: FactorRepository,
    private readonly passwords: PasswordRules,
    private readonly policies: AccountPolicyService,
    private readonly invitations: InvitationLetters,
    private readonly letters: AccountLetters,
    private readonly bin: Bin,
  ) {}

  /** @param id the uuid or the integer. @throws not_found */
  get(ctx: Context, id: string): Promise<User> {
    return this.users.get(ctx, id);
  }

  list(ctx: Context, query: UserQuery, page: PageRequest): Promise<Page<User>> {
    return this.users.list(ctx, query, page);
  }

  /**
   * @throws invalid for a password that is too short and for an unknown driver; by what comes next, COMMIT at the latest, conflict when username or e-mail is taken
   * in this tenant
   * @param told.isInvited whether the caller invites a user without a password; otherwise the tenant's policy does
   */
  async create(ctx: Context, data: NewUser, { isInvited = false } = {}): Promise<User> {
    const user = User.of(data).giveId(ctx.now);
    if (typeof data.password === 'string') {
      const password = await this.passwords.require(ctx, data.password, { user: () => user });
      const hash = await hashPassword(password, ctx);
      if (ctx.actor) user.assignPassword(hash);
      else user.choosePassword(hash);
    }
    if (typeof data.driver_id === 'string') {
      await this.drivers.require(ctx, 'driver_id', data.driver_id);
      user.linkToDriver(data.driver_id);
    }
    user.giveNumber(await this.numbers.next(ctx));
    // Without a username none can be taken: it is the e-mail.
    const whenTaken = data.username === undefined ? () => duplicate('email', messages.emailInUse()) : undefined;
    this.users.add(ctx, user, whenTaken);
    if (!isInvited && user.status === 'pending' && (await this.policies.held(ctx)).invite_new_users)
      this.invitations.begin(ctx, user);
    return user;
  }

  /**
   * Changes a user. Administrators may change all users; other users their own names and telephone number. The own password or
   * e-mail only with the current password; those of another end that account's power over tenants that it created.
   * @throws forbidden, too_many, not_found, conflict (taken names; the last administrator), invalid (password; a required name emptied; an unknown driver)
   */
  async update(ctx: Context, id: string, told: UserChanges): Promise<User> {
    const { required = [], current_password, client = UNKNOWN, ...changes } = told;
    if (typeof changes.password === 'string' && ctx.actor && ctx.actor.role !== 'admin') {
      throw forbidden(messages.passwordNotHere());
    }
    const proved = await this.proveOwn(ctx, id, changes, { current: current_password, client });
    const hash = await this.hashOfNew(ctx, id, changes);
    const stepsDown = (changes.role !== undefined && changes.role !== 'admin') || changes.is_active === false;
    const administrators = stepsDown ? await this.users.lockAdministrators(ctx) : [];
    const user = await this.users.lock(ctx, id);
    const { role, status, first_name, last_name, email, driver_id } = user;
    const before = { role, status, first_name, last_name, driver_id };
    const sole = stepsDown && user.is_active_admin && administrators.length === 1;
    user.describe(changes);
    if (changes.driver_id !== undefined) user.linkToDriver(changes.driver_id);
    if (changes.is_active === false) user.deactivate();
    this.setCredentials(ctx, user, { hash, before: email, proved });
    if (changes.is_active === true) this.activate(user);
    if (sole && !user.is_active_admin)
      throw conflict(user.role === 'admin' ? 'is_active' : 'role', messages.lastAdministratorStays());
    this.refuseBeyondOwnFields(ctx, user);
    const emptied = required.find((name) => user[name] !== before[name] && !user[name]?.trim());
    if (emptied) throw invalid(emptied, fieldMessages.mustNotBeEmpty({ field: emptied }));
    if (user.driver_id !== null && user.driver_id !== before.driver_id)
      await this.drivers.require(ctx, 'driver_id', user.driver_id);
    this.users.save(ctx, user);
    this.parties.keep(ctx, user, personParty(before), personParty(user));
    this.tellOfEmail(ctx, user, { status, email });
    // Those that were sent to another address end, too.
    if (hash || user.email !== email || (before.status === 'active' && !user.is_active))
      this.links.endAllOf(ctx, user.id);
    // Permanently: reactivated, the user signs in again.
    if (before.status === 'active' && !user.is_active) this.sessions.endAllOf(ctx, user.id);
    else if (hash) this.sessions.endAllOf(ctx, user.id, ctx.actor?.session_id);
    else if ((['role', 'status', 'driver_id'] as const).some((right) => before[right] !== user[right]))
      this.sessions.rightsChanged(ctx, { user_id: user.id });
    return user;
  }

  /** @throws not_found, conflict (oneself; the last administrator) */
  async remove(ctx: Context, id: string): Promise<User> {
    const administrators = await this.users.lockAdministrators(ctx);
    const user = await this.users.lock(ctx, id);
    if (user.id === ctx.actor?.user_id) throw conflict('user_id', messages.ownAccountStays());
    if (user.is_active_admin && administrators.length === 1)
      throw conflict('user_id', messages.lastAdministratorNotDeleted());
    this.factors.forget(ctx, user.id);
    this.users.remove(ctx, user);
    this.links.endAllOf(ctx, user.id);
    this.sessions.endAllOf(ctx, user.id);
    return user;
  }

  /**
   * Undoes the deletion: an administrator activates the user, who signs in again.
   * @throws not_found, conflict (a username or an e-mail that is taken)
   */
  restore(ctx: Context, id: string): Promise<User> {
    return this.bin.restore(ctx, this.users, id, (user) => user.deactivate());
  }

  /**
   * Changes one's own password; all other sessions end.
   * @param client where the request comes from: wrong passwords are counted like wrong sign-ins
   * @throws too_many, not_found for another's account, invalid for a wrong current password or too short a new one
   */
  async changePassword(ctx: Context, id: string, current: string, next: string, client: Client): Promise<User> {
    const found = await this.users.get(ctx, id);
    if (found.id !== ctx.actor?.user_id) throw forbidden(messages.passwordByOwner());
    await this.requireCurrentPassword(ctx, found, current, client);
    const password = await this.passwords.require(ctx, next, { field: 'new_password', user: () => found });
    const hash = await hashPassword(password, ctx);
    const user = await this.users.lock(ctx, id);
    if (user.password_hash !== found.password_hash) throw conflict('current_password', messages.passwordJustChanged());
    user.choosePassword(hash);
    this.users.save(ctx, user, 'change_password');
    this.links.endAllOf(ctx, user.id);
    this.sessions.endAllOf(ctx, user.id, ctx.actor.session_id);
    return user;
  }

  /** Self-registration: an account without a tenant. @throws conflict when username or e-mail is taken among those */
  register(ctx: Context, data: NewUser & { password: string }): Promise<User> {
    if (ctx.tenant_id !== NO_TENANT) throw new Error('Registration belongs to no tenant');
    return this.create(ctx, { ...data, role: 'viewer', permissions: [] });
  }

  /** Of the password that a change sets; null: it sets none. @throws invalid, not_found */
  private async hashOfNew(ctx: Context, id: string, { password, ...changes }: UserChanges): Promise<string | null> {
    if (typeof password !== 'string') return null;
    const user = async () => {
      const named = await this.users.get(ctx, id);
      named.describe(changes);
      return named;
    };
    return hashPassword(await this.passwords.require(ctx, password, { user }), ctx);
  }

  /** No transaction is held while the password is verified. @throws invalid, too_many */
  private async requireCurrentPassword(ctx: Context, user: User, password: string, client: Client): Promise<void> {
    if (!(await statesPassword(ctx, user, password, { client, trail: this.signIns, database: this.database })))
      throw invalid('current_password', messages.passwordWrong({ field: 'current_password' }));
  }

  /**
   * Asks administrators who change their own password or e-mail for the current password.
   * @returns the hash that it fits; null where none is asked for
   */
  private async proveOwn(
    ctx: Context,
    id: string,
    { password, email }: UserChanges,
    { current, client }: { current: string | null | undefined; client: Client },
  ): Promise<string | null> {
    const { actor } = ctx;
    const isOwn = actor?.role === 'admin' && (id.toLowerCase() === actor.user_id || Number(id) === actor.number);
    if (!isOwn || (typeof password !== 'string' && email === undefined)) return null;
    const own = await this.users.get(ctx, id);
    if (typeof password !== 'string' && email === own.email) return null;
    if (typeof current !== 'string')
      throw invalid('current_password', messages.passwordAsked({ field: 'current_password' }));
    await this.requireCurrentPassword(ctx, own, current, client);
    return own.password_hash;
  }

  /**
   * Sets the password, and keeps whose choice password and e-mail are.
   * @param now.before the e-mail before this change @param now.proved the hash of the own password that was given
   */
  private setCredentials(
    ctx: Context,
    user: User,
    now: { hash: string | null; before: string; proved: string | null },
  ): void {
    if (!now.hash && user.email === now.before) return;
    if (user.id !== ctx.actor?.user_id) {
      if (now.hash) user.assignPassword(now.hash);
      user.endPower(now.before);
      return;
    }
    // To others than administrators these fields are refused.
    if (ctx.actor.role === 'admin' && user.password_hash !== now.proved)
      throw conflict('current_password', messages.passwordJustChanged());
    if (now.hash) user.choosePassword(now.hash);
  }

  /** @throws conflict for a user without a password, who could not sign in */
  private activate(user: User): void {
    if (user.password_hash === null) throw conflict('is_active', messages.passwordBeforeActive());
    user.activate();
  }

  /** Announces another e-mail; the one that letters went to until now is told of it. */
  private tellOfEmail(ctx: Context, user: User, before: Pick<User, 'status' | 'email'>): void {
    const { id: user_id } = user;
    if (before.email.toLowerCase() === user.email.toLowerCase()) return;
    announce(ctx, 'core.user.email_changed', { user_id });
    if (before.status === 'active')
      this.letters.enqueue(ctx, { kind: 'email_changed', user_id, address: before.email });
  }

  private refuseBeyondOwnFields(ctx: Context, user: User): void {
    if (!ctx.actor || ctx.actor.role === 'admin') return;
    if (user.id !== ctx.actor.user_id) throw forbidden(messages.othersByAdministrator());
    const beyond = this.users
      .changedFields(user)
      .filter((field) => !ownFields.has(field as keyof UserChanges) && !consequences.has(field));
    if (beyond.length > 0) throw forbidden(messages.fieldsByAdministrator({ fields: beyond }));
  }
}
