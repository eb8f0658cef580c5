import { Body, Controller, Param, Query } from '@nestjs/common';
import { MessageService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  MessageBody,
  MessageListQuery,
  MessageView,
  messageFilters,
  messageView,
  newMessage,
} from './messages.wire.js';

@ApiTags('messages')
@Records({ message_id: MessageService })
@Controller('api/v1/messages')
export class ReferenceMessagesController {
  constructor(private readonly messages: MessageService) {}

  @Creates('', MessageView, {
    summary: 'Send a message',
    description:
      'Sends a message of a template to the person of a record, by the first of `ways` that has a carrier, a text, an address and the leave of the person; by the next one where a carrier certainly refuses it. 409 NOT_REACHABLE with the reason of each way in `details.ways`; the same to the same address within a minute is 409 JUST_SENT (A-478).',
  })
  @Addition()
  async create(@Ctx() ctx: Context, @Body() body: MessageBody) {
    return messageView(await this.messages.create(ctx, newMessage(body)));
  }

  @Lists('', 'messages', MessageView, {
    summary: 'List messages',
    description:
      'For managers and administrators. Lists messages to people, newest first, with their attempts (A-478).',
  })
  @Needs('messages.read')
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: MessageListQuery) {
    return (await this.messages.list(ctx, messageFilters(query), pageOf(query))).map(messageView);
  }

  @Reads(':message_id', MessageView, { summary: 'Read a message', description: 'For managers and administrators.' })
  @Needs('messages.read')
  @Addition()
  async get(@Ctx() ctx: Context, @Param('message_id') id: string) {
    return messageView(await this.messages.get(ctx, id));
  }
}
