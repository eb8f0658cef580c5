import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a salon offers: services, products with the ledger of their stock, packages, and memberships of its clients. */
export class Catalogue1764000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table beauty.services (
        tenant_id                  uuid           not null,
        id                         uuid           not null,
        created_at                 timestamptz(3) not null,
        updated_at                 timestamptz(3) not null,
        deleted_at                 timestamptz(3),
        version                    integer        not null default 1,
        name                       text           not null,
        description                text,
        category                   text,
        subcategory                text,
        duration_minutes           integer        not null check (duration_minutes > 0),
        price                      numeric(14, 2) not null check (price >= 0),
        tax_rate                   numeric(7, 4)  not null check (tax_rate between 0 and 100),
        staff_level_required       text,
        room_requirements          text[]         not null,
        products_used              jsonb          not null,
        target_skin_types          text[]         not null,
        contraindications          text[]         not null,
        pre_care_instructions      text,
        post_care_instructions     text,
        membership_discount        numeric(7, 4)  check (membership_discount between 0 and 100),
        promotion_discount         numeric(7, 4)  check (promotion_discount between 0 and 100),
        is_active                  boolean        not null,
        ministry_approved          boolean        not null,
        ministry_approval_number   text,
        halal_certified            boolean        not null,
        halal_certification_number text,
        notes                      text,
        category_key               text generated always as (lower(btrim(category))) stored,
        subcategory_key            text generated always as (lower(btrim(subcategory))) stored,
        primary key (tenant_id, id),
        constraint services_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index services_live        on beauty.services (tenant_id, id desc) where deleted_at is null;
      create index services_category    on beauty.services (tenant_id, category_key, id desc) where deleted_at is null;
      create index services_subcategory on beauty.services (tenant_id, subcategory_key, id desc) where deleted_at is null;
      create index services_price       on beauty.services (tenant_id, price) where deleted_at is null;
      create index services_active      on beauty.services (tenant_id, is_active, id desc) where deleted_at is null;
      create index services_halal       on beauty.services (tenant_id, halal_certified, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('beauty.services')}
      grant select, insert, update on beauty.services to usaha_app;

      create table beauty.products (
        tenant_id                    uuid           not null,
        id                           uuid           not null,
        created_at                   timestamptz(3) not null,
        updated_at                   timestamptz(3) not null,
        deleted_at                   timestamptz(3),
        version                      integer        not null default 1,
        name                         text           not null,
        brand                        text,
        description                  text,
        category                     text,
        subcategory                  text,
        sku                          text,
        barcode                      text,
        volume_ml                    integer        check (volume_ml >= 0),
        price                        numeric(14, 2) not null check (price >= 0),
        tax_rate                     numeric(7, 4)  not null check (tax_rate between 0 and 100),
        stock_quantity               integer        not null check (stock_quantity >= 0),
        stock_tracked                boolean        not null,
        minimum_stock                integer        not null check (minimum_stock >= 0),
        ingredients                  text[]         not null,
        skin_types                   text[]         not null,
        age_groups                   text[]         not null,
        expiry_date                  date,
        batch_number                 text,
        supplier                     text,
        ministry_approved            boolean        not null,
        ministry_notification_number text,
        halal_certified              boolean        not null,
        halal_certification_number   text,
        cruelty_free                 boolean        not null,
        vegan                        boolean        not null,
        organic                      boolean        not null,
        is_active                    boolean        not null,
        category_key                 text generated always as (lower(btrim(category))) stored,
        subcategory_key              text generated always as (lower(btrim(subcategory))) stored,
        brand_key                    text generated always as (lower(btrim(brand))) stored,
        barcode_key                  text generated always as (lower(btrim(barcode))) stored,
        low_stock                    boolean not null generated always as (stock_tracked and stock_quantity <= minimum_stock) stored,
        primary key (tenant_id, id),
        constraint products_tenant foreign key (tenant_id) references core.tenants (id)
      ) with (fillfactor = 85);
      create index products_live        on beauty.products (tenant_id, id desc) where deleted_at is null;
      -- One that is blank is none: many products may be without.
      create unique index products_sku  on beauty.products (tenant_id, sku) where deleted_at is null and btrim(sku) <> '';
      create index products_category    on beauty.products (tenant_id, category_key, id desc) where deleted_at is null;
      create index products_subcategory on beauty.products (tenant_id, subcategory_key, id desc) where deleted_at is null;
      create index products_brand       on beauty.products (tenant_id, brand_key, id desc) where deleted_at is null;
      create index products_barcode     on beauty.products (tenant_id, barcode_key, id desc) where deleted_at is null;
      create index products_price       on beauty.products (tenant_id, price) where deleted_at is null;
      create index products_halal       on beauty.products (tenant_id, halal_certified, id desc) where deleted_at is null;
      create index products_low         on beauty.products (tenant_id, low_stock, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('beauty.products')}
      grant select, insert, update on beauty.products to usaha_app;

      -- The stock ledger: rows are added and never changed.
      create table beauty.stock_movements (
        tenant_id        uuid           not null,
        id               uuid           not null,
        created_at       timestamptz(3) not null,
        position         integer        not null,
        product_id       uuid           not null,
        kind             text           not null check (kind in ('opening', 'correction', 'used')),
        quantity_changed integer        not null,
        balance          integer        not null check (balance >= 0),
        -- What was needed and not there.
        shortage         integer        not null check (shortage >= 0),
        appointment_id   uuid,
        actor_id         uuid,
        primary key (tenant_id, id),
        constraint stock_movements_product foreign key (tenant_id, product_id) references beauty.products (tenant_id, id)
      );
      create unique index stock_movements_product on beauty.stock_movements (tenant_id, product_id, position desc);
      -- An appointment takes of a product once.
      create unique index stock_movements_appointment on beauty.stock_movements (tenant_id, appointment_id, product_id)
        where appointment_id is not null;
      ${enableRowLevelSecurity('beauty.stock_movements')}
      grant select, insert on beauty.stock_movements to usaha_app;

      create table beauty.packages (
        tenant_id            uuid           not null,
        id                   uuid           not null,
        created_at           timestamptz(3) not null,
        updated_at           timestamptz(3) not null,
        deleted_at           timestamptz(3),
        version              integer        not null default 1,
        name                 text           not null,
        description          text,
        services             jsonb          not null,
        total_price          numeric(14, 2) check (total_price >= 0),
        original_price       numeric(14, 2) check (original_price >= 0),
        -- As it was sent; without one it follows from the prices.
        stated_discount      numeric(7, 4)  check (stated_discount between 0 and 100),
        validity_months      integer        check (validity_months > 0),
        payment_plan         text,
        terms_and_conditions text,
        is_active            boolean        not null,
        membership_discount  numeric(7, 4)  check (membership_discount between 0 and 100),
        primary key (tenant_id, id),
        constraint packages_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index packages_live   on beauty.packages (tenant_id, id desc) where deleted_at is null;
      create index packages_active on beauty.packages (tenant_id, is_active, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('beauty.packages')}
      grant select, insert, update on beauty.packages to usaha_app;

      create table beauty.memberships (
        tenant_id       uuid           not null,
        id              uuid           not null,
        created_at      timestamptz(3) not null,
        updated_at      timestamptz(3) not null,
        deleted_at      timestamptz(3),
        version         integer        not null default 1,
        client_id       uuid           not null,
        membership_type text           not null,
        start_date      date,
        end_date        date,
        annual_fee      numeric(14, 2) check (annual_fee >= 0),
        benefits        jsonb          not null,
        payment_method  text,
        auto_renew      boolean        not null,
        status          text           not null,
        erased_at       timestamptz(3),
        status_key      text not null generated always as (lower(btrim(status))) stored,
        primary key (tenant_id, id),
        constraint memberships_client foreign key (tenant_id, client_id) references beauty.clients (tenant_id, id),
        constraint memberships_dates check (end_date >= start_date)
      );
      create index memberships_live   on beauty.memberships (tenant_id, id desc) where deleted_at is null;
      create index memberships_client on beauty.memberships (tenant_id, client_id, id desc);
      create index memberships_status on beauty.memberships (tenant_id, status_key, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('beauty.memberships')}
      grant select, insert, update on beauty.memberships to usaha_app;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table beauty.memberships, beauty.packages, beauty.stock_movements, beauty.products, beauty.services`);
  }
}
