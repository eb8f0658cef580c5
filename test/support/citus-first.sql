-- A database as the first version that could distribute it (before release 1.0.0) left it on a Citus cluster: the statements of its
-- migrations, the record of them, and behind DISTRIBUTED what distributed its tables. It never changes.

create table usaha_migrations (
  id serial not null,
  timestamp bigint not null,
  name character varying not null,
  checksum text,
  constraint usaha_migrations_pkey primary key (id)
);

-- Kernel1763700000000
do $$
      begin
        if not exists (select 1 from pg_roles where rolname = 'usaha_app') then
          begin
            create role usaha_app nologin nosuperuser nobypassrls;
          exception
            when duplicate_object or unique_violation then null;
            when insufficient_privilege then
              raise exception 'The role usaha_app is missing and % may not make it. Let an administrator run: CREATE ROLE usaha_app NOLOGIN; GRANT usaha_app TO %;', current_user, current_user;
          end;
        end if;
        begin
          if not pg_has_role(current_user, 'usaha_app', 'MEMBER') then
            execute format('grant usaha_app to %I', current_user);
          elsif current_setting('server_version_num')::int >= 160000
            and not (select rolsuper from pg_roles where rolname = current_user)
            and not pg_has_role(current_user, 'usaha_app', 'SET') then
            execute format('grant usaha_app to %I with set true, inherit false', current_user);
          end if;
        exception
          when insufficient_privilege then
            raise exception '% may not grant itself the role usaha_app. Let an administrator run: GRANT usaha_app TO %;', current_user, current_user;
        end;
      end $$;
create schema kernel;
      grant usage on schema kernel to usaha_app;
      grant select on usaha_migrations to usaha_app;
      create table kernel.audit_entries (
        tenant_id   uuid           not null,
        id          uuid           not null,
        at          timestamptz(3) not null,
        actor_id    uuid,
        action      text           not null,
        record_type text           not null,
        record_id   uuid           not null,
        changes     jsonb          not null,
        primary key (tenant_id, id)
      );
      create index audit_entries_record on kernel.audit_entries (tenant_id, record_type, record_id, id desc);
      create index audit_entries_actor  on kernel.audit_entries (tenant_id, actor_id, id desc);
      create index audit_entries_at     on kernel.audit_entries (tenant_id, at);
  alter table kernel.audit_entries enable row level security;
  create policy tenant on kernel.audit_entries using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on kernel.audit_entries to usaha_app;
-- Core1763700100000
create schema core;
      grant usage on schema core to usaha_app;
      create table core.tenants (
        id                  uuid           not null primary key,
        created_at          timestamptz(3) not null,
        updated_at          timestamptz(3) not null,
        deleted_at          timestamptz(3),
        version             integer        not null default 1,
        name                text           not null,
        slug                text           not null,
        schema_name         text           not null,
        domain              text,
        registration_number text,
        email               text,
        phone               text,
        address             jsonb,
        business_type       text           not null check (business_type in ('RETAIL', 'HEALTHCARE', 'EDUCATION', 'LOGISTICS', 'BEAUTY')),
        subscription_plan   text           not null check (subscription_plan in ('STARTER', 'GROWTH', 'PRO', 'ENTERPRISE')),
        pricing_model       text           not null check (pricing_model in ('SUBSCRIPTION', 'PERPETUAL')),
        status              text           not null check (status in ('PENDING', 'ACTIVE', 'SUSPENDED', 'TERMINATED')),
        logo_url            text,
        settings            jsonb          not null,
        created_by          uuid
      );
      create unique index tenants_slug        on core.tenants (slug);
      create unique index tenants_schema_name on core.tenants (schema_name) where deleted_at is null;
      create unique index tenants_domain      on core.tenants (lower(domain)) where deleted_at is null;
      create index tenants_created_by on core.tenants (created_by, id desc) where deleted_at is null;
  alter table core.tenants enable row level security;
  create policy platform on core.tenants using (
    id >= case when current_setting('app.platform', true) = 'on' then '00000000-0000-0000-0000-000000000000'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end
    and id <= case when current_setting('app.platform', true) = 'on' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end);
      grant select, insert, update on core.tenants to usaha_app;
      create table core.users (
        tenant_id     uuid           not null constraint users_tenant references core.tenants (id),
        id            uuid           not null,
        created_at    timestamptz(3) not null,
        updated_at    timestamptz(3) not null,
        deleted_at    timestamptz(3),
        version       integer        not null default 1,
        number        integer        not null generated by default as identity,
        username      text           not null,
        email         text           not null,
        password_hash text,
        first_name    text,
        last_name     text,
        phone         text,
        ic_number     text,
        role          text           not null check (role in ('ADMIN', 'MANAGER', 'STAFF', 'VIEWER')),
        status        text           not null check (status in ('PENDING', 'ACTIVE', 'INACTIVE', 'DISABLED')),
        permissions   text[]         not null,
        mfa_enabled   boolean        not null,
        last_login    timestamptz(3),
        username_key  text           not null generated always as (lower(username)) stored,
        email_key     text           not null generated always as (lower(email)) stored,
        primary key (tenant_id, id)
      );
      create unique index users_username on core.users (tenant_id, username_key) where deleted_at is null;
      create unique index users_email    on core.users (tenant_id, email_key)    where deleted_at is null;
      create unique index users_number   on core.users (tenant_id, number);
      create index users_live            on core.users (tenant_id, id desc) where deleted_at is null;
      create index users_role            on core.users (tenant_id, role, id desc) where deleted_at is null;
      create index users_any_email       on core.users (email_key)    where deleted_at is null;
      create index users_any_username    on core.users (username_key) where deleted_at is null;
  alter table core.users enable row level security;
  create policy platform on core.users using (
    tenant_id >= case when current_setting('app.platform', true) = 'on' then '00000000-0000-0000-0000-000000000000'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end
    and tenant_id <= case when current_setting('app.platform', true) = 'on' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end);
      grant select, insert, update, delete on core.users to usaha_app;
      create table core.sessions (
        tenant_id  uuid           not null references core.tenants (id),
        id         uuid           not null,
        user_id    uuid           not null,
        moved_to   uuid,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        ended_at   timestamptz(3),
        primary key (tenant_id, id)
      );
      create index sessions_user    on core.sessions (tenant_id, user_id) where ended_at is null;
      create index sessions_expired on core.sessions (expires_at);
  alter table core.sessions enable row level security;
  create policy platform on core.sessions using (
    tenant_id >= case when current_setting('app.platform', true) = 'on' then '00000000-0000-0000-0000-000000000000'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end
    and tenant_id <= case when current_setting('app.platform', true) = 'on' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end);
      grant select, insert, update, delete on core.sessions to usaha_app;
      create table core.login_attempts (
        tenant_id uuid           not null references core.tenants (id),
        id        uuid           not null,
        account   text           not null,
        address   text           not null,
        at        timestamptz(3) not null,
        primary key (tenant_id, id)
      );
      create index login_attempts_account on core.login_attempts (tenant_id, account, address, at desc);
      create index login_attempts_at      on core.login_attempts (at);
  alter table core.login_attempts enable row level security;
  create policy platform on core.login_attempts using (
    tenant_id >= case when current_setting('app.platform', true) = 'on' then '00000000-0000-0000-0000-000000000000'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end
    and tenant_id <= case when current_setting('app.platform', true) = 'on' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end);
      grant select, insert, delete on core.login_attempts to usaha_app;
      insert into core.tenants (id, created_at, updated_at, name, slug, schema_name, business_type, subscription_plan, pricing_model, status, settings)
      values ('00000000-0000-0000-0000-000000000000', now(), now(), 'Accounts without a tenant', '-', '-', 'RETAIL', 'STARTER', 'SUBSCRIPTION', 'ACTIVE', '{}');
-- Subscriptions1763700200000
create table core.subscriptions (
        tenant_id         uuid           not null constraint subscriptions_tenant references core.tenants (id),
        id                uuid           not null,
        created_at        timestamptz(3) not null,
        updated_at        timestamptz(3) not null,
        deleted_at        timestamptz(3),
        version           integer        not null default 1,
        plan_type         text           not null check (plan_type in ('STARTER', 'GROWTH', 'PRO', 'ENTERPRISE')),
        plan_id           text           not null,
        billing_cycle     text           not null check (billing_cycle in ('MONTHLY', 'YEARLY', 'ONE_TIME')),
        status            text           not null check (status in ('ACTIVE', 'CANCELLED', 'EXPIRED', 'PENDING')),
        starts_at         timestamptz(3) not null,
        ends_at           timestamptz(3),
        renews_at         timestamptz(3),
        cancelled_at      timestamptz(3),
        amount            numeric(14, 2) not null check (amount > 0),
        currency          text           not null,
        payment_method    text,
        payment_method_id text,
        modules           text[]         not null,
        module_limit      integer        not null check (module_limit > 0),
        user_limit        integer        not null check (user_limit > 0),
        features          jsonb          not null,
        paid_amount       numeric(14, 2) not null,
        terms_paid        integer        not null check (terms_paid >= 0),
        counted_from      timestamptz(3) not null,
        primary key (tenant_id, id)
      );
      create index subscriptions_live   on core.subscriptions (tenant_id, id desc) where deleted_at is null;
      create index subscriptions_status on core.subscriptions (tenant_id, status, id desc) where deleted_at is null;
  alter table core.subscriptions enable row level security;
  create policy tenant on core.subscriptions using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on core.subscriptions to usaha_app;
      create table core.tenant_modules (
        tenant_id     uuid           not null constraint tenant_modules_tenant references core.tenants (id),
        id            uuid           not null,
        created_at    timestamptz(3) not null,
        updated_at    timestamptz(3) not null,
        deleted_at    timestamptz(3),
        version       integer        not null default 1,
        module        text           not null check (module in ('retail', 'healthcare', 'education', 'logistics', 'beauty')),
        status        text           not null check (status in ('USABLE', 'ENABLED', 'DISABLED')),
        configuration jsonb,
        primary key (tenant_id, id)
      );
      create unique index tenant_modules_module on core.tenant_modules (tenant_id, module);
  alter table core.tenant_modules enable row level security;
  create policy tenant on core.tenant_modules using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on core.tenant_modules to usaha_app;
-- Events1763700300000
create table kernel.outbox (
        tenant_id    uuid           not null,
        id           uuid           not null,
        at           timestamptz(3) not null,
        name         text           not null,
        payload      jsonb          not null,
        done         text[]         not null,
        attempts     integer        not null,
        available_at timestamptz(3) not null,
        handled_at   timestamptz(3),
        parked_at    timestamptz(3),
        error        text,
        primary key (tenant_id, id)
      );
      create index outbox_pending on kernel.outbox (tenant_id, available_at, id) where handled_at is null and parked_at is null;
      create index outbox_due     on kernel.outbox (available_at) where handled_at is null and parked_at is null;
      create index outbox_parked  on kernel.outbox (parked_at) where parked_at is not null;
      create index outbox_handled on kernel.outbox (handled_at) where handled_at is not null;
  alter table kernel.outbox enable row level security;
  create policy platform on kernel.outbox using (
    tenant_id >= case when current_setting('app.platform', true) = 'on' then '00000000-0000-0000-0000-000000000000'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end
    and tenant_id <= case when current_setting('app.platform', true) = 'on' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end);
      grant select, insert, update, delete on kernel.outbox to usaha_app;
      create table kernel.idempotency_keys (
        tenant_id   uuid           not null,
        user_id     uuid           not null,
        method      text           not null,
        path        text           not null,
        key         text           not null,
        id          uuid           not null,
        fingerprint text           not null,
        created_at  timestamptz(3) not null,
        status      integer,
        answer      text,
        primary key (tenant_id, user_id, method, path, key)
      );
      create index idempotency_keys_created on kernel.idempotency_keys (tenant_id, created_at);
  alter table kernel.idempotency_keys enable row level security;
  create policy tenant on kernel.idempotency_keys using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update, delete on kernel.idempotency_keys to usaha_app;
-- Payments1763700400000
create table core.payment_methods (
        tenant_id       uuid           not null constraint payment_methods_tenant references core.tenants (id),
        id              uuid           not null,
        created_at      timestamptz(3) not null,
        updated_at      timestamptz(3) not null,
        deleted_at      timestamptz(3),
        version         integer        not null default 1,
        type            text           not null,
        card_last_four  text           check (card_last_four ~ '^[0-9]{4}$'),
        card_brand      text,
        expiry_month    integer        check (expiry_month between 1 and 12),
        expiry_year     integer,
        cardholder_name text,
        billing_address jsonb,
        gateway_token   text,
        primary key (tenant_id, id)
      );
      create index payment_methods_live on core.payment_methods (tenant_id, id desc) where deleted_at is null;
  alter table core.payment_methods enable row level security;
  create policy tenant on core.payment_methods using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on core.payment_methods to usaha_app;
      create table core.payments (
        tenant_id         uuid           not null constraint payments_tenant references core.tenants (id),
        id                uuid           not null,
        created_at        timestamptz(3) not null,
        updated_at        timestamptz(3) not null,
        deleted_at        timestamptz(3),
        version           integer        not null default 1,
        subscription_id   uuid,
        type              text           not null check (type in ('CHARGE', 'REFUND', 'CREDIT', 'ADJUSTMENT')),
        amount            numeric(14, 2) not null check (amount > 0),
        currency          text           not null check (currency ~ '^[A-Z]{3}$'),
        status            text           not null check (status in ('PENDING', 'COMPLETED', 'FAILED', 'REFUNDED')),
        payment_method    text           not null,
        payment_method_id uuid,
        description       text,
        metadata          jsonb          not null,
        refunded_amount   numeric(14, 2) not null check (refunded_amount >= 0),
        reserved_amount   numeric(14, 2) not null check (reserved_amount >= 0),
        failure_reason    text           check ((failure_reason is not null) = (status = 'FAILED')),
        request_key       uuid,
        primary key (tenant_id, id),
        constraint payments_refunded check (refunded_amount + reserved_amount <= amount),
        constraint payments_subscription foreign key (tenant_id, subscription_id) references core.subscriptions (tenant_id, id),
        constraint payments_method foreign key (tenant_id, payment_method_id) references core.payment_methods (tenant_id, id)
      );
      create index payments_live    on core.payments (tenant_id, id desc) where deleted_at is null;
      create index payments_status  on core.payments (tenant_id, status, id desc) where deleted_at is null;
      create index payments_created on core.payments (tenant_id, created_at) where deleted_at is null;
      create index payments_pending on core.payments (tenant_id, id) where status = 'PENDING';
      create unique index payments_request on core.payments (tenant_id, request_key);
  alter table core.payments enable row level security;
  create policy tenant on core.payments using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on core.payments to usaha_app;
      create table core.refunds (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        payment_id     uuid           not null,
        amount         numeric(14, 2) not null check (amount > 0),
        status         text           not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
        reason         text,
        failure_reason text           check ((failure_reason is not null) = (status = 'FAILED')),
        request_key    uuid,
        primary key (tenant_id, id),
        constraint refunds_payment foreign key (tenant_id, payment_id) references core.payments (tenant_id, id)
      );
      create index refunds_payment on core.refunds (tenant_id, payment_id, id);
      create index refunds_pending on core.refunds (tenant_id, id) where status = 'PENDING';
      create unique index refunds_request on core.refunds (tenant_id, request_key);
  alter table core.refunds enable row level security;
  create policy tenant on core.refunds using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on core.refunds to usaha_app;
      create table core.sandbox_charges (
        tenant_id  uuid           not null,
        attempt_id uuid           not null,
        at         timestamptz(3) not null,
        kind       text           not null check (kind in ('charge', 'refund', 'none')),
        amount     numeric(14, 2),
        currency   text,
        reason     text,
        primary key (tenant_id, attempt_id)
      );
  alter table core.sandbox_charges enable row level security;
  create policy tenant on core.sandbox_charges using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on core.sandbox_charges to usaha_app;
-- Numbers1763700500000
      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;
      create table kernel.number_series (
        tenant_id uuid    not null,
        series    text    not null,
        year      integer not null,
        last      integer not null check (last > 0),
        primary key (tenant_id, series, year)
      );
  alter table kernel.number_series enable row level security;
  create policy tenant on kernel.number_series using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on kernel.number_series to usaha_app;
-- Retail1763700600000
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
        search_text    text not null generated always as (lower(name || E'\n' || coalesce(description, '') || E'\n' || sku)) stored,
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
  alter table retail.products enable row level security;
  create policy tenant on retail.products using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on retail.products to usaha_app;
  create function retail.products_matching(tenant uuid, pattern text) returns setof uuid
    language sql stable security definer rows 50 set search_path = pg_catalog, pg_temp as
  $$ select p.id from retail.products p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.search_text like pattern $$;
  revoke all on function retail.products_matching(uuid, text) from public;
  grant execute on function retail.products_matching(uuid, text) to usaha_app;
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
  alter table retail.stock_locations enable row level security;
  create policy tenant on retail.stock_locations using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on retail.stock_locations to usaha_app;
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
  alter table retail.stock_movements enable row level security;
  create policy tenant on retail.stock_movements using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
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
          (lower(first_name || ' ' || last_name || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone_number, ''))) stored,
        primary key (tenant_id, id)
      );
      create index customers_live   on retail.customers (tenant_id, id desc) where deleted_at is null;
      create index customers_tier   on retail.customers (tenant_id, loyalty_tier, id desc) where deleted_at is null;
      create index customers_active on retail.customers (tenant_id, is_active, id desc) where deleted_at is null;
      create index customers_search on retail.customers using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
  alter table retail.customers enable row level security;
  create policy tenant on retail.customers using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on retail.customers to usaha_app;
  create function retail.customers_matching(tenant uuid, pattern text) returns setof uuid
    language sql stable security definer rows 50 set search_path = pg_catalog, pg_temp as
  $$ select p.id from retail.customers p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.search_text like pattern $$;
  revoke all on function retail.customers_matching(uuid, text) from public;
  grant execute on function retail.customers_matching(uuid, text) to usaha_app;
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
  alter table retail.points_movements enable row level security;
  create policy tenant on retail.points_movements using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
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
  alter table retail.sales enable row level security;
  create policy tenant on retail.sales using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on retail.sales to usaha_app;
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
  alter table retail.sale_lines enable row level security;
  create policy tenant on retail.sale_lines using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
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
  alter table retail.sale_refunds enable row level security;
  create policy tenant on retail.sale_refunds using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on retail.sale_refunds to usaha_app;
-- Healthcare1763700800000
create schema healthcare;
      grant usage on schema healthcare to usaha_app;
      create table healthcare.patients (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        medical_record_number text    not null,
        first_name            text    not null,
        last_name             text    not null,
        ic_number             text,
        ic_number_tokens      text[],
        date_of_birth         date,
        gender                text,
        email                 text,
        phone_number          text,
        emergency_contact     jsonb,
        address               jsonb,
        blood_type            text,
        allergies             text,
        chronic_conditions    text,
        medications           text,
        insurance_info        jsonb,
        has_insurance         boolean not null,
        data_retention_period jsonb,
        pdpa_consent          boolean not null,
        pdpa_consent_date     timestamptz(3),
        notes                 text,
        erased_at             timestamptz(3),
        gender_key            text generated always as (lower(btrim(gender))) stored,
        blood_type_key        text generated always as (lower(btrim(blood_type))) stored,
        search_text           text not null generated always as (lower(first_name || ' ' || last_name || E'\n' || coalesce(email, ''))) stored,
        contact_text          text not null generated always as (lower(coalesce(phone_number, '') || E'\n' || medical_record_number)) stored,
        primary key (tenant_id, id),
        constraint patients_tenant foreign key (tenant_id) references core.tenants (id),
        constraint patients_consent_date check (pdpa_consent = (pdpa_consent_date is not null))
      );
      create index        patients_live    on healthcare.patients (tenant_id, id desc) where deleted_at is null;
      create unique index patients_number  on healthcare.patients (tenant_id, medical_record_number);
      create index        patients_born    on healthcare.patients (tenant_id, date_of_birth, id desc) where deleted_at is null;
      create index        patients_gender  on healthcare.patients (tenant_id, gender_key, id desc) where deleted_at is null;
      create index        patients_blood   on healthcare.patients (tenant_id, blood_type_key, id desc) where deleted_at is null;
      create index        patients_insured on healthcare.patients (tenant_id, has_insurance, id desc) where deleted_at is null;
      create index        patients_search  on healthcare.patients using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
      create index        patients_contact on healthcare.patients using gin (tenant_id, contact_text gin_trgm_ops) where deleted_at is null;
      create index        patients_ic      on healthcare.patients using gin (tenant_id, ic_number_tokens) where deleted_at is null;
  alter table healthcare.patients enable row level security;
  create policy tenant on healthcare.patients using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on healthcare.patients to usaha_app;
  create function healthcare.patients_matching(tenant uuid, pattern text) returns setof uuid
    language sql stable security definer rows 50 set search_path = pg_catalog, pg_temp as
  $$ select p.id from healthcare.patients p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.search_text like pattern $$;
  revoke all on function healthcare.patients_matching(uuid, text) from public;
  grant execute on function healthcare.patients_matching(uuid, text) to usaha_app;
  create function healthcare.patients_matching_contact_text(tenant uuid, pattern text) returns setof uuid
    language sql stable security definer rows 50 set search_path = pg_catalog, pg_temp as
  $$ select p.id from healthcare.patients p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.contact_text like pattern $$;
  revoke all on function healthcare.patients_matching_contact_text(uuid, text) from public;
  grant execute on function healthcare.patients_matching_contact_text(uuid, text) to usaha_app;
  create function healthcare.patients_with_ic_number(tenant uuid, token text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from healthcare.patients p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.ic_number_tokens @> array[token] $$;
  revoke all on function healthcare.patients_with_ic_number(uuid, text) from public;
  grant execute on function healthcare.patients_with_ic_number(uuid, text) to usaha_app;
      create table healthcare.appointments (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        erased_at timestamptz(3),
        patient_id           uuid           not null,
        doctor_id            text           not null,
        appointment_type     text,
        scheduled_at         timestamptz(3) not null,
        ends_at              timestamptz(3) not null check (ends_at > scheduled_at),
        duration_minutes     integer        not null check (duration_minutes > 0),
        particulars          text,
        priority             text,
        status               text           not null check (status in ('scheduled', 'confirmed', 'in_progress', 'completed', 'cancelled', 'no_show')),
        check_in_time        timestamptz(3),
        start_time           timestamptz(3),
        end_time             timestamptz(3),
        follow_up_required   boolean        not null,
        follow_up_date       date,
        cancelled_by         text,
        reminder_sent        boolean        not null,
        reminder_claimed_at  timestamptz(3),
        reminder_refused     text,
        appointment_type_key text generated always as (lower(btrim(appointment_type))) stored,
        primary key (tenant_id, id),
        constraint appointments_patient foreign key (tenant_id, patient_id) references healthcare.patients (tenant_id, id)
      );
      create index appointments_live    on healthcare.appointments (tenant_id, id desc) where deleted_at is null;
      create index appointments_patient on healthcare.appointments (tenant_id, patient_id, id desc);
      create index appointments_doctor  on healthcare.appointments (tenant_id, doctor_id, scheduled_at);
      create index appointments_day     on healthcare.appointments (tenant_id, scheduled_at);
      create index appointments_busy    on healthcare.appointments (tenant_id, doctor_id, ends_at)
        where deleted_at is null and status in ('scheduled', 'confirmed', 'in_progress');
      create index appointments_status  on healthcare.appointments (tenant_id, status, id desc);
      create index appointments_type    on healthcare.appointments (tenant_id, appointment_type_key, id desc);
      create index appointments_remind  on healthcare.appointments (tenant_id, scheduled_at)
        where not reminder_sent and reminder_claimed_at is null and deleted_at is null and status in ('scheduled', 'confirmed');
      create index appointments_unsure  on healthcare.appointments (tenant_id, reminder_claimed_at)
        where not reminder_sent and reminder_claimed_at is not null;
  alter table healthcare.appointments enable row level security;
  create policy tenant on healthcare.appointments using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on healthcare.appointments to usaha_app;
      create table healthcare.doctor_calendars (
        tenant_id uuid not null,
        doctor_id text not null,
        primary key (tenant_id, doctor_id)
      );
  alter table healthcare.doctor_calendars enable row level security;
  create policy tenant on healthcare.doctor_calendars using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on healthcare.doctor_calendars to usaha_app;
      create table healthcare.medical_records (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        erased_at timestamptz(3),
        patient_id             uuid   not null,
        doctor_id              text,
        appointment_id         uuid,
        record_type            text,
        findings               text,
        attachments            text[] not null,
        record_type_key        text generated always as (lower(btrim(record_type))) stored,
        primary key (tenant_id, id),
        constraint medical_records_patient foreign key (tenant_id, patient_id) references healthcare.patients (tenant_id, id),
        constraint medical_records_appointment foreign key (tenant_id, appointment_id) references healthcare.appointments (tenant_id, id)
      );
      create index medical_records_live    on healthcare.medical_records (tenant_id, id desc) where deleted_at is null;
      create index medical_records_patient on healthcare.medical_records (tenant_id, patient_id, id desc);
      create index medical_records_doctor  on healthcare.medical_records (tenant_id, doctor_id, id desc);
      create index medical_records_type    on healthcare.medical_records (tenant_id, record_type_key, id desc);
      create index medical_records_day     on healthcare.medical_records (tenant_id, created_at);
  alter table healthcare.medical_records enable row level security;
  create policy tenant on healthcare.medical_records using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on healthcare.medical_records to usaha_app;
      create table healthcare.prescriptions (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        erased_at timestamptz(3),
        patient_id      uuid    not null,
        doctor_id       text,
        appointment_id  uuid,
        order_details   text,
        quantity        integer check (quantity >= 0),
        refills_allowed integer not null check (refills_allowed >= 0),
        refills_used    integer not null check (refills_used between 0 and refills_allowed),
        status          text    not null check (status in ('active', 'completed', 'expired')),
        primary key (tenant_id, id),
        constraint prescriptions_patient foreign key (tenant_id, patient_id) references healthcare.patients (tenant_id, id),
        constraint prescriptions_appointment foreign key (tenant_id, appointment_id) references healthcare.appointments (tenant_id, id)
      );
      create index prescriptions_live    on healthcare.prescriptions (tenant_id, id desc) where deleted_at is null;
      create index prescriptions_patient on healthcare.prescriptions (tenant_id, patient_id, id desc);
      create index prescriptions_doctor  on healthcare.prescriptions (tenant_id, doctor_id, id desc);
      create index prescriptions_status  on healthcare.prescriptions (tenant_id, status, id desc);
      create index prescriptions_day     on healthcare.prescriptions (tenant_id, created_at);
  alter table healthcare.prescriptions enable row level security;
  create policy tenant on healthcare.prescriptions using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on healthcare.prescriptions to usaha_app;
      create table healthcare.vaccinations (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        patient_id          uuid    not null,
        vaccine_type        text,
        vaccine_name        text,
        batch_number        text,
        administration_date date    not null,
        administered_by     text,
        dose_number         integer check (dose_number > 0),
        total_doses         integer check (total_doses > 0),
        next_due_date       date,
        notes               text,
        vaccine_type_key    text generated always as (lower(btrim(vaccine_type))) stored,
        primary key (tenant_id, id),
        constraint vaccinations_patient foreign key (tenant_id, patient_id) references healthcare.patients (tenant_id, id)
      );
      create index vaccinations_live    on healthcare.vaccinations (tenant_id, id desc) where deleted_at is null;
      create index vaccinations_patient on healthcare.vaccinations (tenant_id, patient_id, id desc);
      create index vaccinations_type    on healthcare.vaccinations (tenant_id, vaccine_type_key, id desc);
      create index vaccinations_day     on healthcare.vaccinations (tenant_id, administration_date);
  alter table healthcare.vaccinations enable row level security;
  create policy tenant on healthcare.vaccinations using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on healthcare.vaccinations to usaha_app;
      create table healthcare.bills (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        bill_number        text           not null,
        patient_id         uuid           not null,
        appointment_id     uuid,
        items              jsonb          not null,
        payment_method     text,
        insurance_claim    boolean        not null,
        insurance_provider text,
        policy_number      text,
        subtotal           numeric(14, 2) not null check (subtotal >= 0),
        tax_amount         numeric(14, 2) not null check (tax_amount >= 0),
        total              numeric(14, 2) not null check (total >= 0),
        amount_paid        numeric(14, 2) not null check (amount_paid >= 0),
        payments_made      integer        not null check (payments_made >= 0),
        status             text           not null check (status in ('pending', 'paid', 'partially_paid', 'overdue')),
        due_date           date,
        service_type       text,
        doctor_id          text,
        primary key (tenant_id, id),
        constraint bills_patient foreign key (tenant_id, patient_id) references healthcare.patients (tenant_id, id),
        constraint bills_appointment foreign key (tenant_id, appointment_id) references healthcare.appointments (tenant_id, id)
      );
      create index        bills_live    on healthcare.bills (tenant_id, id desc) where deleted_at is null;
      create unique index bills_number  on healthcare.bills (tenant_id, bill_number);
      create index        bills_patient on healthcare.bills (tenant_id, patient_id, id desc);
      create index        bills_status  on healthcare.bills (tenant_id, status, id desc);
      create index        bills_day     on healthcare.bills (tenant_id, created_at);
  alter table healthcare.bills enable row level security;
  create policy tenant on healthcare.bills using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on healthcare.bills to usaha_app;
      create table healthcare.bill_payments (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        position       integer        not null,
        bill_id        uuid           not null,
        receipt_number text           not null,
        amount         numeric(14, 2) not null check (amount > 0),
        balance        numeric(14, 2) not null check (balance >= 0),
        payment_method text,
        reference      text,
        notes          text,
        actor_id       uuid,
        primary key (tenant_id, id),
        constraint bill_payments_bill foreign key (tenant_id, bill_id) references healthcare.bills (tenant_id, id)
      );
      create unique index bill_payments_bill   on healthcare.bill_payments (tenant_id, bill_id, position desc);
      create unique index bill_payments_number on healthcare.bill_payments (tenant_id, receipt_number);
  alter table healthcare.bill_payments enable row level security;
  create policy tenant on healthcare.bill_payments using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on healthcare.bill_payments to usaha_app;
-- DrawNumber1763800000000
create function kernel.draw_number(tenant uuid, of_series text, of_year integer, prefix text) returns text
      language sql volatile security invoker as $$
        insert into kernel.number_series as s (tenant_id, series, year, last) values (tenant, of_series, of_year, 1)
        on conflict (tenant_id, series, year) do update set last = s.last + 1
        returning prefix || lpad(last::text, greatest(6, length(last::text)), '0')
      $$;
      revoke execute on function kernel.draw_number(uuid, text, integer, text) from public;
      grant execute on function kernel.draw_number(uuid, text, integer, text) to usaha_app;
-- PointsTier1763801200000
alter table retail.points_movements add constraint points_movements_loyalty_tier
        check (loyalty_tier in ('bronze', 'silver', 'gold', 'platinum'));
-- Notifications1763803000000
create table core.notifications (
        tenant_id    uuid           not null,
        id           uuid           not null,
        kind         text           not null,
        subject_id   uuid           not null,
        occasion     text           not null,
        expires_at   timestamptz(3) not null,
        claimed_at   timestamptz(3) not null,
        outcome      text           check (outcome in ('accepted', 'refused')),
        refusal_code text           check (refusal_code ~ '^[A-Za-z0-9._ -]{1,40}$'),
        primary key (tenant_id, id)
      );
      create unique index notifications_occasion on core.notifications (tenant_id, kind, subject_id, occasion);
      create index notifications_open    on core.notifications (tenant_id, kind, claimed_at)
        where outcome is distinct from 'accepted';
      create index notifications_expired on core.notifications (tenant_id, expires_at);
  alter table core.notifications enable row level security;
  create policy tenant on core.notifications using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update, delete on core.notifications to usaha_app;
-- AppointmentClaims1763803100000
alter table healthcare.appointments add column times_moved integer not null default 0;
      insert into core.notifications
        (tenant_id, id, kind, subject_id, occasion, expires_at, claimed_at, outcome, refusal_code)
      select r.tenant_id, r.id, 'healthcare.appointment_reminder', r.id,
        to_char(r.scheduled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r.scheduled_at, r.reminder_claimed_at,
        case when r.reminder_sent then 'accepted' when r.reminder_refused is not null then 'refused' end,
        case when not r.reminder_sent
          then substring(r.reminder_refused from '^[0-9]{3}(?: [0-9]\.[0-9]{1,3}\.[0-9]{1,3})?') end
      from healthcare.appointments r
      where r.reminder_claimed_at is not null;
      drop index healthcare.appointments_remind;
      drop index healthcare.appointments_unsure;
      alter table healthcare.appointments drop column reminder_claimed_at, drop column reminder_refused;
      create index appointments_remind on healthcare.appointments (tenant_id, scheduled_at)
        where not reminder_sent and deleted_at is null and status in ('scheduled', 'confirmed');
-- Calendars1763804000000
create table core.calendars (
        tenant_id uuid    not null,
        kind      text    not null,
        owner     text    not null,
        version   integer not null,
        primary key (tenant_id, kind, owner)
      );
  alter table core.calendars enable row level security;
  create policy tenant on core.calendars using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on core.calendars to usaha_app;
-- DoctorCalendars1763804100000
drop table healthcare.doctor_calendars;
-- CoreLowerCase1763805000000
alter table core.payments drop constraint payments_check;
  drop index core.payments_pending;
  alter table core.refunds drop constraint refunds_check;
  drop index core.refunds_pending;
    alter table core.tenants drop constraint tenants_business_type_check, drop constraint tenants_subscription_plan_check, drop constraint tenants_pricing_model_check, drop constraint tenants_status_check;
    update core.tenants set business_type = lower(business_type), subscription_plan = lower(subscription_plan), pricing_model = lower(pricing_model), status = lower(status);
    alter table core.tenants add constraint tenants_business_type_check check (business_type in ('retail', 'healthcare', 'education', 'logistics', 'beauty')), add constraint tenants_subscription_plan_check check (subscription_plan in ('starter', 'growth', 'pro', 'enterprise')), add constraint tenants_pricing_model_check check (pricing_model in ('subscription', 'perpetual')), add constraint tenants_status_check check (status in ('pending', 'active', 'suspended', 'terminated'));
    alter table core.users drop constraint users_role_check, drop constraint users_status_check;
    update core.users set role = lower(role), status = lower(status);
    alter table core.users add constraint users_role_check check (role in ('viewer', 'staff', 'manager', 'admin')), add constraint users_status_check check (status in ('pending', 'active', 'inactive', 'disabled'));
    alter table core.subscriptions drop constraint subscriptions_plan_type_check, drop constraint subscriptions_billing_cycle_check, drop constraint subscriptions_status_check;
    update core.subscriptions set plan_type = lower(plan_type), billing_cycle = lower(billing_cycle), status = lower(status);
    alter table core.subscriptions add constraint subscriptions_plan_type_check check (plan_type in ('starter', 'growth', 'pro', 'enterprise')), add constraint subscriptions_billing_cycle_check check (billing_cycle in ('monthly', 'yearly', 'one_time')), add constraint subscriptions_status_check check (status in ('active', 'cancelled', 'expired', 'pending'));
    alter table core.tenant_modules drop constraint tenant_modules_status_check;
    update core.tenant_modules set status = lower(status);
    alter table core.tenant_modules add constraint tenant_modules_status_check check (status in ('usable', 'enabled', 'disabled'));
    alter table core.payments drop constraint payments_type_check, drop constraint payments_status_check;
    update core.payments set type = lower(type), status = lower(status);
    alter table core.payments add constraint payments_type_check check (type in ('charge', 'refund', 'credit', 'adjustment')), add constraint payments_status_check check (status in ('pending', 'completed', 'failed', 'refunded'));
    alter table core.refunds drop constraint refunds_status_check;
    update core.refunds set status = lower(status);
    alter table core.refunds add constraint refunds_status_check check (status in ('pending', 'completed', 'failed'));
  alter table core.payments add constraint payments_check
    check ((failure_reason is not null) = (status = 'failed'));
  create index payments_pending on core.payments (tenant_id, id) where status = 'pending';
  alter table core.refunds add constraint refunds_check
    check ((failure_reason is not null) = (status = 'failed'));
  create index refunds_pending on core.refunds (tenant_id, id) where status = 'pending';
  update kernel.outbox set payload = jsonb_set(payload, '{status}', to_jsonb(lower(payload ->> 'status')))
  where handled_at is null and name in ('payment.completed', 'payment.failed', 'payment.refunded');
-- RetailLowerCase1763805100000
alter table retail.products drop constraint products_status_check;
      update retail.products set status = lower(status);
      alter table retail.products add constraint products_status_check
        check (status in ('active', 'inactive', 'discontinued'));
-- Students1763900000000
create schema education;
      grant usage on schema education to usaha_app;
      create table education.students (
        tenant_id         uuid           not null,
        id                uuid           not null,
        created_at        timestamptz(3) not null,
        updated_at        timestamptz(3) not null,
        deleted_at        timestamptz(3),
        version           integer        not null default 1,
        first_name        text           not null,
        last_name         text           not null,
        ic_number         text,
        ic_number_tokens  text[],
        date_of_birth     date,
        gender            text,
        email             text,
        phone_number      text,
        address           jsonb,
        parent_guardian   jsonb,
        emergency_contact jsonb,
        previous_school   text,
        previous_grade    text,
        admission_date    date,
        current_grade     text,
        stream            text           check (stream in ('academic', 'vocational', 'technical')),
        subjects          text[]         not null,
        health            text,
        religion          text,
        religion_tokens   text[],
        nationality       text,
        scholarship_info  jsonb,
        has_scholarship   boolean        not null,
        pdpa_consent      boolean        not null,
        pdpa_consent_date timestamptz(3),
        erased_at         timestamptz(3),
        religion_key      text generated always as (religion_tokens[1]) stored,
        current_grade_key text generated always as (lower(btrim(current_grade))) stored,
        gender_key        text generated always as (lower(btrim(gender))) stored,
        nationality_key   text generated always as (lower(btrim(nationality))) stored,
        search_text       text not null generated always as (lower(first_name || ' ' || last_name || E'\n' || coalesce(email, ''))) stored,
        primary key (tenant_id, id),
        constraint students_tenant foreign key (tenant_id) references core.tenants (id),
        constraint students_consent_date check (pdpa_consent = (pdpa_consent_date is not null))
      );
      create index students_live        on education.students (tenant_id, id desc) where deleted_at is null;
      create index students_grade       on education.students (tenant_id, current_grade_key, id desc) where deleted_at is null;
      create index students_stream      on education.students (tenant_id, stream, id desc) where deleted_at is null;
      create index students_gender      on education.students (tenant_id, gender_key, id desc) where deleted_at is null;
      create index students_religion    on education.students (tenant_id, religion_key, id desc) where deleted_at is null;
      create index students_nationality on education.students (tenant_id, nationality_key, id desc) where deleted_at is null;
      create index students_scholarship on education.students (tenant_id, has_scholarship, id desc) where deleted_at is null;
      create index students_search      on education.students using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
      create index students_ic          on education.students using gin (tenant_id, ic_number_tokens) where deleted_at is null;
  alter table education.students enable row level security;
  create policy tenant on education.students using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on education.students to usaha_app;
  create function education.students_matching(tenant uuid, pattern text) returns setof uuid
    language sql stable security definer rows 50 set search_path = pg_catalog, pg_temp as
  $$ select p.id from education.students p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.search_text like pattern $$;
  revoke all on function education.students_matching(uuid, text) from public;
  grant execute on function education.students_matching(uuid, text) to usaha_app;
  create function education.students_with_ic_number(tenant uuid, token text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from education.students p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.ic_number_tokens @> array[token] $$;
  revoke all on function education.students_with_ic_number(uuid, text) from public;
  grant execute on function education.students_with_ic_number(uuid, text) to usaha_app;
-- Classes1763900100000
create table education.classes (
        tenant_id            uuid           not null,
        id                   uuid           not null,
        created_at           timestamptz(3) not null,
        updated_at           timestamptz(3) not null,
        deleted_at           timestamptz(3),
        version              integer        not null default 1,
        name                 text           not null,
        grade_level          text,
        stream               text,
        academic_year        jsonb,
        room_number          text,
        capacity             integer        check (capacity >= 0),
        seats_elsewhere      integer        not null check (seats_elsewhere >= 0),
        active_enrollments   integer        not null check (active_enrollments >= 0),
        teacher_id           text,
        assistant_teacher_id text,
        schedule             jsonb          not null,
        subjects             jsonb          not null,
        special_requirements text[]         not null,
        notes                text,
        grade_level_key      text generated always as (lower(btrim(grade_level))) stored,
        stream_key           text generated always as (lower(btrim(stream))) stored,
        academic_year_key    text generated always as (lower(btrim(academic_year #>> '{}'))) stored,
        teacher_key          text generated always as (lower(btrim(teacher_id))) stored,
        assistant_key        text generated always as (lower(btrim(assistant_teacher_id))) stored,
        room_key             text generated always as (lower(btrim(room_number))) stored,
        has_space            boolean not null generated always as (coalesce(seats_elsewhere + active_enrollments < capacity, true)) stored,
        primary key (tenant_id, id),
        constraint classes_tenant foreign key (tenant_id) references core.tenants (id)
      ) with (fillfactor = 85);
      create index classes_live    on education.classes (tenant_id, id desc) where deleted_at is null;
      create index classes_grade   on education.classes (tenant_id, grade_level_key, id desc) where deleted_at is null;
      create index classes_stream  on education.classes (tenant_id, stream_key, id desc) where deleted_at is null;
      create index classes_year    on education.classes (tenant_id, academic_year_key, id desc) where deleted_at is null;
      create index classes_teacher on education.classes (tenant_id, teacher_key, id desc) where deleted_at is null;
      create index classes_assistant on education.classes (tenant_id, assistant_key) where deleted_at is null;
      create index classes_room    on education.classes (tenant_id, room_key) where deleted_at is null;
      create index classes_space   on education.classes (tenant_id, has_space, id desc) where deleted_at is null;
  alter table education.classes enable row level security;
  create policy tenant on education.classes using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on education.classes to usaha_app;
-- Enrollments1763900200000
create table education.enrollments (
        tenant_id        uuid           not null,
        id               uuid           not null,
        created_at       timestamptz(3) not null,
        updated_at       timestamptz(3) not null,
        deleted_at       timestamptz(3),
        version          integer        not null default 1,
        erased_at        timestamptz(3),
        student_id       uuid           not null,
        class_id         uuid           not null,
        enrollment_date  date           not null,
        enrollment_type  text           not null check (enrollment_type in ('new', 'transfer', 'returning')),
        fees             jsonb,
        scholarship_info jsonb,
        previous_results jsonb,
        documents        jsonb          not null,
        notes            text,
        status           text           not null check (status in ('active', 'inactive', 'graduated')),
        withdrawals      integer        not null check (withdrawals >= 0),
        primary key (tenant_id, id),
        constraint enrollments_student foreign key (tenant_id, student_id) references education.students (tenant_id, id),
        constraint enrollments_class foreign key (tenant_id, class_id) references education.classes (tenant_id, id)
      );
      create index        enrollments_live    on education.enrollments (tenant_id, id desc) where deleted_at is null;
      create unique index enrollments_active  on education.enrollments (tenant_id, student_id, class_id) where status = 'active' and deleted_at is null;
      create index        enrollments_student on education.enrollments (tenant_id, student_id, id desc);
      create index        enrollments_class   on education.enrollments (tenant_id, class_id, id desc);
      create index        enrollments_seats   on education.enrollments (tenant_id, class_id, id desc) where status = 'active' and deleted_at is null;
      create index        enrollments_status  on education.enrollments (tenant_id, status, id desc) where deleted_at is null;
      create index        enrollments_type    on education.enrollments (tenant_id, enrollment_type, id desc) where deleted_at is null;
      create index        enrollments_day     on education.enrollments (tenant_id, enrollment_date) where deleted_at is null;
  alter table education.enrollments enable row level security;
  create policy tenant on education.enrollments using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on education.enrollments to usaha_app;
      create table education.withdrawals (
        tenant_id          uuid           not null,
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        position           integer        not null,
        actor_id           uuid,
        enrollment_id      uuid           not null,
        withdrawal_date    date           not null,
        remarks            text,
        destination_school text,
        refund_amount      numeric(14, 2) check (refund_amount >= 0),
        primary key (tenant_id, id),
        constraint withdrawals_enrollment foreign key (tenant_id, enrollment_id) references education.enrollments (tenant_id, id)
      );
      create unique index withdrawals_position on education.withdrawals (tenant_id, enrollment_id, position desc);
      create index        withdrawals_day      on education.withdrawals (tenant_id, withdrawal_date);
  alter table education.withdrawals enable row level security;
  create policy tenant on education.withdrawals using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on education.withdrawals to usaha_app;
      grant update (remarks, destination_school) on education.withdrawals to usaha_app;
-- AttendanceAndGrades1763900300000
create table education.attendance (
        tenant_id   uuid           not null,
        id          uuid           not null,
        created_at  timestamptz(3) not null,
        updated_at  timestamptz(3) not null,
        deleted_at  timestamptz(3),
        version     integer        not null default 1,
        erased_at   timestamptz(3),
        student_id  uuid           not null,
        class_id    uuid,
        date        date           not null,
        status      text           not null check (status in ('present', 'absent', 'late', 'excused')),
        time_in     text,
        time_out    text,
        remarks     text,
        recorded_by text,
        primary key (tenant_id, id),
        constraint attendance_student foreign key (tenant_id, student_id) references education.students (tenant_id, id),
        constraint attendance_class foreign key (tenant_id, class_id) references education.classes (tenant_id, id)
      );
      create index attendance_live    on education.attendance (tenant_id, id desc) where deleted_at is null;
      create index attendance_student on education.attendance (tenant_id, student_id, date) include (status) where deleted_at is null;
      create index attendance_class   on education.attendance (tenant_id, class_id, id desc) where deleted_at is null;
      create index attendance_register on education.attendance (tenant_id, class_id, date) include (student_id, status) where deleted_at is null;
      create index attendance_day     on education.attendance (tenant_id, date) include (class_id, student_id, status) where deleted_at is null;
      create index attendance_status  on education.attendance (tenant_id, status, id desc) where deleted_at is null;
  alter table education.attendance enable row level security;
  create policy tenant on education.attendance using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on education.attendance to usaha_app;
      create table education.grades (
        tenant_id           uuid           not null,
        id                  uuid           not null,
        created_at          timestamptz(3) not null,
        updated_at          timestamptz(3) not null,
        deleted_at          timestamptz(3),
        version             integer        not null default 1,
        erased_at           timestamptz(3),
        student_id          uuid           not null,
        subject_id          text,
        assessment_type     text,
        assessment_name     text,
        score               numeric(14, 2) not null check (score >= 0),
        max_score           numeric(14, 2) not null check (max_score > 0),
        percentage          integer        not null check (percentage between 0 and 10000),
        grade               text,
        grade_given         boolean        not null,
        scale               text           not null check (scale in ('general', 'uasa', 'spm', 'stpm_matric', 'own')),
        own_scale           jsonb,
        remarks             text,
        teacher_id          text,
        assessment_date     date           not null,
        subject_key         text generated always as (nullif(lower(btrim(subject_id)), '')) stored,
        assessment_type_key text generated always as (lower(btrim(assessment_type))) stored,
        primary key (tenant_id, id),
        constraint grades_student foreign key (tenant_id, student_id) references education.students (tenant_id, id),
        constraint grades_score check (score <= max_score)
      );
      create index grades_live    on education.grades (tenant_id, id desc) where deleted_at is null;
      create index grades_student on education.grades (tenant_id, student_id, assessment_date) where deleted_at is null;
      create index grades_subject on education.grades (tenant_id, subject_key, id desc) where deleted_at is null;
      create index grades_type    on education.grades (tenant_id, assessment_type_key, id desc) where deleted_at is null;
      create index grades_day     on education.grades (tenant_id, assessment_date) where deleted_at is null;
  alter table education.grades enable row level security;
  create policy tenant on education.grades using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on education.grades to usaha_app;
-- DrawNumbers1763900350000
create function kernel.draw_numbers(tenant uuid, of_series text, of_year integer, how_many integer) returns integer
      language sql volatile security invoker as $$
        insert into kernel.number_series as s (tenant_id, series, year, last) values (tenant, of_series, of_year, how_many)
        on conflict (tenant_id, series, year) do update set last = s.last + excluded.last
        returning last
      $$;
      revoke execute on function kernel.draw_numbers(uuid, text, integer, integer) from public;
      grant execute on function kernel.draw_numbers(uuid, text, integer, integer) to usaha_app;
-- Fees1763900400000
create table education.fees (
        tenant_id              uuid           not null,
        id                     uuid           not null,
        created_at             timestamptz(3) not null,
        updated_at             timestamptz(3) not null,
        deleted_at             timestamptz(3),
        version                integer        not null default 1,
        grade_level            text,
        fee_type               text           not null,
        amount                 numeric(14, 2) not null check (amount >= 0),
        currency               text           not null,
        payment_frequency      text,
        academic_year          jsonb,
        description            text,
        is_mandatory           boolean        not null,
        scholarship_applicable boolean        not null,
        grade_level_key        text generated always as (lower(btrim(grade_level))) stored,
        fee_type_key           text not null generated always as (lower(btrim(fee_type))) stored,
        academic_year_key      text generated always as (lower(btrim(academic_year #>> '{}'))) stored,
        primary key (tenant_id, id),
        constraint fees_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index fees_live  on education.fees (tenant_id, id desc) where deleted_at is null;
      create index fees_grade on education.fees (tenant_id, grade_level_key, id desc) where deleted_at is null;
      create index fees_type  on education.fees (tenant_id, fee_type_key, id desc) where deleted_at is null;
      create index fees_year  on education.fees (tenant_id, academic_year_key, id desc) where deleted_at is null;
  alter table education.fees enable row level security;
  create policy tenant on education.fees using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on education.fees to usaha_app;
      create table education.payments (
        tenant_id          uuid           not null,
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        updated_at         timestamptz(3) not null,
        deleted_at         timestamptz(3),
        version            integer        not null default 1,
        receipt_number     text           not null,
        student_id         uuid           not null,
        fee_id             uuid,
        amount             numeric(14, 2) not null check (amount > 0),
        currency           text           not null,
        payment_method     text,
        payment_date       date           not null,
        transaction_id     text,
        notes              text,
        settled            numeric(14, 2) not null,
        voided_at          timestamptz(3),
        void_reason        text,
        payment_method_key text generated always as (lower(btrim(payment_method))) stored,
        has_rest           boolean not null generated always as (voided_at is null and settled < amount) stored,
        primary key (tenant_id, id),
        constraint payments_student foreign key (tenant_id, student_id) references education.students (tenant_id, id),
        constraint payments_fee foreign key (tenant_id, fee_id) references education.fees (tenant_id, id),
        constraint payments_settled check (settled >= 0 and settled <= amount)
      ) with (fillfactor = 90);
      create index payments_live    on education.payments (tenant_id, id desc) where deleted_at is null;
      create index payments_student on education.payments (tenant_id, student_id, id desc);
      create index payments_fee     on education.payments (tenant_id, fee_id, id desc);
      create index payments_method  on education.payments (tenant_id, payment_method_key, id desc);
      create index payments_day     on education.payments (tenant_id, payment_date);
      create index payments_rest    on education.payments (tenant_id, student_id) where has_rest;
  alter table education.payments enable row level security;
  create policy tenant on education.payments using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on education.payments to usaha_app;
      create table education.invoices (
        tenant_id              uuid           not null,
        id                     uuid           not null,
        created_at             timestamptz(3) not null,
        updated_at             timestamptz(3) not null,
        deleted_at             timestamptz(3),
        version                integer        not null default 1,
        invoice_number         text           not null,
        student_id             uuid           not null,
        fee_id                 uuid           not null,
        fee_type               text           not null,
        period                 text           not null,
        due_date               date           not null,
        currency               text           not null,
        full_amount            numeric(14, 2) not null check (full_amount >= 0),
        scholarship_percentage numeric(7, 4)  check (scholarship_percentage between 0 and 100),
        amount                 numeric(14, 2) not null,
        settled                numeric(14, 2) not null,
        settlements            integer        not null check (settlements >= 0),
        period_key             text    not null generated always as (lower(btrim(period))) stored,
        is_paid                boolean not null generated always as (settled >= amount) stored,
        primary key (tenant_id, id),
        constraint invoices_student foreign key (tenant_id, student_id) references education.students (tenant_id, id),
        constraint invoices_fee foreign key (tenant_id, fee_id) references education.fees (tenant_id, id),
        constraint invoices_amount check (amount >= 0 and amount <= full_amount),
        constraint invoices_settled check (settled >= 0 and settled <= amount)
      ) with (fillfactor = 85);
      create unique index invoices_number  on education.invoices (tenant_id, invoice_number);
      create unique index invoices_once    on education.invoices (tenant_id, fee_id, period_key, student_id);
      create index        invoices_live    on education.invoices (tenant_id, id desc) where deleted_at is null;
      create index        invoices_student on education.invoices (tenant_id, student_id, id desc);
      create index        invoices_fee     on education.invoices (tenant_id, fee_id, id desc);
      create index        invoices_paid    on education.invoices (tenant_id, is_paid, id desc);
      create index        invoices_owed    on education.invoices (tenant_id, student_id) where not is_paid;
      create index        invoices_due     on education.invoices (tenant_id, due_date) where not is_paid;
  alter table education.invoices enable row level security;
  create policy tenant on education.invoices using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on education.invoices to usaha_app;
      create table education.invoice_settlements (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        position   integer        not null,
        invoice_id uuid           not null,
        payment_id uuid           not null,
        amount     numeric(14, 2) not null check (amount <> 0),
        actor_id   uuid,
        primary key (tenant_id, id),
        constraint invoice_settlements_invoice foreign key (tenant_id, invoice_id) references education.invoices (tenant_id, id),
        constraint invoice_settlements_payment foreign key (tenant_id, payment_id) references education.payments (tenant_id, id)
      );
      create unique index invoice_settlements_invoice on education.invoice_settlements (tenant_id, invoice_id, position desc);
      create index        invoice_settlements_payment on education.invoice_settlements (tenant_id, payment_id);
  alter table education.invoice_settlements enable row level security;
  create policy tenant on education.invoice_settlements using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on education.invoice_settlements to usaha_app;
-- NotificationsClaimed1763900600000
create index notifications_claimed on core.notifications (tenant_id, claimed_at);
-- EducationDays1763900700000
drop index education.attendance_day, education.grades_day, education.payments_day;
      create index attendance_day on education.attendance (tenant_id, date, id desc) include (class_id, student_id, status) where deleted_at is null;
      create index grades_day     on education.grades (tenant_id, assessment_date, id desc) where deleted_at is null;
      create index payments_day   on education.payments (tenant_id, payment_date, id desc);
-- Beauty1764000000000
create schema beauty;
      grant usage on schema beauty to usaha_app;
-- People1764000100000
create table beauty.clients (
        tenant_id            uuid           not null,
        id                   uuid           not null,
        created_at           timestamptz(3) not null,
        updated_at           timestamptz(3) not null,
        deleted_at           timestamptz(3),
        version              integer        not null default 1,
        first_name           text           not null,
        last_name            text           not null,
        email                text,
        phone_number         text,
        ic_number            text,
        date_of_birth        date,
        gender               text,
        address              jsonb,
        emergency_contact    jsonb,
        skin_type            text,
        hair_type            text,
        health               text,
        preferred_services   jsonb          not null,
        frequency            text,
        membership_level     text,
        loyalty_points       integer        not null check (loyalty_points >= 0),
        marketing_consent    boolean        not null,
        pdpa_consent         boolean        not null,
        pdpa_consent_date    timestamptz(3),
        erased_at            timestamptz(3),
        phone_number_key     text generated always as (lower(btrim(phone_number))) stored,
        skin_type_key        text generated always as (lower(btrim(skin_type))) stored,
        hair_type_key        text generated always as (lower(btrim(hair_type))) stored,
        frequency_key        text generated always as (lower(btrim(frequency))) stored,
        membership_level_key text generated always as (lower(btrim(membership_level))) stored,
        search_text          text not null generated always as
          (lower(first_name || ' ' || last_name || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone_number, ''))) stored,
        primary key (tenant_id, id),
        constraint clients_tenant foreign key (tenant_id) references core.tenants (id),
        constraint clients_consent_date check (pdpa_consent = (pdpa_consent_date is not null))
      );
      create index clients_live       on beauty.clients (tenant_id, id desc) where deleted_at is null;
      create index clients_phone      on beauty.clients (tenant_id, phone_number_key, id desc) where deleted_at is null;
      create index clients_skin       on beauty.clients (tenant_id, skin_type_key, id desc) where deleted_at is null;
      create index clients_hair       on beauty.clients (tenant_id, hair_type_key, id desc) where deleted_at is null;
      create index clients_frequency  on beauty.clients (tenant_id, frequency_key, id desc) where deleted_at is null;
      create index clients_membership on beauty.clients (tenant_id, membership_level_key, id desc) where deleted_at is null;
      create index clients_search     on beauty.clients using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
  alter table beauty.clients enable row level security;
  create policy tenant on beauty.clients using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on beauty.clients to usaha_app;
  create function beauty.clients_matching(tenant uuid, pattern text) returns setof uuid
    language sql stable security definer rows 50 set search_path = pg_catalog, pg_temp as
  $$ select p.id from beauty.clients p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.search_text like pattern $$;
  revoke all on function beauty.clients_matching(uuid, text) from public;
  grant execute on function beauty.clients_matching(uuid, text) to usaha_app;
      create table beauty.points_movements (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        position       integer        not null,
        client_id      uuid           not null,
        kind           text           not null check (kind in ('opening', 'correction')),
        points_changed integer        not null,
        balance        integer        not null check (balance >= 0),
        actor_id       uuid,
        primary key (tenant_id, id),
        constraint points_movements_client foreign key (tenant_id, client_id) references beauty.clients (tenant_id, id)
      );
      create unique index points_movements_client on beauty.points_movements (tenant_id, client_id, position desc);
  alter table beauty.points_movements enable row level security;
  create policy tenant on beauty.points_movements using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on beauty.points_movements to usaha_app;
      create table beauty.staff (
        tenant_id             uuid           not null,
        id                    uuid           not null,
        created_at            timestamptz(3) not null,
        updated_at            timestamptz(3) not null,
        deleted_at            timestamptz(3),
        version               integer        not null default 1,
        first_name            text           not null,
        last_name             text           not null,
        email                 text,
        phone_number          text,
        ic_number             text,
        date_of_birth         date,
        gender                text,
        address               jsonb,
        position              text,
        specializations       text[]         not null,
        specialization_keys   text[]         not null,
        certifications        jsonb          not null,
        experience_years      integer        check (experience_years >= 0),
        hourly_rate           numeric(14, 2) check (hourly_rate >= 0),
        commission_rate       numeric(7, 4)  check (commission_rate between 0 and 100),
        employment_status     text,
        working_hours         jsonb          not null,
        skills                text[]         not null,
        languages             text[]         not null,
        emergency_contact     jsonb,
        status                text           not null,
        notes                 text,
        pdpa_consent          boolean        not null,
        pdpa_consent_date     timestamptz(3),
        erased_at             timestamptz(3),
        position_key          text generated always as (lower(btrim(position))) stored,
        employment_status_key text generated always as (lower(btrim(employment_status))) stored,
        status_key            text generated always as (lower(btrim(status))) stored,
        primary key (tenant_id, id),
        constraint staff_tenant foreign key (tenant_id) references core.tenants (id),
        constraint staff_consent_date check (pdpa_consent = (pdpa_consent_date is not null))
      );
      create index staff_live           on beauty.staff (tenant_id, id desc) where deleted_at is null;
      create index staff_position       on beauty.staff (tenant_id, position_key, id desc) where deleted_at is null;
      create index staff_employment     on beauty.staff (tenant_id, employment_status_key, id desc) where deleted_at is null;
      create index staff_status         on beauty.staff (tenant_id, status_key, id desc) where deleted_at is null;
      create index staff_specialization on beauty.staff using gin (tenant_id, specialization_keys) where deleted_at is null;
  alter table beauty.staff enable row level security;
  create policy tenant on beauty.staff using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on beauty.staff to usaha_app;
  create function beauty.staff_with_specialization(tenant uuid, token text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from beauty.staff p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.specialization_keys @> array[token] $$;
  revoke all on function beauty.staff_with_specialization(uuid, text) from public;
  grant execute on function beauty.staff_with_specialization(uuid, text) to usaha_app;
-- Catalogue1764000200000
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
  alter table beauty.services enable row level security;
  create policy tenant on beauty.services using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
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
      create unique index products_sku  on beauty.products (tenant_id, sku) where deleted_at is null and btrim(sku) <> '';
      create index products_category    on beauty.products (tenant_id, category_key, id desc) where deleted_at is null;
      create index products_subcategory on beauty.products (tenant_id, subcategory_key, id desc) where deleted_at is null;
      create index products_brand       on beauty.products (tenant_id, brand_key, id desc) where deleted_at is null;
      create index products_barcode     on beauty.products (tenant_id, barcode_key, id desc) where deleted_at is null;
      create index products_price       on beauty.products (tenant_id, price) where deleted_at is null;
      create index products_halal       on beauty.products (tenant_id, halal_certified, id desc) where deleted_at is null;
      create index products_low         on beauty.products (tenant_id, low_stock, id desc) where deleted_at is null;
  alter table beauty.products enable row level security;
  create policy tenant on beauty.products using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on beauty.products to usaha_app;
      create table beauty.stock_movements (
        tenant_id        uuid           not null,
        id               uuid           not null,
        created_at       timestamptz(3) not null,
        position         integer        not null,
        product_id       uuid           not null,
        kind             text           not null check (kind in ('opening', 'correction', 'used')),
        quantity_changed integer        not null,
        balance          integer        not null check (balance >= 0),
        shortage         integer        not null check (shortage >= 0),
        appointment_id   uuid,
        actor_id         uuid,
        primary key (tenant_id, id),
        constraint stock_movements_product foreign key (tenant_id, product_id) references beauty.products (tenant_id, id)
      );
      create unique index stock_movements_product on beauty.stock_movements (tenant_id, product_id, position desc);
      create unique index stock_movements_appointment on beauty.stock_movements (tenant_id, appointment_id, product_id)
        where appointment_id is not null;
  alter table beauty.stock_movements enable row level security;
  create policy tenant on beauty.stock_movements using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
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
  alter table beauty.packages enable row level security;
  create policy tenant on beauty.packages using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
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
  alter table beauty.memberships enable row level security;
  create policy tenant on beauty.memberships using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on beauty.memberships to usaha_app;
-- BeautyAppointments1764000300000
create table beauty.appointments (
        tenant_id              uuid           not null,
        id                     uuid           not null,
        created_at             timestamptz(3) not null,
        updated_at             timestamptz(3) not null,
        deleted_at             timestamptz(3),
        version                integer        not null default 1,
        erased_at              timestamptz(3),
        client_id              uuid           not null,
        status                 text           not null check (status in ('pending', 'confirmed', 'in_progress', 'completed', 'cancelled', 'no_show')),
        day                    date           not null,
        starts_at              timestamptz(3),
        is_dated               boolean        not null,
        total_duration_minutes integer        not null check (total_duration_minutes >= 0),
        total_price            numeric(14, 2) not null check (total_price >= 0),
        total_amount           numeric(14, 2) check (total_amount >= 0),
        discount_amount        numeric(14, 2) not null check (discount_amount >= 0),
        amount_paid            numeric(14, 2) not null check (amount_paid >= 0),
        amount_refunded        numeric(14, 2) not null check (amount_refunded >= 0),
        refund_amount          numeric(14, 2) check (refund_amount >= 0),
        payment_status         text           not null,
        payment_method         text,
        payment_received       jsonb,
        payment_entries        integer        not null,
        particulars            text,
        reminder_preferences   jsonb,
        reminder_sent          boolean        not null,
        times_moved            integer        not null,
        lines_changed          integer        not null,
        checked_in_at          timestamptz(3),
        started_at             timestamptz(3),
        completed_at           timestamptz(3),
        cancelled_at           timestamptz(3),
        cancelled_by           text,
        follow_up_required     boolean        not null,
        follow_up_date         date,
        primary key (tenant_id, id),
        constraint appointments_client foreign key (tenant_id, client_id) references beauty.clients (tenant_id, id)
      ) with (fillfactor = 85);
      create index appointments_live    on beauty.appointments (tenant_id, id desc) where deleted_at is null;
      create index appointments_client  on beauty.appointments (tenant_id, client_id, id desc);
      create index appointments_history on beauty.appointments (tenant_id, client_id, day desc, starts_at desc nulls last, id desc);
      create index appointments_status  on beauty.appointments (tenant_id, status, id desc);
      create index appointments_day     on beauty.appointments (tenant_id, day, id desc);
      create index appointments_remind  on beauty.appointments (tenant_id, starts_at)
        where is_dated and not reminder_sent and deleted_at is null and status in ('pending', 'confirmed');
  alter table beauty.appointments enable row level security;
  create policy tenant on beauty.appointments using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on beauty.appointments to usaha_app;
      create table beauty.appointment_lines (
        tenant_id       uuid           not null,
        id              uuid           not null,
        appointment_id  uuid           not null,
        position        integer        not null,
        service_id      uuid           not null,
        service_name    text           not null,
        price           numeric(14, 2) not null check (price >= 0),
        tax_rate        numeric(7, 4)  not null check (tax_rate between 0 and 100),
        minutes         integer        not null check (minutes > 0),
        staff_id        uuid,
        staff_name      text,
        start_time      text,
        end_time        text,
        day             date           not null,
        starts_at       timestamptz(3),
        ends_at         timestamptz(3),
        sold_package_id uuid,
        discount        numeric(14, 2) not null check (discount >= 0),
        share           numeric(14, 2) check (share >= 0),
        tax             numeric(14, 2) check (tax >= 0),
        commission_rate numeric(7, 4)  check (commission_rate between 0 and 100),
        commission      numeric(14, 2) check (commission >= 0),
        primary key (tenant_id, id),
        constraint appointment_lines_appointment foreign key (tenant_id, appointment_id) references beauty.appointments (tenant_id, id),
        constraint appointment_lines_service foreign key (tenant_id, service_id) references beauty.services (tenant_id, id),
        constraint appointment_lines_staff foreign key (tenant_id, staff_id) references beauty.staff (tenant_id, id)
      ) with (fillfactor = 85);
      create index appointment_lines_appointment on beauty.appointment_lines (tenant_id, appointment_id, position);
      create index appointment_lines_staff       on beauty.appointment_lines (tenant_id, staff_id, appointment_id);
      create index appointment_lines_staff_day   on beauty.appointment_lines (tenant_id, staff_id, day);
      create index appointment_lines_staff_until on beauty.appointment_lines (tenant_id, staff_id, ends_at, starts_at);
  alter table beauty.appointment_lines enable row level security;
  create policy tenant on beauty.appointment_lines using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update, delete on beauty.appointment_lines to usaha_app;
      create table beauty.payments (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        position       integer        not null,
        appointment_id uuid           not null,
        receipt_number text           not null,
        kind           text           not null check (kind in ('payment', 'refund')),
        amount         numeric(14, 2) not null check (amount > 0),
        balance        numeric(14, 2) not null check (balance >= 0),
        payment_method text,
        notes          text,
        actor_id       uuid,
        primary key (tenant_id, id),
        constraint payments_appointment foreign key (tenant_id, appointment_id) references beauty.appointments (tenant_id, id)
      );
      create unique index payments_appointment on beauty.payments (tenant_id, appointment_id, position desc);
      create unique index payments_number      on beauty.payments (tenant_id, receipt_number);
  alter table beauty.payments enable row level security;
  create policy tenant on beauty.payments using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update (payment_method, notes) on beauty.payments to usaha_app;
-- SoldPackages1764000400000
create table beauty.sold_packages (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        erased_at      timestamptz(3),
        client_id      uuid           not null,
        package_id     uuid           not null,
        receipt_number text           not null,
        name           text           not null,
        price          numeric(14, 2) not null check (price >= 0),
        payment_method text,
        purchase_date  date           not null,
        expires_on     date,
        sessions       jsonb          not null,
        movements      integer        not null,
        primary key (tenant_id, id),
        constraint sold_packages_client foreign key (tenant_id, client_id) references beauty.clients (tenant_id, id),
        constraint sold_packages_package foreign key (tenant_id, package_id) references beauty.packages (tenant_id, id)
      ) with (fillfactor = 85);
      create index sold_packages_client on beauty.sold_packages (tenant_id, client_id, id desc);
      create unique index sold_packages_number on beauty.sold_packages (tenant_id, receipt_number);
  alter table beauty.sold_packages enable row level security;
  create policy tenant on beauty.sold_packages using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on beauty.sold_packages to usaha_app;
      create table beauty.package_sessions (
        tenant_id        uuid           not null,
        id               uuid           not null,
        created_at       timestamptz(3) not null,
        position         integer        not null,
        sold_package_id  uuid           not null,
        service_id       uuid           not null,
        kind             text           not null check (kind in ('sold', 'redeemed', 'returned')),
        sessions_changed integer        not null,
        balance          integer        not null check (balance >= 0),
        appointment_id   uuid,
        actor_id         uuid,
        primary key (tenant_id, id),
        constraint package_sessions_package foreign key (tenant_id, sold_package_id) references beauty.sold_packages (tenant_id, id)
      );
      create unique index package_sessions_package on beauty.package_sessions (tenant_id, sold_package_id, position desc);
  alter table beauty.package_sessions enable row level security;
  create policy tenant on beauty.package_sessions using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on beauty.package_sessions to usaha_app;
      alter table beauty.appointments add column package_amount numeric(14, 2) not null default 0 check (package_amount >= 0);
      alter table beauty.appointments alter column package_amount drop default;
      alter table beauty.appointment_lines add constraint appointment_lines_sold_package
        foreign key (tenant_id, sold_package_id) references beauty.sold_packages (tenant_id, id);
-- OpeningLines1764000500000
alter table beauty.appointment_lines
        add column opens_service boolean not null,
        add column opens_staff   boolean not null;
-- Logistics1764100000000
create schema logistics;
      grant usage on schema logistics to usaha_app;
-- Fleet1764100100000
create table logistics.drivers (
        tenant_id              uuid           not null,
        id                     uuid           not null,
        created_at             timestamptz(3) not null,
        updated_at             timestamptz(3) not null,
        deleted_at             timestamptz(3),
        version                integer        not null default 1,
        first_name             text           not null,
        last_name              text           not null,
        ic_number              text,
        ic_number_tokens       text[],
        date_of_birth          date,
        gender                 text,
        email                  text,
        phone_number           text,
        address                jsonb,
        particulars            text,
        license_class          text,
        license_type           text,
        license_expiry         date,
        psv_expiry             date,
        experience_years       integer        check (experience_years >= 0),
        employment_status      text,
        emergency_contact      jsonb,
        medical_checkup_date   date,
        medical_checkup_expiry date,
        status                 text           not null check (status in ('active', 'inactive', 'suspended')),
        erased_at              timestamptz(3),
        license_class_key      text generated always as (lower(btrim(license_class))) stored,
        employment_status_key  text generated always as (lower(btrim(employment_status))) stored,
        search_text            text not null generated always as (lower(first_name || ' ' || last_name || E'\n' || coalesce(email, ''))) stored,
        primary key (tenant_id, id),
        constraint drivers_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index drivers_live       on logistics.drivers (tenant_id, id desc) where deleted_at is null;
      create index drivers_status     on logistics.drivers (tenant_id, status, id desc) where deleted_at is null;
      create index drivers_class      on logistics.drivers (tenant_id, license_class_key, id desc) where deleted_at is null;
      create index drivers_employment on logistics.drivers (tenant_id, employment_status_key, id desc) where deleted_at is null;
      create index drivers_search     on logistics.drivers using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
      create index drivers_ic         on logistics.drivers using gin (tenant_id, ic_number_tokens) where deleted_at is null;
  alter table logistics.drivers enable row level security;
  create policy tenant on logistics.drivers using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on logistics.drivers to usaha_app;
  create function logistics.drivers_matching(tenant uuid, pattern text) returns setof uuid
    language sql stable security definer rows 50 set search_path = pg_catalog, pg_temp as
  $$ select p.id from logistics.drivers p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.search_text like pattern $$;
  revoke all on function logistics.drivers_matching(uuid, text) from public;
  grant execute on function logistics.drivers_matching(uuid, text) to usaha_app;
  create function logistics.drivers_with_ic_number(tenant uuid, token text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from logistics.drivers p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.ic_number_tokens @> array[token] $$;
  revoke all on function logistics.drivers_with_ic_number(uuid, text) from public;
  grant execute on function logistics.drivers_with_ic_number(uuid, text) to usaha_app;
      create table logistics.vehicles (
        tenant_id                uuid           not null,
        id                       uuid           not null,
        created_at               timestamptz(3) not null,
        updated_at               timestamptz(3) not null,
        deleted_at               timestamptz(3),
        version                  integer        not null default 1,
        registration_number      text           not null,
        vehicle_type             text,
        make                     text,
        model                    text,
        year                     integer        check (year >= 0),
        color                    text,
        chassis_number           text,
        engine_number            text,
        capacity_kg              jsonb,
        dimensions_cm            jsonb,
        features                 text[]         not null,
        fuel_type                text,
        current_mileage          integer        check (current_mileage >= 0),
        odometer_at              timestamptz(3),
        insurance_policy         text,
        insurance_expiry         date,
        road_tax_expiry          date,
        inspection_expiry        date,
        inspection_agency_expiry date,
        status                   text           not null check (status in ('active', 'maintenance', 'retired')),
        assigned_driver_id       uuid,
        latitude                 numeric(10, 7) check (latitude between -90 and 90),
        longitude                numeric(10, 7) check (longitude between -180 and 180),
        location_address         jsonb,
        last_updated             timestamptz(3),
        located_at               timestamptz(3),
        maintenance_schedule     jsonb,
        maintenance_entries      integer        not null check (maintenance_entries >= 0),
        notes                    text,
        vehicle_type_key         text generated always as (lower(btrim(vehicle_type))) stored,
        make_key                 text generated always as (lower(btrim(make))) stored,
        model_key                text generated always as (lower(btrim(model))) stored,
        registration_key         text not null generated always as (lower(regexp_replace(registration_number, '[\s-]', '', 'g'))) stored,
        primary key (tenant_id, id),
        constraint vehicles_tenant foreign key (tenant_id) references core.tenants (id),
        constraint vehicles_place check ((latitude is null) = (longitude is null) and (latitude is null) = (located_at is null))
      ) with (fillfactor = 70);
      create index vehicles_live         on logistics.vehicles (tenant_id, id desc) where deleted_at is null;
      create index vehicles_type         on logistics.vehicles (tenant_id, vehicle_type_key, id desc) where deleted_at is null;
      create index vehicles_status       on logistics.vehicles (tenant_id, status, id desc) where deleted_at is null;
      create index vehicles_make         on logistics.vehicles (tenant_id, make_key, id desc) where deleted_at is null;
      create index vehicles_model        on logistics.vehicles (tenant_id, model_key, id desc) where deleted_at is null;
      create index vehicles_driver       on logistics.vehicles (tenant_id, assigned_driver_id, id desc) where deleted_at is null;
      create index vehicles_registration on logistics.vehicles (tenant_id, registration_key, id desc) where deleted_at is null;
  alter table logistics.vehicles enable row level security;
  create policy tenant on logistics.vehicles using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on logistics.vehicles to usaha_app;
      create table logistics.assignments (
        tenant_id           uuid           not null,
        id                  uuid           not null,
        created_at          timestamptz(3) not null,
        position            integer        not null,
        actor_id            uuid,
        vehicle_id          uuid           not null,
        registration_number text           not null,
        driver_id           uuid,
        driver_name         text,
        previous_driver_id  uuid,
        assignment_date     date           not null,
        notes               text,
        primary key (tenant_id, id),
        constraint assignments_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id),
        constraint assignments_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id)
      );
      create unique index assignments_position on logistics.assignments (tenant_id, vehicle_id, position desc);
      create index        assignments_driver   on logistics.assignments (tenant_id, driver_id, id desc);
  alter table logistics.assignments enable row level security;
  create policy tenant on logistics.assignments using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update (driver_name, notes) on logistics.assignments to usaha_app;
      create table logistics.positions (
        tenant_id    uuid           not null,
        id           uuid           not null,
        created_at   timestamptz(3) not null,
        actor_id     uuid,
        vehicle_id   uuid           not null,
        reported_for timestamptz(3) not null,
        counts_at    timestamptz(3) not null,
        latitude     numeric(10, 7) check (latitude between -90 and 90),
        longitude    numeric(10, 7) check (longitude between -180 and 180),
        address      jsonb,
        mileage      integer        check (mileage >= 0),
        primary key (tenant_id, id),
        constraint positions_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id),
        constraint positions_place check ((latitude is null) = (longitude is null) and (latitude is not null or mileage is not null))
      );
      create index positions_time    on logistics.positions (tenant_id, vehicle_id, counts_at desc, id desc);
      create index positions_mileage on logistics.positions (tenant_id, vehicle_id, counts_at desc, id desc) where mileage is not null;
  alter table logistics.positions enable row level security;
  create policy tenant on logistics.positions using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, delete on logistics.positions to usaha_app;
      create table logistics.maintenance_entries (
        tenant_id    uuid           not null,
        id           uuid           not null,
        created_at   timestamptz(3) not null,
        position     integer        not null,
        actor_id     uuid,
        vehicle_id   uuid           not null,
        kind         text           not null check (kind in ('status', 'schedule', 'service')),
        date         date           not null,
        mileage      integer        check (mileage >= 0),
        was          jsonb,
        became       jsonb,
        service_type text,
        cost         numeric(14, 2) check (cost >= 0),
        workshop     text,
        notes        text,
        primary key (tenant_id, id),
        constraint maintenance_entries_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id)
      );
      create unique index maintenance_entries_position on logistics.maintenance_entries (tenant_id, vehicle_id, position desc);
  alter table logistics.maintenance_entries enable row level security;
  create policy tenant on logistics.maintenance_entries using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on logistics.maintenance_entries to usaha_app;
-- Shipments1764100200000
create table logistics.shipments (
        tenant_id               uuid           not null,
        id                      uuid           not null,
        created_at              timestamptz(3) not null,
        updated_at              timestamptz(3) not null,
        deleted_at              timestamptz(3),
        version                 integer        not null default 1,
        tracking_number         text           not null,
        status                  text           not null check (status in ('pending', 'in_transit', 'delivered', 'cancelled', 'returned')),
        origin                  jsonb          not null,
        destination             jsonb          not null,
        origin_state_key        text,
        destination_state_key   text,
        package_details         jsonb          not null,
        service_type            text           not null check (service_type in ('express', 'standard', 'economy')),
        delivery_date           date,
        delivery_time_window    jsonb,
        customer_reference      text,
        insurance_required      boolean        not null,
        insurance_amount        numeric(14, 2) check (insurance_amount >= 0),
        payment_method          text,
        payment_amount          numeric(14, 2) check (payment_amount >= 0),
        notes                   text,
        total_distance_km       numeric(9, 3)  not null check (total_distance_km >= 0),
        distance_source         text           not null check (distance_source in ('coordinates', 'postcode', 'state', 'none')),
        estimated_delivery_time timestamptz(3) not null,
        promised_until          timestamptz(3) not null,
        actual_delivery_time    timestamptz(3),
        driver_id               uuid,
        vehicle_id              uuid,
        driver_name             text,
        registration_number     text,
        events                  integer        not null check (events >= 0),
        customer_reference_key  text generated always as (lower(btrim(customer_reference))) stored,
        weight_kg               numeric generated always as ((package_details ->> 'weight_kg')::numeric) stored,
        value_myr               numeric generated always as ((package_details ->> 'value_myr')::numeric) stored,
        is_cod                  boolean not null generated always as (coalesce(regexp_replace(lower(btrim(payment_method)), '[ -]+', '_', 'g') in ('cod', 'cash_on_delivery'), false)) stored,
        primary key (tenant_id, id),
        constraint shipments_tenant foreign key (tenant_id) references core.tenants (id),
        constraint shipments_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id),
        constraint shipments_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id)
      );
      create unique index shipments_tracking_number on logistics.shipments (tenant_id, tracking_number);
      create index shipments_live         on logistics.shipments (tenant_id, id desc) where deleted_at is null;
      create index shipments_status       on logistics.shipments (tenant_id, status, id desc) where deleted_at is null;
      create index shipments_status_state on logistics.shipments (tenant_id, status, destination_state_key, id desc) where deleted_at is null;
      create index shipments_service      on logistics.shipments (tenant_id, service_type, id desc) where deleted_at is null;
      create index shipments_origin       on logistics.shipments (tenant_id, origin_state_key, id desc) where deleted_at is null;
      create index shipments_destination  on logistics.shipments (tenant_id, destination_state_key, id desc) where deleted_at is null;
      create index shipments_created      on logistics.shipments (tenant_id, created_at, id desc) where deleted_at is null;
      create index shipments_reference    on logistics.shipments (tenant_id, customer_reference_key, id desc) where deleted_at is null;
      create index shipments_driver       on logistics.shipments (tenant_id, driver_id, id desc) where deleted_at is null;
      create index shipments_vehicle      on logistics.shipments (tenant_id, vehicle_id, id desc) where deleted_at is null;
  alter table logistics.shipments enable row level security;
  create policy tenant on logistics.shipments using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on logistics.shipments to usaha_app;
      create table logistics.shipment_events (
        tenant_id           uuid           not null,
        id                  uuid           not null,
        created_at          timestamptz(3) not null,
        position            integer        not null,
        actor_id            uuid,
        shipment_id         uuid           not null,
        status              text           not null check (status in ('pending', 'in_transit', 'delivered', 'cancelled', 'returned')),
        happened_at         timestamptz(3) not null,
        location            jsonb,
        notes               text,
        driver_id           uuid,
        vehicle_id          uuid,
        driver_name         text,
        registration_number text,
        changes             text[]         not null,
        primary key (tenant_id, id),
        constraint shipment_events_shipment foreign key (tenant_id, shipment_id) references logistics.shipments (tenant_id, id),
        constraint shipment_events_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id),
        constraint shipment_events_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id)
      );
      create unique index shipment_events_position on logistics.shipment_events (tenant_id, shipment_id, position desc);
      create index        shipment_events_driver   on logistics.shipment_events (tenant_id, driver_id, id desc);
  alter table logistics.shipment_events enable row level security;
  create policy tenant on logistics.shipment_events using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update (driver_name, notes, location) on logistics.shipment_events to usaha_app;
-- Routes1764100300000
create table logistics.routes (
        tenant_id                  uuid           not null,
        id                         uuid           not null,
        created_at                 timestamptz(3) not null,
        updated_at                 timestamptz(3) not null,
        deleted_at                 timestamptz(3),
        version                    integer        not null default 1,
        name                       text           not null,
        description                text,
        origin                     jsonb,
        destination                jsonb,
        waypoints                  jsonb          not null,
        origin_keys                text[]         not null,
        destination_keys           text[]         not null,
        estimated_distance_km      jsonb,
        estimated_duration_minutes jsonb,
        measured_distance_km       jsonb          not null,
        measured_duration_minutes  jsonb          not null,
        vehicle_type               text,
        driver_requirements        text[]         not null,
        operating_hours            jsonb,
        frequency                  jsonb,
        active_days                text[]         not null,
        priority                   jsonb,
        notes                      text,
        vehicle_type_key           text generated always as (lower(btrim(vehicle_type))) stored,
        frequency_key              text generated always as (lower(btrim(frequency #>> '{}'))) stored,
        priority_key               text generated always as (lower(btrim(priority #>> '{}'))) stored,
        primary key (tenant_id, id),
        constraint routes_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index routes_live        on logistics.routes (tenant_id, id desc) where deleted_at is null;
      create index routes_type        on logistics.routes (tenant_id, vehicle_type_key, id desc) where deleted_at is null;
      create index routes_frequency   on logistics.routes (tenant_id, frequency_key, id desc) where deleted_at is null;
      create index routes_priority    on logistics.routes (tenant_id, priority_key, id desc) where deleted_at is null;
      create index routes_origin      on logistics.routes using gin (tenant_id, origin_keys) where deleted_at is null;
      create index routes_destination on logistics.routes using gin (tenant_id, destination_keys) where deleted_at is null;
  alter table logistics.routes enable row level security;
  create policy tenant on logistics.routes using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on logistics.routes to usaha_app;
  create function logistics.routes_with_origin(tenant uuid, token text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from logistics.routes p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.origin_keys @> array[token] $$;
  revoke all on function logistics.routes_with_origin(uuid, text) from public;
  grant execute on function logistics.routes_with_origin(uuid, text) to usaha_app;
  create function logistics.routes_with_destination(tenant uuid, token text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from logistics.routes p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.destination_keys @> array[token] $$;
  revoke all on function logistics.routes_with_destination(uuid, text) from public;
  grant execute on function logistics.routes_with_destination(uuid, text) to usaha_app;
      create table logistics.schedules (
        tenant_id                  uuid           not null,
        id                         uuid           not null,
        created_at                 timestamptz(3) not null,
        updated_at                 timestamptz(3) not null,
        deleted_at                 timestamptz(3),
        version                    integer        not null default 1,
        shipment_id                uuid           not null,
        driver_id                  uuid,
        vehicle_id                 uuid,
        route_id                   uuid,
        driver_name                text,
        registration_number        text,
        scheduled_date             date           not null,
        scheduled_time             text,
        estimated_duration_minutes jsonb,
        starts_at                  timestamptz(3),
        ends_at                    timestamptz(3),
        priority                   jsonb,
        status                     text           not null check (status in ('scheduled', 'in_progress', 'completed', 'cancelled')),
        special_instructions       text,
        contact_preferences        jsonb,
        warnings                   text[]         not null,
        primary key (tenant_id, id),
        constraint schedules_tenant foreign key (tenant_id) references core.tenants (id),
        constraint schedules_shipment foreign key (tenant_id, shipment_id) references logistics.shipments (tenant_id, id),
        constraint schedules_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id),
        constraint schedules_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id),
        constraint schedules_route foreign key (tenant_id, route_id) references logistics.routes (tenant_id, id),
        constraint schedules_time check ((ends_at is null) = (starts_at is null) and ends_at >= starts_at)
      );
      create index schedules_live     on logistics.schedules (tenant_id, id desc) where deleted_at is null;
      create index schedules_shipment on logistics.schedules (tenant_id, shipment_id, id desc) where deleted_at is null;
      create index schedules_driver   on logistics.schedules (tenant_id, driver_id, id desc) where deleted_at is null;
      create index schedules_vehicle  on logistics.schedules (tenant_id, vehicle_id, id desc) where deleted_at is null;
      create index schedules_status   on logistics.schedules (tenant_id, status, id desc) where deleted_at is null;
      create index schedules_date     on logistics.schedules (tenant_id, scheduled_date, id desc) where deleted_at is null;
      create index schedules_driven   on logistics.schedules (tenant_id, driver_id, ends_at)
        where status in ('scheduled', 'in_progress') and deleted_at is null;
      create index schedules_used     on logistics.schedules (tenant_id, vehicle_id, ends_at)
        where status in ('scheduled', 'in_progress') and deleted_at is null;
  alter table logistics.schedules enable row level security;
  create policy tenant on logistics.schedules using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update on logistics.schedules to usaha_app;
      create table logistics.optimizations (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        actor_id       uuid,
        route_id       uuid           not null,
        vehicle_id     uuid,
        criteria       text[]         not null,
        method         text           not null check (method in ('exact', 'heuristic')),
        stops          integer        not null check (stops >= 0),
        baseline       jsonb          not null,
        proposal       jsonb          not null,
        saving_percent numeric(7, 4)  not null check (saving_percent >= 0),
        primary key (tenant_id, id),
        constraint optimizations_route foreign key (tenant_id, route_id) references logistics.routes (tenant_id, id),
        constraint optimizations_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id)
      );
      create index optimizations_route on logistics.optimizations (tenant_id, route_id, created_at);
  alter table logistics.optimizations enable row level security;
  create policy tenant on logistics.optimizations using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on logistics.optimizations to usaha_app;
-- Proofs1764200000000
create table logistics.proofs (
        tenant_id         uuid           not null,
        id                uuid           not null,
        created_at        timestamptz(3) not null,
        updated_at        timestamptz(3) not null,
        deleted_at        timestamptz(3),
        version           integer        not null default 1,
        shipment_id       uuid           not null,
        day               date           not null,
        driver_id         uuid,
        driver_name       text,
        recorded_by       uuid,
        location          jsonb,
        particulars       text,
        expected_amount   numeric(14, 2) check (expected_amount >= 0),
        collected_amount  numeric(14, 2) check (collected_amount >= 0),
        difference_reason text,
        primary key (tenant_id, id),
        constraint proofs_tenant foreign key (tenant_id) references core.tenants (id),
        constraint proofs_shipment_of foreign key (tenant_id, shipment_id) references logistics.shipments (tenant_id, id),
        constraint proofs_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id),
        constraint proofs_amounts check ((expected_amount is null) = (collected_amount is null))
      );
      create unique index proofs_shipment on logistics.proofs (tenant_id, shipment_id);
      create index proofs_driver    on logistics.proofs (tenant_id, driver_id, id desc);
      create index proofs_collected on logistics.proofs (tenant_id, day, driver_id) include (expected_amount, collected_amount)
        where collected_amount is not null and deleted_at is null;
  alter table logistics.proofs enable row level security;
  create policy tenant on logistics.proofs using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update (updated_at, version, driver_name, location, particulars, difference_reason) on logistics.proofs to usaha_app;
      create table logistics.proof_pictures (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        proof_id   uuid           not null,
        position   integer        not null,
        kind       text           not null check (kind in ('signature', 'picture')),
        media_type text           not null check (media_type in ('image/png', 'image/jpeg')),
        bytes      integer        not null check (bytes > 0),
        content    text,
        primary key (tenant_id, id),
        constraint proof_pictures_tenant foreign key (tenant_id) references core.tenants (id),
        constraint proof_pictures_proof foreign key (tenant_id, proof_id) references logistics.proofs (tenant_id, id)
      );
      alter table logistics.proof_pictures alter column content set storage external;
      create unique index proof_pictures_position on logistics.proof_pictures (tenant_id, proof_id, position);
  alter table logistics.proof_pictures enable row level security;
  create policy tenant on logistics.proof_pictures using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert, update (updated_at, version, content) on logistics.proof_pictures to usaha_app;
-- TrackingLinks1764200100000
alter table logistics.shipments add column link_generation integer not null default 0;
-- Freight1764200200000
      create table logistics.freight_invoices (
        tenant_id          uuid           not null,
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        updated_at         timestamptz(3) not null,
        deleted_at         timestamptz(3),
        version            integer        not null default 1,
        invoice_number     text           not null,
        shipment_id        uuid           not null,
        tracking_number    text           not null,
        customer_reference text,
        service_type       text           not null check (service_type in ('express', 'standard', 'economy')),
        payment_method     text,
        seller             jsonb          not null,
        sender             jsonb          not null,
        receiver           jsonb          not null,
        lines              jsonb          not null,
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
  alter table logistics.freight_invoices enable row level security;
  create policy tenant on logistics.freight_invoices using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on logistics.freight_invoices to usaha_app;
      alter table logistics.shipments add parties_blanked_at timestamptz(3);
      create index shipments_telling on logistics.shipments (tenant_id, created_at, id)
        where parties_blanked_at is null and status in ('delivered', 'cancelled', 'returned');
-- Letters1764200300000
      create table logistics.alert_announcements (
        tenant_id    uuid           not null,
        id           uuid           not null,
        created_at   timestamptz(3) not null,
        day          date           not null,
        fingerprints text[]         not null,
        primary key (tenant_id, id),
        constraint alert_announcements_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create unique index alert_announcements_day on logistics.alert_announcements (tenant_id, day);
  alter table logistics.alert_announcements enable row level security;
  create policy tenant on logistics.alert_announcements using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on logistics.alert_announcements to usaha_app;
-- StateKeys1764200350000
update logistics.shipments
         set origin_state_key = left(origin_state_key, 100), destination_state_key = left(destination_state_key, 100)
       where length(origin_state_key) > 100 or length(destination_state_key) > 100;
-- ReportedShipments1764200400000
drop index logistics.shipments_created, logistics.shipments_origin, logistics.shipments_destination;
      create index shipments_created on logistics.shipments (tenant_id, created_at, id desc)
        include (status, service_type, origin_state_key, destination_state_key, driver_id, vehicle_id, is_cod, weight_kg, value_myr,
          payment_amount, total_distance_km, actual_delivery_time, promised_until)
        where deleted_at is null;
      create index shipments_origin on logistics.shipments (tenant_id, origin_state_key, id desc)
        include (destination_state_key, status, service_type) where deleted_at is null;
      create index shipments_destination on logistics.shipments (tenant_id, destination_state_key, id desc)
        include (origin_state_key, status, service_type) where deleted_at is null;
-- SignInCounts1764200600000
create function core.recent_ids(ids uuid[], since uuid) returns uuid[] language sql immutable parallel safe as
        $$ select coalesce(array_agg(id order by id), '{}') from unnest(ids) as id where id >= since $$;
      create table core.sign_in_counts (
        tenant_id  uuid           not null,
        account    text           not null,
        address    text           not null,
        attempts   uuid[]         not null,
        last_at    timestamptz(3) not null,
        primary key (tenant_id, account, address),
        constraint sign_in_counts_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index sign_in_counts_last on core.sign_in_counts (last_at);
  alter table core.sign_in_counts enable row level security;
  create policy platform on core.sign_in_counts using (
    tenant_id >= case when current_setting('app.platform', true) = 'on' then '00000000-0000-0000-0000-000000000000'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end
    and tenant_id <= case when current_setting('app.platform', true) = 'on' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end);
      grant select, insert, update, delete on core.sign_in_counts to usaha_app;
      drop table core.login_attempts;
      create index sessions_moved on core.sessions (tenant_id, moved_to) where moved_to is not null and ended_at is null;
      alter table core.users add column first_login timestamptz(3);
      update core.users set first_login = last_login where last_login is not null;
-- TenantCreators1764200700000
alter table core.tenants add column creator_member_id uuid;
      update core.tenants t set creator_member_id = coalesce(
        (select u.id from core.users u where u.tenant_id = t.id and u.id = t.created_by),
        (select u.id from core.users u where u.tenant_id = t.id and u.created_at = t.created_at order by u.id limit 1))
       where t.created_by is not null;
-- SubscriptionsEverywhere1764300300000
drop policy tenant on core.subscriptions;
  alter table core.subscriptions enable row level security;
  create policy platform on core.subscriptions using (
    tenant_id >= case when current_setting('app.platform', true) = 'on' then '00000000-0000-0000-0000-000000000000'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end
    and tenant_id <= case when current_setting('app.platform', true) = 'on' then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid else nullif(current_setting('app.tenant_id', true), '')::uuid end);
      create index subscriptions_newest on core.subscriptions (id desc) where deleted_at is null;
-- NoTemporaryTables1764300300100
do $$
      begin
        execute format('revoke temporary on database %I from public, usaha_app', current_database());
      exception
        when insufficient_privilege then null;
      end $$;
select format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, usaha_app;', current_database()) as revoke
       where has_database_privilege('usaha_app', current_database(), 'TEMPORARY');
-- AuditWithoutHealth1764300300200
update kernel.audit_entries r set changes = jsonb_set(r.changes, '{appointment_type}', '{"withheld": true}')
       where r.record_type = 'appointment' and r.changes -> 'appointment_type' is not null;
update kernel.audit_entries r set changes = jsonb_set(r.changes, '{priority}', '{"withheld": true}')
       where r.record_type = 'appointment' and r.changes -> 'priority' is not null;
update kernel.audit_entries r set changes = jsonb_set(r.changes, '{record_type}', '{"withheld": true}')
       where r.record_type = 'medical record' and r.changes -> 'record_type' is not null;
-- SaleReversals1764300410000
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
  alter table retail.sale_reversals enable row level security;
  create policy tenant on retail.sale_reversals using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
      grant select, insert on retail.sale_reversals to usaha_app;
      create index sale_refunds_day on retail.sale_refunds (tenant_id, created_at);
insert into retail.sale_reversals (tenant_id, id, created_at, position, sale_id, amount, rounding, actor_id)
      select c.tenant_id, gen_random_uuid(), c.at, c.position, c.sale_id, c.amount, c.rounding, c.actor_id
        from (select v.*, v.reversed - lag(v.reversed, 1, 0::numeric) over changes as amount,
                     v.rounded - lag(v.rounded, 1, 0::numeric) over changes as rounding
                from (select e.*,
                             case when e.counts then 0 else e.total - e.given end as reversed,
                             case when e.counts or not e.in_cash then 0
                                  else (case when mod(e.total * 100, 5) <= 2 then -mod(e.total * 100, 5) else 5 - mod(e.total * 100, 5) end / 100) - (case when mod(e.given * 100, 5) <= 2 then -mod(e.given * 100, 5) else 5 - mod(e.given * 100, 5) end / 100) end as rounded
                        from (select s.*, coalesce(max(s.status) over (partition by s.tenant_id, s.sale_id, s.changes), 'completed')
                                            = 'completed' as counts
                                from (select o.tenant_id, o.sale_id, o.at, o.status, o.actor_id, o.total, o.in_cash,
                                             sum(o.amount) over happened as given, count(o.status) over happened as changes,
                                             row_number() over happened as position
                                        from (select s.tenant_id, s.id as sale_id, s.total, coalesce(lower(btrim(s.payment_method)) in ('cash', 'tunai'), false) as in_cash,
                                                     (h.entry ->> 'changed_at')::timestamptz as at, 0 as kind, h.place,
                                                     h.entry ->> 'status' as status, (h.entry ->> 'changed_by')::uuid as actor_id,
                                                     0::numeric as amount
                                                from retail.sales s
                                               cross join lateral jsonb_array_elements(s.status_history)
                                                     with ordinality h (entry, place)
                                               where s.status_history <> '[]'
                                              union all
                                              select s.tenant_id, s.id, s.total, coalesce(lower(btrim(s.payment_method)) in ('cash', 'tunai'), false), r.created_at, 1,
                                                     r.position, null, r.actor_id, r.amount
                                                from retail.sale_refunds r
                                                join retail.sales s on s.tenant_id = r.tenant_id and s.id = r.sale_id
                                               where s.status_history <> '[]') o
                                      window happened as (partition by o.tenant_id, o.sale_id order by o.at, o.kind, o.place)) s) e) v
              window changes as (partition by v.tenant_id, v.sale_id order by v.position)) c
       where c.amount <> 0 or c.rounding <> 0;
-- LookedUpAtTheCounter1764300420000
create index products_barcode on retail.products (tenant_id, (left(lower(btrim(barcode)), 200)), id desc)
    where deleted_at is null;
  create function retail.products_with_barcode(tenant uuid, given text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from retail.products p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and left(lower(btrim(p.barcode)), 200) = left(lower(btrim(given)), 200) $$;
  revoke all on function retail.products_with_barcode(uuid, text) from public;
  grant execute on function retail.products_with_barcode(uuid, text) to usaha_app;
  create index customers_phone_number on retail.customers (tenant_id, (nullif(left(regexp_replace(regexp_replace(phone_number collate "C", '[^0-9]', '', 'g'),
     '^(?:(?:00)?600?|0)(?=(?:1[0-9]{8,9}|[3-9][0-9]{7,8})$)|^(?=1[3-8]00[0-9]{6}$)', '60'), 40), '')), id desc)
    where deleted_at is null;
  create function retail.customers_with_phone_number(tenant uuid, given text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from retail.customers p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and nullif(left(regexp_replace(regexp_replace(p.phone_number collate "C", '[^0-9]', '', 'g'),
     '^(?:(?:00)?600?|0)(?=(?:1[0-9]{8,9}|[3-9][0-9]{7,8})$)|^(?=1[3-8]00[0-9]{6}$)', '60'), 40), '') = nullif(left(regexp_replace(regexp_replace(given collate "C", '[^0-9]', '', 'g'),
     '^(?:(?:00)?600?|0)(?=(?:1[0-9]{8,9}|[3-9][0-9]{7,8})$)|^(?=1[3-8]00[0-9]{6}$)', '60'), 40), '') $$;
  revoke all on function retail.customers_with_phone_number(uuid, text) from public;
  grant execute on function retail.customers_with_phone_number(uuid, text) to usaha_app;
-- PatientsByPhone1764300430000
create index patients_phone_number on healthcare.patients (tenant_id, (nullif(left(regexp_replace(regexp_replace(phone_number collate "C", '[^0-9]', '', 'g'),
     '^(?:(?:00)?600?|0)(?=(?:1[0-9]{8,9}|[3-9][0-9]{7,8})$)|^(?=1[3-8]00[0-9]{6}$)', '60'), 40), '')), id desc)
    where deleted_at is null;
  create function healthcare.patients_with_phone_number(tenant uuid, given text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from healthcare.patients p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and nullif(left(regexp_replace(regexp_replace(p.phone_number collate "C", '[^0-9]', '', 'g'),
     '^(?:(?:00)?600?|0)(?=(?:1[0-9]{8,9}|[3-9][0-9]{7,8})$)|^(?=1[3-8]00[0-9]{6}$)', '60'), 40), '') = nullif(left(regexp_replace(regexp_replace(given collate "C", '[^0-9]', '', 'g'),
     '^(?:(?:00)?600?|0)(?=(?:1[0-9]{8,9}|[3-9][0-9]{7,8})$)|^(?=1[3-8]00[0-9]{6}$)', '60'), 40), '') $$;
  revoke all on function healthcare.patients_with_phone_number(uuid, text) from public;
  grant execute on function healthcare.patients_with_phone_number(uuid, text) to usaha_app;
-- UserNumbers1764300600000
create sequence core.user_numbers as integer;
      do $$
      declare next bigint;
      begin
        execute format('select case when is_called then last_value + 1 else last_value end from %s',
                       pg_get_serial_sequence('core.users', 'number')) into next;
        perform setval('core.user_numbers', next, false);
      end $$;
      alter table core.users alter column number drop identity;
      alter table core.users alter column number set default nextval('core.user_numbers');
      alter sequence core.user_numbers owned by core.users.number;
      grant usage on sequence core.user_numbers to usaha_app;
-- The record
insert into usaha_migrations (timestamp, name, checksum) values
  (1763700000000, 'Kernel1763700000000', '3c135769a9b4d5a0'),
  (1763700100000, 'Core1763700100000', '83914d10c6784f5d'),
  (1763700200000, 'Subscriptions1763700200000', 'b64378dad0716d61'),
  (1763700300000, 'Events1763700300000', 'e767a3d71cbc8cb1'),
  (1763700400000, 'Payments1763700400000', 'a6a3e070f4961104'),
  (1763700500000, 'Numbers1763700500000', 'af2069b81e36ef00'),
  (1763700600000, 'Retail1763700600000', '17df4fe563c0f31e'),
  (1763700800000, 'Healthcare1763700800000', '914e81f032ee4db1'),
  (1763800000000, 'DrawNumber1763800000000', '29f03fb8a67fe90d'),
  (1763801200000, 'PointsTier1763801200000', 'b5922797af8bd689'),
  (1763803000000, 'Notifications1763803000000', '4845c61865615afc'),
  (1763803100000, 'AppointmentClaims1763803100000', '1cc913343d5d645a'),
  (1763804000000, 'Calendars1763804000000', '46eb505533fac5b0'),
  (1763804100000, 'DoctorCalendars1763804100000', '52c23696a109bdab'),
  (1763805000000, 'CoreLowerCase1763805000000', 'a6f8d2475de6c0b1'),
  (1763805100000, 'RetailLowerCase1763805100000', '26d9d55de78a216d'),
  (1763900000000, 'Students1763900000000', 'aec4a6469a78dcf6'),
  (1763900100000, 'Classes1763900100000', '804419e042b276e6'),
  (1763900200000, 'Enrollments1763900200000', '5c717ae6a35f4679'),
  (1763900300000, 'AttendanceAndGrades1763900300000', '552df852a60d1682'),
  (1763900350000, 'DrawNumbers1763900350000', '92cd824f52ec46a5'),
  (1763900400000, 'Fees1763900400000', 'caad3e035b04f621'),
  (1763900600000, 'NotificationsClaimed1763900600000', '841a416b88813692'),
  (1763900700000, 'EducationDays1763900700000', 'e70407036802f569'),
  (1764000000000, 'Beauty1764000000000', '6ba631e3406c0b73'),
  (1764000100000, 'People1764000100000', '81ec03a7d271d672'),
  (1764000200000, 'Catalogue1764000200000', 'f4030e36fd67dd3c'),
  (1764000300000, 'BeautyAppointments1764000300000', '6d07129a6958681c'),
  (1764000400000, 'SoldPackages1764000400000', '1c8d44e731acd7dc'),
  (1764000500000, 'OpeningLines1764000500000', '2e8bea82583cd65d'),
  (1764100000000, 'Logistics1764100000000', '288ad9e2a6169248'),
  (1764100100000, 'Fleet1764100100000', '7b11b536d80002e3'),
  (1764100200000, 'Shipments1764100200000', 'cba21e3096a0899e'),
  (1764100300000, 'Routes1764100300000', '46516b485a193760'),
  (1764200000000, 'Proofs1764200000000', '39d993f468c9233b'),
  (1764200100000, 'TrackingLinks1764200100000', 'b2bc0d2ebf5e9d32'),
  (1764200200000, 'Freight1764200200000', '0ff3fb7bb8e2b16c'),
  (1764200300000, 'Letters1764200300000', '8d2c37874d0a1643'),
  (1764200350000, 'StateKeys1764200350000', '3d2db4951167a72b'),
  (1764200400000, 'ReportedShipments1764200400000', 'ea318224a1246e4b'),
  (1764200600000, 'SignInCounts1764200600000', '8378edf7e8f1160c'),
  (1764200700000, 'TenantCreators1764200700000', 'cd6a793802add48f'),
  (1764300300000, 'SubscriptionsEverywhere1764300300000', '42eb2112343e4e76'),
  (1764300300100, 'NoTemporaryTables1764300300100', '0a7a47120027fb1d'),
  (1764300300200, 'AuditWithoutHealth1764300300200', '0c6c422b210ec661'),
  (1764300410000, 'SaleReversals1764300410000', '18d619f923b0c3bb'),
  (1764300420000, 'LookedUpAtTheCounter1764300420000', 'adcb534004100174'),
  (1764300430000, 'PatientsByPhone1764300430000', '2ec91759e1ed56df'),
  (1764300600000, 'UserNumbers1764300600000', '8eacc641318eeae4');

-- DISTRIBUTED
SET LOCAL citus.multi_shard_modify_mode = 'sequential';
-- Workers are asked as the role of the service
ALTER ROLE usaha_app LOGIN;
-- How transactions speak with workers
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands = ''local''', current_database()); END $$;
-- Keys between tables of which one is not there yet
ALTER TABLE beauty.appointment_lines DROP CONSTRAINT appointment_lines_appointment;
ALTER TABLE beauty.appointment_lines DROP CONSTRAINT appointment_lines_service;
ALTER TABLE beauty.appointment_lines DROP CONSTRAINT appointment_lines_sold_package;
ALTER TABLE beauty.appointment_lines DROP CONSTRAINT appointment_lines_staff;
ALTER TABLE beauty.appointments DROP CONSTRAINT appointments_client;
ALTER TABLE beauty.clients DROP CONSTRAINT clients_tenant;
ALTER TABLE beauty.memberships DROP CONSTRAINT memberships_client;
ALTER TABLE beauty.package_sessions DROP CONSTRAINT package_sessions_package;
ALTER TABLE beauty.packages DROP CONSTRAINT packages_tenant;
ALTER TABLE beauty.payments DROP CONSTRAINT payments_appointment;
ALTER TABLE beauty.points_movements DROP CONSTRAINT points_movements_client;
ALTER TABLE beauty.products DROP CONSTRAINT products_tenant;
ALTER TABLE beauty.services DROP CONSTRAINT services_tenant;
ALTER TABLE beauty.sold_packages DROP CONSTRAINT sold_packages_client;
ALTER TABLE beauty.sold_packages DROP CONSTRAINT sold_packages_package;
ALTER TABLE beauty.staff DROP CONSTRAINT staff_tenant;
ALTER TABLE beauty.stock_movements DROP CONSTRAINT stock_movements_product;
ALTER TABLE core.payment_methods DROP CONSTRAINT payment_methods_tenant;
ALTER TABLE core.payments DROP CONSTRAINT payments_method;
ALTER TABLE core.payments DROP CONSTRAINT payments_subscription;
ALTER TABLE core.payments DROP CONSTRAINT payments_tenant;
ALTER TABLE core.refunds DROP CONSTRAINT refunds_payment;
ALTER TABLE core.sessions DROP CONSTRAINT sessions_tenant_id_fkey;
ALTER TABLE core.sign_in_counts DROP CONSTRAINT sign_in_counts_tenant;
ALTER TABLE core.subscriptions DROP CONSTRAINT subscriptions_tenant;
ALTER TABLE core.tenant_modules DROP CONSTRAINT tenant_modules_tenant;
ALTER TABLE core.users DROP CONSTRAINT users_tenant;
ALTER TABLE education.attendance DROP CONSTRAINT attendance_class;
ALTER TABLE education.attendance DROP CONSTRAINT attendance_student;
ALTER TABLE education.classes DROP CONSTRAINT classes_tenant;
ALTER TABLE education.enrollments DROP CONSTRAINT enrollments_class;
ALTER TABLE education.enrollments DROP CONSTRAINT enrollments_student;
ALTER TABLE education.fees DROP CONSTRAINT fees_tenant;
ALTER TABLE education.grades DROP CONSTRAINT grades_student;
ALTER TABLE education.invoice_settlements DROP CONSTRAINT invoice_settlements_invoice;
ALTER TABLE education.invoice_settlements DROP CONSTRAINT invoice_settlements_payment;
ALTER TABLE education.invoices DROP CONSTRAINT invoices_fee;
ALTER TABLE education.invoices DROP CONSTRAINT invoices_student;
ALTER TABLE education.payments DROP CONSTRAINT payments_fee;
ALTER TABLE education.payments DROP CONSTRAINT payments_student;
ALTER TABLE education.students DROP CONSTRAINT students_tenant;
ALTER TABLE education.withdrawals DROP CONSTRAINT withdrawals_enrollment;
ALTER TABLE healthcare.appointments DROP CONSTRAINT appointments_patient;
ALTER TABLE healthcare.bill_payments DROP CONSTRAINT bill_payments_bill;
ALTER TABLE healthcare.bills DROP CONSTRAINT bills_appointment;
ALTER TABLE healthcare.bills DROP CONSTRAINT bills_patient;
ALTER TABLE healthcare.medical_records DROP CONSTRAINT medical_records_appointment;
ALTER TABLE healthcare.medical_records DROP CONSTRAINT medical_records_patient;
ALTER TABLE healthcare.patients DROP CONSTRAINT patients_tenant;
ALTER TABLE healthcare.prescriptions DROP CONSTRAINT prescriptions_appointment;
ALTER TABLE healthcare.prescriptions DROP CONSTRAINT prescriptions_patient;
ALTER TABLE healthcare.vaccinations DROP CONSTRAINT vaccinations_patient;
ALTER TABLE logistics.alert_announcements DROP CONSTRAINT alert_announcements_tenant;
ALTER TABLE logistics.assignments DROP CONSTRAINT assignments_driver;
ALTER TABLE logistics.assignments DROP CONSTRAINT assignments_vehicle;
ALTER TABLE logistics.drivers DROP CONSTRAINT drivers_tenant;
ALTER TABLE logistics.freight_invoices DROP CONSTRAINT freight_invoices_shipment;
ALTER TABLE logistics.freight_invoices DROP CONSTRAINT freight_invoices_tenant;
ALTER TABLE logistics.maintenance_entries DROP CONSTRAINT maintenance_entries_vehicle;
ALTER TABLE logistics.optimizations DROP CONSTRAINT optimizations_route;
ALTER TABLE logistics.optimizations DROP CONSTRAINT optimizations_vehicle;
ALTER TABLE logistics.positions DROP CONSTRAINT positions_vehicle;
ALTER TABLE logistics.proof_pictures DROP CONSTRAINT proof_pictures_proof;
ALTER TABLE logistics.proof_pictures DROP CONSTRAINT proof_pictures_tenant;
ALTER TABLE logistics.proofs DROP CONSTRAINT proofs_driver;
ALTER TABLE logistics.proofs DROP CONSTRAINT proofs_shipment_of;
ALTER TABLE logistics.proofs DROP CONSTRAINT proofs_tenant;
ALTER TABLE logistics.routes DROP CONSTRAINT routes_tenant;
ALTER TABLE logistics.schedules DROP CONSTRAINT schedules_driver;
ALTER TABLE logistics.schedules DROP CONSTRAINT schedules_route;
ALTER TABLE logistics.schedules DROP CONSTRAINT schedules_shipment;
ALTER TABLE logistics.schedules DROP CONSTRAINT schedules_tenant;
ALTER TABLE logistics.schedules DROP CONSTRAINT schedules_vehicle;
ALTER TABLE logistics.shipment_events DROP CONSTRAINT shipment_events_driver;
ALTER TABLE logistics.shipment_events DROP CONSTRAINT shipment_events_shipment;
ALTER TABLE logistics.shipment_events DROP CONSTRAINT shipment_events_vehicle;
ALTER TABLE logistics.shipments DROP CONSTRAINT shipments_driver;
ALTER TABLE logistics.shipments DROP CONSTRAINT shipments_tenant;
ALTER TABLE logistics.shipments DROP CONSTRAINT shipments_vehicle;
ALTER TABLE logistics.vehicles DROP CONSTRAINT vehicles_tenant;
ALTER TABLE retail.customers DROP CONSTRAINT customers_tenant;
ALTER TABLE retail.points_movements DROP CONSTRAINT points_movements_customer;
ALTER TABLE retail.products DROP CONSTRAINT products_tenant;
ALTER TABLE retail.sale_lines DROP CONSTRAINT sale_lines_product;
ALTER TABLE retail.sale_lines DROP CONSTRAINT sale_lines_sale;
ALTER TABLE retail.sale_refunds DROP CONSTRAINT sale_refunds_sale;
ALTER TABLE retail.sale_reversals DROP CONSTRAINT sale_reversals_sale;
ALTER TABLE retail.sales DROP CONSTRAINT sales_tenant;
ALTER TABLE retail.stock_locations DROP CONSTRAINT stock_locations_product;
ALTER TABLE retail.stock_movements DROP CONSTRAINT stock_movements_product;
-- Whole on every node
SELECT create_reference_table('core.tenants');
-- Distributed by tenant, parents first
SELECT create_distributed_table('beauty.clients', 'tenant_id', colocate_with => 'none');
SELECT create_distributed_table('beauty.appointments', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.services', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.packages', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.sold_packages', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.staff', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.appointment_lines', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.memberships', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.package_sessions', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.payments', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.points_movements', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.products', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('beauty.stock_movements', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.calendars', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.notifications', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.payment_methods', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.subscriptions', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.payments', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.refunds', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.sandbox_charges', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.sessions', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.sign_in_counts', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.tenant_modules', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('core.users', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('education.classes', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('education.students', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('education.attendance', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('education.enrollments', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('education.fees', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('education.grades', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('education.invoices', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('education.payments', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('education.invoice_settlements', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('education.withdrawals', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('healthcare.patients', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('healthcare.appointments', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('healthcare.bills', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('healthcare.bill_payments', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('healthcare.medical_records', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('healthcare.prescriptions', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('healthcare.vaccinations', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('kernel.audit_entries', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('kernel.idempotency_keys', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('kernel.number_series', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('kernel.outbox', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.alert_announcements', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.drivers', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.vehicles', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.assignments', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.shipments', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.freight_invoices', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.maintenance_entries', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.routes', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.optimizations', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.positions', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.proofs', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.proof_pictures', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.schedules', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('logistics.shipment_events', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('retail.customers', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('retail.points_movements', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('retail.products', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('retail.sales', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('retail.sale_lines', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('retail.sale_refunds', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('retail.sale_reversals', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('retail.stock_locations', 'tenant_id', colocate_with => 'beauty.clients');
SELECT create_distributed_table('retail.stock_movements', 'tenant_id', colocate_with => 'beauty.clients');
-- The coordinator keeps no copy of their rows
SELECT truncate_local_data_after_distributing_table('beauty.appointment_lines');
SELECT truncate_local_data_after_distributing_table('beauty.appointments');
SELECT truncate_local_data_after_distributing_table('beauty.clients');
SELECT truncate_local_data_after_distributing_table('beauty.memberships');
SELECT truncate_local_data_after_distributing_table('beauty.package_sessions');
SELECT truncate_local_data_after_distributing_table('beauty.packages');
SELECT truncate_local_data_after_distributing_table('beauty.payments');
SELECT truncate_local_data_after_distributing_table('beauty.points_movements');
SELECT truncate_local_data_after_distributing_table('beauty.products');
SELECT truncate_local_data_after_distributing_table('beauty.services');
SELECT truncate_local_data_after_distributing_table('beauty.sold_packages');
SELECT truncate_local_data_after_distributing_table('beauty.staff');
SELECT truncate_local_data_after_distributing_table('beauty.stock_movements');
SELECT truncate_local_data_after_distributing_table('core.calendars');
SELECT truncate_local_data_after_distributing_table('core.notifications');
SELECT truncate_local_data_after_distributing_table('core.payment_methods');
SELECT truncate_local_data_after_distributing_table('core.payments');
SELECT truncate_local_data_after_distributing_table('core.refunds');
SELECT truncate_local_data_after_distributing_table('core.sandbox_charges');
SELECT truncate_local_data_after_distributing_table('core.sessions');
SELECT truncate_local_data_after_distributing_table('core.sign_in_counts');
SELECT truncate_local_data_after_distributing_table('core.subscriptions');
SELECT truncate_local_data_after_distributing_table('core.tenant_modules');
SELECT truncate_local_data_after_distributing_table('core.tenants');
SELECT truncate_local_data_after_distributing_table('core.users');
SELECT truncate_local_data_after_distributing_table('education.attendance');
SELECT truncate_local_data_after_distributing_table('education.classes');
SELECT truncate_local_data_after_distributing_table('education.enrollments');
SELECT truncate_local_data_after_distributing_table('education.fees');
SELECT truncate_local_data_after_distributing_table('education.grades');
SELECT truncate_local_data_after_distributing_table('education.invoice_settlements');
SELECT truncate_local_data_after_distributing_table('education.invoices');
SELECT truncate_local_data_after_distributing_table('education.payments');
SELECT truncate_local_data_after_distributing_table('education.students');
SELECT truncate_local_data_after_distributing_table('education.withdrawals');
SELECT truncate_local_data_after_distributing_table('healthcare.appointments');
SELECT truncate_local_data_after_distributing_table('healthcare.bill_payments');
SELECT truncate_local_data_after_distributing_table('healthcare.bills');
SELECT truncate_local_data_after_distributing_table('healthcare.medical_records');
SELECT truncate_local_data_after_distributing_table('healthcare.patients');
SELECT truncate_local_data_after_distributing_table('healthcare.prescriptions');
SELECT truncate_local_data_after_distributing_table('healthcare.vaccinations');
SELECT truncate_local_data_after_distributing_table('kernel.audit_entries');
SELECT truncate_local_data_after_distributing_table('kernel.idempotency_keys');
SELECT truncate_local_data_after_distributing_table('kernel.number_series');
SELECT truncate_local_data_after_distributing_table('kernel.outbox');
SELECT truncate_local_data_after_distributing_table('logistics.alert_announcements');
SELECT truncate_local_data_after_distributing_table('logistics.assignments');
SELECT truncate_local_data_after_distributing_table('logistics.drivers');
SELECT truncate_local_data_after_distributing_table('logistics.freight_invoices');
SELECT truncate_local_data_after_distributing_table('logistics.maintenance_entries');
SELECT truncate_local_data_after_distributing_table('logistics.optimizations');
SELECT truncate_local_data_after_distributing_table('logistics.positions');
SELECT truncate_local_data_after_distributing_table('logistics.proof_pictures');
SELECT truncate_local_data_after_distributing_table('logistics.proofs');
SELECT truncate_local_data_after_distributing_table('logistics.routes');
SELECT truncate_local_data_after_distributing_table('logistics.schedules');
SELECT truncate_local_data_after_distributing_table('logistics.shipment_events');
SELECT truncate_local_data_after_distributing_table('logistics.shipments');
SELECT truncate_local_data_after_distributing_table('logistics.vehicles');
SELECT truncate_local_data_after_distributing_table('retail.customers');
SELECT truncate_local_data_after_distributing_table('retail.points_movements');
SELECT truncate_local_data_after_distributing_table('retail.products');
SELECT truncate_local_data_after_distributing_table('retail.sale_lines');
SELECT truncate_local_data_after_distributing_table('retail.sale_refunds');
SELECT truncate_local_data_after_distributing_table('retail.sale_reversals');
SELECT truncate_local_data_after_distributing_table('retail.sales');
SELECT truncate_local_data_after_distributing_table('retail.stock_locations');
SELECT truncate_local_data_after_distributing_table('retail.stock_movements');
-- The same keys again
ALTER TABLE beauty.appointment_lines ADD CONSTRAINT appointment_lines_appointment FOREIGN KEY (tenant_id, appointment_id) REFERENCES beauty.appointments(tenant_id, id);
ALTER TABLE beauty.appointment_lines ADD CONSTRAINT appointment_lines_service FOREIGN KEY (tenant_id, service_id) REFERENCES beauty.services(tenant_id, id);
ALTER TABLE beauty.appointment_lines ADD CONSTRAINT appointment_lines_sold_package FOREIGN KEY (tenant_id, sold_package_id) REFERENCES beauty.sold_packages(tenant_id, id);
ALTER TABLE beauty.appointment_lines ADD CONSTRAINT appointment_lines_staff FOREIGN KEY (tenant_id, staff_id) REFERENCES beauty.staff(tenant_id, id);
ALTER TABLE beauty.appointments ADD CONSTRAINT appointments_client FOREIGN KEY (tenant_id, client_id) REFERENCES beauty.clients(tenant_id, id);
ALTER TABLE beauty.clients ADD CONSTRAINT clients_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE beauty.memberships ADD CONSTRAINT memberships_client FOREIGN KEY (tenant_id, client_id) REFERENCES beauty.clients(tenant_id, id);
ALTER TABLE beauty.package_sessions ADD CONSTRAINT package_sessions_package FOREIGN KEY (tenant_id, sold_package_id) REFERENCES beauty.sold_packages(tenant_id, id);
ALTER TABLE beauty.packages ADD CONSTRAINT packages_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE beauty.payments ADD CONSTRAINT payments_appointment FOREIGN KEY (tenant_id, appointment_id) REFERENCES beauty.appointments(tenant_id, id);
ALTER TABLE beauty.points_movements ADD CONSTRAINT points_movements_client FOREIGN KEY (tenant_id, client_id) REFERENCES beauty.clients(tenant_id, id);
ALTER TABLE beauty.products ADD CONSTRAINT products_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE beauty.services ADD CONSTRAINT services_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE beauty.sold_packages ADD CONSTRAINT sold_packages_client FOREIGN KEY (tenant_id, client_id) REFERENCES beauty.clients(tenant_id, id);
ALTER TABLE beauty.sold_packages ADD CONSTRAINT sold_packages_package FOREIGN KEY (tenant_id, package_id) REFERENCES beauty.packages(tenant_id, id);
ALTER TABLE beauty.staff ADD CONSTRAINT staff_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE beauty.stock_movements ADD CONSTRAINT stock_movements_product FOREIGN KEY (tenant_id, product_id) REFERENCES beauty.products(tenant_id, id);
ALTER TABLE core.payment_methods ADD CONSTRAINT payment_methods_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE core.payments ADD CONSTRAINT payments_method FOREIGN KEY (tenant_id, payment_method_id) REFERENCES core.payment_methods(tenant_id, id);
ALTER TABLE core.payments ADD CONSTRAINT payments_subscription FOREIGN KEY (tenant_id, subscription_id) REFERENCES core.subscriptions(tenant_id, id);
ALTER TABLE core.payments ADD CONSTRAINT payments_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE core.refunds ADD CONSTRAINT refunds_payment FOREIGN KEY (tenant_id, payment_id) REFERENCES core.payments(tenant_id, id);
ALTER TABLE core.sessions ADD CONSTRAINT sessions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE core.sign_in_counts ADD CONSTRAINT sign_in_counts_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE core.subscriptions ADD CONSTRAINT subscriptions_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE core.tenant_modules ADD CONSTRAINT tenant_modules_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE core.users ADD CONSTRAINT users_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE education.attendance ADD CONSTRAINT attendance_class FOREIGN KEY (tenant_id, class_id) REFERENCES education.classes(tenant_id, id);
ALTER TABLE education.attendance ADD CONSTRAINT attendance_student FOREIGN KEY (tenant_id, student_id) REFERENCES education.students(tenant_id, id);
ALTER TABLE education.classes ADD CONSTRAINT classes_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE education.enrollments ADD CONSTRAINT enrollments_class FOREIGN KEY (tenant_id, class_id) REFERENCES education.classes(tenant_id, id);
ALTER TABLE education.enrollments ADD CONSTRAINT enrollments_student FOREIGN KEY (tenant_id, student_id) REFERENCES education.students(tenant_id, id);
ALTER TABLE education.fees ADD CONSTRAINT fees_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE education.grades ADD CONSTRAINT grades_student FOREIGN KEY (tenant_id, student_id) REFERENCES education.students(tenant_id, id);
ALTER TABLE education.invoice_settlements ADD CONSTRAINT invoice_settlements_invoice FOREIGN KEY (tenant_id, invoice_id) REFERENCES education.invoices(tenant_id, id);
ALTER TABLE education.invoice_settlements ADD CONSTRAINT invoice_settlements_payment FOREIGN KEY (tenant_id, payment_id) REFERENCES education.payments(tenant_id, id);
ALTER TABLE education.invoices ADD CONSTRAINT invoices_fee FOREIGN KEY (tenant_id, fee_id) REFERENCES education.fees(tenant_id, id);
ALTER TABLE education.invoices ADD CONSTRAINT invoices_student FOREIGN KEY (tenant_id, student_id) REFERENCES education.students(tenant_id, id);
ALTER TABLE education.payments ADD CONSTRAINT payments_fee FOREIGN KEY (tenant_id, fee_id) REFERENCES education.fees(tenant_id, id);
ALTER TABLE education.payments ADD CONSTRAINT payments_student FOREIGN KEY (tenant_id, student_id) REFERENCES education.students(tenant_id, id);
ALTER TABLE education.students ADD CONSTRAINT students_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE education.withdrawals ADD CONSTRAINT withdrawals_enrollment FOREIGN KEY (tenant_id, enrollment_id) REFERENCES education.enrollments(tenant_id, id);
ALTER TABLE healthcare.appointments ADD CONSTRAINT appointments_patient FOREIGN KEY (tenant_id, patient_id) REFERENCES healthcare.patients(tenant_id, id);
ALTER TABLE healthcare.bill_payments ADD CONSTRAINT bill_payments_bill FOREIGN KEY (tenant_id, bill_id) REFERENCES healthcare.bills(tenant_id, id);
ALTER TABLE healthcare.bills ADD CONSTRAINT bills_appointment FOREIGN KEY (tenant_id, appointment_id) REFERENCES healthcare.appointments(tenant_id, id);
ALTER TABLE healthcare.bills ADD CONSTRAINT bills_patient FOREIGN KEY (tenant_id, patient_id) REFERENCES healthcare.patients(tenant_id, id);
ALTER TABLE healthcare.medical_records ADD CONSTRAINT medical_records_appointment FOREIGN KEY (tenant_id, appointment_id) REFERENCES healthcare.appointments(tenant_id, id);
ALTER TABLE healthcare.medical_records ADD CONSTRAINT medical_records_patient FOREIGN KEY (tenant_id, patient_id) REFERENCES healthcare.patients(tenant_id, id);
ALTER TABLE healthcare.patients ADD CONSTRAINT patients_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE healthcare.prescriptions ADD CONSTRAINT prescriptions_appointment FOREIGN KEY (tenant_id, appointment_id) REFERENCES healthcare.appointments(tenant_id, id);
ALTER TABLE healthcare.prescriptions ADD CONSTRAINT prescriptions_patient FOREIGN KEY (tenant_id, patient_id) REFERENCES healthcare.patients(tenant_id, id);
ALTER TABLE healthcare.vaccinations ADD CONSTRAINT vaccinations_patient FOREIGN KEY (tenant_id, patient_id) REFERENCES healthcare.patients(tenant_id, id);
ALTER TABLE logistics.alert_announcements ADD CONSTRAINT alert_announcements_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE logistics.assignments ADD CONSTRAINT assignments_driver FOREIGN KEY (tenant_id, driver_id) REFERENCES logistics.drivers(tenant_id, id);
ALTER TABLE logistics.assignments ADD CONSTRAINT assignments_vehicle FOREIGN KEY (tenant_id, vehicle_id) REFERENCES logistics.vehicles(tenant_id, id);
ALTER TABLE logistics.drivers ADD CONSTRAINT drivers_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE logistics.freight_invoices ADD CONSTRAINT freight_invoices_shipment FOREIGN KEY (tenant_id, shipment_id) REFERENCES logistics.shipments(tenant_id, id);
ALTER TABLE logistics.freight_invoices ADD CONSTRAINT freight_invoices_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE logistics.maintenance_entries ADD CONSTRAINT maintenance_entries_vehicle FOREIGN KEY (tenant_id, vehicle_id) REFERENCES logistics.vehicles(tenant_id, id);
ALTER TABLE logistics.optimizations ADD CONSTRAINT optimizations_route FOREIGN KEY (tenant_id, route_id) REFERENCES logistics.routes(tenant_id, id);
ALTER TABLE logistics.optimizations ADD CONSTRAINT optimizations_vehicle FOREIGN KEY (tenant_id, vehicle_id) REFERENCES logistics.vehicles(tenant_id, id);
ALTER TABLE logistics.positions ADD CONSTRAINT positions_vehicle FOREIGN KEY (tenant_id, vehicle_id) REFERENCES logistics.vehicles(tenant_id, id);
ALTER TABLE logistics.proof_pictures ADD CONSTRAINT proof_pictures_proof FOREIGN KEY (tenant_id, proof_id) REFERENCES logistics.proofs(tenant_id, id);
ALTER TABLE logistics.proof_pictures ADD CONSTRAINT proof_pictures_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE logistics.proofs ADD CONSTRAINT proofs_driver FOREIGN KEY (tenant_id, driver_id) REFERENCES logistics.drivers(tenant_id, id);
ALTER TABLE logistics.proofs ADD CONSTRAINT proofs_shipment_of FOREIGN KEY (tenant_id, shipment_id) REFERENCES logistics.shipments(tenant_id, id);
ALTER TABLE logistics.proofs ADD CONSTRAINT proofs_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE logistics.routes ADD CONSTRAINT routes_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE logistics.schedules ADD CONSTRAINT schedules_driver FOREIGN KEY (tenant_id, driver_id) REFERENCES logistics.drivers(tenant_id, id);
ALTER TABLE logistics.schedules ADD CONSTRAINT schedules_route FOREIGN KEY (tenant_id, route_id) REFERENCES logistics.routes(tenant_id, id);
ALTER TABLE logistics.schedules ADD CONSTRAINT schedules_shipment FOREIGN KEY (tenant_id, shipment_id) REFERENCES logistics.shipments(tenant_id, id);
ALTER TABLE logistics.schedules ADD CONSTRAINT schedules_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE logistics.schedules ADD CONSTRAINT schedules_vehicle FOREIGN KEY (tenant_id, vehicle_id) REFERENCES logistics.vehicles(tenant_id, id);
ALTER TABLE logistics.shipment_events ADD CONSTRAINT shipment_events_driver FOREIGN KEY (tenant_id, driver_id) REFERENCES logistics.drivers(tenant_id, id);
ALTER TABLE logistics.shipment_events ADD CONSTRAINT shipment_events_shipment FOREIGN KEY (tenant_id, shipment_id) REFERENCES logistics.shipments(tenant_id, id);
ALTER TABLE logistics.shipment_events ADD CONSTRAINT shipment_events_vehicle FOREIGN KEY (tenant_id, vehicle_id) REFERENCES logistics.vehicles(tenant_id, id);
ALTER TABLE logistics.shipments ADD CONSTRAINT shipments_driver FOREIGN KEY (tenant_id, driver_id) REFERENCES logistics.drivers(tenant_id, id);
ALTER TABLE logistics.shipments ADD CONSTRAINT shipments_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE logistics.shipments ADD CONSTRAINT shipments_vehicle FOREIGN KEY (tenant_id, vehicle_id) REFERENCES logistics.vehicles(tenant_id, id);
ALTER TABLE logistics.vehicles ADD CONSTRAINT vehicles_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE retail.customers ADD CONSTRAINT customers_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE retail.points_movements ADD CONSTRAINT points_movements_customer FOREIGN KEY (tenant_id, customer_id) REFERENCES retail.customers(tenant_id, id);
ALTER TABLE retail.products ADD CONSTRAINT products_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE retail.sale_lines ADD CONSTRAINT sale_lines_product FOREIGN KEY (tenant_id, product_id) REFERENCES retail.products(tenant_id, id);
ALTER TABLE retail.sale_lines ADD CONSTRAINT sale_lines_sale FOREIGN KEY (tenant_id, sale_id) REFERENCES retail.sales(tenant_id, id);
ALTER TABLE retail.sale_refunds ADD CONSTRAINT sale_refunds_sale FOREIGN KEY (tenant_id, sale_id) REFERENCES retail.sales(tenant_id, id);
ALTER TABLE retail.sale_reversals ADD CONSTRAINT sale_reversals_sale FOREIGN KEY (tenant_id, sale_id) REFERENCES retail.sales(tenant_id, id);
ALTER TABLE retail.sales ADD CONSTRAINT sales_tenant FOREIGN KEY (tenant_id) REFERENCES core.tenants(id);
ALTER TABLE retail.stock_locations ADD CONSTRAINT stock_locations_product FOREIGN KEY (tenant_id, product_id) REFERENCES retail.products(tenant_id, id);
ALTER TABLE retail.stock_movements ADD CONSTRAINT stock_movements_product FOREIGN KEY (tenant_id, product_id) REFERENCES retail.products(tenant_id, id);
-- Functions, on every node
SELECT create_distributed_function('beauty.clients_matching(uuid,text)');
REVOKE ALL ON FUNCTION beauty.clients_matching(uuid,text) FROM PUBLIC;
ALTER FUNCTION beauty.clients_matching(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('beauty.staff_with_specialization(uuid,text)');
REVOKE ALL ON FUNCTION beauty.staff_with_specialization(uuid,text) FROM PUBLIC;
ALTER FUNCTION beauty.staff_with_specialization(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('core.recent_ids(uuid[],uuid)');
SELECT create_distributed_function('education.students_matching(uuid,text)');
REVOKE ALL ON FUNCTION education.students_matching(uuid,text) FROM PUBLIC;
ALTER FUNCTION education.students_matching(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('education.students_with_ic_number(uuid,text)');
REVOKE ALL ON FUNCTION education.students_with_ic_number(uuid,text) FROM PUBLIC;
ALTER FUNCTION education.students_with_ic_number(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('healthcare.patients_matching(uuid,text)');
REVOKE ALL ON FUNCTION healthcare.patients_matching(uuid,text) FROM PUBLIC;
ALTER FUNCTION healthcare.patients_matching(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('healthcare.patients_matching_contact_text(uuid,text)');
REVOKE ALL ON FUNCTION healthcare.patients_matching_contact_text(uuid,text) FROM PUBLIC;
ALTER FUNCTION healthcare.patients_matching_contact_text(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('healthcare.patients_with_ic_number(uuid,text)');
REVOKE ALL ON FUNCTION healthcare.patients_with_ic_number(uuid,text) FROM PUBLIC;
ALTER FUNCTION healthcare.patients_with_ic_number(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('healthcare.patients_with_phone_number(uuid,text)');
REVOKE ALL ON FUNCTION healthcare.patients_with_phone_number(uuid,text) FROM PUBLIC;
ALTER FUNCTION healthcare.patients_with_phone_number(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('kernel.draw_number(uuid,text,integer,text)');
SELECT create_distributed_function('kernel.draw_numbers(uuid,text,integer,integer)');
SELECT create_distributed_function('logistics.drivers_matching(uuid,text)');
REVOKE ALL ON FUNCTION logistics.drivers_matching(uuid,text) FROM PUBLIC;
ALTER FUNCTION logistics.drivers_matching(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('logistics.drivers_with_ic_number(uuid,text)');
REVOKE ALL ON FUNCTION logistics.drivers_with_ic_number(uuid,text) FROM PUBLIC;
ALTER FUNCTION logistics.drivers_with_ic_number(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('logistics.routes_with_destination(uuid,text)');
REVOKE ALL ON FUNCTION logistics.routes_with_destination(uuid,text) FROM PUBLIC;
ALTER FUNCTION logistics.routes_with_destination(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('logistics.routes_with_origin(uuid,text)');
REVOKE ALL ON FUNCTION logistics.routes_with_origin(uuid,text) FROM PUBLIC;
ALTER FUNCTION logistics.routes_with_origin(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('retail.customers_matching(uuid,text)');
REVOKE ALL ON FUNCTION retail.customers_matching(uuid,text) FROM PUBLIC;
ALTER FUNCTION retail.customers_matching(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('retail.customers_with_phone_number(uuid,text)');
REVOKE ALL ON FUNCTION retail.customers_with_phone_number(uuid,text) FROM PUBLIC;
ALTER FUNCTION retail.customers_with_phone_number(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('retail.products_matching(uuid,text)');
REVOKE ALL ON FUNCTION retail.products_matching(uuid,text) FROM PUBLIC;
ALTER FUNCTION retail.products_matching(uuid,text) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('retail.products_with_barcode(uuid,text)');
REVOKE ALL ON FUNCTION retail.products_with_barcode(uuid,text) FROM PUBLIC;
ALTER FUNCTION retail.products_with_barcode(uuid,text) SET citus.allow_nested_distributed_execution = on;
