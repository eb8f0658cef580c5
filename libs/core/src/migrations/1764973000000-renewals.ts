import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Renewal of subscriptions by a stored method: from now on active ones are charged when their term ends, where
 * `payment_method_id` names a method that the tenant keeps. Expired ones stay expired.
 */
export class Renewals1764973000000 implements MigrationInterface {
  /** An earlier one writes subscriptions down as expired while they are renewed. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table core.subscriptions
        add column renewal_method_id uuid,
        add column next_charge_at timestamptz(3),
        add column renewal_payment_id uuid,
        add column refused_charges integer not null default 0 check (refused_charges >= 0)`);
    await runner.query('alter table core.payments add column is_renewal boolean not null default false');
    await runner.query(`
      do $$
      declare moment timestamptz := now();
      begin
        update core.subscriptions s set renewal_method_id = m.id, next_charge_at = s.renews_at
          from core.payment_methods m
         where m.tenant_id = s.tenant_id and m.id::text = lower(s.payment_method_id) and m.deleted_at is null
           and s.deleted_at is null and s.status = 'active' and s.ends_at > moment;
      end $$`);
    await runner.query(
      "update core.subscriptions s set renews_at = null where s.status = 'expired' and s.renews_at is not null",
    );
    await runner.query(
      'create index subscriptions_charged on core.subscriptions (tenant_id, next_charge_at) where next_charge_at is not null',
    );
    await runner.query(
      'create index subscriptions_renewed_by on core.subscriptions (tenant_id, renewal_method_id) where renewal_method_id is not null',
    );
    await runner.query('alter table core.subscription_entries drop constraint subscription_entries_kind_check');
    await runner.query(`
      alter table core.subscription_entries add constraint subscription_entries_kind_check
        check (kind in ('created', 'changed', 'paid', 'refunded', 'renewal_refused', 'cancelled', 'expired', 'repaired'))`);
    await runner.query(`
      create index subscription_entries_told on core.subscription_entries (tenant_id, created_at)
        where kind in ('renewal_refused', 'expired')`);
    // A tenant keeps the plan of a renewed subscription until the job says that it has ended.
    await runner.query(`
      do $$
      declare found record;
      begin
        for found in
          select s.tenant_id, jsonb_agg(jsonb_build_object('plan', s.plan_type,
                   'pricing', case when s.billing_cycle = 'one_time' then 'perpetual' else 'subscription' end,
                   'until', case when s.renewal_method_id is null or s.status <> 'active'
                     then to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end) order by s.id desc) as steps
            from core.subscriptions s
           where s.deleted_at is null
             and ((s.status = 'active' and (s.ends_at is null or s.ends_at > now()))
               or (s.status = 'cancelled' and s.ends_at > now() and (s.terms_paid > 0 or s.counted_from > now())))
           group by s.tenant_id having count(s.renewal_method_id) > 0
        loop
          update core.tenants t set plan_steps = found.steps where t.id = found.tenant_id;
        end loop;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index core.subscription_entries_told');
    await runner.query('drop index core.subscriptions_charged');
    await runner.query('drop index core.subscriptions_renewed_by');
    await runner.query('alter table core.subscription_entries drop constraint subscription_entries_kind_check');
    await runner.query(`
      alter table core.subscription_entries add constraint subscription_entries_kind_check
        check (kind in ('created', 'changed', 'paid', 'refunded', 'cancelled', 'expired', 'repaired'))`);
    await runner.query('alter table core.payments drop column is_renewal');
    await runner.query(`
      alter table core.subscriptions drop column renewal_method_id, drop column next_charge_at, drop column renewal_payment_id,
        drop column refused_charges`);
  }
}
