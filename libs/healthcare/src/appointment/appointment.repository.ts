import { Injectable } from '@nestjs/common';
import { overlaps, type Span } from '@usaha/core';
import {
  Database,
  Page,
  declareReferences,
  equals,
  equalsId,
  equalsKey,
  fromDay,
  toDay,
  type Context,
  type Filters,
  type PageRequest,
} from '@usaha/shared';
import { Appointment } from './appointment.entity.js';
import { appointmentEvents } from './appointment.events.js';
import { occupyingStatuses, type AppointmentStatus } from './appointment-lifecycle.js';
import { ClinicalRepository } from '../record/clinical-record.js';
import { nouns } from '../messages.js';

/** Filters of a list of appointments. Dates are calendar days of the appointment, UTC+8, both included. */
export interface AppointmentQuery {
  patient_id?: string;
  doctor_id?: string;
  date_from?: string;
  date_to?: string;
  status?: AppointmentStatus;
  /** The same text, regardless of case. */
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
    super(database, Appointment, {
      noun: nouns.appointment,
      filters,
      sorts: { scheduled_date: 'scheduled_at' },
      events: appointmentEvents,
    });
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
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where ${condition} order by r.scheduled_at, r.id`,
      values,
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** Those of a day in Malaysia, in the order of their times. */
  async ofDay(ctx: Context, date: string, page: PageRequest): Promise<Page<Appointment>> {
    const values: unknown[] = [ctx.tenant_id];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const condition = [this.mine, fromDay('scheduled_at')(date, bind), toDay('scheduled_at')(date, bind)].join(' and ');
    const from = `from ${this.table.path} r where ${condition}`;
    const counted = [...values];
    const [rows, [count]] = await Promise.all([
      ctx.db.read(
        `select ${this.table.selected} ${from} order by r.scheduled_at, r.id limit ${bind(page.size)} offset ${bind(page.size * (page.page - 1))}`,
        values,
      ),
      ctx.db.read(`select count(*)::integer ${from}`, counted),
    ]);
    const records = rows.map((row) => this.hydrate(ctx, row));
    return new Page(records, count?.[0] as number, page);
  }

  /** The first appointment that takes a part of a doctor's time, or null. @param except one that is not in its own way */
  overlapping(ctx: Context, doctor_id: string, { from, to }: Span, except: string | null): Promise<Appointment | null> {
    return this.first(
      ctx,
      `${this.mine} and r.doctor_id = $2 and r.status in (${occupying})
         and ${overlaps({ from: 'r.scheduled_at', to: 'r.ends_at' }, { from: '$3', to: '$4' })} and r.id is distinct from $5
       order by r.ends_at limit 1`,
      [ctx.tenant_id, doctor_id, from, to, except],
    );
  }
}
