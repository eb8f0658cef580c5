import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Freight invoices, and which shipments have lost what tells who their parties were. */
export class Freight1764200200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Rows are added and never changed: what is issued stays as it was.
      create table logistics.freight_invoices (
        tenant_id          uuid           not null,
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        updated_at         timestamptz(3) not null,
        deleted_at         timestamptz(3),
        version            integer        not null default 1,
        invoice_number     text           not null,
        shipment_id        uuid           not null,
        -- Of the shipment, as they were then.
        tracking_number    text           not null,
        customer_reference text,
        service_type       text           not null check (service_type in ('express', 'standard', 'economy')),
        payment_method     text,
        -- Name and address of the business, of who is asked to pay, and of who receives the shipment, as they were then.
        seller             jsonb          not null,
        sender             jsonb          not null,
        receiver           jsonb          not null,
        lines              jsonb          not null,
        -- Percent; null where the business was not registered for SST.
        tax_rate           numeric(7, 4)  check (tax_rate >= 0),
        subtotal           numeric(14, 2) not null check (subtotal >= 0),
        tax_amount         numeric(14, 2) not null check (tax_amount >= 0),
        total              numeric(14, 2) not null,
        primary key (tenant_id, id),
        constraint freight_invoices_tenant foreign key (tenant_id) references core.tenants (id),
        constraint freight_invoices_shipment foreign key (tenant_id, shipment_id) references logistics.shipments (tenant_id, id),
        constraint freight_invoices_total check (total >= subtotal and total >= tax_amount)
      );
      create unique index freight_invoices_number on logistics.freight_invoices (tenant_id, invoice_number);
      create unique index freight_invoices_of_shipment on logistics.freight_invoices (tenant_id, shipment_id);
      ${enableRowLevelSecurity('logistics.freight_invoices')}
      grant select, insert on logistics.freight_invoices to usaha_app;

      alter table logistics.shipments add parties_blanked_at timestamptz(3);
      -- Those that have ended and still tell who their parties are.
      create index shipments_telling on logistics.shipments (tenant_id, created_at, id)
        where parties_blanked_at is null and status in ('delivered', 'cancelled', 'returned')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table logistics.freight_invoices');
    await runner.query('alter table logistics.shipments drop parties_blanked_at');
  }
}
