import { Injectable } from '@nestjs/common';
import {
  Database,
  declareReferences,
  equals,
  equalsId,
  equalsKey,
  fromDay,
  toDay,
  type Context,
  type Filters,
} from '@usaha/shared';
import { Appointment } from './appointment.entity.js';
import { occupyingStatuses, type AppointmentStatus } from './appointment-lifecycle.js';
import { ClinicalRepository } from '../record/clinical-record.js';
import { nouns } from '../messages.js';

/** What a list of appointments can be narrowed to. Dates are calendar days of the appointment, UTC+8, both included. */
export interface AppointmentQuery {
  patient_id?: string;
  doctor_id?: string;
  date_from?: string;
  date_to?: string;
  status?: AppointmentStatus;
  /** The same text, whatever the case. */
  appointment_type?: string;
}

const filters: Filters<AppointmentQuery> = {
  patient_id: equalsId('patient_id'),
  doctor_id: equals('doctor_id'),
  date_from: fromDay('scheduled_at'),
  date_to: toDay('scheduled_at'),
  status: equals('status'),
  appointment_type: equalsKey('appointment_type_key'),
};

declareReferences({ appointments_tenant: 'tenant_id', appointments_patient: 'patient_id' });

const occupying = occupyingStatuses.map((status) => `'${status}'`).join(', ');

/** The appointments of a tenant. */
@Injectable()
export class AppointmentRepository extends ClinicalRepository<Appointment, AppointmentQuery> {
  constructor(database: Database) {
    super(database, Appointment, { noun: nouns.appointment, filters });
  }

  /** All of a doctor's, of every status, in the order of their times. @param date_from, date_to both included; all without */
  async ofDoctor(
    ctx: Context,
    doctor_id: string,
    { date_from, date_to }: Pick<AppointmentQuery, 'date_from' | 'date_to'>,
  ): Promise<Appointment[]> {
    const values: unknown[] = [ctx.tenant_id, doctor_id];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const days = [
      ...(date_from === undefined ? [] : [fromDay('scheduled_at')(date_from, bind)]),
      ...(date_to === undefined ? [] : [toDay('scheduled_at')(date_to, bind)]),
    ];
    const condition = [this.mine, 'r.doctor_id = $2', ...days].join(' and ');
    const rows = await ctx.db.query(
      `select ${this.table.selected} from ${this.table.path} r where ${condition} order by r.scheduled_at, r.id`,
      values,
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /**
   * Locks a doctor's calendar until the transaction ends, then looks for another appointment that takes his time.
   * Parallel bookings of one doctor wait for each other here, so that each sees what the one before it has booked.
   * @returns the first one that overlaps [scheduled_at, ends_at), or null
   */
  async overlapping(ctx: Context, { id, doctor_id, scheduled_at, ends_at }: Appointment): Promise<Appointment | null> {
    const calendar = [ctx.tenant_id, doctor_id];
    const [, , found] = await Promise.all([
      ctx.db.change(
        'insert into healthcare.doctor_calendars (tenant_id, doctor_id) values ($1, $2) on conflict do nothing',
        calendar,
      ),
      ctx.db.query(
        'select 1 from healthcare.doctor_calendars c where c.tenant_id = $1 and c.doctor_id = $2 for update',
        calendar,
      ),
      this.first(
        ctx,
        `${this.mine} and r.doctor_id = $2 and r.status in (${occupying})
           and r.scheduled_at < $4 and r.ends_at > $3 and r.id is distinct from $5
         order by r.ends_at limit 1`,
        [...calendar, scheduled_at, ends_at, id ?? null],
      ),
    ]);
    return found;
  }
}
