import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What MyInvois said of TINs, by fingerprints. */
export class EinvoiceTaxpayers1764980546050 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table einvoice.taxpayers (
        tenant_id  uuid           not null,
        print      text           not null,
        known      boolean        not null,
        checked_at timestamptz(3) not null,
        primary key (tenant_id, print),
        constraint taxpayers_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index taxpayers_old on einvoice.taxpayers (tenant_id, checked_at);
      ${enableRowLevelSecurity('einvoice.taxpayers')}
      grant select, insert, update, delete on einvoice.taxpayers to usaha_app;
      ${distribute('einvoice.taxpayers')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table einvoice.taxpayers');
  }
}
