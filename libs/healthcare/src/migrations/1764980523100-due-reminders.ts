import { dropDueFunction, dueFunction, withSetting } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPEN = `r.deleted_at is null and r.status in ('scheduled', 'confirmed') and not r.reminder_sent and r.scheduled_at > $2`;

/** $2 is now, $3 the last time of which clinics without a setting remind, $4 the last that any does. */
const reminders = {
  name: 'healthcare.tenants_to_remind',
  parameters: ['timestamptz', 'timestamptz', 'timestamptz'],
  looks: [
    (theirs: (column: string) => string) => `
        select distinct r.tenant_id from healthcare.appointments r
         where ${OPEN} and r.scheduled_at <= $3 and ${theirs('r.tenant_id')}`,
    (theirs: (column: string) => string) => `
        select m.tenant_id from ${withSetting('healthcare', 'reminder_hours_before')} and ${theirs('m.tenant_id')}
           and exists (select from healthcare.appointments r
             where r.tenant_id = m.tenant_id and ${OPEN} and r.scheduled_at <= $4)`,
  ],
};

/**
 * The job of reminders finds clinics with appointments that are due. Within a clinic `appointments_day` finds them. Writes wait for the
 * index, reads do not.
 */
export class DueReminders1764980523100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index appointments_due on healthcare.appointments (scheduled_at)
        where not reminder_sent and deleted_at is null and status in ('scheduled', 'confirmed')`,
    );
    await runner.query('drop index healthcare.appointments_remind');
    await runner.query(dueFunction(reminders));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(reminders));
    await runner.query(
      `create index appointments_remind on healthcare.appointments (tenant_id, scheduled_at)
        where not reminder_sent and deleted_at is null and status in ('scheduled', 'confirmed')`,
    );
    await runner.query('drop index healthcare.appointments_due');
  }
}
