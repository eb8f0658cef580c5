import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tenants say of templates of messages: at most a row for each template. */
export class MessageTemplates1764980527000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.message_templates (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        name       text           not null,
        enabled    boolean        not null,
        whatsapp   jsonb,
        primary key (tenant_id, id),
        constraint message_templates_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('core.message_templates')}
      grant select, insert, update on core.message_templates to usaha_app;
      ${distribute('core.message_templates')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.message_templates');
  }
}
