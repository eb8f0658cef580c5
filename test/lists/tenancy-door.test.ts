import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';

/** What works across tenants goes through one door, and these are the ones who go through it. */

describe('the platform’s door', () => {
  const root = join(__dirname, '../..');
  const sources = ['libs', 'apps']
    .flatMap((part) => readdirSync(join(root, part)).map((name) => join(part, name, 'src')))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => file.replaceAll(sep, '/'));

  /** Where a function of that name is called: `file: Class.method`. */
  function callersOf(name: string): string[] {
    return sources.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      if (!text.includes(name)) return [];
      const found: string[] = [];
      const visit = (node: ts.Node, within: string): void => {
        const named =
          ts.isMethodDeclaration(node) ||
          ts.isFunctionDeclaration(node) ||
          ts.isClassDeclaration(node) ||
          (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer));
        const own = named ? (node.name?.getText() ?? '') : '';
        const here = own ? `${within}${within ? '.' : ''}${own}` : within;
        const called = ts.isCallExpression(node) ? node.expression : undefined;
        const calls =
          called &&
          ((ts.isIdentifier(called) && called.text === name) ||
            (ts.isPropertyAccessExpression(called) && called.name.text === name));
        if (calls) found.push(`${file}: ${here}`);
        ts.forEachChild(node, (child) => visit(child, here));
      };
      visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true), '');
      return found;
    });
  }

  it('is used by these and no others', () => {
    expect(callersOf('runAcrossTenants').sort()).toEqual([
      'libs/core/src/account/account-letter.repository.ts: AccountLetterRepository.forget',
      'libs/core/src/account/account-letter.repository.ts: AccountLetterRepository.tenantsWithWork',
      'libs/core/src/account/account-links.ts: AccountLinks.forget',
      'libs/core/src/api-key/rate-window.table.ts: RateWindowTable.forget',
      'libs/core/src/auth/auth.service.ts: AuthService.attempt',
      'libs/core/src/auth/last-seen.ts: LastSeen.across',
      'libs/core/src/auth/purge-expired.ts: purgeExpired',
      'libs/core/src/auth/session.registry.ts: SessionRegistry.takenBy',
      'libs/core/src/auth/sign-in-limiter.ts: SignInLimiter.across',
      'libs/core/src/einvoice/sending/einvoice-backlog.ts: einvoiceBacklog',
      'libs/core/src/event/event-feed.ts: EventFeed.unread',
      'libs/core/src/file/file-retention.ts: FileRetention.found',
      'libs/core/src/file/file-scans.ts: FileScans.withDue',
      'libs/core/src/import/import-claims.ts: ImportClaims.tenantsWithWork',
      'libs/core/src/import/import-claims.ts: importsWaiting',
      'libs/core/src/message/message-queue.ts: MessageQueue.blank',
      'libs/core/src/message/message-queue.ts: MessageQueue.forget',
      'libs/core/src/message/message-queue.ts: MessageQueue.tenantsWithWork',
      'libs/core/src/message/waiting-messages.ts: messagesWaiting',
      'libs/core/src/message/written-numbers.ts: WrittenNumbers.writersTo',
      'libs/core/src/notification/notification.repository.ts: NotificationRepository.forget',
      'libs/core/src/notification/notification.repository.ts: NotificationRepository.tenantsWithOpen',
      'libs/core/src/payment-request/open-differences.ts: openDifferences',
      'libs/core/src/payment-request/payment-attempt.repository.ts: PaymentAttemptRepository.tenantsWithDue',
      'libs/core/src/payment-request/payment-request.repository.ts: PaymentRequestRepository.tenantOfSubscriptions',
      'libs/core/src/payment-request/payment-request.repository.ts: PaymentRequestRepository.tenantsWithDue',
      'libs/core/src/payment/payment.repository.ts: PaymentRepository.listEverywhere',
      'libs/core/src/payment/payment.repository.ts: PaymentRepository.tenantOf',
      'libs/core/src/payment/payment.repository.ts: PaymentRepository.tenantsWithDue',
      'libs/core/src/payment/payment.repository.ts: PaymentRepository.tenantsWithPending',
      'libs/core/src/payment/refund.repository.ts: RefundRepository.loadEverywhere',
      'libs/core/src/payment/refund.repository.ts: RefundRepository.tenantsWithPending',
      'libs/core/src/subscription/subscription-letters.ts: SubscriptionLetters.tenantsConcerned',
      'libs/core/src/subscription/subscription.repository.ts: SubscriptionRepository.listEverywhere',
      'libs/core/src/subscription/subscription.repository.ts: SubscriptionRepository.tenantOf',
      'libs/core/src/subscription/subscription.repository.ts: SubscriptionRepository.tenantsWith',
      'libs/core/src/tenant-export/tenant-export-claims.ts: TenantExportClaims.expired',
      'libs/core/src/tenant-export/tenant-export-claims.ts: TenantExportClaims.tenantsWithWork',
      'libs/core/src/tenant/due-tenants.ts: lookBy',
      'libs/core/src/tenant/tenant-ids.ts: notDeleted',
      'libs/core/src/tenant/tenant-ids.ts: oldestTenants',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.accountOf',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.countOf',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.created',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.everyId',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.findBeyond',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.findByIdentifier',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.findCreated',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.findEver',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.listVisible',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.namesTaken',
      'libs/core/src/tenant/tenant.repository.ts: TenantRepository.pageOfAll',
      'libs/core/src/tenant/tenants-with-work.ts: TenantsWithWork.rowsIn',
      'libs/core/src/user/user.repository.ts: UserRepository.candidates',
      'libs/core/src/user/user.repository.ts: UserRepository.candidatesIn',
      'libs/core/src/webhook/delivery-claims.ts: DeliveryClaims.tenantsWithDue',
      'libs/core/src/webhook/webhook-backlog.ts: webhookBacklog',
      'libs/core/src/webhook/webhook-retention.ts: WebhookRetention.across',
      'libs/shared/src/events/backlog.ts: outboxBacklog',
      'libs/shared/src/events/dispatcher.ts: OutboxDispatcher.tenantsWithWork',
      'libs/shared/src/events/forget-handled.ts: forgetHandled',
      'libs/shared/src/events/parked.ts: parkedEvents',
      'libs/shared/src/events/parked.ts: retryParked',
      'libs/shared/src/idempotency/idempotency.ts: forgetAnswers',
    ]);
  });

  it('is the only way in', () => {
    const speaking = sources.filter((file) => readFileSync(join(root, file), 'utf8').includes('app.platform'));
    expect(speaking.sort()).toEqual([
      'libs/core/src/tenant/due-tenants.ts',
      'libs/shared/src/schema/row-level-security.ts',
      'libs/shared/src/transaction/transaction-preamble.ts',
      'libs/shared/src/transaction/transaction.ts',
    ]);
    const opening = sources.filter((file) => readFileSync(join(root, file), 'utf8').includes('platformSetting'));
    expect(opening.sort()).toEqual([
      'apps/api/src/cli/audit/retained-trails.ts',
      'apps/api/src/cli/files/counted-files.ts',
      'libs/shared/src/operation.ts',
      'libs/shared/src/transaction/transaction-preamble.ts',
      'libs/shared/src/transaction/transaction.ts',
    ]);
    expect(callersOf('withPlatform')).toEqual(['libs/shared/src/transaction/privileged-access.ts: runAcrossTenants']);
    expect(callersOf('withTenant')).toEqual([
      'libs/shared/src/transaction/privileged-access.ts: inTenant',
      'libs/shared/src/transaction/sharded-transaction.ts: ShardedTransaction.withTenant',
    ]);
  });
});
