import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As this release has them: when those rules change, this stays as it was run. */
const IN_CASH = `coalesce(lower(btrim(s.payment_method)) in ('cash', 'tunai'), false)`;
const rounded = (amount: string): string =>
  `(case when mod(${amount} * 100, 5) <= 2 then -mod(${amount} * 100, 5) else 5 - mod(${amount} * 100, 5) end / 100)`;

/**
 * What changes of status take out of the figures of shops, or bring back, each with its own instant: a day that is closed is
 * not to change when one of its sales is cancelled later. Those made before are worked out of the history of each sale and
 * its refunds, by the instants that are written there.
 */
export class SaleReversals1764300410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table retail.sale_reversals (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        position   integer        not null,
        sale_id    uuid           not null,
        amount     numeric(14, 2) not null,
        rounding   numeric(14, 2) not null,
        actor_id   uuid,
        primary key (tenant_id, id),
        constraint sale_reversals_sale foreign key (tenant_id, sale_id) references retail.sales (tenant_id, id)
      );
      create unique index sale_reversals_sale on retail.sale_reversals (tenant_id, sale_id, position);
      create index        sale_reversals_day  on retail.sale_reversals (tenant_id, created_at);
      ${enableRowLevelSecurity('retail.sale_reversals')}
      grant select, insert on retail.sale_reversals to usaha_app;

      create index sale_refunds_day on retail.sale_refunds (tenant_id, created_at)`);
    await runner.query(`
      insert into retail.sale_reversals (tenant_id, id, created_at, position, sale_id, amount, rounding, actor_id)
      select c.tenant_id, gen_random_uuid(), c.at, c.position, c.sale_id, c.amount, c.rounding, c.actor_id
        from (select v.*, v.reversed - lag(v.reversed, 1, 0::numeric) over changes as amount,
                     v.rounded - lag(v.rounded, 1, 0::numeric) over changes as rounding
                from (select e.*,
                             case when e.counts then 0 else e.total - e.given end as reversed,
                             case when e.counts or not e.in_cash then 0
                                  else ${rounded('e.total')} - ${rounded('e.given')} end as rounded
                        from (select s.*, coalesce(max(s.status) over (partition by s.tenant_id, s.sale_id, s.changes), 'completed')
                                            = 'completed' as counts
                                from (select o.tenant_id, o.sale_id, o.at, o.status, o.actor_id, o.total, o.in_cash,
                                             sum(o.amount) over happened as given, count(o.status) over happened as changes,
                                             row_number() over happened as position
                                        from (select s.tenant_id, s.id as sale_id, s.total, ${IN_CASH} as in_cash,
                                                     (h.entry ->> 'changed_at')::timestamptz as at, 0 as kind, h.place,
                                                     h.entry ->> 'status' as status, (h.entry ->> 'changed_by')::uuid as actor_id,
                                                     0::numeric as amount
                                                from retail.sales s
                                               cross join lateral jsonb_array_elements(s.status_history)
                                                     with ordinality h (entry, place)
                                               where s.status_history <> '[]'
                                              union all
                                              select s.tenant_id, s.id, s.total, ${IN_CASH}, r.created_at, 1,
                                                     r.position, null, r.actor_id, r.amount
                                                from retail.sale_refunds r
                                                join retail.sales s on s.tenant_id = r.tenant_id and s.id = r.sale_id
                                               where s.status_history <> '[]') o
                                      window happened as (partition by o.tenant_id, o.sale_id order by o.at, o.kind, o.place)) s) e) v
              window changes as (partition by v.tenant_id, v.sale_id order by v.position)) c
       where c.amount <> 0 or c.rounding <> 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index retail.sale_refunds_day; drop table retail.sale_reversals');
  }
}
