import { Body, Controller, Param } from '@nestjs/common';
import { MessageAccountService, MessageService, wayOf } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, SessionOnly } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Changes, Creates, Deletes, Reads } from '../../../wire/route.js';
import {
  EmailAccountBody,
  MessageAccountTestBody,
  MessageAccountView,
  SmsAccountBody,
  WhatsAppAccountBody,
  messageAccountView,
} from './message-accounts.wire.js';
import { MessageView, messageView } from './messages.wire.js';

@ApiTags('messages')
@Records({ way: MessageAccountService })
@Controller('api/v1/message-accounts')
export class ReferenceMessageAccountsController {
  constructor(
    private readonly accounts: MessageAccountService,
    private readonly messages: MessageService,
  ) {}

  @Reads(':way', MessageAccountView, {
    summary: 'Read the carrier of a way',
    description:
      'For administrators. Whose carrier carries messages by whatsapp, sms or email: your own account, the operator’s, the outbox of development, or none. Of secrets only the last four characters are shown (A-473).',
  })
  @Needs('message_accounts.administer')
  @SessionOnly()
  @Addition()
  async get(@Ctx() ctx: Context, @Param('way') way: string) {
    return messageAccountView(await this.accounts.get(ctx, way));
  }

  @Changes('whatsapp', MessageAccountView, {
    summary: 'Set the account at WhatsApp',
    description:
      'For administrators. A phone number of Meta’s Cloud API. `webhook_url` and `verify_token` are entered at Meta as they are in this answer; the token is shown here alone. Templates have to be approved there and named by PUT message-templates/{name}/ (A-473).',
  })
  @Needs('message_accounts.administer')
  @SessionOnly()
  @Addition()
  async setWhatsApp(@Ctx() ctx: Context, @Body() body: WhatsAppAccountBody) {
    return messageAccountView(await this.accounts.set(ctx, 'whatsapp', body));
  }

  @Changes('sms', MessageAccountView, {
    summary: 'Set the account at a gateway of short messages',
    description:
      'For administrators. Twilio, or any gateway with an HTTP interface: `url` or `body` holds {to} and {text}, and may hold {id} and {from}; values are escaped for where they stand (A-473, A-477).',
  })
  @Needs('message_accounts.administer')
  @SessionOnly()
  @Addition()
  async setSms(@Ctx() ctx: Context, @Body() body: SmsAccountBody) {
    return messageAccountView(await this.accounts.set(ctx, 'sms', body));
  }

  @Changes('email', MessageAccountView, {
    summary: 'Set the mail server',
    description:
      'For administrators. Messages by e-mail leave by this server, on port 25, 465, 587 or 2525. Letters about accounts stay the operator’s (A-473).',
  })
  @Needs('message_accounts.administer')
  @SessionOnly()
  @Addition()
  async setEmail(@Ctx() ctx: Context, @Body() body: EmailAccountBody) {
    return messageAccountView(await this.accounts.set(ctx, 'email', body));
  }

  @Deletes(':way', MessageAccountView, {
    summary: 'Remove an account at a carrier',
    description: 'For administrators. The way has the operator’s carrier again, or none (A-473).',
  })
  @Needs('message_accounts.administer')
  @SessionOnly()
  @Addition()
  async remove(@Ctx() ctx: Context, @Param('way') way: string) {
    return messageAccountView(await this.accounts.remove(ctx, way));
  }

  @Creates(':way/test', MessageView, {
    summary: 'Send a test message',
    description:
      'For administrators. Sends the template `test` to an address by this way, after the answer; GET messages/{message_id}/ tells what became of it. At most ten an hour, then 429; 409 NOT_REACHABLE where it cannot be sent (A-473).',
  })
  @Needs('message_accounts.administer')
  @SessionOnly()
  @Addition()
  async test(@Ctx() ctx: Context, @Param('way') way: string, @Body() { to }: MessageAccountTestBody) {
    return messageView(await this.messages.test(ctx, wayOf(way), to));
  }
}
