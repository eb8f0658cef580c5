import type { PendingEmail } from '@usaha/core';
import { field } from '../../../wire/field.js';
import { plainView } from '../../../wire/view.js';
import { linkUrl } from './invitations.wire.js';

/** POST /api/v1/auth/me/email/. */
export class EmailBody {
  @field.email('The e-mail that you want; your present one, to confirm it', 'mei.ling@pakdin.example') email!: string;
  @field.password('Your current password') current_password!: string;
  @linkUrl link_url?: string | null;
}

@field.record('An e-mail that waits for its confirmation')
export class PendingEmailView {
  @field.email('Your e-mail until then', 'mei@pakdin.example') email!: string;
  @field.email('The e-mail to which the link was sent', 'mei.ling@pakdin.example') pending_email!: string;
  @field.instant('Until when the link works (UTC)') expires_at!: Date;
}

/** POST /api/v1/auth/confirm-email/. */
export class ConfirmEmailBody {
  @field.password('Token from the link of a letter', {
    example: 'AZrzomscfD6dKh8uH01cW2oBmvOiaxx8Pp0qHy4fTVxbarZ1PTUkQ2NyYWJsZVNlY3JldE9mVGhpcnR5Rm91ckJ5dGVz',
    max: 200,
  })
  token!: string;
}

@field.record('An e-mail that was confirmed')
export class ConfirmedEmailView {
  @field.email('The e-mail of the account', 'mei.ling@pakdin.example') email!: string;
}

export const pendingEmailView = plainView<PendingEmail, PendingEmailView>(PendingEmailView);
