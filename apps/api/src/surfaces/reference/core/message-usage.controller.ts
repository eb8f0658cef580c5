import { Controller, Query } from '@nestjs/common';
import { MessageUsage } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Addition, Reads } from '../../../wire/route.js';
import { MessageUsageQuery, MessageUsageView, messageUsageView } from './message-usage.wire.js';

@ApiTags('messages')
@Controller('api/v1/message-usage')
export class ReferenceMessageUsageController {
  constructor(private readonly usage: MessageUsage) {}

  @Reads('', MessageUsageView, {
    summary: 'Read what messages were sent',
    description:
      'For managers and administrators. Counts messages that a carrier took, or may have taken, with what they cost, by day, way or template (A-476).',
  })
  @Needs('messages.read')
  @Addition()
  async get(@Ctx() ctx: Context, @Query() query: MessageUsageQuery) {
    return messageUsageView(await this.usage.report(ctx, query));
  }
}
