import { Injectable } from '@nestjs/common';
import { TenantService, sellerOf } from '@usaha/core';
import { conflict, invalid, malaysianDay, type Context, type Page, type PageRequest } from '@usaha/shared';
import type { AppointmentLine } from '../appointment/appointment-line.entity.js';
import type { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';
import { ClientRepository } from '../client/client.repository.js';
import { messages } from '../payment/payment.messages.js';
import { ServicePackageRepository } from '../package/package.repository.js';
import { AppointmentAccounts } from '../payment/appointment-accounts.js';
import { PackagePaymentLedger } from '../payment/payment-ledger.js';
import { SalonServiceRepository } from '../service/salon-service.repository.js';
import type { PackageSession } from './package-session.entity.js';
import { PackageSessionLedger } from './session-ledger.js';
import { SoldPackage } from './sold-package.entity.js';
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
    const { payment_method = null, purchase_date } = sale;
    const sold = SoldPackage.of(client.id, offered, serviceOf, {
      payment_method,
      purchase_date: purchase_date ?? malaysianDay(ctx.now),
      is_taxed: sellerOf(tenant).sst_registration_number !== null,
    }).giveId(ctx.now);
    const opened = sold.opened();
    await this.packages.insertNumbered(ctx, sold, 'sell');
    this.ledger.append(ctx, opened);
    this.payments.append(ctx, sold.paid());
    return sold;
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
