import { Injectable } from '@nestjs/common';
import { conflict, notFound, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { UserService, type NewUser } from '../user/user.service.js';
import type { AccountLink } from './account-link.entity.js';
import { AccountLinks } from './account-links.js';
import { AccountPages } from './account-pages.js';
import { AccountPolicyService } from './account-policy.service.js';
import { messages } from './account.messages.js';
import { InvitationLetters } from './invitation-letters.js';

/** `waiting` for a mail server, `sent` to one, `refused` by one, or `ended`: used, replaced or too old. */
export const invitationStates = ['waiting', 'sent', 'refused', 'ended'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** How an invitation stands. */
export interface Invitation {
  state: InvitationState;
  /** When a mail server took the letter; null: none has. */
  sent_at: Date | null;
  expires_at: Date;
}

export const invitationOf = ({ sent_at, refused_at, expires_at, ended_at }: AccountLink, now: Date): Invitation => {
  const reached = refused_at !== null ? 'refused' : sent_at !== null ? 'sent' : 'waiting';
  return { state: ended_at !== null || expires_at <= now ? 'ended' : reached, sent_at, expires_at };
};

/** A user without a password, and the invitation to choose one. */
export interface InvitedUser {
  user: User;
  invitation: Invitation;
}

/** Invitations of users by letter. */
@Injectable()
export class Invitations {
  constructor(
    private readonly service: UserService,
    private readonly users: UserRepository,
    private readonly links: AccountLinks,
    private readonly letters: InvitationLetters,
    private readonly pages: AccountPages,
    private readonly policies: AccountPolicyService,
  ) {}

  /**
   * Creates a pending user and sends an invitation.
   * @param link_url a page of a consumer that the tenant or the operator has listed
   * @throws conflict (no letters can be sent; at COMMIT at the latest, taken names), invalid (link_url)
   */
  async create(ctx: Context, data: Omit<NewUser, 'password'>, link_url?: string | null): Promise<InvitedUser> {
    const page = await this.pageOf(ctx, link_url);
    const user = await this.service.create(ctx, data, { isInvited: true });
    return { user, invitation: invitationOf(this.letters.begin(ctx, user, page), ctx.now) };
  }

  /** The user's latest invitation; one that ended more than a day ago is not known any more. @throws not_found */
  async latest(ctx: Context, id: string): Promise<Invitation> {
    const user = await this.users.get(ctx, id);
    const link = await this.links.newest(ctx, user.id, 'invitation');
    if (!link) throw notFound(nouns.invitation);
    return invitationOf(link, ctx.now);
  }

  /** Sends another invitation: the link of an earlier one works no more. @throws not_found, conflict (the user is not pending; no letters can be sent), invalid (link_url) */
  async renew(ctx: Context, id: string, link_url?: string | null): Promise<Invitation> {
    const page = await this.pageOf(ctx, link_url);
    const user = await this.users.lock(ctx, id);
    if (user.status !== 'pending') throw conflict('user_id', messages.notPending());
    const link = this.letters.begin(ctx, user, page);
    ctx.db.record(ctx, { action: 'invite', record_type: 'user', record_id: user.id, changes: {} });
    return invitationOf(link, ctx.now);
  }

  private async pageOf(ctx: Context, link_url: string | null | undefined): Promise<string | undefined> {
    this.pages.requireLetters();
    if (typeof link_url !== 'string') return undefined;
    return this.pages.requireListed(link_url, (await this.policies.get(ctx)).link_urls);
  }
}
