import { Injectable } from '@nestjs/common';
import { TenantService, sellerOf } from '@usaha/core';
import { conflict, invalid, malaysianDay, type Context, type Page, type PageRequest } from '@usaha/shared';
import type { AppointmentLine } from '../appointment/appointment-line.entity.js';
import type { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';
import { ClientRepository } from '../client/client.repository.js';
import { MembershipRepository } from '../membership/membership.repository.js';
import { messages } from '../payment/payment.messages.js';
import { BeautyConfigurations } from '../settings.js';
import type { ServicePackage } from '../package/package.entity.js';
import { ServicePackageRepository } from '../package/package.repository.js';
import type { AppointmentPayment } from '../payment/appointment-payment.entity.js';
import { AppointmentAccounts } from '../payment/appointment-accounts.js';
import { PackagePaymentLedger } from '../payment/payment-ledger.js';
import { SalonServiceRepository } from '../service/salon-service.repository.js';
import type { PackageSession } from './package-session.entity.js';
import { PackageSessionLedger } from './session-ledger.js';
import { SoldPackage, type PackageRefund, type SessionMovement } from './sold-package.entity.js';
import { tellSessions } from './sold-package.events.js';
import { SoldPackageRepository } from './sold-package.repository.js';

/** What a sale is made from. */
export interface NewSoldPackage {
  package_id: string;
  payment_method?: string | null;
  /** YYYY-MM-DD; today (UTC+8) unless given. */
  purchase_date?: string | null;
}

/** What a session is redeemed for. */
export interface Redemption {
  appointment_id: string;
  service_id: string;
}

/** What a refund of a package is made from. */
export interface NewPackageRefund {
  /** MYR; all that is left unless given. */
  amount?: number | null;
  /** That of the sale unless given. */
  method?: string | null;
  reason: string;
}

/** A package of which money was given back; none where it cost nothing. */
export interface RefundedPackage {
  sold: SoldPackage;
  refund: AppointmentPayment | null;
}

/** Statuses of appointments for which sessions are redeemed. */
const open: readonly string[] = ['pending', 'confirmed', 'in_progress'];

/** The packages that clients bought, and the sessions that they redeem. */
@Injectable()
export class SoldPackageService {
  constructor(
    private readonly packages: SoldPackageRepository,
    private readonly ledger: PackageSessionLedger,
    private readonly payments: PackagePaymentLedger,
    private readonly clients: ClientRepository,
    private readonly offered: ServicePackageRepository,
    private readonly services: SalonServiceRepository,
    private readonly appointments: BeautyAppointmentRepository,
    private readonly accounts: AppointmentAccounts,
    private readonly tenants: TenantService,
    private readonly memberships: MembershipRepository,
    private readonly configurations: BeautyConfigurations,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<SoldPackage> {
    return this.packages.get(ctx, id);
  }

  /** What a client bought, the last first. @throws not_found */
  async list(ctx: Context, client_id: string, page: PageRequest): Promise<Page<SoldPackage>> {
    const { id } = await this.clients.get(ctx, client_id);
    return this.packages.list(ctx, { client_id: id }, page);
  }

  /** The movements of its sessions, the last first. @throws not_found */
  async sessions(ctx: Context, id: string, page: PageRequest): Promise<Page<PackageSession>> {
    const sold = await this.packages.get(ctx, id);
    return this.ledger.list(ctx, sold.id, page);
  }

  /**
   * Sells a package, which is paid at once: its receipt is numbered.
   * @throws not_found; invalid for an unknown package, one that is not sold any more, or one whose sessions cannot be told
   */
  async sell(ctx: Context, client_id: string, { package_id, ...sale }: NewSoldPackage): Promise<SoldPackage> {
    const client = (await this.clients.lockIfExists(ctx, client_id)) ?? (await this.clients.get(ctx, client_id));
    const [offered, tenant] = await Promise.all([
      this.offered.named(ctx, 'package_id', package_id),
      this.tenants.get(ctx, ctx.tenant_id),
    ]);
    const serviceNamed = await this.services.allNamed(
      ctx,
      offered.services.map(({ service_id }) => service_id),
    );
    const serviceOf = (service_id: string) => serviceNamed('package_id', service_id);
    const { payment_method = null } = sale;
    const purchase_date = sale.purchase_date ?? malaysianDay(ctx.now);
    const is_taxed = sellerOf(tenant).sst_registration_number !== null;
    const is_member = await this.isMember(ctx, client.id, offered, purchase_date);
    const told = { payment_method, purchase_date, is_taxed, is_member };
    const sold = SoldPackage.of(client.id, offered, serviceOf, told).giveId(ctx.now);
    const opened = sold.opened();
    await this.packages.insertNumbered(ctx, sold, 'sell');
    this.ledger.append(ctx, opened);
    this.payments.append(ctx, sold.paid());
    return sold;
  }

  /** Whether a membership takes something off a package on a day, where the salon applies benefits. */
  private async isMember(
    ctx: Context,
    client_id: string,
    { membership_discount }: ServicePackage,
    day: string,
  ): Promise<boolean> {
    if (!membership_discount || !(await this.configurations.of(ctx)).apply_membership_benefits) return false;
    return (await this.memberships.currentOf(ctx, client_id, day)).length > 0;
  }

  /**
   * Makes a sale void of which nothing was used: the money is given back with a credit note.
   * @throws not_found; conflict when it is void already, or was used or refunded
   */
  async void(ctx: Context, id: string, reason: string): Promise<RefundedPackage> {
    const sold = await this.packages.lock(ctx, id);
    const { entry, movements } = sold.void(reason, ctx.now);
    return this.giveBack(ctx, sold, 'void', entry, movements);
  }

  /** Gives back what is left of a package, or a part of that. @throws not_found, and what `SoldPackage.refund` throws */
  async refund(ctx: Context, id: string, { amount, method, reason }: NewPackageRefund): Promise<RefundedPackage> {
    const sold = await this.packages.lock(ctx, id);
    const { entry, movements } = sold.refund(amount ?? null, method ?? null, reason);
    return this.giveBack(ctx, sold, 'refund', entry, movements);
  }

  private async giveBack(
    ctx: Context,
    sold: SoldPackage,
    action: string,
    entry: PackageRefund['entry'] | null,
    movements: readonly SessionMovement[],
  ): Promise<RefundedPackage> {
    this.packages.save(ctx, sold, action);
    this.ledger.append(ctx, movements);
    const refund = entry && (await this.payments.appendNumbered(ctx, { ...entry, position: sold.version }));
    return { sold, refund };
  }

  /**
   * Takes a session for one line of an appointment of the same client, which then costs nothing. The appointment is locked before
   * the package, as a cancellation does it.
   * @throws not_found; invalid for an appointment of another client, and for a service that appointment or package do not have;
   * conflict where the package is over, no session is left, the line is redeemed, or the appointment is over
   */
  async redeem(ctx: Context, id: string, { appointment_id, service_id: sent }: Redemption): Promise<SoldPackage> {
    const { client_id } = await this.packages.get(ctx, id);
    const appointment = await this.appointments.lockReferenced(ctx, 'appointment_id', appointment_id);
    // Nothing is noted in what was blanked.
    if (appointment.erased_at) return this.appointments.refuseUnknown('appointment_id');
    if (appointment.client_id !== client_id) throw invalid('appointment_id', messages.appointmentOfAnother());
    const service_id = sent.toLowerCase();
    const line = lineToRedeem(appointment, service_id);
    const sold = await this.packages.lock(ctx, id);
    const { movement, worth } = sold.redeem(service_id, appointment.id, appointment.day);
    const before = this.accounts.before(appointment);
    line.payBy(sold.id, worth);
    const moved = await this.accounts.changed(ctx, before, appointment);
    this.appointments.save(ctx, appointment, 'redeem');
    this.packages.save(ctx, sold, 'redeem');
    this.ledger.append(ctx, [movement]);
    tellSessions(ctx, 'redeemed', sold, [movement]);
    this.accounts.enter(ctx, appointment, moved);
    return sold;
  }
}

/** The first line of that service that no package pays for. @throws invalid, conflict */
function lineToRedeem({ lines, status }: BeautyAppointment, service_id: string): AppointmentLine {
  const booked = lines.filter((line) => line.service_id === service_id);
  if (booked.length === 0) throw invalid('service_id', messages.serviceNotBooked());
  if (!open.includes(status)) throw conflict('status', messages.appointmentOver());
  const line = booked.find(({ sold_package_id }) => sold_package_id === null);
  if (!line) throw conflict('service_id', messages.serviceRedeemed());
  return line;
}
