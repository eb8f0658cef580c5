import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The power over created tenants rests on an account that its person alone can enter. The audit trail tells who set a password before
 * this release; what the trail does not tell stays as it was. Users below administrator create no tenants: of their passwords
 * none counts as their own until they change it. The addresses before a change are not on the trail: then no letter proves the account.
 */
export class PowerOfCreators1764600200000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.users add column password_is_own boolean not null default false');
    await runner.query('alter table core.users add column power_ended_in integer');
    await runner.query('alter table core.users add column proof_email text');
    await runner.query('alter table core.tenants add column creator_version integer not null default 0');
    await runner.query(`
      update core.users set password_is_own = true where tenant_id = '00000000-0000-0000-0000-000000000000'`);
    await runner.query(`
      do $$
      declare account record; last_set record; is_own boolean;
      begin
        for account in
          select u.tenant_id, u.id from core.users u
           where u.role = 'admin' and u.tenant_id <> '00000000-0000-0000-0000-000000000000'
        loop
          select e.actor_id, e.action into last_set from kernel.audit_entries e
           where e.tenant_id = account.tenant_id and e.record_type = 'user' and e.record_id = account.id
             and e.changes ? 'password_hash'
           order by e.id desc limit 1;
          is_own := not found or last_set.actor_id = account.id
            or (last_set.actor_id is null and last_set.action <> 'reset_password')
            -- A creator's membership is entered by the creator's account elsewhere.
            or exists (select from core.tenants t where t.id = account.tenant_id
                        and t.creator_member_id = account.id and t.created_by = last_set.actor_id);
          if is_own then
            update core.users set password_is_own = true where tenant_id = account.tenant_id and id = account.id;
          end if;
        end loop;
      end $$`);
    await runner.query(`
      do $$
      declare account record; told record;
      begin
        for account in
          select distinct u.tenant_id, u.id, u.role, u.password_is_own
            from core.users u join core.tenants t on t.created_by = u.id
           where t.creator_member_id is distinct from u.id
        loop
          select count(*) > 0 as by_another, coalesce(bool_or(e.changes ? 'email'), false) as moved into told
            from kernel.audit_entries e
           where e.tenant_id = account.tenant_id and e.record_type = 'user' and e.record_id = account.id
             and e.action in ('update', 'reset_password') and e.actor_id is distinct from account.id
             and (e.changes ? 'password_hash' or e.changes ? 'email');
          if told.by_another or (account.role = 'admin' and not account.password_is_own) then
            update core.users set power_ended_in = version, proof_email = case when told.moved then '' else email end
             where tenant_id = account.tenant_id and id = account.id;
          end if;
        end loop;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.tenants drop column creator_version');
    await runner.query('alter table core.users drop column proof_email');
    await runner.query('alter table core.users drop column power_ended_in');
    await runner.query('alter table core.users drop column password_is_own');
  }
}
