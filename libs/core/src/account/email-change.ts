import { Injectable } from '@nestjs/common';
import { Database, DomainError, conflict, duplicate, invalid, unauthenticated, type Context } from '@usaha/shared';
import { statesPassword } from '../auth/password-again.js';
import { SignInTrail, type Client } from '../auth/sign-in-trail.js';
import { messages as userMessages } from '../user/user.messages.js';
import { UserRepository } from '../user/user.repository.js';
import { AccountLetters } from './account-letters.js';
import { AccountLinks } from './account-links.js';
import { AccountPages } from './account-pages.js';
import { AccountPolicyService } from './account-policy.service.js';
import { messages } from './account.messages.js';

const HOUR_SECONDS = 3_600;
/** Links to addresses that a user names, in an hour. */
const MOST_AN_HOUR = 10;

/** What users ask who want another e-mail, or to confirm the one they have. */
export interface WantedEmail {
  email: string;
  current_password: string;
  /** A page of a consumer that the tenant or the operator has listed. */
  link_url?: string | null;
  client: Client;
}

/** An e-mail that waits for its confirmation. */
export interface PendingEmail {
  email: string;
  pending_email: string;
  expires_at: Date;
}

/** Changes of the own e-mail: nothing changes before the letter's link is used. */
@Injectable()
export class EmailChange {
  constructor(
    private readonly users: UserRepository,
    private readonly links: AccountLinks,
    private readonly letters: AccountLetters,
    private readonly pages: AccountPages,
    private readonly policies: AccountPolicyService,
    private readonly signIns: SignInTrail,
    private readonly database: Database,
  ) {}

  /**
   * Sends a link to the address, which ends an earlier one. Wrong passwords are counted like wrong sign-ins.
   * @throws invalid (current_password, link_url), too_many (wrong passwords; an eleventh link in an hour), conflict (taken; no letters can be sent; the password was just changed)
   */
  async ask(ctx: Context, { email, current_password, link_url, client }: WantedEmail): Promise<PendingEmail> {
    if (!ctx.actor) throw unauthenticated(userMessages.notSignedIn());
    this.pages.requireLetters();
    const page = this.pages.requireListed(link_url, link_url ? (await this.policies.get(ctx)).link_urls : []);
    const own = await this.users.get(ctx, ctx.actor.user_id);
    const asked = { client, trail: this.signIns, database: this.database };
    if (!(await statesPassword(ctx, own, current_password, asked)))
      throw invalid('current_password', userMessages.passwordWrong({ field: 'current_password' }));
    const user = await this.users.lock(ctx, own.id);
    if (user.password_hash !== own.password_hash)
      throw conflict('current_password', userMessages.passwordJustChanged());
    const since = new Date(ctx.now.getTime() - HOUR_SECONDS * 1_000);
    const [isTaken, asked_before] = await Promise.all([
      this.users.isEmailTaken(ctx, user, email),
      this.links.countSince(ctx, user.id, 'email', since),
    ]);
    if (isTaken) throw duplicate('email', userMessages.emailInUse());
    // Letters go where the caller says, and are those of all accounts of the tenant, or of all without one.
    if (asked_before >= MOST_AN_HOUR)
      throw new DomainError('too_many', messages.tooManyResets({ seconds: HOUR_SECONDS }), {
        retry_after: HOUR_SECONDS,
      });
    const link = this.links.begin(ctx, 'email', user.id, email);
    this.letters.enqueue(ctx, { kind: 'confirm_email', link, link_url: page });
    ctx.db.record(ctx, { action: 'ask_email', record_type: 'user', record_id: user.id, changes: {} });
    return { email: user.email, pending_email: email, expires_at: link.expires_at };
  }
}
