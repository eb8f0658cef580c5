import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The certificate with which a business signs its e-invoices. */
export class EinvoiceCertificates1764980545200 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table einvoice.settings add column certificate text');
    await runner.query('alter table einvoice.settings add column private_key text');
    await runner.query("alter table einvoice.settings add column issuer_name_order text not null default 'reversed'");
    await runner.query(`
      alter table einvoice.settings add constraint einvoice_settings_issuer_name_order
        check (issuer_name_order in ('reversed', 'encoded'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['certificate', 'private_key', 'issuer_name_order'])
      await runner.query(`alter table einvoice.settings drop column ${column}`);
  }
}
