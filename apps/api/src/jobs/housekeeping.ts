import { Injectable } from '@nestjs/common';
import {
  AccountLetterRepository,
  AccountLinks,
  RateWindowTable,
  ApiKeyReview,
  EventFeed,
  ShardNodes,
  NotificationService,
  TenantRepository,
  TermExpiry,
  WebhookRetention,
  purgeExpired,
} from '@usaha/core';
import { PositionHistory } from '@usaha/logistics';
import { Database, NO_TENANT, eachTenant, type Context, type EachTenantOptions } from '@usaha/shared';
import { forgetAnswers, forgetHandled } from '@usaha/shared/operation';

/** Deletes what no longer counts or may no longer be kept, records which subscriptions have ended, tells of API keys that end, and turns feeds off that are not read. */
@Injectable()
export class Housekeeping {
  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
    private readonly tenants: TenantRepository,
    private readonly notifications: NotificationService,
    private readonly accountLetters: AccountLetterRepository,
    private readonly accountLinks: AccountLinks,
    private readonly positions: PositionHistory,
    private readonly expiry: TermExpiry,
    private readonly windows: RateWindowTable,
    private readonly apiKeys: ApiKeyReview,
    private readonly feed: EventFeed,
    private readonly webhooks: WebhookRetention,
  ) {}

  /** One round of all parts. Each part has its turn, also where one before it failed. */
  async run(options: EachTenantOptions): Promise<void> {
    const { database, nodes, notifications } = this;
    const now = new Date();
    const there = await nodes.list(now);
    const as = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>) =>
      database.job({ tenant_id, actor: null, now }, work);
    const ofTenant = async (tenant_id: string): Promise<void> => {
      await as(tenant_id, (ctx) => Promise.all([forgetAnswers(ctx), this.windows.forget(ctx)]));
      await as(tenant_id, (ctx) => notifications.forget(ctx));
      await as(tenant_id, (ctx) => this.accountLinks.forget(ctx));
      await as(tenant_id, (ctx) => this.positions.forget(ctx));
      await as(tenant_id, (ctx) => this.apiKeys.run(ctx));
    };
    const ofAll = [
      ...there.flatMap((machine) => [
        () => as(NO_TENANT, (ctx) => purgeExpired(ctx, machine)),
        () => as(NO_TENANT, (ctx) => forgetHandled(ctx, machine)),
        () => as(NO_TENANT, (ctx) => this.accountLetters.forget(ctx, machine)),
        async () => {
          const unread = await as(NO_TENANT, (ctx) => this.feed.unread(ctx, machine));
          await eachTenant(unread, (id) => as(id, (ctx) => this.feed.disableUnread(ctx)), options);
        },
        () => this.webhooks.run(now, machine, options.isStopping),
      ]),
      () => as(NO_TENANT, (ctx) => notifications.forgetCounts(ctx)),
      async () => {
        const all = await as(NO_TENANT, (ctx) => this.tenants.everyId(ctx));
        const tenantsPerNode = await nodes.perNode(now, all);
        await Promise.all(tenantsPerNode.map((some) => eachTenant(some, ofTenant, options)));
      },
      () => this.expiry.run(now, options),
    ];
    for (const part of ofAll) await part().catch((error: unknown) => options.failed(error, NO_TENANT));
  }
}
