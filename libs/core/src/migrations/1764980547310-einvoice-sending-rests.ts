import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when a tenant's sending of e-invoices rests, so that all instances know. */
export class EinvoiceSendingRests1764980547310 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table einvoice.sending_rests (
        tenant_id        uuid           not null,
        settings_version integer        not null,
        reason           text           not null,
        rests_until      timestamptz(3) not null,
        primary key (tenant_id, reason),
        constraint sending_rests_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('einvoice.sending_rests')}
      grant select, insert, update, delete on einvoice.sending_rests to usaha_app;
      ${distribute('einvoice.sending_rests')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table einvoice.sending_rests');
  }
}
