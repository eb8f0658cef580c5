import { distribute, enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a tenant awaits of the events of its business, the endpoints that they are sent to, and what was sent (A-431 … A-455). Jobs
 * look for tenants with due deliveries, and for interests that end, through the platform's policy.
 */
export class Webhooks1764980480000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.event_interests (
        tenant_id      uuid    not null,
        id             uuid    not null check (id = tenant_id),
        -- Patterns of the endpoints that are active, or were disabled less than seven days ago.
        endpoint_types text[]  not null,
        -- Types that handlers of the service await for this tenant.
        inner_types    text[]  not null,
        feed_since     timestamptz(3),
        feed_read_at   timestamptz(3),
        last_position  bigint  not null default 0 check (last_position >= 0),
        primary key (tenant_id, id),
        constraint event_interests_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index event_interests_feeds on core.event_interests (feed_read_at) where feed_since is not null;
      ${enableRowLevelSecurityForPlatform('core.event_interests')}
      grant select, insert, update, delete on core.event_interests to usaha_app;
      ${distribute('core.event_interests')}`);
    await runner.query(`
      create table core.webhook_endpoints (
        tenant_id                  uuid           not null,
        id                         uuid           not null,
        created_at                 timestamptz(3) not null,
        updated_at                 timestamptz(3) not null,
        deleted_at                 timestamptz(3),
        version                    integer        not null default 1,
        sealed_url                 text,
        description                text,
        event_types                text[]         not null,
        ordering                   text           not null default 'none' check (ordering in ('none', 'strict')),
        header_names               text[]         not null,
        sealed_headers             text,
        sealed_secret              text,
        sealed_previous_secret     text,
        previous_secret_expires_at timestamptz(3),
        status                     text           not null default 'active' check (status in ('active', 'disabled')),
        disabled_reason            text           check (disabled_reason in ('manual', 'gone', 'failing')),
        disabled_at                timestamptz(3),
        failing_since              timestamptz(3),
        failures_in_row            integer        not null default 0 check (failures_in_row >= 0),
        last_attempt_at            timestamptz(3),
        last_success_at            timestamptz(3),
        last_sequence              integer        not null default 0 check (last_sequence >= 0),
        primary key (tenant_id, id),
        constraint webhook_endpoints_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index webhook_endpoints_disabled on core.webhook_endpoints (disabled_at) where status = 'disabled' and deleted_at is null;
      ${enableRowLevelSecurityForPlatform('core.webhook_endpoints')}
      grant select, insert, update, delete on core.webhook_endpoints to usaha_app;
      ${distribute('core.webhook_endpoints')}`);
    await runner.query(`
      create table core.webhook_deliveries (
        tenant_id        uuid           not null,
        id               uuid           not null,
        created_at       timestamptz(3) not null,
        webhook_id       uuid           not null,
        event_id         uuid           not null,
        event_type       text           not null,
        -- null of a test.
        sequence         integer        check (sequence > 0),
        -- The bytes that are sent, the same with each attempt.
        body             text           not null,
        status           text           not null check (status in ('pending', 'delivered', 'failed', 'skipped')),
        attempts_made    integer        not null default 0 check (attempts_made >= 0),
        -- The step of the schedule, which a retry by hand begins again.
        step             integer        not null default 0 check (step >= 0),
        -- Whether the next attempt was asked for by hand.
        is_manual        boolean        not null default false,
        next_attempt_at  timestamptz(3),
        claimed_until    timestamptz(3),
        last_status_code integer,
        last_error       text           check (last_error in ('dns', 'connect', 'tls', 'timeout', 'blocked', 'closed', 'http')),
        delivered_at     timestamptz(3),
        ended_at         timestamptz(3),
        primary key (tenant_id, id),
        constraint webhook_deliveries_event unique (tenant_id, webhook_id, event_id),
        constraint webhook_deliveries_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index webhook_deliveries_due      on core.webhook_deliveries (next_attempt_at) where status = 'pending';
      create index webhook_deliveries_pending  on core.webhook_deliveries (tenant_id, webhook_id, sequence) where status = 'pending';
      create index webhook_deliveries_list     on core.webhook_deliveries (tenant_id, webhook_id, id);
      create index webhook_deliveries_ended    on core.webhook_deliveries (ended_at) where ended_at is not null;
      ${enableRowLevelSecurityForPlatform('core.webhook_deliveries')}
      grant select, insert, update, delete on core.webhook_deliveries to usaha_app;
      ${distribute('core.webhook_deliveries')}`);
    await runner.query(`
      create table core.webhook_attempts (
        tenant_id       uuid           not null,
        delivery_id     uuid           not null,
        number          integer        not null check (number > 0),
        at              timestamptz(3) not null,
        is_manual       boolean        not null default false,
        status_code     integer,
        duration_ms     integer        not null check (duration_ms >= 0),
        error           text           check (error in ('dns', 'connect', 'tls', 'timeout', 'blocked', 'closed', 'http')),
        sealed_response text,
        primary key (tenant_id, delivery_id, number),
        constraint webhook_attempts_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('core.webhook_attempts')}
      grant select, insert, update, delete on core.webhook_attempts to usaha_app;
      ${distribute('core.webhook_attempts')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.webhook_attempts');
    await runner.query('drop table core.webhook_deliveries');
    await runner.query('drop table core.webhook_endpoints');
    await runner.query('drop table core.event_interests');
  }
}
