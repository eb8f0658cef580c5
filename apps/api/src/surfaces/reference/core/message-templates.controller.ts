import { Body, Controller, Param, Query } from '@nestjs/common';
import { MessageTemplateService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Changes, ListsWhole, Reads } from '../../../wire/route.js';
import {
  MessageTemplatePatch,
  MessageTemplateView,
  WhatsAppTemplateQuery,
  WhatsAppTemplateView,
  messageTemplateView,
  templateChanges,
  whatsAppTemplateView,
} from './message-templates.wire.js';

@ApiTags('messages')
@Records({ name: MessageTemplateService })
@Controller('api/v1/message-templates')
export class ReferenceMessageTemplatesController {
  constructor(private readonly templates: MessageTemplateService) {}

  @ListsWhole('', MessageTemplateView, {
    summary: 'List the templates of messages',
    description:
      'Lists each template with its parameters, its texts in English and Malay, and what your tenant says of it. Not paged (A-472).',
  })
  @Addition()
  async list(@Ctx() ctx: Context) {
    return (await this.templates.list(ctx)).map(messageTemplateView);
  }

  @Changes(':name', MessageTemplateView, {
    summary: 'Change a template of messages',
    description:
      'For administrators. `enabled` false: none is sent any more. `whatsapp` names the template that WhatsApp approved; without it none goes by WhatsApp. Absent fields are unchanged. Texts are the same for all tenants (A-472).',
  })
  @Needs('message_templates.administer')
  @Addition()
  async update(@Ctx() ctx: Context, @Param('name') name: string, @Body() body: MessageTemplatePatch) {
    return messageTemplateView(await this.templates.update(ctx, name, templateChanges(body)));
  }

  @Reads(':name/whatsapp', WhatsAppTemplateView, {
    summary: 'Read what WhatsApp is asked to approve',
    description:
      'The text to submit to WhatsApp, with `{{1}}` for the first parameter and a sample of each. A template without a text for WhatsApp is answered with 404 (A-472).',
  })
  @Addition()
  forApproval(@Param('name') name: string, @Query() { language = 'en' }: WhatsAppTemplateQuery) {
    return whatsAppTemplateView(this.templates.forApproval(name, language));
  }
}
