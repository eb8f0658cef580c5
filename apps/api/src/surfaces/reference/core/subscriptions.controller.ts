import { Body, Controller, Param, Query } from '@nestjs/common';
import { SubscriptionService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { ReferencePage, pageOf } from '../reference.js';
import { SubscriptionEntryView, subscriptionEntryView } from './subscription-history.wire.js';
import {
  SubscriptionBody,
  SubscriptionListQuery,
  SubscriptionPatch,
  SubscriptionView,
  newSubscription,
  subscriptionChanges,
  subscriptionView,
} from './subscriptions.wire.js';

@ApiTags('subscriptions')
@Records({ subscription_id: SubscriptionService })
@Controller('api/v1/subscriptions')
export class ReferenceSubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionService) {}

  @Creates('', SubscriptionView, {
    summary: 'Subscribe to a plan',
    description:
      "For administrators, for their own tenant or one that they created; the operator may subscribe any tenant. The subscription is active at once. A tenant may have several; its plan is that of the newest active one. Another tenant's id is answered with 400 (A-73, A-52).",
  })
  @Needs('subscriptions.write')
  async create(@Ctx() ctx: Context, @Body() body: SubscriptionBody) {
    return subscriptionView(ctx.now)(await this.subscriptions.create(ctx, newSubscription(body)));
  }

  @Lists('', 'subscriptions', SubscriptionView, {
    summary: 'List subscriptions',
    description:
      'Lists the subscriptions of your tenant, newest first. The operator lists those of all tenants, or of the one that tenant_id names; and reads, changes and cancels any (A-156). You read, change and cancel those of tenants that you created, too (A-334).',
  })
  async list(@Ctx() ctx: Context, @Query() query: SubscriptionListQuery) {
    return (await this.subscriptions.list(ctx, query, pageOf(query))).map(subscriptionView(ctx.now));
  }

  @Reads(':subscription_id', SubscriptionView, {
    summary: 'Read a subscription',
    description: 'The status is the current one: expired once ends_at has passed.',
  })
  async get(@Ctx() ctx: Context, @Param('subscription_id') id: string) {
    return subscriptionView(ctx.now)(await this.subscriptions.get(ctx, id));
  }

  @Changes(':subscription_id', SubscriptionView, {
    summary: 'Change a subscription',
    description:
      'For administrators. Absent fields are unchanged. A change of plan or billing cycle takes effect at once: amount, limits and features are those of the new plan, unused paid time buys time of it, and ends_at stays in the future (A-331). A plan_id that names no plan is stored and changes nothing else (A-333). Of a cancelled or expired one it is answered with 409 (A-185). Tenant and status cannot be changed here (A-18).',
  })
  @Needs('subscriptions.write')
  async update(@Ctx() ctx: Context, @Param('subscription_id') id: string, @Body() body: SubscriptionPatch) {
    return subscriptionView(ctx.now)(await this.subscriptions.update(ctx, id, subscriptionChanges(body)));
  }

  @Lists(':subscription_id/history', 'history', SubscriptionEntryView, {
    summary: "List a subscription's history",
    description:
      'Lists what happened to a subscription, newest first: its creation, changes of plan, payments, refunds, its cancellation and its end. Of each entry, consumed_amount and left_amount add up to paid_amount (A-331).',
  })
  @Addition()
  async history(@Ctx() ctx: Context, @Param('subscription_id') id: string, @Query() query: ReferencePage) {
    return (await this.subscriptions.history(ctx, id, pageOf(query))).map(subscriptionEntryView);
  }

  @Acts(':subscription_id/cancel', SubscriptionView, {
    summary: 'Cancel a subscription',
    description:
      'For administrators. Cancels the subscription at once; it is not renewed. ends_at still is the end of the paid term, and the tenant keeps its plan until then (A-334). A subscription that is not active is answered with 409 (A-75).',
  })
  @Needs('subscriptions.write')
  async cancel(@Ctx() ctx: Context, @Param('subscription_id') id: string) {
    return subscriptionView(ctx.now)(await this.subscriptions.cancel(ctx, id));
  }
}
