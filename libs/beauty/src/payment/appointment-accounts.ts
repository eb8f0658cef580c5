import { Injectable } from '@nestjs/common';
import { TenantService, sellerOf } from '@usaha/core';
import { money, type Context } from '@usaha/shared';
import type { AppointmentLine } from '../appointment/appointment-line.entity.js';
import type { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import type { BeautyConfiguration } from '../settings.js';
import { PackageRedemptions, type RedeemedLine } from '../sold-package/package-redemptions.js';
import { TIP, type AppointmentPayment } from './appointment-payment.entity.js';
import type { Movement } from './charged-record.js';
import { CompletionRates } from './completion-rates.js';
import { commissionOf, coveredBy, dueOf, taxWithin } from './line-arithmetic.js';
import { takenOff } from './membership-benefits.js';
import { tellPayments } from './payment.events.js';
import { AppointmentPaymentLedger } from './payment-ledger.js';
import { ProductsUsed } from './products-used.js';

/** What an appointment is completed with, of money. */
export interface Charge {
  /** MYR; absent or null, what the prices come to less policies and packages. */
  total_amount?: number | null;
  /** `true` is all that is open; an amount in MYR counts up to that. */
  payment_received?: boolean | number | null;
  /** Absent, it stays. */
  payment_method?: string | null;
}

/** What the shares of lines rest on, in addition to the appointment. */
export interface ShareTerms {
  /** Whether the business is registered for SST. */
  isTaxed: boolean;
  /** Percent that a member earns. */
  rateOf: (staff_id: string) => number;
}

/** The state of an appointment that its money follows, before a change. */
export interface AccountBefore {
  readonly client_id: string | null;
  readonly status: string;
  readonly payment_status: string;
  readonly charged: number;
  readonly revenue: number;
  readonly lines: ReadonlyMap<string, Pick<AppointmentLine, 'staff_id'>>;
  readonly terms: string;
  readonly redeemed: readonly RedeemedLine[];
}

/**
 * What an appointment costs, what is paid of it, and what its lines bring. Every verb changes an appointment that is held, or not
 * written yet, and its lines, and answers what was moved: the service that saves the appointment enters that behind it, so that numbers of
 * receipts are drawn last.
 */
@Injectable()
export class AppointmentAccounts {
  constructor(
    private readonly ledger: AppointmentPaymentLedger,
    private readonly rates: CompletionRates,
    private readonly products: ProductsUsed,
    private readonly redemptions: PackageRedemptions,
    private readonly tenants: TenantService,
  ) {}

  /** What the money of an appointment rests on: taken before it is changed, for `changed`. */
  before(appointment: BeautyAppointment): AccountBefore {
    const { client_id, status, payment_status, charged, revenue, lines } = appointment;
    return {
      client_id,
      status,
      payment_status,
      charged,
      revenue,
      lines: new Map(lines.map(({ id, staff_id }) => [id, { staff_id }])),
      terms: termsOf(appointment),
      redeemed: redeemedOf(lines),
    };
  }

  /** A new appointment. @param payment_status what the body says; absent, nothing */
  async opened(ctx: Context, appointment: BeautyAppointment, payment_status?: string | null): Promise<Movement[]> {
    const moved = typeof payment_status === 'string' ? appointment.sayPayment(payment_status) : [];
    if (appointment.status === 'completed') await this.share(ctx, appointment);
    return moved;
  }

  /**
   * Details, lines or status of an appointment were changed. Sessions of lines that are gone come back, all of them where it was
   * cancelled or is another client's; paid and partially_paid follow the amounts where these changed.
   */
  async changed(
    ctx: Context,
    before: AccountBefore,
    appointment: BeautyAppointment,
    payment_status?: string | null,
  ): Promise<Movement[]> {
    const { status, lines } = appointment;
    const isAnothers = appointment.client_id !== before.client_id;
    if (isAnothers || (status === 'cancelled' && before.status !== 'cancelled')) release(lines);
    await this.redemptions.giveBack(ctx, appointment.id, missing(before.redeemed, redeemedOf(lines)));
    appointment.package_amount = coveredBy(lines);
    if (status !== before.status) uncharge(appointment);
    const areOthers = termsOf(appointment) !== before.terms;
    if (areOthers && appointment.charged !== before.charged) appointment.followAmounts();
    // The status of before is no new statement: a body that was read and comes back with one more line pays nothing for it.
    const isSaid = typeof payment_status === 'string' && payment_status !== before.payment_status;
    const moved = isSaid ? appointment.sayPayment(payment_status) : [];
    for (const line of lines)
      if (before.lines.has(line.id) && before.lines.get(line.id)?.staff_id !== line.staff_id)
        line.commission_rate = null;
    const isAnew = areOthers || status !== before.status || appointment.revenue !== before.revenue;
    if (status === 'completed' && isAnew) await this.share(ctx, appointment);
    return moved;
  }

  /** Money was taken again of what was given back: what its lines bring follows. */
  async shareAgain(ctx: Context, before: AccountBefore, appointment: BeautyAppointment): Promise<void> {
    if (appointment.is_completed && appointment.revenue !== before.revenue) await this.share(ctx, appointment);
  }

  /** What the shares of an appointment's lines rest on: read with the lock of the appointment, for `completed`. */
  termsOf(ctx: Context, appointment_id: string): Promise<ShareTerms> {
    return this.read(ctx, this.rates.commissionsOf(ctx, appointment_id));
  }

  /** An appointment was completed. @throws invalid for an amount that cannot be kept */
  async completed(
    ctx: Context,
    settings: BeautyConfiguration,
    appointment: BeautyAppointment,
    { total_amount, payment_received, payment_method }: Charge,
    terms: ShareTerms,
  ): Promise<Movement[]> {
    uncharge(appointment);
    const stated = typeof total_amount === 'number' ? money.within('total_amount', total_amount) : null;
    if (stated === null && settings.apply_membership_benefits) await this.takeBenefitsOff(ctx, appointment);
    if (payment_method !== undefined) appointment.payment_method = payment_method;
    const moved = appointment.settle(stated ?? money.add(...appointment.billed.map(dueOf)), payment_received ?? null);
    share(appointment, terms);
    return moved;
  }

  /**
   * Takes from stock what the treatments of a completed appointment used, where the tenant wants it. Products are locked here,
   * those on its bill with them: in two steps, two visits would wait for each other. @throws invalid for products that are not there
   */
  async takeUsed(ctx: Context, settings: BeautyConfiguration, appointment: BeautyAppointment): Promise<void> {
    const { id, services_rendered, products } = appointment;
    if (!settings.deduct_products_used) return;
    await this.products.take(
      ctx,
      id,
      services_rendered,
      products.map(({ product_id }) => product_id),
    );
  }

  /** An appointment was cancelled: its sessions come back. @throws invalid for a refund above what can be given back */
  async cancelled(
    ctx: Context,
    appointment: BeautyAppointment,
    refund_amount: number | null | undefined,
  ): Promise<Movement[]> {
    const moved = appointment.refund(refund_amount ?? null);
    const redeemed = redeemedOf(appointment.lines);
    release(appointment.lines);
    await this.redemptions.giveBack(ctx, appointment.id, redeemed);
    appointment.package_amount = 0;
    return moved;
  }

  /** Enqueues what was moved for the ledger of an appointment that is written in the same transaction, and announces it. */
  enter(ctx: Context, appointment: BeautyAppointment, moved: readonly Movement[]): void {
    const entries = this.ledger.append(
      ctx,
      moved.map((movement) => entryOf(appointment, movement)),
    );
    tellPayments(ctx, appointment, entries);
  }

  /** The same of one payment, and waits for its receipt number. */
  async enterNumbered(
    ctx: Context,
    appointment: BeautyAppointment,
    moved: Movement,
    note: Partial<PaymentNote>,
  ): Promise<AppointmentPayment> {
    const entry = await this.ledger.appendNumbered(ctx, entryOf(appointment, moved, note));
    tellPayments(ctx, appointment, [entry]);
    return entry;
  }

  private async takeBenefitsOff(ctx: Context, appointment: BeautyAppointment): Promise<void> {
    const due = appointment.lines.filter(({ sold_package_id }) => sold_package_id === null);
    const percentOf = await this.rates.benefits(ctx, appointment, due);
    for (const line of due) line.discount = takenOff(line.price, percentOf(line.service_id));
    appointment.discount_amount = money.add(...due.map(({ discount }) => discount));
  }

  private async share(ctx: Context, appointment: BeautyAppointment): Promise<void> {
    const unknown = appointment.lines.flatMap(({ staff_id, commission_rate }) =>
      staff_id !== null && commission_rate === null ? [staff_id] : [],
    );
    share(appointment, await this.read(ctx, this.rates.commissions(ctx, unknown)));
  }

  private async read(ctx: Context, rates: Promise<ShareTerms['rateOf']>): Promise<ShareTerms> {
    const [tenant, rateOf] = await Promise.all([this.tenants.get(ctx, ctx.tenant_id), rates]);
    return { isTaxed: sellerOf(tenant).sst_registration_number !== null, rateOf };
  }
}

/** What each line brings of it, its tax and its commission; a member's rate is the one when it was completed. */
function share(appointment: BeautyAppointment, { isTaxed, rateOf }: ShareTerms): void {
  appointment.followReceived();
  const { lines, products, shares } = appointment;
  lines.forEach((line, i) => {
    const share = money.add(shares[i] ?? 0, line.session_worth ?? 0);
    line.share = share;
    line.tax = isTaxed ? taxWithin(share, line.tax_rate) : 0;
    if (line.staff_id !== null) line.commission_rate ??= rateOf(line.staff_id);
    line.commission = commissionOf(share, line.tax, line.commission_rate);
  });
  products.forEach((product, i) => {
    product.share = shares[lines.length + i] ?? 0;
    product.tax = isTaxed ? taxWithin(product.share, product.tax_rate) : 0;
  });
}

const entryOf = (
  appointment: BeautyAppointment,
  movement: Movement,
  {
    payment_method = appointment.payment_method,
    notes = null,
    reference = null,
    payment_request_id = null,
  }: Partial<PaymentNote> = {},
) => ({
  lines: null,
  ...movement,
  appointment_id: appointment.id,
  ...forVisit,
  subject: subjectOf(appointment, movement.kind),
  invoice_number: appointment.invoice_number,
  payment_method,
  notes,
  reference,
  payment_request_id,
});

/** The text of the receipt of a payment: as the lines are called then. */
const subjectOf = ({ billed }: BeautyAppointment, kind: Movement['kind']): string =>
  kind === 'tip' ? TIP : billed.map(({ description }) => description).join(', ');

const forVisit = { sold_package_id: null, membership_id: null, tax_amount: null };

type PaymentNote = Pick<AppointmentPayment, 'payment_method' | 'notes' | 'reference' | 'payment_request_id'>;

const redeemedOf = (lines: readonly AppointmentLine[]): RedeemedLine[] =>
  lines.flatMap(({ sold_package_id, service_id, session_worth }) =>
    sold_package_id === null ? [] : [{ sold_package_id, service_id, worth: session_worth ?? 0 }],
  );

/** What the shares of lines follow, in addition to the amount to share. */
const termsOf = ({ lines, products }: Pick<BeautyAppointment, 'lines' | 'products'>): string =>
  JSON.stringify([
    lines.map((l) => [l.service_id, l.price, l.tax_rate, l.staff_id, l.sold_package_id]),
    products.map((one) => [one.product_id, one.price, one.tax_rate]),
  ]);

/** Those that are not among the others; equal ones count one by one. */
function missing(of: readonly RedeemedLine[], among: readonly RedeemedLine[]): RedeemedLine[] {
  const left = [...among];
  return of.filter(({ sold_package_id, service_id, worth }) => {
    const found = left.findIndex(
      (one) => one.sold_package_id === sold_package_id && one.service_id === service_id && one.worth === worth,
    );
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}

function release(lines: readonly AppointmentLine[]): void {
  for (const line of lines) line.payBy(null);
}

/** What a completion charged and brought is no more. */
function uncharge(appointment: BeautyAppointment): void {
  appointment.chargeByPrices();
  for (const line of appointment.lines)
    Object.assign(line, { discount: 0, refunded: 0, share: null, tax: null, commission_rate: null, commission: null });
  for (const product of appointment.products) Object.assign(product, { refunded: 0, share: null, tax: null });
}
