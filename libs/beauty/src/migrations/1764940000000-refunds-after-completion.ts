import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Completed appointments `r` of which money was given back after the completion, with their ledger of payments. */
const REFUNDED = `
  update beauty.appointments r set refunded_after_completion = true
   where r.status = 'completed' and r.amount_refunded > 0
     and exists (select 1 from beauty.payments p
                  where p.tenant_id = r.tenant_id and p.appointment_id = r.id and p.kind = 'refund'
                    and (r.completed_at is null or p.created_at >= r.completed_at))`;

/**
 * What lines brought where the reading of refunds changed it: the amount that counts is shared as `sharesOf` does, by the
 * differences of rounded running sums, in sen. Tax follows the registration of today, as a change of the appointment does.
 */
const SHARED_AGAIN = `
  update beauty.appointment_lines l
     set share = n.share, tax = n.tax, commission = round((n.share - n.tax) * coalesce(l.commission_rate, 0) / 100, 2)
    from (select s.tenant_id, s.id, s.share,
                 case when s.is_taxed then round(s.share * s.tax_rate / (100 + s.tax_rate), 2) else 0 end as tax
            from (select w.*, (w.upto - coalesce(lag(w.upto) over mine, 0)) / 100 as share
                    from (select k.*, div(2 * k.counts * 100 * sum(k.weight) over mine + sum(k.weight) over whole,
                                                2 * sum(k.weight) over whole) as upto
                            from (select d.tenant_id, d.id, d.appointment_id, d.position, d.tax_rate, d.counts, d.is_taxed,
                                         case when sum(d.due) over whole > 0 then d.due
                                              when sum(d.price) over whole > 0 then d.price else 1 end as weight
                                    from (select r.tenant_id, l.id, l.appointment_id, l.position, l.tax_rate, l.price,
                                                 case when l.sold_package_id is null then l.price - l.discount else 0 end as due,
                                                 case when r.refunded_after_completion
                                                      then least(c.charged, r.amount_paid) else c.charged end as counts,
                                                 btrim(coalesce(t.settings ->> 'sst_registration_number', '')) <> '' as is_taxed
                                            from beauty.appointments r
                                            join beauty.appointment_lines l on l.tenant_id = r.tenant_id and l.appointment_id = r.id
                                            join core.tenants t on t.id = r.tenant_id
                                           cross join lateral (select coalesce(r.total_amount, r.total_price - r.package_amount) as charged) c
                                           where r.status = 'completed' and r.amount_refunded > 0
                                             and greatest(c.charged - r.amount_refunded, 0)
                                                 <> case when r.refunded_after_completion
                                                         then least(c.charged, r.amount_paid) else c.charged end) d
                                  window whole as (partition by d.tenant_id, d.appointment_id)) k
                          window mine as (partition by k.tenant_id, k.appointment_id order by k.position),
                                 whole as (partition by k.tenant_id, k.appointment_id)) w
                  window mine as (partition by w.tenant_id, w.appointment_id order by w.position)) s) n
   where l.tenant_id = n.tenant_id and l.id = n.id`;

/** Money that was given back before the completion, or received again after it, counts. */
export class RefundsAfterCompletion1764940000000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table beauty.appointments add column refunded_after_completion boolean not null default false',
    );
    await runner.query(REFUNDED);
    await runner.query(SHARED_AGAIN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.appointments drop column refunded_after_completion');
  }
}
