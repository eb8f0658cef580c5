import { enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Slugs and schema names are one namespace, compared without case: one key covers both. Of names that collide already a slug comes before a
 * schema name and the older tenant before the younger; the other keeps its name, and is found by it as it is spelled unless that is the
 * first one's name exactly.
 */
export class SignInNames1764600220000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.sign_in_names (
        name      text not null primary key,
        tenant_id uuid not null constraint sign_in_names_tenant references core.tenants (id)
      )`);
    await runner.query(enableRowLevelSecurityForPlatform('core.sign_in_names'));
    await runner.query('grant select, insert, delete on core.sign_in_names to usaha_app');
    await runner.query(`
      insert into core.sign_in_names (name, tenant_id)
      select distinct on (lower(t.slug)) lower(t.slug), t.id from core.tenants t order by lower(t.slug), t.id`);
    await runner.query(`
      insert into core.sign_in_names (name, tenant_id)
      select distinct on (lower(t.schema_name)) lower(t.schema_name), t.id from core.tenants t
      where t.deleted_at is null order by lower(t.schema_name), t.id
      on conflict (name) do nothing`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.sign_in_names');
  }
}
