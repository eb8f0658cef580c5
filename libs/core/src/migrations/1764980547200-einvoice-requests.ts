import type { MigrationInterface, QueryRunner } from 'typeorm';

const kindsAre = (kinds: string): string =>
  `alter table core.account_letters add constraint account_letters_kind_check check (kind in (${kinds}))`;
const KINDS = `'password_reset', 'invitation', 'confirm_email', 'password_was_reset', 'email_changed', 'factor_added', 'factor_removed',
  'factor_reset', 'recovery_code_used', 'codes_guessed', 'key_suspended', 'key_expiring', 'webhook_disabled', 'tenant_export'`;

/** In which language a buyer asked for an e-invoice on the page of its source, and the letter that says that it is valid. */
export class EinvoiceRequests1764980547200 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table einvoice.documents add column requested_in text');
    await runner.query(
      "alter table einvoice.documents add constraint documents_requested_in_check check (requested_in in ('en', 'ms'))",
    );
    await runner.query('alter table core.account_letters drop constraint account_letters_kind_check');
    await runner.query(kindsAre(`${KINDS}, 'einvoice_valid'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("delete from core.account_letters where kind = 'einvoice_valid'");
    await runner.query('alter table core.account_letters drop constraint account_letters_kind_check');
    await runner.query(kindsAre(KINDS));
    await runner.query('alter table einvoice.documents drop column requested_in');
  }
}
