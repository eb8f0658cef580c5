import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cash on delivery by the words of any payment method; the release before knew two words. */
const BY_WORDS =
  '(^|[^a-z0-9])(cod|c\\.o\\.d|cash[ _-]+on[ _-]+delivery|bayar(an)?[ _-]+semasa[ _-]+(hantar|terima))([^a-z0-9]|$)';

/** The index of reports, with the column that is made of others. */
const SHIPMENTS_CREATED = `
      create index shipments_created on logistics.shipments (tenant_id, created_at, id desc)
        include (status, service_type, origin_state_key, destination_state_key, driver_id, vehicle_id, is_cod, weight_kg, value_myr,
          payment_amount, total_distance_km, actual_delivery_time, promised_until)
        where deleted_at is null`;

/** What an entry of money has, in an account of a driver or of a sender. */
const ENTRY = `
        tenant_id   uuid           not null,
        id          uuid           not null,
        created_at  timestamptz(3) not null,
        updated_at  timestamptz(3) not null,
        deleted_at  timestamptz(3),
        version     integer        not null default 1,
        -- In Malaysia, when the money changed hands.
        date        date           not null,
        amount      numeric(14, 2) not null check (amount > 0),
        note        text,
        recorded_by uuid,
        voided_at   timestamptz(3),
        void_reason text,`;

/** SQL: the name of the sender of a shipment s, and the telephone of a sender without a company. */
const COMPANY = `nullif(btrim(s.origin ->> 'company_name', E' \\t\\r\\n'), '')`;
const PERSON = `nullif(btrim(s.origin ->> 'contact_person', E' \\t\\r\\n'), '')`;
const DIGITS = `nullif(regexp_replace(regexp_replace(s.origin ->> 'phone_number', '[^0-9]', '', 'g'), '^60', '0'), '')`;
const SENT = `
      select p.tenant_id, p.id, coalesce(${COMPANY}, ${PERSON}, '') as name,
             case when ${COMPANY} is null and ${PERSON} is not null then ${DIGITS} end as phone_digits
        from logistics.proofs p join logistics.shipments s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
       where p.collected_amount is not null`;
const KEY = `lower(f.name) || coalesce(' ' || f.phone_digits, '')`;

/**
 * Shipments state whether cash is collected for their senders. Money that drivers handed in and that senders were paid has
 * records; senders of proofs from before are found by their shipments, and have no name where it was blanked since.
 */
export class CashOnDelivery1764976000000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table logistics.shipments drop column is_cod;
      alter table logistics.shipments add column cod boolean;
      alter table logistics.shipments add column is_cod boolean not null
        generated always as (coalesce(cod, lower(payment_method) ~ '${BY_WORDS}', false)) stored;
      ${SHIPMENTS_CREATED};
      create index shipments_collecting on logistics.shipments (tenant_id, actual_delivery_time, driver_id)
        where is_cod and status = 'delivered' and deleted_at is null;

      create table logistics.cod_remittances (${ENTRY}
        driver_id   uuid           not null,
        primary key (tenant_id, id),
        constraint cod_remittances_tenant foreign key (tenant_id) references core.tenants (id),
        constraint cod_remittances_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id)
      );
      create index cod_remittances_of on logistics.cod_remittances (tenant_id, driver_id, id desc);
      create index cod_remittances_on on logistics.cod_remittances (tenant_id, date, driver_id) include (amount)
        where voided_at is null and deleted_at is null;
      ${enableRowLevelSecurity('logistics.cod_remittances')}
      grant select, insert, update (updated_at, version, note, voided_at, void_reason) on logistics.cod_remittances to usaha_app;

      -- One for each name, and for each name and telephone of those without a company.
      create table logistics.cod_senders (
        tenant_id    uuid           not null,
        id           uuid           not null,
        created_at   timestamptz(3) not null,
        updated_at   timestamptz(3) not null,
        deleted_at   timestamptz(3),
        version      integer        not null default 1,
        -- Null once it was blanked; empty for shipments that name no sender.
        name         text,
        phone_digits text,
        sender_key   text generated always as (lower(name) || coalesce(' ' || phone_digits, '')) stored,
        primary key (tenant_id, id),
        constraint cod_senders_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create unique index cod_senders_key on logistics.cod_senders (tenant_id, sender_key);
      ${enableRowLevelSecurity('logistics.cod_senders')}
      grant select, insert, update (updated_at, version, name, phone_digits) on logistics.cod_senders to usaha_app;

      create table logistics.cod_payouts (${ENTRY}
        sender_id   uuid           not null,
        primary key (tenant_id, id),
        constraint cod_payouts_tenant foreign key (tenant_id) references core.tenants (id),
        constraint cod_payouts_sender foreign key (tenant_id, sender_id) references logistics.cod_senders (tenant_id, id)
      );
      create index cod_payouts_listed on logistics.cod_payouts (tenant_id, id desc) where deleted_at is null;
      create index cod_payouts_of on logistics.cod_payouts (tenant_id, sender_id, id desc);
      create index cod_payouts_on on logistics.cod_payouts (tenant_id, date, sender_id) include (amount)
        where voided_at is null and deleted_at is null;
      ${enableRowLevelSecurity('logistics.cod_payouts')}
      grant select, insert, update (updated_at, version, note, voided_at, void_reason) on logistics.cod_payouts to usaha_app;

      alter table logistics.proofs add column sender_id uuid;
      insert into logistics.cod_senders (tenant_id, id, created_at, updated_at, name, phone_digits)
        select g.tenant_id, gen_random_uuid(), now(), now(), g.name, g.phone_digits
          from (select distinct on (f.tenant_id, ${KEY}) f.tenant_id, f.name, f.phone_digits from (${SENT}) f
                 order by f.tenant_id, ${KEY}, f.id) g;
      update logistics.proofs r set sender_id = c.id
        from (${SENT}) f join logistics.cod_senders c on c.tenant_id = f.tenant_id and c.sender_key = ${KEY}
       where r.tenant_id = f.tenant_id and r.id = f.id;
      alter table logistics.proofs add constraint proofs_sender foreign key (tenant_id, sender_id)
        references logistics.cod_senders (tenant_id, id);
      alter table logistics.proofs add constraint proofs_owed check (sender_id is null or collected_amount is not null);
      create index proofs_owed_to on logistics.proofs (tenant_id, sender_id, day) include (collected_amount)
        where collected_amount is not null and deleted_at is null`);
  }

  /** Remittances, payouts and what was stated of cash on delivery are lost. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table logistics.proofs drop column sender_id;
      drop table logistics.cod_payouts;
      drop table logistics.cod_senders;
      drop table logistics.cod_remittances;
      drop index logistics.shipments_collecting;
      alter table logistics.shipments drop column is_cod;
      alter table logistics.shipments drop column cod;
      alter table logistics.shipments add column is_cod boolean not null
        generated always as (coalesce(regexp_replace(lower(btrim(payment_method)), '[ -]+', '_', 'g') in ('cod', 'cash_on_delivery'), false)) stored;
      ${SHIPMENTS_CREATED}`);
  }
}
