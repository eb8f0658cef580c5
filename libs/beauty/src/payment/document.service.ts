import { Injectable } from '@nestjs/common';
import { DocumentParties, TenantService, personParty, type PartiesAtIssue, type SalesDocument } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';
import type { Client } from '../client/client.entity.js';
import { ClientRepository } from '../client/client.repository.js';
import { packageReceipt } from '../sold-package/package-document.js';
import { SoldPackageRepository } from '../sold-package/sold-package.repository.js';
import { documentOf, issueOf, type DocumentSources } from './appointment-document.js';
import { AppointmentPaymentLedger } from './payment-ledger.js';
import { documentWords } from './payment.messages.js';

/** What a salon hands out to its clients. */
@Injectable()
export class AppointmentDocumentService {
  constructor(
    private readonly appointments: BeautyAppointmentRepository,
    private readonly packages: SoldPackageRepository,
    private readonly payments: AppointmentPaymentLedger,
    private readonly clients: ClientRepository,
    private readonly tenants: TenantService,
    private readonly parties: DocumentParties,
  ) {}

  /** An appointment with what was paid of it. @throws not_found */
  async ofAppointment(ctx: Context, appointment_id: string): Promise<SalesDocument> {
    const appointment = await this.appointments.get(ctx, appointment_id);
    const { client_id, lines } = appointment;
    const used = lines.flatMap(({ sold_package_id }) => sold_package_id ?? []);
    const [parties, payments, client, numbers] = await Promise.all([
      this.parties.at(ctx, appointment.created_at, [client_id]),
      this.payments.of(ctx, [appointment.id]),
      this.clients.findWithDeleted(ctx, client_id),
      this.packages.numbersOf(ctx, used),
    ]);
    const packageNumber = (id: string): string | null => numbers.get(id) ?? null;
    // A bill has no number yet, and names the parties as they are now.
    const issued = parties.later(issueOf(appointment, payments) ?? ctx.now);
    return documentOf(appointment, { ...partiesOf(issued, client), payments, packageNumber });
  }

  /** The receipt of a package that a client bought. @throws not_found */
  async ofPackage(ctx: Context, sold_package_id: string): Promise<SalesDocument> {
    const sold = await this.packages.get(ctx, sold_package_id);
    const [tenant, parties, client] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.parties.at(ctx, sold.created_at, [sold.client_id]),
      this.clients.findWithDeleted(ctx, sold.client_id),
    ]);
    return { ...packageReceipt(sold, tenant, client), ...partiesOf(parties, client) };
  }
}

/** The parties of a document, as they were named when it was issued. */
function partiesOf(
  parties: PartiesAtIssue,
  client: Client | null,
): Pick<DocumentSources, 'seller' | 'buyer' | 'is_reprinted'> {
  const named = parties.named(client, personParty);
  const { seller, is_reprinted } = parties;
  return { seller, is_reprinted, buyer: named && { label: documentWords.client, ...named } };
}
