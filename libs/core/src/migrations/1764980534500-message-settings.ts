import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a business sends messages, at most a row of each tenant; and what was sent on each day. */
export class MessageSettings1764980534500 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.message_settings (
        tenant_id      uuid           not null,
        id             uuid           not null check (id = tenant_id),
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        ways           text[]         not null,
        quiet_from     text           not null,
        quiet_to       text           not null,
        whatsapp_limit integer        not null check (whatsapp_limit >= 0),
        sms_limit      integer        not null check (sms_limit >= 0),
        email_limit    integer        not null check (email_limit >= 0),
        monthly_budget numeric(14, 2) check (monthly_budget >= 0),
        language       text           not null check (language in ('en', 'ms')),
        primary key (tenant_id, id),
        constraint message_settings_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('core.message_settings')}
      grant select, insert, update on core.message_settings to usaha_app;
      ${distribute('core.message_settings')}`);
    await runner.query(`
      create table core.message_usage (
        tenant_id uuid           not null,
        day       text           not null,
        way       text           not null,
        template  text           not null,
        messages  integer        not null check (messages >= 0),
        parts     integer        not null check (parts >= 0),
        cost      numeric(14, 2) not null,
        primary key (tenant_id, day, way, template),
        constraint message_usage_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('core.message_usage')}
      grant select, insert, update on core.message_usage to usaha_app;
      ${distribute('core.message_usage')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.message_usage');
    await runner.query('drop table core.message_settings');
  }
}
