import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The claims of reminders move from the appointments to core.notifications, so that what was sent, refused or left unknown
 * is not sent again. Their columns go: an instance of an earlier release that still runs would send reminders by them a
 * second time. Of a refusal the server's code is kept, since its words may tell of the patient.
 */
export class AppointmentClaims1763803100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table healthcare.appointments add column times_moved integer not null default 0;

      insert into core.notifications
        (tenant_id, id, kind, subject_id, occasion, expires_at, claimed_at, outcome, refusal_code)
      select r.tenant_id, r.id, 'healthcare.appointment_reminder', r.id,
        to_char(r.scheduled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r.scheduled_at, r.reminder_claimed_at,
        case when r.reminder_sent then 'accepted' when r.reminder_refused is not null then 'refused' end,
        case when not r.reminder_sent
          then substring(r.reminder_refused from '^[0-9]{3}(?: [0-9]\\.[0-9]{1,3}\\.[0-9]{1,3})?') end
      from healthcare.appointments r
      where r.reminder_claimed_at is not null;

      drop index healthcare.appointments_remind;
      drop index healthcare.appointments_unsure;
      alter table healthcare.appointments drop column reminder_claimed_at, drop column reminder_refused;
      create index appointments_remind on healthcare.appointments (tenant_id, scheduled_at)
        where not reminder_sent and deleted_at is null and status in ('scheduled', 'confirmed')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index healthcare.appointments_remind;
      alter table healthcare.appointments add column reminder_claimed_at timestamptz(3), add column reminder_refused text;
      update healthcare.appointments r
      set reminder_claimed_at = n.claimed_at, reminder_refused = case when n.outcome = 'refused' then coalesce(n.refusal_code, 'refused') end
      from core.notifications n
      where n.tenant_id = r.tenant_id and n.kind = 'healthcare.appointment_reminder' and n.subject_id = r.id
        and n.expires_at = r.scheduled_at;
      delete from core.notifications n where n.kind = 'healthcare.appointment_reminder';
      create index appointments_remind on healthcare.appointments (tenant_id, scheduled_at)
        where not reminder_sent and reminder_claimed_at is null and deleted_at is null and status in ('scheduled', 'confirmed');
      create index appointments_unsure on healthcare.appointments (tenant_id, reminder_claimed_at)
        where not reminder_sent and reminder_claimed_at is not null;
      alter table healthcare.appointments drop column times_moved`);
  }
}
