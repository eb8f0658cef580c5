import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which instance does which job, and what the job last reported. All rows are those of the nil tenant: on Citus they lie on one machine. */
export class JobLeases1764980491000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.job_leases (
        tenant_id    uuid           not null,
        job          text           not null,
        -- '' of a job that is done for all machines together.
        machine      text           not null,
        -- The process, by an id that it draws at its start.
        holder       uuid           not null,
        taken_at     timestamptz(3) not null,
        until        timestamptz(3) not null,
        succeeded_at timestamptz(3),
        report       jsonb,
        reported_at  timestamptz(3),
        primary key (tenant_id, job, machine),
        constraint job_leases_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('core.job_leases')}
      grant select, insert, update, delete on core.job_leases to usaha_app;
      ${distribute('core.job_leases')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.job_leases');
  }
}
