import { Injectable } from '@nestjs/common';
import { ErasableRepository, PaymentRequestFollowing, type PaymentRequest } from '@usaha/core';
import {
  Database,
  Page,
  Table,
  atLeast,
  atMost,
  declareReferences,
  equals,
  equalsId,
  isUuid,
  offsetOf,
  oneDay,
  where,
  type Context,
  type Filter,
  type Filters,
  type ListedDays,
  type PageRequest,
  type Row,
} from '@usaha/shared';
import { Client } from '../client/client.entity.js';
import { nouns } from '../messages.js';
import { NOTHING_STATED } from './contraindications.js';
import { AppointmentLines, type LinesBefore } from './appointment-lines.js';
import type { BeautyAppointmentStatus } from './appointment-lifecycle.js';
import { BeautyAppointment } from './beauty-appointment.entity.js';
import { beautyAppointmentEvents } from './beauty-appointment.events.js';

/** Filters of a list of appointments. Dates are days of appointments in Malaysia, both included. */
export interface BeautyAppointmentQuery extends ListedDays {
  client_id?: string;
  /** A member of staff who has a line of it. */
  staff_id?: string;
  status?: BeautyAppointmentStatus;
}

const withLineOf: Filter<string> = (staff_id, bind) =>
  isUuid(staff_id)
    ? `r.id in (select l.appointment_id from beauty.appointment_lines l where l.tenant_id = $1 and l.staff_id = ${bind(staff_id)})`
    : 'false';

const filters: Filters<BeautyAppointmentQuery> = {
  client_id: equalsId('client_id'),
  staff_id: withLineOf,
  status: equals('status'),
  date_from: atLeast('day'),
  date_to: atMost('day'),
  date: equals('day'),
};

declareReferences({
  appointments_client: 'client_id',
  appointment_lines_service: 'services',
  appointment_lines_staff: 'services',
});

/** The appointments of a tenant, each with its lines and what its client has stated. */
@Injectable()
export class BeautyAppointmentRepository extends ErasableRepository<BeautyAppointment, BeautyAppointmentQuery> {
  protected readonly person = { noun: nouns.client, field: 'client_id' };
  private readonly lines: AppointmentLines;
  private readonly clientTable: Table<Client>;
  private readonly before = new WeakMap<BeautyAppointment, { lines: LinesBefore; booking: string }>();

  /** The open payment request of a locked appointment. */
  private readonly requests = new WeakMap<BeautyAppointment, PaymentRequest | null>();

  constructor(
    database: Database,
    private readonly following: PaymentRequestFollowing,
  ) {
    const lines = new AppointmentLines(database);
    // What the client has stated is sealed: it is opened only where a service has contraindications.
    const stated = `(select c.health from beauty.clients c where c.tenant_id = $1 and c.id = r.client_id)`;
    const extraColumns = `${lines.linesOfAppointment}, ${stated}`;
    const events = beautyAppointmentEvents;
    super(database, BeautyAppointment, { noun: nouns.beauty_appointment, filters, extraColumns, events });
    this.lines = lines;
    this.clientTable = database.table(Client);
  }

  /** One page, newest first. */
  override list(ctx: Context, query: BeautyAppointmentQuery, page: PageRequest): Promise<Page<BeautyAppointment>> {
    return super.list(ctx, oneDay(query), page);
  }

  /** A client's, of every status, the latest day and start first. */
  async history(
    ctx: Context,
    client_id: string,
    days: Pick<BeautyAppointmentQuery, 'date_from' | 'date_to'>,
    request: PageRequest,
  ): Promise<Page<BeautyAppointment>> {
    const values: unknown[] = [ctx.tenant_id];
    const condition = where(filters, { ...days, client_id }, [this.mine], values);
    if (request.sort) return this.page(ctx, condition, values, request);
    const { path } = this.table;
    const order = 'order by r.day desc, r.starts_at desc nulls last, r.id desc';
    const part = `limit $${values.length + 1} offset $${values.length + 2}`;
    const [counted, rows] = await Promise.all([
      ctx.db.read(`select count(*) from ${path} r where ${condition}`, values),
      ctx.db.read(`select ${this.selected} from ${path} r where ${condition} ${order} ${part}`, [
        ...values,
        request.size,
        offsetOf(request),
      ]),
    ]);
    const total = counted[0]?.[0] as number;
    return new Page(
      rows.map((row) => this.hydrate(ctx, row)),
      total,
      request,
    );
  }

  /** All that have a line of a member of staff on one of these days, of every status. */
  async withLinesOf(
    ctx: Context,
    staff_id: string,
    { date_from, date_to }: Pick<BeautyAppointmentQuery, 'date_from' | 'date_to'>,
  ): Promise<BeautyAppointment[]> {
    const rows = await ctx.db.read(
      `select ${this.selected} from ${this.table.path} r where ${this.mine} and r.id in (
         select l.appointment_id from beauty.appointment_lines l where l.tenant_id = $1 and l.staff_id = $2
           and l.day >= coalesce($3::date, '-infinity') and l.day <= coalesce($4::date, 'infinity'))`,
      [ctx.tenant_id, staff_id, date_from ?? null, date_to ?? null],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /**
   * Reads the lines again, behind the lock and sent with it: those read with the appointment may be from before the wait. The open
   * payment request is locked with it.
   */
  override async lockIfExists(ctx: Context, id: string): Promise<BeautyAppointment | null> {
    const [appointment, lines, request] = await Promise.all([
      super.lockIfExists(ctx, id),
      isUuid(id) ? this.lines.of(ctx, id) : [],
      this.following.lockOpen(ctx, 'beauty.appointment', id),
    ]);
    if (!appointment) return null;
    appointment.lines = lines;
    this.keepBefore(appointment);
    this.requests.set(appointment, request);
    return appointment;
  }

  /** Of the next invoice of a visit. */
  override drawNumber(ctx: Context): Promise<string> {
    return super.drawNumber(ctx);
  }

  /** Enqueues a new appointment and its lines. */
  add(ctx: Context, appointment: BeautyAppointment): BeautyAppointment {
    this.insert(ctx, appointment.giveId(ctx.now));
    this.lines.insert(ctx, appointment.id, appointment.lines);
    return appointment;
  }

  /**
   * Enqueues what was changed on a locked appointment and on its lines. Lines have no separate version: that of
   * the appointment rises with them. Its open payment request is told what is left.
   */
  override save(ctx: Context, appointment: BeautyAppointment, action?: string): BeautyAppointment {
    const before = this.before.get(appointment);
    if (!before) throw new Error('An appointment is changed only while it is locked');
    const changes = this.lines.changes(appointment.lines, before.lines);
    if (changes) appointment.lines_changed += 1;
    appointment.is_rebooked = bookingOf(appointment) !== before.booking;
    super.save(ctx, appointment, action);
    if (changes) this.lines.save(ctx, appointment.id, changes);
    this.keepBefore(appointment);
    const { open, status } = appointment;
    const left = { open, is_cancelled: status === 'cancelled' };
    this.following.follow(ctx, this.requests.get(appointment) ?? null, left);
    return appointment;
  }

  /** Leaves the payment request alone by which money came: it settles itself. */
  settledBy(appointment: BeautyAppointment, payment_request_id: string | null): void {
    if (this.requests.get(appointment)?.id === payment_request_id) this.requests.set(appointment, null);
  }

  private keepBefore(appointment: BeautyAppointment): void {
    this.before.set(appointment, { lines: this.lines.snapshot(appointment.lines), booking: bookingOf(appointment) });
  }

  protected override hydrate(ctx: Context, row: Row): BeautyAppointment {
    const appointment = super.hydrate(ctx, row);
    const [lines, health] = row.slice(this.table.width) as [Row[] | null, string | null];
    const { tenant_id, client_id: id } = appointment;
    appointment.lines = (lines ?? []).map((line) => this.lines.hydrate(ctx, line));
    appointment.stated = NOTHING_STATED;
    if (id !== null) appointment.stated = this.clientTable.hydratePart({ tenant_id, id }, { health }, ctx.db.keyring);
    return appointment;
  }
}

/** The lines and products of a bill as they were stated, without what they bring. */
const bookingOf = ({ lines, products }: BeautyAppointment): string =>
  JSON.stringify([
    lines.map((l) => [l.service_id, l.staff_id, l.start_time, l.end_time, l.price]),
    products.map((one) => [one.product_id, one.quantity, one.price]),
  ]);
