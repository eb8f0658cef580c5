import { Injectable } from '@nestjs/common';
import { invalid, malaysianDay, unknownReference, type Context, type Page, type PageRequest } from '@usaha/shared';
import { ClientRepository } from '../client/client.repository.js';
import { messages, nouns } from '../messages.js';
import { AppointmentAccounts } from '../payment/appointment-accounts.js';
import type { Movement } from '../payment/charged-record.js';
import { BeautyProductRepository } from '../product/product.repository.js';
import { SalonServiceRepository } from '../service/salon-service.repository.js';
import { BeautyConfigurations } from '../settings.js';
import { StaffRepository } from '../staff/staff.repository.js';
import type { AppointmentLine } from './appointment-line.entity.js';
import {
  BeautyAppointment,
  type BeautyAppointmentDetails,
  type RenderedService,
  type TreatmentOutcome,
} from './beauty-appointment.entity.js';
import { BeautyAppointmentRepository, type BeautyAppointmentQuery } from './beauty-appointment.repository.js';
import { SalonBookingPolicies } from './booking-policies.js';
import { BillStock } from './bill-stock.js';
import { newlyBilled, productsOf, type BilledProduct, type GivenProduct } from './billed-products.js';
import { linesOf, newlyNamed, type GivenLine } from './booked-lines.js';
import { printOf } from './invoice-print.js';

/** What may be said of an appointment; what is absent stays, null clears an optional field. */
export interface BeautyAppointmentChanges extends Partial<
  BeautyAppointmentDetails & Pick<BeautyAppointment, 'client_id' | 'status' | 'payment_status'>
> {
  /** true says that it is of no client. */
  walk_in?: boolean;
  /** Instead of the lines that there are. */
  services?: GivenLine[];
  /** Instead of the products that are on the bill. */
  products?: GivenProduct[];
}

/** What an appointment is made from. */
export type NewBeautyAppointment = BeautyAppointmentChanges & { services: GivenLine[] };

export interface BeautyCancellation {
  reason?: string | null;
  /** The actor unless given. */
  cancelled_by?: string | null;
  /** MYR. */
  refund_amount?: number | null;
}

/** What an appointment is completed with; what is not said was not so. */
export interface TreatmentCompletion extends Partial<Omit<TreatmentOutcome, 'services_rendered'>> {
  services_rendered?: RenderedService[] | null;
  /** MYR; what the lines come to unless given. */
  total_amount?: number | null;
  /** `true` for all that is open, or MYR. */
  payment_received?: boolean | number | null;
  /** Kept as it was unless given. */
  payment_method?: string | null;
}

/**
 * The appointments of the context's tenant. Locked in this order: client, members of staff, the appointment, calendars, the
 * series of invoice numbers, products and packages, and receipt numbers last.
 */
@Injectable()
export class BeautyAppointmentService {
  constructor(
    private readonly appointments: BeautyAppointmentRepository,
    private readonly clients: ClientRepository,
    private readonly staff: StaffRepository,
    private readonly services: SalonServiceRepository,
    private readonly policies: SalonBookingPolicies,
    private readonly configurations: BeautyConfigurations,
    private readonly accounts: AppointmentAccounts,
    private readonly products: BeautyProductRepository,
    private readonly billStock: BillStock,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<BeautyAppointment> {
    return this.appointments.get(ctx, id);
  }

  list(ctx: Context, query: BeautyAppointmentQuery, page: PageRequest): Promise<Page<BeautyAppointment>> {
    return this.appointments.list(ctx, query, page);
  }

  /** A client's, of every status, the latest first. @throws not_found */
  async history(
    ctx: Context,
    client_id: string,
    days: Pick<BeautyAppointmentQuery, 'date_from' | 'date_to'>,
    page: PageRequest,
  ): Promise<Page<BeautyAppointment>> {
    const { id } = await this.clients.get(ctx, client_id);
    return this.appointments.history(ctx, id, days, page);
  }

  /**
   * @throws invalid naming the field: an unknown client, service or member, an inactive service, times that are none
   * @throws conflict naming a line's start where a policy of the tenant refuses it
   */
  async create(ctx: Context, data: NewBeautyAppointment): Promise<BeautyAppointment> {
    const { client_id: named, walk_in, services: given, products, status, payment_status, ...details } = data;
    const client_id = clientOf(named ?? null, walk_in);
    const [client, members, services, settings, productOf] = await Promise.all([
      client_id === null ? null : this.clients.lockReferenced(ctx, 'client_id', client_id),
      this.lockMembers(ctx, given),
      this.services.byId(
        ctx,
        given.map(({ service_id }) => service_id),
      ),
      this.configurations.of(ctx),
      this.products.allNamed(ctx, newlyBilled(products ?? [], [])),
    ]);
    const appointment = new BeautyAppointment();
    appointment.bookFor(client);
    appointment.describe(details);
    const from = { services, members, had: [], created: malaysianDay(ctx.now), now: ctx.now };
    appointment.take(linesOf(given, from), ctx.now);
    if (products?.length) appointment.bill(productsOf(products, [], productOf));
    if (status !== undefined) appointment.setStatus(status, ctx.now);
    const moved = await this.accounts.opened(ctx, appointment, payment_status);
    await this.policies.check(ctx, settings, appointment, appointment.lines);
    await this.drawInvoice(ctx, appointment, null);
    await this.followBill(ctx, appointment.giveId(ctx.now), []);
    this.appointments.add(ctx, appointment);
    this.accounts.enter(ctx, appointment, moved);
    return appointment;
  }

  /** @throws not_found, and what `create` throws of what becomes another one */
  async update(ctx: Context, id: string, changes: BeautyAppointmentChanges): Promise<BeautyAppointment> {
    const { client_id: named, walk_in, services: given, products, status, payment_status, ...details } = changes;
    const client_id = named === undefined && !walk_in ? undefined : clientOf(named ?? null, walk_in);
    const [client, members] = await Promise.all([
      typeof client_id === 'string' ? this.clients.lockIfExists(ctx, client_id) : null,
      this.lockMembers(ctx, given ?? []),
    ]);
    const appointment = await this.appointments.lock(ctx, id);
    // The one that it has may have been deleted since.
    if (typeof client_id === 'string' && !client && client_id.toLowerCase() !== appointment.client_id)
      this.clients.refuseUnknown('client_id');
    if (walk_in === false && client_id === undefined && appointment.walk_in)
      throw invalid('client_id', messages.clientOrWalkIn());
    const { lines: had, products: billed, is_occupying: wasOccupying, is_completed: wasCompleted } = appointment;
    const { created_at, invoice_number } = appointment;
    const printed = wasCompleted ? printOf(appointment) : null;
    const before = this.accounts.before(appointment);
    if (client || client_id === null) appointment.bookFor(client);
    appointment.describe(details);
    const [services, productOf] = await Promise.all([
      this.services.byId(ctx, newlyNamed(given ?? [], had)),
      this.products.allNamed(ctx, newlyBilled(products ?? [], billed)),
    ]);
    if (given) {
      const from = { services, members, had, created: malaysianDay(created_at), now: ctx.now };
      appointment.take(linesOf(given, from), created_at);
    }
    if (products) appointment.bill(productsOf(products, billed, productOf));
    if (status !== undefined) appointment.setStatus(status, ctx.now);
    const moved = await this.accounts.changed(ctx, before, appointment, payment_status);
    const asked = wasOccupying ? movedLines(appointment.lines, had) : appointment.lines;
    if (appointment.is_occupying && asked.length > 0)
      await this.policies.check(ctx, await this.configurations.of(ctx), appointment, asked);
    // One that was completed before visits had invoice numbers keeps the number under which it was printed.
    if (!wasCompleted || invoice_number !== null) await this.drawInvoice(ctx, appointment, printed);
    await this.followBill(ctx, appointment, billed);
    return this.save(ctx, appointment, moved);
  }

  /** @throws not_found, conflict when it is over */
  async cancel(ctx: Context, id: string, cancellation: BeautyCancellation): Promise<BeautyAppointment> {
    const { reason, cancelled_by, refund_amount } = cancellation;
    const appointment = await this.appointments.lock(ctx, id);
    appointment.cancel(ctx.now, reason ?? null, cancelled_by ?? ctx.actor?.user_id ?? null);
    const moved = await this.accounts.cancelled(ctx, appointment, refund_amount);
    return this.save(ctx, appointment, moved, 'cancel');
  }

  /** A second time, nothing changes. @throws not_found, conflict when it has begun or is over */
  async checkIn(ctx: Context, id: string): Promise<BeautyAppointment> {
    const appointment = await this.appointments.lock(ctx, id);
    appointment.checkIn(ctx.now);
    return this.appointments.save(ctx, appointment, 'check_in');
  }

  /** @throws not_found, conflict when it has begun or is over */
  async start(ctx: Context, id: string): Promise<BeautyAppointment> {
    const appointment = await this.appointments.lock(ctx, id);
    appointment.start(ctx.now);
    return this.appointments.save(ctx, appointment, 'start');
  }

  /** @throws not_found, conflict when it is over, invalid for an unknown service among those rendered */
  async complete(ctx: Context, id: string, completion: TreatmentCompletion): Promise<BeautyAppointment> {
    const { total_amount, payment_received, payment_method, ...outcome } = completion;
    const [appointment, settings, terms] = await Promise.all([
      this.appointments.lock(ctx, id),
      this.configurations.of(ctx),
      this.accounts.termsOf(ctx, id),
    ]);
    const services_rendered = outcome.services_rendered ?? [];
    appointment.complete(ctx.now, {
      services_rendered,
      staff_notes: outcome.staff_notes ?? null,
      follow_up_required: outcome.follow_up_required ?? false,
      follow_up_date: outcome.follow_up_date ?? null,
    });
    const charge = { total_amount, payment_received, payment_method };
    const charged = async (): Promise<Movement[]> => {
      const made = await this.accounts.completed(ctx, settings, appointment, charge, terms);
      await this.drawInvoice(ctx, appointment, null);
      return made;
    };
    const [moved] = await Promise.all([charged(), this.refuseUnknown(ctx, services_rendered, appointment.lines)]);
    await this.accounts.takeUsed(ctx, settings, appointment);
    await this.followBill(ctx, appointment, appointment.products);
    return this.save(ctx, appointment, moved, 'complete');
  }

  /** Enqueues what was changed, and what was moved: entries draw their numbers behind it. */
  private save(
    ctx: Context,
    appointment: BeautyAppointment,
    moved: readonly Movement[],
    action?: string,
  ): BeautyAppointment {
    this.appointments.save(ctx, appointment, action);
    this.accounts.enter(ctx, appointment, moved);
    return appointment;
  }

  /** Gives a visit that is completed the number of its invoice: one for each that says something else. */
  private async drawInvoice(ctx: Context, appointment: BeautyAppointment, before: string | null): Promise<void> {
    if (appointment.lacksInvoice(before)) appointment.invoice(await this.appointments.drawNumber(ctx), ctx.now);
  }

  private async followBill(ctx: Context, appointment: BeautyAppointment, had: readonly BilledProduct[]): Promise<void> {
    if (appointment.products.length + had.length > 0) await this.billStock.follow(ctx, appointment, had);
  }

  /** Members that lines name, so that none of them is erased while a name is written down. */
  private async lockMembers(ctx: Context, lines: readonly GivenLine[]) {
    const ids = new Set(lines.flatMap(({ staff_id }) => staff_id?.toLowerCase() ?? []));
    const members = ids.size > 0 ? await this.staff.lockAll(ctx, [...ids]) : [];
    return new Map(members.map((member) => [member.id, member]));
  }

  /** A service that was booked may have been deleted since. @throws invalid for the first one that is unknown */
  private async refuseUnknown(
    ctx: Context,
    rendered: readonly RenderedService[],
    lines: readonly AppointmentLine[],
  ): Promise<void> {
    const booked = new Set(lines.map(({ service_id }) => service_id));
    const others = rendered.map(({ service_id }) => service_id.toLowerCase()).filter((id) => !booked.has(id));
    const known = await this.services.byId(ctx, others);
    const i = rendered.findIndex(({ service_id: id }) => !booked.has(id.toLowerCase()) && !known.has(id.toLowerCase()));
    if (i >= 0) throw unknownReference(`services_rendered.${i}.service_id`, nouns.beauty_service);
  }
}

/**
 * The client that a body names; null for a walk-in.
 * @throws invalid where it names none and does not say that it is a walk-in, and where it says both
 */
function clientOf(client_id: string | null, walk_in = false): string | null {
  if (client_id !== null && walk_in) throw invalid('walk_in', messages.walkInOfClient());
  if (client_id === null && !walk_in) throw invalid('client_id', messages.clientOrWalkIn());
  return client_id;
}

/** Lines that are new, or whose time or member became another one. */
function movedLines(lines: readonly AppointmentLine[], had: readonly AppointmentLine[]): AppointmentLine[] {
  const before = new Map(had.map((line) => [line.id, line]));
  return lines.filter((line) => {
    const was = before.get(line.id);
    return (
      !was ||
      was.staff_id !== line.staff_id ||
      !isSame(was.starts_at, line.starts_at) ||
      !isSame(was.ends_at, line.ends_at)
    );
  });
}

const isSame = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();
