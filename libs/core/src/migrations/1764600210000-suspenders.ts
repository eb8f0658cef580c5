import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The suspenders of tenants: what the operator suspended is lifted by the operator alone. The audit trail tells who it was; where it does
 * not, the operator alone lifts it.
 */
export class Suspenders1764600210000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.tenants add column suspended_by text');
    await runner.query(`
      alter table core.tenants add constraint tenants_suspended_by_check check (suspended_by in ('operator', 'tenant'))`);
    await runner.query(`
      do $$
      declare suspended record; last_set record;
      begin
        for suspended in select t.id from core.tenants t where t.status = 'suspended' loop
          select e.actor_id into last_set from kernel.audit_entries e
           where e.tenant_id = suspended.id and e.record_type = 'tenant' and e.record_id = suspended.id
             and lower(e.changes -> 'status' ->> 'after') = 'suspended'
           order by e.id desc limit 1;
          continue when not found or last_set.actor_id is null;
          -- The operator's tenant.
          perform from core.users u
            where u.tenant_id = '00000000-0000-7000-8000-000000000001' and u.id = last_set.actor_id;
          update core.tenants set suspended_by = case when found then 'operator' else 'tenant' end where id = suspended.id;
        end loop;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.tenants drop column suspended_by');
  }
}
