import { NO_TENANT, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Former names of the parties of documents, and how often documents were printed. What parties were called before is not known: a row
 * of each tenant without a name says until when.
 */
export class DocumentParties1764920000000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.former_parties (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        position   integer        not null,
        actor_id   uuid,
        owner_id   uuid           not null,
        record_id  uuid,
        details    text,
        constraint former_parties_tenant foreign key (tenant_id) references core.tenants (id),
        primary key (tenant_id, id)
      );
      create index former_parties_owner on core.former_parties (tenant_id, owner_id, created_at);
      ${enableRowLevelSecurity('core.former_parties')}
      grant select, insert, update, delete on core.former_parties to usaha_app;

      create table core.document_prints (
        tenant_id uuid    not null,
        kind      text    not null,
        record_id uuid    not null,
        prints    integer not null check (prints >= 0),
        constraint document_prints_tenant foreign key (tenant_id) references core.tenants (id),
        primary key (tenant_id, kind, record_id)
      );
      ${enableRowLevelSecurity('core.document_prints')}
      grant select, insert, update on core.document_prints to usaha_app`);
    await runner.query(`
      insert into core.former_parties (tenant_id, id, created_at, position, owner_id)
      select t.id, gen_random_uuid(), now(), 0, t.id from core.tenants t where t.id <> '${NO_TENANT}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.document_prints');
    await runner.query('drop table core.former_parties');
  }
}
