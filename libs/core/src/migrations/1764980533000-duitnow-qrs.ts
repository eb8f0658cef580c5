import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The static DuitNow QR of each business: one row of a tenant, which has the tenant's id. */
export class DuitNowQrs1764980533000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.duitnow_qrs (
        tenant_id      uuid           not null,
        id             uuid           not null check (id = tenant_id),
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        sealed_payload text,
        primary key (tenant_id, id),
        constraint duitnow_qrs_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('core.duitnow_qrs')}
      grant select, insert, update on core.duitnow_qrs to usaha_app;
      ${distribute('core.duitnow_qrs')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.duitnow_qrs');
  }
}
