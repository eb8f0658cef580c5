import { Injectable } from '@nestjs/common';
import { TenantService, type SalesDocument } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';
import { ClientRepository } from '../client/client.repository.js';
import { packageReceipt } from '../sold-package/package-document.js';
import { SoldPackageRepository } from '../sold-package/sold-package.repository.js';
import { documentOf } from './appointment-document.js';
import { AppointmentPaymentLedger } from './payment-ledger.js';

/** What a salon hands out to its clients. */
@Injectable()
export class AppointmentDocumentService {
  constructor(
    private readonly appointments: BeautyAppointmentRepository,
    private readonly packages: SoldPackageRepository,
    private readonly payments: AppointmentPaymentLedger,
    private readonly clients: ClientRepository,
    private readonly tenants: TenantService,
  ) {}

  /** An appointment with what was paid of it. @throws not_found */
  async ofAppointment(ctx: Context, appointment_id: string): Promise<SalesDocument> {
    const appointment = await this.appointments.get(ctx, appointment_id);
    const used = appointment.lines.flatMap(({ sold_package_id }) => sold_package_id ?? []);
    const [tenant, client, payments, numbers] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.clients.find(ctx, appointment.client_id),
      this.payments.of(ctx, [appointment.id]),
      this.packages.numbersOf(ctx, used),
    ]);
    return documentOf(appointment, { tenant, client, payments, packageNumber: (id) => numbers.get(id) ?? null });
  }

  /** The receipt of a package that a client bought. @throws not_found */
  async ofPackage(ctx: Context, sold_package_id: string): Promise<SalesDocument> {
    const sold = await this.packages.get(ctx, sold_package_id);
    const [tenant, client] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.clients.find(ctx, sold.client_id),
    ]);
    return packageReceipt(sold, tenant, client);
  }
}
