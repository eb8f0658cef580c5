import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The plans that subscriptions give a tenant, with their ends: the plan at any instant is known from the tenant's row. */
export class PlansAhead1764971000000 implements MigrationInterface {
  /** An earlier one writes no steps. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table core.tenants add column plan_steps jsonb not null default '[]'");
    // Tenants stand on every machine of a distributed database: they are written one by one.
    await runner.query(`
      do $$
      declare found record;
      begin
        for found in
          select s.tenant_id, jsonb_agg(jsonb_build_object('plan', s.plan_type,
                   'pricing', case when s.billing_cycle = 'one_time' then 'perpetual' else 'subscription' end,
                   'until', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.id desc) as steps
            from core.subscriptions s
           where s.deleted_at is null
             and ((s.status = 'active' and (s.ends_at is null or s.ends_at > now()))
               or (s.status = 'cancelled' and s.ends_at > now() and s.terms_paid > 0))
           group by s.tenant_id
        loop
          update core.tenants t set plan_steps = found.steps, subscription_plan = found.steps -> 0 ->> 'plan',
                 pricing_model = found.steps -> 0 ->> 'pricing'
           where t.id = found.tenant_id;
        end loop;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.tenants drop column plan_steps');
  }
}
