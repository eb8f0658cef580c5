import { Body, Controller, Param, Query } from '@nestjs/common';
import { SubscriptionService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../contract.js';
import {
  SubscriptionCreate,
  SubscriptionListQuery,
  SubscriptionUpdate,
  SubscriptionView,
  newSubscription,
  subscriptionChanges,
  subscriptionQuery,
  subscriptionView,
} from './subscriptions.wire.js';

@ApiTags('subscriptions')
@Records({ subscription_id: SubscriptionService })
@Controller('v1/subscriptions')
export class ContractSubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionService) {}

  @Lists('', 'subscriptions', SubscriptionView, {
    summary: 'List subscriptions',
    description:
      'Lists the subscriptions of your tenant, newest first; those of all tenants for the operator (A-156). You read and change those of tenants that you created, too (A-334).',
  })
  async list(@Ctx() ctx: Context, @Query() query: SubscriptionListQuery) {
    return (await this.subscriptions.list(ctx, subscriptionQuery(query), pageOf(query))).map(subscriptionView(ctx.now));
  }

  @Creates('', SubscriptionView, {
    summary: 'Subscribe to a plan',
    description:
      "For administrators, for their own tenant or one that they created; the operator may subscribe any tenant. The subscription is active at once. A tenant may have several; its plan is that of the newest active one. Another tenant's id is answered with 400 (A-73, A-52).",
  })
  @Needs('subscriptions.write')
  async create(@Ctx() ctx: Context, @Body() body: SubscriptionCreate) {
    return subscriptionView(ctx.now)(await this.subscriptions.create(ctx, newSubscription(body)));
  }

  @Reads(':subscription_id', SubscriptionView, {
    summary: 'Read a subscription',
    description: 'The status is the current one: EXPIRED once ends_at has passed.',
  })
  async get(@Ctx() ctx: Context, @Param('subscription_id') id: string) {
    return subscriptionView(ctx.now)(await this.subscriptions.get(ctx, id));
  }

  @Changes(':subscription_id', SubscriptionView, {
    summary: 'Change a subscription',
    description:
      'For administrators. Absent fields are unchanged. A change of plan or billing cycle takes effect at once: amount, limits and features are those of the new plan, unused paid time buys time of it, and ends_at stays in the future (A-331). Of a CANCELLED or EXPIRED one it is answered with 400 (A-185). Tenant and status cannot be changed here (A-18).',
  })
  @Needs('subscriptions.write')
  async update(@Ctx() ctx: Context, @Param('subscription_id') id: string, @Body() body: SubscriptionUpdate) {
    return subscriptionView(ctx.now)(await this.subscriptions.update(ctx, id, subscriptionChanges(body)));
  }
}
