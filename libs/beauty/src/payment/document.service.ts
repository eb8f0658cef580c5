import { Injectable } from '@nestjs/common';
import { DocumentParties, TenantService, personParty, type PartiesAtIssue, type SalesDocument } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';
import type { Client } from '../client/client.entity.js';
import { ClientRepository } from '../client/client.repository.js';
import { MembershipRepository } from '../membership/membership.repository.js';
import { packageReceipt } from '../sold-package/package-document.js';
import { SoldPackageRepository } from '../sold-package/sold-package.repository.js';
import { documentOf, issueOf, lastOf, type DocumentSources } from './appointment-document.js';
import { TIP, type AppointmentPayment } from './appointment-payment.entity.js';
import { paymentDocument } from './payment-document.js';
import { AppointmentPaymentLedger, MembershipPaymentLedger, PackagePaymentLedger } from './payment-ledger.js';
import { documentWords } from './payment.messages.js';

/** What a salon hands out to its clients. */
@Injectable()
export class AppointmentDocumentService {
  constructor(
    private readonly appointments: BeautyAppointmentRepository,
    private readonly packages: SoldPackageRepository,
    private readonly memberships: MembershipRepository,
    private readonly payments: AppointmentPaymentLedger,
    private readonly packagePayments: PackagePaymentLedger,
    private readonly fees: MembershipPaymentLedger,
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
      this.clientOf(ctx, client_id),
      this.packages.numbersOf(ctx, used),
    ]);
    const packageNumber = (id: string): string | null => numbers.get(id) ?? null;
    // A bill has no number yet, and names the parties as they are now.
    const issued = parties.later(issueOf(appointment, payments) ?? ctx.now);
    // Tips are no part of what the visit costs, and have a receipt of their number.
    const paid = payments.filter(({ kind }) => kind !== 'tip');
    return documentOf(appointment, { ...partiesOf(issued, client), payments: paid, packageNumber });
  }

  /** The receipt of a package that a client bought. @throws not_found */
  async ofPackage(ctx: Context, sold_package_id: string): Promise<SalesDocument> {
    const sold = await this.packages.get(ctx, sold_package_id);
    const [tenant, parties, client, entries] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.parties.at(ctx, sold.created_at, [sold.client_id]),
      this.clients.findWithDeleted(ctx, sold.client_id),
      this.packagePayments.of(ctx, [sold.id]),
    ]);
    return { ...packageReceipt(sold, tenant, client, entries), ...partiesOf(parties, client) };
  }

  /** The receipt of a payment, tip or fee, or the credit note of a refund. @throws not_found */
  async ofPayment(ctx: Context, payment_id: string): Promise<SalesDocument> {
    const payment = await this.payments.get(ctx, payment_id);
    const { client_id, ...told } = await this.paidFor(ctx, payment);
    const [parties, client] = await Promise.all([
      this.parties.at(ctx, payment.created_at, [client_id]),
      this.clientOf(ctx, client_id),
    ]);
    return paymentDocument(payment, { ...partiesOf(parties, client), ...told });
  }

  /** Also a deleted one; none of a walk-in. */
  private async clientOf(ctx: Context, client_id: string | null): Promise<Client | null> {
    return client_id === null ? null : this.clients.findWithDeleted(ctx, client_id);
  }

  /** The record that was paid, and all that was paid of it. */
  private async paidFor(ctx: Context, payment: AppointmentPayment) {
    const { appointment_id, sold_package_id, membership_id, kind, created_at } = payment;
    if (appointment_id !== null) {
      const visit = await this.appointments.get(ctx, appointment_id);
      const { client_id } = visit;
      const entries = await this.payments.of(ctx, [appointment_id]);
      // Of one from before that was noted, what can be said today.
      if (payment.subject !== null) {
        const invoice = payment.invoice_number ?? printedBefore(payment, entries);
        return { client_id, subject: payment.subject, entries, invoice };
      }
      const subject = kind === 'tip' ? TIP : visit.billed.map(({ description }) => description).join(', ');
      // A receipt from before the invoice stays as it was printed then.
      const isInvoiced = visit.invoiced_at !== null && visit.invoiced_at <= created_at;
      const invoice = isInvoiced ? visit.invoice_number : printedBefore(payment, entries);
      return { client_id, subject, entries, invoice };
    }
    if (sold_package_id !== null) {
      const { client_id, name, receipt_number } = await this.packages.get(ctx, sold_package_id);
      const entries = await this.packagePayments.of(ctx, [sold_package_id]);
      return { client_id, subject: name, entries, invoice: receipt_number };
    }
    const { id, client_id, membership_type } = await this.memberships.get(ctx, membership_id as string);
    const entries = await this.fees.of(ctx, [id]);
    return { client_id, subject: payment.subject ?? membership_type, entries, invoice: null };
  }
}

/** The number under which a visit that was completed before there were invoice numbers was printed when a refund was made of it. */
const printedBefore = ({ kind, purpose, position }: AppointmentPayment, entries: readonly AppointmentPayment[]) =>
  kind === 'refund' && purpose === 'visit'
    ? (lastOf(entries.filter((entry) => entry.position < position))?.receipt_number ?? null)
    : null;

/** The parties of a document, as they were named when it was issued. */
function partiesOf(
  parties: PartiesAtIssue,
  client: Client | null,
): Pick<DocumentSources, 'seller' | 'buyer' | 'is_reprinted'> {
  const named = parties.named(client, personParty);
  const { seller, is_reprinted } = parties;
  return { seller, is_reprinted, buyer: named && { label: documentWords.client, ...named } };
}
