import { Body, Controller } from '@nestjs/common';
import { MessageSettingsService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Addition, Changes, Reads } from '../../../wire/route.js';
import {
  MessageSettingsPatch,
  MessageSettingsView,
  messageSettingsView,
  settingsChanges,
} from './message-settings.wire.js';

@ApiTags('messages')
@Controller('api/v1/message-settings')
export class ReferenceMessageSettingsController {
  constructor(private readonly settings: MessageSettingsService) {}

  @Reads('', MessageSettingsView, {
    summary: 'Read the settings of messages',
    description: 'For administrators. Says how the business sends messages to people (A-476).',
  })
  @Needs('message_settings.administer')
  @Addition()
  async get(@Ctx() ctx: Context) {
    return messageSettingsView(await this.settings.get(ctx));
  }

  @Changes('', MessageSettingsView, {
    summary: 'Change the settings of messages',
    description:
      'For administrators. Absent fields are unchanged. Between quiet_from and quiet_to reminders by WhatsApp and SMS wait; those that make no sense afterwards go by e-mail, or not at all. A limit above that of the operator is 400. Once the budget of the month is spent, e-mail alone is sent; administrators get a letter at 80 and 100 % (A-476).',
  })
  @Needs('message_settings.administer')
  @Addition()
  async update(@Ctx() ctx: Context, @Body() body: MessageSettingsPatch) {
    return messageSettingsView(await this.settings.update(ctx, settingsChanges(body)));
  }
}
