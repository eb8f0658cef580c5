import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Families: students of one household, in its order, and who answers for them. */
export class Households1764978200000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table education.households (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        name       text           not null,
        guardians  jsonb          not null,
        changes    integer        not null,
        primary key (tenant_id, id),
        constraint households_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index households_live on education.households (tenant_id, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('education.households')}
      grant select, insert, update on education.households to usaha_app;
      ${distribute('education.households')}`);
    await runner.query('alter table education.students add column household_id uuid');
    await runner.query('alter table education.students add column household_position integer');
    await runner.query(`
      alter table education.students add constraint students_household
        foreign key (tenant_id, household_id) references education.households (tenant_id, id)`);
    await runner.query(`
      create index students_household on education.students (tenant_id, household_id, household_position)
        where household_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.students drop column household_position');
    await runner.query('alter table education.students drop column household_id');
    await runner.query('drop table education.households');
  }
}
