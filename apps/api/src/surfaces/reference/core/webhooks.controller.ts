import { Body, Controller, Param, Query } from '@nestjs/common';
import { WebhookEndpointService, WebhookReplay } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { DeletedView, RecordPage, deleted, pageOf } from '../reference.js';
import {
  ReplayBody,
  ReplayView,
  RotateSecretBody,
  ToldWebhookView,
  WebhookBody,
  WebhookPatch,
  WebhookView,
  newWebhook,
  replayOf,
  replayView,
  toldWebhookView,
  webhookChanges,
  webhookView,
} from './webhooks.wire.js';

@ApiTags('webhooks')
@Records({ webhook_id: WebhookEndpointService })
@Controller('api/v1/webhooks')
export class ReferenceWebhooksController {
  constructor(
    private readonly webhooks: WebhookEndpointService,
    private readonly replays: WebhookReplay,
  ) {}

  @Creates('', ToldWebhookView, {
    summary: 'Create a webhook',
    description:
      'For administrators. Events of the business are sent to it from now on, signed with `secret`, which is shown in this answer and after a rotation only. A tenant may have at most 20; a further one is answered with 409 (A-437, A-439).',
  })
  @Needs('webhooks.administer')
  @Addition()
  async create(@Ctx() ctx: Context, @Body() body: WebhookBody) {
    return toldWebhookView(ctx.now)(await this.webhooks.create(ctx, newWebhook(body)));
  }

  @Lists('', 'webhooks', WebhookView, {
    summary: 'List webhooks',
    description: 'For administrators. Lists the webhooks of your tenant, newest first.',
  })
  @Needs('webhooks.administer')
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: RecordPage) {
    return (await this.webhooks.list(ctx, pageOf(query))).map(webhookView(ctx.now));
  }

  @Reads(':webhook_id', WebhookView, { summary: 'Read a webhook', description: 'For administrators.' })
  @Needs('webhooks.administer')
  @Addition()
  async get(@Ctx() ctx: Context, @Param('webhook_id') id: string) {
    return webhookView(ctx.now)(await this.webhooks.get(ctx, id));
  }

  @Changes(':webhook_id', WebhookView, {
    summary: 'Change a webhook',
    description: 'For administrators. Absent fields are unchanged (A-18); `headers` replaces all headers (A-441).',
  })
  @Needs('webhooks.administer')
  @Addition()
  async update(@Ctx() ctx: Context, @Param('webhook_id') id: string, @Body() body: WebhookPatch) {
    return webhookView(ctx.now)(await this.webhooks.update(ctx, id, webhookChanges(body)));
  }

  @Deletes(':webhook_id', DeletedView, {
    summary: 'Delete a webhook',
    description: 'For administrators. Drops the deliveries that are pending.',
  })
  @Needs('webhooks.administer')
  @Addition()
  async remove(@Ctx() ctx: Context, @Param('webhook_id') id: string) {
    return deleted(await this.webhooks.remove(ctx, id));
  }

  @Acts(':webhook_id/enable', WebhookView, {
    summary: 'Enable a webhook',
    description:
      'For administrators. Events are sent from now on; a replay sends those of the time in which it was disabled, of the last 7 days (A-446).',
  })
  @Needs('webhooks.administer')
  @Addition()
  async enable(@Ctx() ctx: Context, @Param('webhook_id') id: string) {
    return webhookView(ctx.now)(await this.webhooks.enable(ctx, id));
  }

  @Acts(':webhook_id/disable', WebhookView, {
    summary: 'Disable a webhook',
    description:
      'For administrators. Pending deliveries become `skipped`. Events are recorded for 7 days more, so that a replay can send them (A-446).',
  })
  @Needs('webhooks.administer')
  @Addition()
  async disable(@Ctx() ctx: Context, @Param('webhook_id') id: string) {
    return webhookView(ctx.now)(await this.webhooks.disable(ctx, id));
  }

  @Acts(':webhook_id/rotate-secret', ToldWebhookView, {
    summary: 'Rotate the secret of a webhook',
    description:
      'For administrators. Gives the webhook a new `secret`, shown in this answer only. Requests carry a signature of each secret for `expire_in_hours`; a further rotation drops the older one (A-439).',
  })
  @Needs('webhooks.administer')
  @Addition()
  async rotateSecret(@Ctx() ctx: Context, @Param('webhook_id') id: string, @Body() body: RotateSecretBody) {
    return toldWebhookView(ctx.now)(await this.webhooks.rotateSecret(ctx, id, body.expire_in_hours));
  }

  @Acts(':webhook_id/replay', ReplayView, {
    summary: 'Replay events',
    description:
      'For administrators. Queues events of the last 7 days again, delivered or not, and those that were recorded while the webhook was disabled: at most 10,000, oldest first. With `status` only deliveries that ended so. 409 while the webhook is disabled (A-448).',
  })
  @Needs('webhooks.administer')
  @Addition()
  async replay(@Ctx() ctx: Context, @Param('webhook_id') id: string, @Body() body: ReplayBody) {
    return replayView(await this.replays.run(ctx, id, replayOf(body)));
  }
}
