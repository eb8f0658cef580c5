import { Controller, Param, Query } from '@nestjs/common';
import { WebhookDeliveryService, WebhookEndpointService, WebhookTest } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records, notLookedUp } from '../../../wire/records.js';
import { Acts, Addition, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  DeliveryDetailView,
  DeliveryListQuery,
  DeliveryView,
  deliveryDetailView,
  deliveryView,
} from './webhook-deliveries.wire.js';

@ApiTags('webhooks')
@Records({
  webhook_id: WebhookEndpointService,
  delivery_id: notLookedUp('its routes have neither body nor query'),
})
@Controller('api/v1/webhooks/:webhook_id')
export class ReferenceWebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveryService,
    private readonly tests: WebhookTest,
  ) {}

  @Acts('test', DeliveryDetailView, {
    summary: 'Test a webhook',
    description:
      'For administrators. Sends core.webhook.tested once, at once, also to a disabled webhook, and answers the delivery. 20 a minute and tenant, then 429 (A-448).',
  })
  @Needs('webhooks.administer')
  @Addition()
  async test(@Ctx() ctx: Context, @Param('webhook_id') id: string) {
    return deliveryDetailView(await this.tests.run(ctx, id));
  }

  @Lists('deliveries', 'deliveries', DeliveryView, {
    summary: 'List deliveries',
    description:
      'For administrators. Lists what was and will be sent to a webhook, newest first. Deliveries are kept for 30 days after their end (A-447).',
  })
  @Needs('webhooks.administer')
  @Addition()
  async list(@Ctx() ctx: Context, @Param('webhook_id') webhook_id: string, @Query() query: DeliveryListQuery) {
    return (await this.deliveries.list(ctx, webhook_id, query, pageOf(query))).map(deliveryView);
  }

  @Reads('deliveries/:delivery_id', DeliveryDetailView, {
    summary: 'Read a delivery',
    description: 'For administrators. With what is sent, and its attempts.',
  })
  @Needs('webhooks.administer')
  @Addition()
  async get(@Ctx() ctx: Context, @Param('webhook_id') webhook_id: string, @Param('delivery_id') id: string) {
    return deliveryDetailView(await this.deliveries.get(ctx, webhook_id, id));
  }

  @Acts('deliveries/:delivery_id/retry', DeliveryView, {
    summary: 'Retry a delivery',
    description:
      'For administrators. The delivery is due at once and has a new schedule, in any status. 409 while the webhook is disabled (A-448).',
  })
  @Needs('webhooks.administer')
  @Addition()
  async retry(@Ctx() ctx: Context, @Param('webhook_id') webhook_id: string, @Param('delivery_id') id: string) {
    return deliveryView(await this.deliveries.retry(ctx, webhook_id, id));
  }
}
