import { Injectable } from '@nestjs/common';
import {
  AccountLetterRepository,
  AccountLinks,
  RateWindowTable,
  ApiKeyReview,
  BinPurge,
  ClientRateTable,
  EventFeed,
  FileRetention,
  MessageQueue,
  ShardNodes,
  NotificationService,
  PaymentRequestExpiry,
  TenantsWithWork,
  TenantExportClaims,
  TermExpiry,
  tenantsWithKeysToReview,
  forgetImportRows,
  tenantsWithOldImportRows,
  WebhookRetention,
  purgeExpired,
} from '@usaha/core';
import { PositionHistory, tenantsWithOldPositions } from '@usaha/logistics';
import { Database, NO_TENANT, eachTenant, type Context, type EachTenantOptions, type ShardScope } from '@usaha/shared';
import { forgetAnswers, forgetHandled } from '@usaha/shared/operation';

/** Deletes what no longer counts or may no longer be kept, records which subscriptions and payment requests have ended, tells of API keys that end, turns feeds off that are not read, and purges the bin. */
@Injectable()
export class Housekeeping {
  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
    private readonly tenants: TenantsWithWork,
    private readonly notifications: NotificationService,
    private readonly accountLetters: AccountLetterRepository,
    private readonly accountLinks: AccountLinks,
    private readonly messages: MessageQueue,
    private readonly positions: PositionHistory,
    private readonly expiry: TermExpiry,
    private readonly windows: RateWindowTable,
    private readonly apiKeys: ApiKeyReview,
    private readonly feed: EventFeed,
    private readonly webhooks: WebhookRetention,
    private readonly files: FileRetention,
    private readonly exports: TenantExportClaims,
    private readonly bin: BinPurge,
    private readonly requests: PaymentRequestExpiry,
    private readonly clientRates: ClientRateTable,
  ) {}

  /**
   * One round of all parts. Each part has its turn, also where one before it failed.
   * @param options `isLeader`: whether this instance also does what is one statement for all tenants
   */
  async run(options: EachTenantOptions & { isLeader?: boolean }): Promise<void> {
    const { database, tenants, feed } = this;
    const clock = () => new Date();
    const now = clock();
    const failed = (error: unknown) => options.failed(error, NO_TENANT);
    // Each transaction is of its instant: copies of lists go by when records were changed.
    const as = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>) =>
      database.job({ tenant_id, actor: null, now: clock() }, work);
    const visit = (perNode: readonly string[][], work: (ctx: Context) => Promise<unknown>) =>
      Promise.all(perNode.map((some) => eachTenant(some, (id) => as(id, work), options)));
    const ofLeader = [
      ...this.ofAll().map(
        (forget) => () => this.across(now, (there) => as(NO_TENANT, (ctx) => forget(ctx, there)), failed),
      ),
      () => this.across(now, (there) => this.webhooks.run(now, there, options.isStopping), failed),
      // Before files: these delete the bytes of those that end.
      () => this.across(now, (there) => this.expireExports(there, as, options), failed),
      () => this.across(now, (there) => this.files.run(clock, there, options), failed),
      () => as(NO_TENANT, (ctx) => this.notifications.forgetCounts(ctx)),
      () => as(NO_TENANT, (ctx) => this.clientRates.forget(ctx)),
    ];
    const visits = [
      async () =>
        visit(await tenants.findEver(now, (ctx, there) => feed.unread(ctx, there), failed), (ctx) =>
          feed.disableUnread(ctx),
        ),
      async () =>
        visit(await tenants.findEver(now, tenantsWithOldPositions, failed), (ctx) => this.positions.forget(ctx)),
      async () => visit(await tenants.findEver(now, tenantsWithKeysToReview, failed), (ctx) => this.apiKeys.run(ctx)),
      async () => visit(await tenants.findEver(now, tenantsWithOldImportRows, failed), forgetImportRows),
      () => this.expiry.run(clock, options),
      () => this.bin.run(clock, options),
      () => this.requests.run(clock, options),
    ];
    const { isLeader = true } = options;
    for (const part of [...(isLeader ? ofLeader : []), ...visits]) await part().catch(failed);
  }

  /** What deletes rows of all tenants: a statement each for all machines. */
  private ofAll(): ((ctx: Context, there: ShardScope) => Promise<unknown>)[] {
    return [
      purgeExpired,
      forgetHandled,
      forgetAnswers,
      (ctx, there) => this.windows.forget(ctx, there),
      (ctx, there) => this.accountLetters.forget(ctx, there),
      (ctx, there) => this.accountLinks.forget(ctx, there),
      (ctx, there) => this.notifications.forget(ctx, there),
      (ctx, there) => this.messages.blank(ctx, there),
      (ctx, there) => this.messages.forget(ctx, there),
    ];
  }

  /** Ends exports whose time is over, each in a transaction of its tenant. */
  private async expireExports(
    there: ShardScope,
    as: <T>(tenant_id: string, work: (ctx: Context) => Promise<T>) => Promise<T>,
    { failed, isStopping = () => false }: EachTenantOptions,
  ): Promise<void> {
    for (const [tenant_id, id] of await as(NO_TENANT, (ctx) => this.exports.expired(ctx, there))) {
      if (isStopping()) return;
      await as(tenant_id, (ctx) => this.exports.expire(ctx, id)).catch((error: unknown) => failed(error, tenant_id));
    }
  }

  private async across(
    now: Date,
    work: (there: ShardScope) => Promise<unknown>,
    failed: (error: unknown) => void,
  ): Promise<void> {
    const done = await this.nodes.ask(now, work);
    for (const one of done) if (one.status === 'rejected') failed(one.reason);
  }
}
