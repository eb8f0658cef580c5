import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Prices and rates of services that were sold in packages: those of today, since those of the sale are not known. */
const PRICES = `
  update beauty.sold_packages p set sessions = n.sessions
    from (select o.tenant_id, o.id,
                 jsonb_agg(e.session || jsonb_build_object('list_price', coalesce(s.price, 0), 'tax_rate', coalesce(s.tax_rate, 0))
                           order by e.place) as sessions
            from beauty.sold_packages o
           cross join lateral jsonb_array_elements(o.sessions) with ordinality e (session, place)
            left join beauty.services s on s.tenant_id = o.tenant_id and s.id = (e.session ->> 'service_id')::uuid
           group by o.tenant_id, o.id) n
   where n.tenant_id = p.tenant_id and n.id = p.id`;

/** Sessions that were redeemed, in their order within the service, are worth what `worthOf` says. */
const WORTH = `
  update beauty.appointment_lines l set session_worth = n.worth
    from (select k.tenant_id, k.id,
                 (div(2 * k.price * 100 * (k.before + k.nth * k.weight) + k.whole, 2 * k.whole)
                  - div(2 * k.price * 100 * (k.before + (k.nth - 1) * k.weight) + k.whole, 2 * k.whole)) / 100 as worth
            from (select l.tenant_id, l.id, w.price, w.before, w.weight, w.whole,
                         row_number() over (partition by l.tenant_id, l.sold_package_id, l.service_id order by l.id) as nth
                    from beauty.appointment_lines l
                    join (select v.*, coalesce(sum(v.total * v.weight) over earlier, 0) as before,
                                 sum(v.total * v.weight) over (partition by v.tenant_id, v.package_id) as whole
                            from (select p.tenant_id, p.id as package_id, p.price, e.place, (e.session ->> 'service_id')::uuid as service_id,
                                         (e.session ->> 'total')::numeric as total,
                                         case when max((e.session ->> 'list_price')::numeric * sign((e.session ->> 'total')::numeric))
                                                     over (partition by p.tenant_id, p.id) > 0
                                              then (e.session ->> 'list_price')::numeric else 1 end as weight
                                    from beauty.sold_packages p
                                   cross join lateral jsonb_array_elements(p.sessions) with ordinality e (session, place)) v
                          window earlier as (partition by v.tenant_id, v.package_id order by v.place
                                             rows between unbounded preceding and 1 preceding)) w
                      on w.tenant_id = l.tenant_id and w.package_id = l.sold_package_id and w.service_id = l.service_id) k
           where k.whole > 0) n
   where l.tenant_id = n.tenant_id and l.id = n.id`;

const REDEEMED = `
  update beauty.sold_packages p set redeemed_amount = n.worth
    from (select l.tenant_id, l.sold_package_id, sum(l.session_worth) as worth from beauty.appointment_lines l
           where l.session_worth is not null group by 1, 2) n
   where n.tenant_id = p.tenant_id and n.sold_package_id = p.id`;

/** What completed lines brought, with the worth of their session; tax follows the registration of today. */
const SHARES = `
  update beauty.appointment_lines l
     set share = n.share, tax = n.tax, commission = round((n.share - n.tax) * coalesce(l.commission_rate, 0) / 100, 2)
    from (select o.tenant_id, o.id, o.share + o.session_worth as share,
                 case when btrim(coalesce(t.settings ->> 'sst_registration_number', '')) <> ''
                      then round((o.share + o.session_worth) * o.tax_rate / (100 + o.tax_rate), 2) else 0 end as tax
            from beauty.appointment_lines o join core.tenants t on t.id = o.tenant_id
           where o.session_worth > 0 and o.share is not null) n
   where l.tenant_id = n.tenant_id and l.id = n.id`;

/** The users who received payments of packages sold before, as the audit trail has them. */
const RECEIVERS = `
  update beauty.payments p set actor_id = e.actor_id
    from kernel.audit_entries e
   where p.purpose = 'package' and p.actor_id is null and e.tenant_id = p.tenant_id and e.record_type = 'sold package'
     and e.record_id = p.sold_package_id and e.action = 'sell'`;

/** What sessions of packages are worth, fees of memberships, and receivers of payments of packages. */
export class PackageWorth1764940300000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table beauty.sold_packages
        add column redeemed_amount numeric(14, 2) not null default 0 check (redeemed_amount >= 0),
        add column tax_amount      numeric(14, 2) not null default 0 check (tax_amount >= 0)`);
    await runner.query(
      'alter table beauty.appointment_lines add column session_worth numeric(14, 2) check (session_worth >= 0)',
    );
    await runner.query('alter table beauty.memberships add column fee_payments integer not null default 0');
    for (const text of [PRICES, WORTH, REDEEMED, SHARES, RECEIVERS]) await runner.query(text);
    await runner.query(`
      create index sold_packages_expiry on beauty.sold_packages (tenant_id, expires_on)
        where expires_on is not null and price > redeemed_amount`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update beauty.appointment_lines set share = share - session_worth where session_worth > 0 and share is not null`);
    await runner.query('alter table beauty.memberships drop column fee_payments');
    await runner.query('alter table beauty.appointment_lines drop column session_worth');
    await runner.query('drop index beauty.sold_packages_expiry');
    await runner.query('alter table beauty.sold_packages drop column redeemed_amount, drop column tax_amount');
  }
}
