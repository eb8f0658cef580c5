import { dropDueFunction, dueFunction, withSetting } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPEN = `r.is_dated and r.deleted_at is null and r.status in ('pending', 'confirmed') and not r.reminder_sent and r.starts_at > $2`;
const HOURS = `(r.reminder_preferences ->> 'reminder_hours_before')`;

/** $2 is now, $3 the last time of which salons without a setting remind, $4 the last that any does; appointments may say their own. */
const reminders = {
  name: 'beauty.tenants_to_remind',
  parameters: ['timestamptz', 'timestamptz', 'timestamptz'],
  looks: [
    (theirs: (column: string) => string) => `
        select distinct r.tenant_id from beauty.appointments r
         where ${OPEN} and r.starts_at <= $3 and ${theirs('r.tenant_id')}`,
    (theirs: (column: string) => string) => `
        select distinct r.tenant_id from beauty.appointments r
         where ${OPEN} and ${HOURS} is not null
           and extract(epoch from r.starts_at - $2) <= 3600 * ${HOURS}::numeric and ${theirs('r.tenant_id')}`,
    (theirs: (column: string) => string) => `
        select m.tenant_id from ${withSetting('beauty', 'reminder_hours_before')} and ${theirs('m.tenant_id')}
           and exists (select from beauty.appointments r where r.tenant_id = m.tenant_id and ${OPEN} and r.starts_at <= $4)`,
  ],
};

const OF_OPEN = `where is_dated and not reminder_sent and deleted_at is null and status in ('pending', 'confirmed')`;

/** The job of reminders finds salons with appointments that are due. Writes wait for the indexes, reads do not. */
export class BeautyDueReminders1764980523200 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index appointments_due on beauty.appointments (starts_at) ${OF_OPEN}`);
    await runner.query(
      `create index appointments_due_by_hours on beauty.appointments (starts_at)
        ${OF_OPEN} and (reminder_preferences ->> 'reminder_hours_before') is not null`,
    );
    await runner.query(dueFunction(reminders));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(reminders));
    await runner.query('drop index beauty.appointments_due_by_hours');
    await runner.query('drop index beauty.appointments_due');
  }
}
