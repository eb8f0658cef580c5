import { enableRowLevelSecurity, searchFunction } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Products, their stock and its ledger, sales and refunds, customers and their points. */
export class Retail1763700600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema retail;
      grant usage on schema retail to usaha_app;

      create table retail.products (
        tenant_id      uuid           not null constraint products_tenant references core.tenants (id),
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        sku            text           not null,
        name           text           not null,
        description    text,
        category       text,
        brand          text,
        barcode        text,
        unit           text,
        current_stock  integer        not null check (current_stock >= 0),
        stock_tracked  boolean        not null,
        distributed    integer        not null check (distributed between 0 and current_stock),
        minimum_stock  integer        not null check (minimum_stock >= 0),
        maximum_stock  integer        check (maximum_stock >= 0),
        purchase_price numeric(14, 2) check (purchase_price >= 0),
        selling_price  numeric(14, 2) not null check (selling_price >= 0),
        tax_rate       numeric(7, 4)  not null check (tax_rate between 0 and 100),
        status         text           not null check (status in ('ACTIVE', 'INACTIVE', 'DISCONTINUED')),
        supplier_id    text,
        attributes     jsonb          not null,
        expires_on     text,
        category_key   text generated always as (lower(btrim(category))) stored,
        brand_key      text generated always as (lower(btrim(brand))) stored,
        search_text    text not null generated always as (lower(name || E'\\n' || coalesce(description, '') || E'\\n' || sku)) stored,
        low_stock      boolean not null generated always as (stock_tracked and current_stock <= minimum_stock) stored,
        overstocked    boolean not null generated always as (stock_tracked and coalesce(current_stock > maximum_stock, false)) stored,
        primary key (tenant_id, id)
      ) with (fillfactor = 85);
      create index        products_live     on retail.products (tenant_id, id desc) where deleted_at is null;
      create unique index products_sku      on retail.products (tenant_id, sku) where deleted_at is null;
      create index        products_category on retail.products (tenant_id, category_key, id desc) where deleted_at is null;
      create index        products_brand    on retail.products (tenant_id, brand_key, id desc) where deleted_at is null;
      create index        products_status   on retail.products (tenant_id, status, id desc) where deleted_at is null;
      create index        products_price    on retail.products (tenant_id, selling_price) where deleted_at is null;
      create index        products_low      on retail.products (tenant_id, id desc) where low_stock and deleted_at is null;
      create index        products_over     on retail.products (tenant_id, id desc) where overstocked and deleted_at is null;
      create index        products_expiry   on retail.products (tenant_id, expires_on) where expires_on is not null and deleted_at is null;
      create index        products_search   on retail.products using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
      ${enableRowLevelSecurity('retail.products')}
      grant select, insert, update on retail.products to usaha_app;
      ${searchFunction('retail.products')}

      -- What of a product's stock lies where; the rest has no location.
      create table retail.stock_locations (
        tenant_id  uuid    not null,
        product_id uuid    not null,
        location   text    not null,
        quantity   integer not null check (quantity >= 0),
        location_key text  not null generated always as (lower(btrim(location))) stored,
        primary key (tenant_id, product_id, location),
        constraint stock_locations_product foreign key (tenant_id, product_id) references retail.products (tenant_id, id)
      );
      create index stock_locations_location on retail.stock_locations (tenant_id, location_key);
      ${enableRowLevelSecurity('retail.stock_locations')}
      grant select, insert, update on retail.stock_locations to usaha_app;

      -- The stock ledger: rows are added and never changed.
      create table retail.stock_movements (
        tenant_id        uuid           not null,
        id               uuid           not null,
        created_at       timestamptz(3) not null,
        position         integer        not null,
        product_id       uuid           not null,
        kind             text           not null check (kind in ('opening', 'correction', 'update', 'adjustment', 'transfer', 'sale', 'refund')),
        quantity_changed integer        not null,
        balance          integer        not null check (balance >= 0),
        location_changes jsonb          not null,
        reason           text,
        reference        text,
        notes            text,
        sale_id          uuid,
        actor_id         uuid,
        primary key (tenant_id, id),
        constraint stock_movements_product foreign key (tenant_id, product_id) references retail.products (tenant_id, id)
      );
      create unique index stock_movements_product on retail.stock_movements (tenant_id, product_id, position desc);
      create index        stock_movements_day     on retail.stock_movements (tenant_id, created_at);
      ${enableRowLevelSecurity('retail.stock_movements')}
      grant select, insert on retail.stock_movements to usaha_app;

      create table retail.customers (
        tenant_id      uuid           not null constraint customers_tenant references core.tenants (id),
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        first_name     text           not null,
        last_name      text           not null,
        email          text,
        phone_number   text,
        ic_number      text,
        address        jsonb,
        loyalty_tier   text           not null check (loyalty_tier in ('bronze', 'silver', 'gold', 'platinum')),
        loyalty_points integer        not null check (loyalty_points >= 0),
        is_active      boolean        not null,
        notes          text,
        pdpa_consent   boolean        not null,
        pdpa_consent_date timestamptz(3),
        constraint customers_consent_date check (pdpa_consent = (pdpa_consent_date is not null)),
        search_text    text not null generated always as
          (lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, '') || E'\\n' || coalesce(phone_number, ''))) stored,
        primary key (tenant_id, id)
      );
      create index customers_live   on retail.customers (tenant_id, id desc) where deleted_at is null;
      create index customers_tier   on retail.customers (tenant_id, loyalty_tier, id desc) where deleted_at is null;
      create index customers_active on retail.customers (tenant_id, is_active, id desc) where deleted_at is null;
      create index customers_search on retail.customers using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
      ${enableRowLevelSecurity('retail.customers')}
      grant select, insert, update on retail.customers to usaha_app;
      ${searchFunction('retail.customers')}

      -- The points ledger: rows are added and never changed.
      create table retail.points_movements (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        position         integer        not null,
        customer_id    uuid           not null,
        kind           text           not null check (kind in ('opening', 'correction', 'update', 'redemption', 'earned', 'returned')),
        points_changed integer        not null,
        balance        integer        not null check (balance >= 0),
        loyalty_tier   text           not null,
        reason         text,
        reference      text,
        reward_type    text,
        sale_id        uuid,
        actor_id       uuid,
        primary key (tenant_id, id),
        constraint points_movements_customer foreign key (tenant_id, customer_id) references retail.customers (tenant_id, id)
      );
      create unique index points_movements_customer on retail.points_movements (tenant_id, customer_id, position desc);
      ${enableRowLevelSecurity('retail.points_movements')}
      grant select, insert on retail.points_movements to usaha_app;

      create table retail.sales (
        tenant_id          uuid           not null constraint sales_tenant references core.tenants (id),
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        updated_at         timestamptz(3) not null,
        deleted_at         timestamptz(3),
        version            integer        not null default 1,
        invoice_number     text           not null,
        customer_id        uuid,
        payment_method     text,
        payment_status     text           not null check (payment_status in ('completed', 'partially_refunded', 'refunded')),
        payment_details    jsonb,
        subtotal           numeric(14, 2) not null check (subtotal >= 0),
        discount_amount    numeric(14, 2) not null check (discount_amount >= 0),
        tax_amount         numeric(14, 2) not null check (tax_amount >= 0),
        total              numeric(14, 2) not null check (total >= 0),
        refunded_total     numeric(14, 2) not null check (refunded_total between 0 and total),
        refunds_made       integer        not null check (refunds_made >= 0),
        points_earned      integer        not null check (points_earned >= 0),
        points_returned    integer        not null check (points_returned >= 0),
        status             text           not null check (status in ('pending', 'completed', 'cancelled', 'refunded')),
        status_reason      text,
        status_history     jsonb          not null,
        notes              text,
        actor_id           uuid,
        payment_method_key text generated always as (lower(btrim(payment_method))) stored,
        primary key (tenant_id, id)
      ) with (fillfactor = 90);
      create index        sales_live           on retail.sales (tenant_id, id desc) where deleted_at is null;
      create unique index sales_invoice_number on retail.sales (tenant_id, invoice_number);
      create index        sales_customer       on retail.sales (tenant_id, customer_id, id desc);
      create index        sales_status         on retail.sales (tenant_id, status, id desc);
      create index        sales_payment_method on retail.sales (tenant_id, payment_method_key, id desc);
      create index        sales_day            on retail.sales (tenant_id, created_at);
      ${enableRowLevelSecurity('retail.sales')}
      grant select, insert, update on retail.sales to usaha_app;

      -- Lines keep what was sold as it was: a product that changes or goes changes no sale.
      create table retail.sale_lines (
        tenant_id         uuid           not null,
        sale_id           uuid           not null,
        line              integer        not null check (line > 0),
        created_at        timestamptz(3) not null,
        counted           boolean        not null,
        product_id        uuid           not null,
        product_name      text           not null,
        sku               text           not null,
        category          text,
        opens_category    boolean        not null,
        opens_product     boolean        not null,
        stock_tracked     boolean        not null,
        quantity          integer        not null check (quantity > 0),
        unit_price        numeric(14, 2) not null check (unit_price >= 0),
        discount_rate     numeric(7, 4)  not null check (discount_rate between 0 and 100),
        tax_rate          numeric(7, 4)  not null check (tax_rate between 0 and 100),
        gross             numeric(14, 2) not null,
        subtotal          numeric(14, 2) not null,
        tax_amount        numeric(14, 2) not null,
        total             numeric(14, 2) not null,
        refunded_quantity integer        not null check (refunded_quantity between 0 and quantity),
        refunded_subtotal numeric(14, 2) not null,
        refunded_tax      numeric(14, 2) not null,
        refunded_total    numeric(14, 2) not null,
        primary key (tenant_id, sale_id, line),
        constraint sale_lines_sale foreign key (tenant_id, sale_id) references retail.sales (tenant_id, id),
        constraint sale_lines_product foreign key (tenant_id, product_id) references retail.products (tenant_id, id)
      );
      create index sale_lines_day     on retail.sale_lines (tenant_id, created_at);
      create index sale_lines_product on retail.sale_lines (tenant_id, product_id);
      ${enableRowLevelSecurity('retail.sale_lines')}
      grant select, insert, update on retail.sale_lines to usaha_app;

      create table retail.sale_refunds (
        tenant_id          uuid           not null,
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        position         integer        not null,
        sale_id            uuid           not null,
        credit_note_number text           not null,
        refund_method      text,
        notes              text,
        items              jsonb          not null,
        subtotal           numeric(14, 2) not null,
        tax_amount         numeric(14, 2) not null,
        amount             numeric(14, 2) not null check (amount >= 0),
        points_returned    integer        not null,
        actor_id           uuid,
        primary key (tenant_id, id),
        constraint sale_refunds_sale foreign key (tenant_id, sale_id) references retail.sales (tenant_id, id)
      );
      create unique index sale_refunds_sale   on retail.sale_refunds (tenant_id, sale_id, position);
      create unique index sale_refunds_number on retail.sale_refunds (tenant_id, credit_note_number);
      ${enableRowLevelSecurity('retail.sale_refunds')}
      grant select, insert on retail.sale_refunds to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema retail cascade');
  }
}
