import { Body, Controller } from '@nestjs/common';
import { EmailChange, LinkedAccounts, type Client } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx, FromClient } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, NotIdempotent, Public, SessionOnly, Tenantless } from '../../../wire/permissions.js';
import { Acts, Addition } from '../../../wire/route.js';
import { ConfirmEmailBody, ConfirmedEmailView, EmailBody, PendingEmailView, pendingEmailView } from './email.wire.js';

/** Changes of the own e-mail. */
@ApiTags('auth')
@Controller('api/v1/auth')
export class ReferenceEmailController {
  constructor(
    private readonly emails: EmailChange,
    private readonly accounts: LinkedAccounts,
  ) {}

  @Acts('me/email', PendingEmailView, {
    summary: 'Change or confirm your e-mail',
    description:
      'Sends a letter with a link, valid for 24 hours, to the e-mail that you want, or to your present one. Your e-mail stays as it is until the link is used. A wrong current password is answered with 400, an e-mail of another user with 409; after 20 wrong passwords within 15 minutes from one address, further attempts are answered with 429, as is the eleventh letter of a user in an hour (A-408, A-393).',
  })
  @Needs('read')
  @Tenantless()
  @SessionOnly()
  @NotIdempotent()
  @Addition()
  async ask(@Ctx() ctx: Context, @FromClient() client: Client, @Body() body: EmailBody) {
    return pendingEmailView(await this.emails.ask(ctx, { ...body, client }));
  }

  @Acts('confirm-email', ConfirmedEmailView, {
    summary: 'Confirm an e-mail by the link of a letter',
    description:
      'Makes the e-mail of the link that of its account, and confirmed. A username that is the old e-mail follows it, and the old e-mail gets a letter. A token works once; one that is unknown, used or ended is answered with 400 naming `token`, and an e-mail that another user has meanwhile with 409 (A-408).',
  })
  @Public()
  @Addition()
  async confirm(@Ctx() ctx: Context, @Body() { token }: ConfirmEmailBody): Promise<ConfirmedEmailView> {
    const { email } = await this.accounts.confirmEmail(ctx, token);
    return { email };
  }
}
