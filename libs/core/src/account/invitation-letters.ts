import { Injectable } from '@nestjs/common';
import { announce, type Context } from '@usaha/shared';
import type { User } from '../user/user.entity.js';
import { AccountLetters } from './account-letters.js';
import type { AccountLink } from './account-link.entity.js';
import { AccountLinks } from './account-links.js';

/** Invites users by letter: the letter and its link are written with the user, or not at all. */
@Injectable()
export class InvitationLetters {
  constructor(
    private readonly links: AccountLinks,
    private readonly letters: AccountLetters,
  ) {}

  /** Enqueues an invitation to the user's e-mail, which ends an earlier one. @param link_url a listed page of a consumer */
  begin(ctx: Context, user: User, link_url?: string): AccountLink {
    const link = this.links.begin(ctx, 'invitation', user.id, user.email);
    this.letters.enqueue(ctx, { kind: 'invitation', link, link_url });
    announce(ctx, 'core.user.invited', { user_id: user.id });
    return link;
  }
}
