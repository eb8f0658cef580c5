import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SubscriptionService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Changes, Creates, Lists, Reads } from '../../wire/route.js';
import { pageOf } from '../contract.js';
import {
  SubscriptionCreate,
  SubscriptionListQuery,
  SubscriptionUpdate,
  SubscriptionView,
  newSubscription,
  subscriptionChanges,
  subscriptionView,
} from './subscriptions.wire.js';

@ApiTags('subscriptions')
@Records({ subscription_id: SubscriptionService })
@Controller('v1/subscriptions')
export class ContractSubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionService) {}

  @Lists('', 'subscriptions', SubscriptionView, {
    summary: 'List subscriptions',
    description: "The subscriptions of one's own tenant, newest first.",
  })
  async list(@Ctx() ctx: Context, @Query() { status, ...page }: SubscriptionListQuery) {
    const query = { status: status?.toUpperCase() };
    return (await this.subscriptions.list(ctx, query, pageOf(page))).map(subscriptionView(ctx.now));
  }

  @Creates('', SubscriptionView, {
    summary: 'Subscribe to a plan',
    description:
      "For administrators, for their own tenant; the operator for any. Active at once; a tenant may have several, and its plan is that of the newest active one (A-73). Another tenant's id is a 400 (A-52).",
  })
  @Needs('subscriptions.write')
  async create(@Ctx() ctx: Context, @Body() body: SubscriptionCreate) {
    return subscriptionView(ctx.now)(await this.subscriptions.create(ctx, newSubscription(body)));
  }

  @Reads(':subscription_id', SubscriptionView, {
    summary: 'Read a subscription',
    description: 'Its status is as it is now: EXPIRED once ends_at has passed.',
  })
  async get(@Ctx() ctx: Context, @Param('subscription_id') id: string) {
    return subscriptionView(ctx.now)(await this.subscriptions.get(ctx, id));
  }

  @Changes(':subscription_id', SubscriptionView, {
    summary: 'Change a subscription',
    description:
      'For administrators. What is absent stays (A-18). Another plan or cycle computes amount, limits, features, ends_at and renews_at anew from the start (A-170); tenant and status are not changed here.',
  })
  @Needs('subscriptions.write')
  async update(@Ctx() ctx: Context, @Param('subscription_id') id: string, @Body() body: SubscriptionUpdate) {
    return subscriptionView(ctx.now)(await this.subscriptions.update(ctx, id, subscriptionChanges(body)));
  }
}
