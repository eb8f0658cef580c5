import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One ledger of all money of a salon: payments of packages and memberships stand in it too, with the purpose of each entry. Packages
 * sold before get their payment; its receiver is the user of whom the audit trail has the sale.
 */
export class SalonTakings1764940200000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table beauty.payments
        alter column appointment_id drop not null,
        add column sold_package_id    uuid,
        add column membership_id      uuid,
        add column purpose            text not null default 'visit',
        add column payment_method_key text generated always as (lower(btrim(payment_method))) stored`);
    await runner.query('alter table beauty.payments drop constraint payments_kind_check');
    await runner.query(
      `alter table beauty.payments add constraint payments_kind_check check (kind in ('payment', 'refund', 'tip'))`,
    );
    await runner.query(`
      alter table beauty.payments add constraint payments_purpose_check
        check (purpose in ('visit', 'deposit', 'package', 'membership', 'tip'))`);
    await runner.query(`
      alter table beauty.payments add constraint payments_one_record
        check (num_nonnulls(appointment_id, sold_package_id, membership_id) = 1)`);
    await runner.query(`
      alter table beauty.payments add constraint payments_sold_package
        foreign key (tenant_id, sold_package_id) references beauty.sold_packages (tenant_id, id)`);
    await runner.query(`
      alter table beauty.payments add constraint payments_membership
        foreign key (tenant_id, membership_id) references beauty.memberships (tenant_id, id)`);
    await runner.query(`
      create unique index payments_sold_package on beauty.payments (tenant_id, sold_package_id, position desc)
        where sold_package_id is not null`);
    await runner.query(`
      create unique index payments_membership on beauty.payments (tenant_id, membership_id, position desc)
        where membership_id is not null`);
    await runner.query('create index payments_at on beauty.payments (tenant_id, created_at desc, id desc)');
    await runner.query(`
      update beauty.payments p set purpose = 'deposit'
        from beauty.appointments a
       where a.tenant_id = p.tenant_id and a.id = p.appointment_id
         and (a.completed_at is null or p.created_at < a.completed_at)`);
    await runner.query(`
      insert into beauty.payments (tenant_id, id, created_at, position, sold_package_id, receipt_number, kind, purpose, amount,
                                   balance, payment_method, actor_id)
      select s.tenant_id, s.id, s.created_at, 1, s.id, s.receipt_number, 'payment', 'package', s.price, 0, s.payment_method, e.actor_id
        from beauty.sold_packages s
        left join kernel.audit_entries e on e.tenant_id = s.tenant_id and e.record_type = 'package of a client'
                                        and e.record_id = s.id and e.action = 'sell'
       where s.price > 0`);
    await runner.query('alter table beauty.payments alter column purpose drop default');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from beauty.payments where appointment_id is null');
    await runner.query(`delete from beauty.payments where kind = 'tip'`);
    await runner.query('drop index beauty.payments_at');
    await runner.query('alter table beauty.payments drop constraint payments_kind_check');
    await runner.query(`
      alter table beauty.payments
        drop column sold_package_id, drop column membership_id, drop column purpose, drop column payment_method_key,
        alter column appointment_id set not null`);
    await runner.query(
      `alter table beauty.payments add constraint payments_kind_check check (kind in ('payment', 'refund'))`,
    );
  }
}
