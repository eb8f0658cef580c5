import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a subscription received in all, and the paid time that a change of plan carries over, with its history. Sums are those
 * of the payments. Where a change of plan made a paid subscription expire, and no payment has revived it since, the value of its
 * unused time buys time of the present plan from now on. That is known from the audit trail: the time that was left to those whose
 * entries were moved to files, and to those that a payment revived, stays lost.
 */
export class SubscriptionTime1764970000000 implements MigrationInterface {
  /** An earlier one counts payments without `received_amount`. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table core.subscriptions
        add column received_amount numeric(14, 2) not null default 0,
        add column granted_terms integer not null default 1 check (granted_terms between 0 and 1),
        add column carried_amount numeric(14, 2) not null default 0 check (carried_amount >= 0),
        add column carried_from timestamptz(3),
        add column money_from timestamptz(3)`);
    // The payment that revived one was begun shortly before its row of terms.
    await runner.query(`
      update core.subscriptions s set
        money_from = case when s.counted_from = s.starts_at then s.starts_at else s.counted_from - interval '10 minutes' end,
        granted_terms = case when s.counted_from = s.starts_at or s.terms_paid = 0 then 1 else 0 end`);
    await runner.query(`
      update core.subscriptions s set received_amount = least(p.received, 999999999999.99)
        from (select tenant_id, subscription_id, currency, sum(amount - refunded_amount) as received
                from core.payments where status in ('completed', 'refunded') and subscription_id is not null
               group by tenant_id, subscription_id, currency) p
       where p.tenant_id = s.tenant_id and p.subscription_id = s.id and p.currency = s.currency`);
    await runner.query('alter table core.subscriptions alter column money_from set not null');
    await runner.query(`
      create table core.subscription_entries (
        tenant_id       uuid           not null,
        id              uuid           not null,
        created_at      timestamptz(3) not null,
        position        integer        not null,
        actor_id        uuid,
        subscription_id uuid           not null,
        kind            text           not null check (kind in ('created', 'changed', 'paid', 'refunded', 'cancelled', 'expired', 'repaired')),
        plan_type       text           not null check (plan_type in ('starter', 'growth', 'pro', 'enterprise')),
        plan_id         text           not null,
        billing_cycle   text           not null check (billing_cycle in ('monthly', 'yearly', 'one_time')),
        amount          numeric(14, 2) not null,
        ends_at         timestamptz(3),
        payment_id      uuid,
        payment_amount  numeric(14, 2),
        paid_amount     numeric(14, 2) not null,
        left_amount     numeric(14, 2) not null,
        constraint subscription_entries_tenant foreign key (tenant_id) references core.tenants (id),
        primary key (tenant_id, id)
      );
      create unique index subscription_entries_subscription on core.subscription_entries (tenant_id, subscription_id, position desc);
      ${enableRowLevelSecurity('core.subscription_entries')}
      grant select, insert on core.subscription_entries to usaha_app`);
    await runner.query(REPAIR);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.subscription_entries');
    await runner.query(`
      alter table core.subscriptions drop column received_amount, drop column granted_terms, drop column carried_amount,
        drop column carried_from, drop column money_from`);
  }
}

/** A change in the trail is `[before, after]`, and `{before, after}` in entries of release 1.1.0 and earlier. */
const REPAIR = `
  do $$
  declare
    s core.subscriptions;
    change record;
    moment timestamptz(3) := now();
    price numeric;
    cycle text;
    terms integer;
    months integer;
    term_from timestamptz;
    term_to timestamptz;
    unused numeric;
    credit numeric;
    until timestamptz(3);
  begin
    for s in select * from core.subscriptions
              where deleted_at is null and status in ('active', 'expired') and ends_at <= moment
    loop
      select a.at, a.action, a.changes,
             (coalesce(a.changes -> 'ends_at' ->> 0, a.changes -> 'ends_at' ->> 'before'))::timestamptz as ended_at
        into change
        from kernel.audit_entries a
       where a.tenant_id = s.tenant_id and a.record_type = 'subscription' and a.record_id = s.id and a.changes ? 'ends_at'
       order by a.id desc limit 1;
      continue when change is null or change.action <> 'update' or change.ended_at is null;
      continue when change.ended_at <= change.at or s.ends_at > change.at;
      price := coalesce(change.changes -> 'amount' ->> 0, change.changes -> 'amount' ->> 'before', s.amount::text)::numeric;
      cycle := coalesce(change.changes -> 'billing_cycle' ->> 0, change.changes -> 'billing_cycle' ->> 'before', s.billing_cycle);
      terms := coalesce(change.changes -> 'terms_paid' ->> 0, change.changes -> 'terms_paid' ->> 'before', s.terms_paid::text)::integer;
      months := case when cycle = 'yearly' then 12 else 1 end;
      unused := 0;
      for term in reverse terms..1 loop
        term_to := ((change.ended_at at time zone 'Asia/Kuala_Lumpur') - make_interval(months => (terms - term) * months))
                   at time zone 'Asia/Kuala_Lumpur';
        exit when term_to <= change.at;
        term_from := case when term = 1 then s.counted_from
          else ((change.ended_at at time zone 'Asia/Kuala_Lumpur') - make_interval(months => (terms - term + 1) * months))
               at time zone 'Asia/Kuala_Lumpur' end;
        unused := unused + round(price * extract(epoch from term_to - greatest(term_from, change.at))::numeric
                                       / extract(epoch from term_to - term_from)::numeric, 2);
      end loop;
      credit := s.paid_amount - terms * price;
      -- What was given back lessens what is left.
      unused := unused + least(0, credit);
      credit := greatest(0, credit);
      continue when unused <= 0;
      months := case when s.billing_cycle = 'yearly' then 12 else 1 end;
      until := moment + make_interval(secs => ceil(unused * extract(epoch from
        (((moment at time zone 'Asia/Kuala_Lumpur') + make_interval(months => months)) at time zone 'Asia/Kuala_Lumpur') - moment)::numeric
        / s.amount)::double precision);
      terms := greatest(0, floor(credit / s.amount))::integer;
      s.ends_at := ((until at time zone 'Asia/Kuala_Lumpur') + make_interval(months => terms * months)) at time zone 'Asia/Kuala_Lumpur';
      update core.subscriptions r set
        status = 'active', ends_at = s.ends_at, renews_at = s.ends_at, counted_from = until, carried_from = moment,
        carried_amount = unused, paid_amount = credit, terms_paid = terms, granted_terms = 0, version = s.version + 1, updated_at = moment
       where r.tenant_id = s.tenant_id and r.id = s.id;
      insert into core.subscription_entries (tenant_id, id, created_at, position, subscription_id, kind, plan_type, plan_id,
        billing_cycle, amount, ends_at, paid_amount, left_amount)
      values (s.tenant_id, gen_random_uuid(), moment, s.version + 1, s.id, 'repaired', s.plan_type, s.plan_id, s.billing_cycle, s.amount,
        s.ends_at, s.received_amount, unused + credit);
    end loop;
  end $$`;
