import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which membership was made with a tenant: its creator sees it from elsewhere for as long as that is one of its active
 * administrators.
 */
export class TenantCreators1764200700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table core.tenants add column creator_member_id uuid;
      -- The account itself, where it moved in; otherwise the membership of the same moment.
      update core.tenants t set creator_member_id = coalesce(
        (select u.id from core.users u where u.tenant_id = t.id and u.id = t.created_by),
        (select u.id from core.users u where u.tenant_id = t.id and u.created_at = t.created_at order by u.id limit 1))
       where t.created_by is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.tenants drop column creator_member_id');
  }
}
