import { Entity } from 'typeorm';
import { TenantRecord, columns, assignDefined, roles, type Role } from '@usaha/shared';

export const userStatuses = ['pending', 'active', 'inactive', 'disabled'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Addresses that a user is remembered to have signed in from. */
const MOST_ADDRESSES = 5;

/** Fields of a user that clients may set freely: no rule depends on them. */
const details = [
  'username',
  'email',
  'first_name',
  'last_name',
  'phone',
  'ic_number',
  'role',
  'permissions',
] as const satisfies (keyof User)[];
export type UserDetails = Pick<User, (typeof details)[number]>;

/**
 * A person's membership of one tenant. The same e-mail may be a member of several; each has a separate password
 * . A self-registered account is a member of the reserved nil tenant until it creates one.
 */
@Entity({ schema: 'core', name: 'users' })
export class User extends TenantRecord {
  /** The integer of the reference surface's login, unique on the platform. */
  @columns.serial() number!: number;
  /** Unique within the tenant regardless of case; the e-mail unless another is given. */
  @columns.code({ personal: true }) username!: string;
  @columns.code({ personal: true }) email!: string;
  /** When the user proved to read letters to the e-mail; null: never, or the e-mail was changed since. */
  @columns.instant({ nullable: true }) email_confirmed_at: Date | null = null;
  /** argon2id, in PHC string form; null until a password is set, and until then no sign-in succeeds. */
  @columns.code({ nullable: true, personal: true }) password_hash: string | null = null;
  /** Whether only the user's own person knows the password: false while it is the one that another person set. */
  @columns.flag({ default: false }) password_is_own = false;
  /** The version in which another person last set password or e-mail: power over tenants created before it has ended. */
  @columns.count({ nullable: true }) power_ended_in: number | null = null;
  /** While power has ended: the only address at which a letter proves the account. Empty: none does. */
  @columns.code({ nullable: true, personal: true }) proof_email: string | null = null;
  @columns.text({ nullable: true, personal: true }) first_name: string | null = null;
  @columns.text({ nullable: true, personal: true }) last_name: string | null = null;
  @columns.code({ nullable: true, personal: true }) phone: string | null = null;
  /** MyKad number as it was sent; nothing is checked for users. */
  @columns.sealed({ code: true }) ic_number!: string | null;
  @columns.choice(roles) role: Role = 'viewer';
  @columns.choice(userStatuses) status: UserStatus = 'pending';
  /** The driver that this user is. Roles below manager then reach no more of logistics than that driver's deliveries. */
  @columns.uuid({ nullable: true }) driver_id: string | null = null;
  /** Kept and shown; grants nothing beyond the role. */
  @columns.list() permissions: string[] = [];
  /** Whether there is a second factor, which sign-in asks for: enrolment alone sets it. */
  @columns.flag() mfa_enabled = false;
  /** Moved by sign-in, which is not a change: it leaves `version` alone. */
  @columns.instant({ nullable: true }) last_login: Date | null = null;
  /** Of several memberships of one person, sign-in looks at those first that were signed in to first. */
  @columns.instant({ nullable: true }) first_login: Date | null = null;
  /** The last addresses that signed in, as fingerprints, the latest first: they are let in while others guess. */
  @columns.list({ nullable: true, personal: true }) sign_in_addresses: string[] | null = null;
  /** When the personal columns were blanked; such a user is deleted as well. */
  @columns.instant({ nullable: true }) erased_at: Date | null = null;
  /** What sign-in finds a user by, regardless of case. */
  @columns.derived('lower(username)') readonly username_key?: string;
  @columns.derived('lower(email)') readonly email_key?: string;

  /** The username is the e-mail unless another is given. */
  static of(told: Partial<UserDetails> & Pick<User, 'email'>): User {
    const user = new User();
    user.describe({ ...told, username: told.username ?? told.email });
    return user;
  }

  /** The same person as administrator of another tenant, with the same password. */
  static likewise(person: User): User {
    const member = new User();
    member.describe(person);
    const { password_hash, password_is_own, email_confirmed_at } = person;
    const kept = { password_hash, password_is_own, email_confirmed_at };
    return Object.assign(member, { ...kept, role: 'admin', status: 'active' });
  }

  /** The same account in the tenant that it takes, as its administrator. */
  static movedFrom(account: User): User {
    const { id, number, created_at, last_login, first_login, sign_in_addresses, mfa_enabled } = account;
    const kept = { id, number, created_at, last_login, first_login, sign_in_addresses, mfa_enabled };
    return Object.assign(User.likewise(account), kept);
  }

  get is_active(): boolean {
    return this.status === 'active';
  }

  /** Whether it can sign in and administer: without a password it cannot. */
  get is_active_admin(): boolean {
    return this.is_active && this.role === 'admin' && this.password_hash !== null;
  }

  /** Gives a new one the integer that it is also known by. */
  giveNumber(number: number): this {
    this.number = number;
    return this;
  }

  /** Absent fields stay. Another e-mail is not confirmed. */
  describe(changes: Partial<UserDetails>): void {
    const { email } = this;
    assignDefined(this, changes, details);
    if (this.email !== email) this.email_confirmed_at = null;
  }

  /** The user proved to read letters to the present e-mail. */
  confirmEmail(now: Date): void {
    this.email_confirmed_at = now;
  }

  /** @param driver_id of a driver of this tenant; null: the user is no driver */
  linkToDriver(driver_id: string | null): void {
    this.driver_id = driver_id?.toLowerCase() ?? null;
  }

  /** The user's own person sets the password. Power that has ended stays ended: another may have known the one before. */
  choosePassword(hash: string): void {
    this.setPassword(hash);
    this.password_is_own = true;
  }

  /** Another person sets the password, and knows it. */
  assignPassword(hash: string): void {
    this.setPassword(hash);
    this.password_is_own = false;
  }

  /**
   * Ends the power over tenants that this account created until now: another person set its password or e-mail. Counts from
   * the version that is saved next.
   * @param address the e-mail before this change
   */
  endPower(address: string): void {
    this.power_ended_in = this.version + 1;
    this.proof_email ??= address;
  }

  /**
   * Restores that power after a letter has reached the account's person. A letter to an address that another person set proves nothing.
   * @param address to which the letter went @returns whether it proves the account
   */
  proveBy(address: string): boolean {
    const own = this.proof_email ?? this.email;
    if (own === '' || address.toLowerCase() !== own.toLowerCase()) return false;
    this.power_ended_in = null;
    this.proof_email = null;
    return true;
  }

  /** It signed in: no change of it (see `last_login`). @param from the fingerprint of the address */
  signIn(now: Date, from: string): void {
    this.last_login = now;
    this.first_login ??= now;
    const others = (this.sign_in_addresses ?? []).filter((one) => one !== from);
    this.sign_in_addresses = [from, ...others].slice(0, MOST_ADDRESSES);
  }

  /** Whether it has signed in from that address before. */
  isKnownAt(from: string): boolean {
    return this.sign_in_addresses?.includes(from) === true;
  }

  /** @param exists whether the user has a second factor from now on */
  setFactor(exists: boolean): void {
    this.mfa_enabled = exists;
  }

  /** One without a password becomes or stays pending: no sign-in of it succeeds. */
  activate(): void {
    this.status = this.password_hash === null ? 'pending' : 'active';
  }

  deactivate(): void {
    if (this.status === 'active') this.status = 'inactive';
  }

  /** A first password makes a pending account usable. */
  private setPassword(hash: string): void {
    this.password_hash = hash;
    if (this.status === 'pending') this.status = 'active';
  }
}
