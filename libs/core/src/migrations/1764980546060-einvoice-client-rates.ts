import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a client id has called MyInvois. All rows are those of the nil tenant: on Citus they lie on one machine. */
export class EinvoiceClientRates1764980546060 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table einvoice.client_rates (
        tenant_id  uuid           not null,
        client     text           not null,
        call       text           not null,
        started_at timestamptz(3) not null,
        taken      integer        not null,
        taken_at   timestamptz(3) not null,
        primary key (tenant_id, client, call),
        constraint client_rates_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('einvoice.client_rates')}
      grant select, insert, update on einvoice.client_rates to usaha_app;
      ${distribute('einvoice.client_rates')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table einvoice.client_rates');
  }
}
