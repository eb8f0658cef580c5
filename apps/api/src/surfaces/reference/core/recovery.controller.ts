import { Body, Controller } from '@nestjs/common';
import { PasswordRecovery, type Client } from '@usaha/core';
import type { Context, Language, Words } from '@usaha/shared';
import { Ctx, FromClient } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Public } from '../../../wire/permissions.js';
import { Acts, Addition } from '../../../wire/route.js';
import {
  ForgotPasswordBody,
  ForgotPasswordView,
  ResetPasswordBody,
  ResetPasswordView,
  recoveredView,
} from './recovery.wire.js';

const onItsWay: Words = {
  en: 'If there is such an account, a letter with a link is on its way',
  ms: 'Jika akaun itu wujud, surat dengan pautan sedang dihantar',
};

/** New passwords by letter. */
@ApiTags('auth')
@Controller('api/v1/auth')
export class ReferenceRecoveryController {
  constructor(private readonly recovery: PasswordRecovery) {}

  @Acts('forgot-password', ForgotPasswordView, {
    summary: 'Ask for a new password by letter',
    description:
      'Sends a letter with a link, valid for one hour, to the active accounts with a password that an e-mail or username means. Without a tenant these are at most five, in one letter with a link for each. The answer is the same for known and unknown names; an unknown tenant is answered with 404. The sixth request in 15 minutes for one name from one address is answered with 429. A user gets at most three such letters an hour (A-404).',
  })
  @Public()
  @Addition()
  async forgot(
    @Ctx() ctx: Context,
    @FromClient() client: Client,
    @Body() { email, tenant_id, link_url }: ForgotPasswordBody,
    @ReadIn() language: Language,
  ): Promise<ForgotPasswordView> {
    await this.recovery.ask(ctx, { identity: email, tenant: tenant_id, link_url, client });
    return { message: onItsWay[language] };
  }

  @Acts('reset-password', ResetPasswordView, {
    summary: 'Set a password by the link of a letter',
    description:
      'Sets the password of the account that the token of a letter names, of a new password or an invitation. A pending account becomes active, its e-mail counts as confirmed, and all its sessions end; a second factor stays. A token works once; one that is unknown, used or ended is answered with 400 naming `token`. A refused password leaves the token valid (A-405).',
  })
  @Public()
  @Addition()
  async reset(@Ctx() ctx: Context, @Body() { token, new_password }: ResetPasswordBody) {
    return recoveredView(await this.recovery.reset(ctx, token, new_password));
  }
}
