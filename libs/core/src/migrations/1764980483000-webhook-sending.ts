import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'password_reset', 'invitation', 'confirm_email', 'password_was_reset', 'email_changed', 'factor_added', 'factor_removed',
  'factor_reset', 'recovery_code_used', 'codes_guessed', 'key_suspended', 'key_expiring'`;

const kindsAre = (kinds: string): string =>
  `alter table core.account_letters add constraint account_letters_kind_check check (kind in (${kinds}))`;

/**
 * How the job that sends webhooks finds what is due at one endpoint, manual retries first; the id by which an attempt's
 * answer is sealed; and the letter about an endpoint that was disabled.
 */
export class WebhookSending1764980483000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index webhook_deliveries_next on core.webhook_deliveries (tenant_id, webhook_id, is_manual desc, next_attempt_at, sequence)
         where status = 'pending'`,
    );
    await runner.query('alter table core.webhook_attempts add column id uuid');
    // A seal names its row: what was sealed without an id opens no more.
    await runner.query('update core.webhook_attempts set id = delivery_id, sealed_response = null');
    await runner.query('alter table core.webhook_attempts alter column id set not null');
    await runner.query('alter table core.account_letters drop constraint account_letters_kind_check');
    await runner.query(kindsAre(`${KINDS}, 'webhook_disabled'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("delete from core.account_letters where kind = 'webhook_disabled'");
    await runner.query('alter table core.account_letters drop constraint account_letters_kind_check');
    await runner.query(kindsAre(KINDS));
    await runner.query('alter table core.webhook_attempts drop column id');
    await runner.query('drop index core.webhook_deliveries_next');
  }
}
