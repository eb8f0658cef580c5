import { Injectable } from '@nestjs/common';
import type { ReturnEntry, ReturnedMoney } from '@usaha/core';
import { conflict, fieldMessages, invalid, money, type Context, type Page, type PageRequest } from '@usaha/shared';
import type { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';
import { messages } from './payment.messages.js';
import type { Movement } from './charged-record.js';
import { AppointmentAccounts } from './appointment-accounts.js';
import type { AppointmentPayment } from './appointment-payment.entity.js';
import { AppointmentPaymentLedger } from './payment-ledger.js';

/** What a payment is made from. */
export interface NewAppointmentPayment {
  /** MYR, above 0. */
  amount: number;
  /** That of the appointment unless given. */
  payment_method?: string | null;
  notes?: string | null;
  /** Of the bank, where it came by a payment request. */
  reference?: string | null;
  payment_request_id?: string | null;
}

/** What a refund is made from. */
export interface NewAppointmentRefund {
  /** MYR; what the lines come to, otherwise all that is held unless given. */
  amount?: number | null;
  /** That of the appointment unless given. */
  method?: string | null;
  reason: string;
  /** Amounts of single lines of a completed visit; otherwise the refund is shared over all of them. */
  lines?: readonly { line: number; amount: number }[] | null;
}

/** Deposits, balances and refunds of appointments. */
@Injectable()
export class AppointmentPaymentService {
  constructor(
    private readonly appointments: BeautyAppointmentRepository,
    private readonly accounts: AppointmentAccounts,
    private readonly ledger: AppointmentPaymentLedger,
  ) {}

  /** Payments and refunds of an appointment, the last first. @throws not_found */
  async list(ctx: Context, appointment_id: string, page: PageRequest): Promise<Page<AppointmentPayment>> {
    const { id } = await this.appointments.get(ctx, appointment_id);
    return this.ledger.list(ctx, id, page);
  }

  /**
   * Takes a payment.
   * @throws not_found; invalid for what is not above 0; conflict for more than is open
   */
  async pay(
    ctx: Context,
    appointment_id: string,
    { amount: sent, ...told }: NewAppointmentPayment,
  ): Promise<AppointmentPayment> {
    const amount = money.within('amount', sent);
    if (amount <= 0) throw invalid('amount', fieldMessages.mustBeMoreThanZero({ field: 'amount' }));
    const appointment = await this.appointments.lock(ctx, appointment_id);
    const { open } = appointment;
    if (amount > open) throw conflict('amount', messages.amountBeyondOpen({ amount, open }));
    const before = this.accounts.before(appointment);
    const payment_method = told.payment_method ?? appointment.payment_method;
    const [moved] = appointment.pay(amount, payment_method) as [Movement];
    await this.accounts.shareAgain(ctx, before, appointment);
    const { notes = null, reference = null, payment_request_id = null } = told;
    this.appointments.settledBy(appointment, payment_request_id);
    this.appointments.save(ctx, appointment, 'pay');
    return this.accounts.enterNumbered(ctx, appointment, moved, {
      payment_method,
      notes,
      reference,
      payment_request_id,
    });
  }

  /** Takes a tip: a payment apart, which is no part of what the visit costs. @throws not_found; invalid for what is not above 0 */
  async tip(
    ctx: Context,
    appointment_id: string,
    { amount: sent, ...told }: NewAppointmentPayment,
  ): Promise<AppointmentPayment> {
    const amount = money.within('amount', sent);
    if (amount <= 0) throw invalid('amount', fieldMessages.mustBeMoreThanZero({ field: 'amount' }));
    const appointment = await this.appointments.lock(ctx, appointment_id);
    const moved = appointment.tip(amount);
    this.appointments.save(ctx, appointment, 'tip');
    const payment_method = told.payment_method ?? appointment.payment_method;
    return this.accounts.enterNumbered(ctx, appointment, moved, { payment_method, notes: told.notes ?? null });
  }

  /**
   * Gives back a part of what was paid, or all of it, with a credit note.
   * @throws not_found; conflict where nothing is held; invalid for more than that, and for lines that do not come to it
   */
  async refund(ctx: Context, appointment_id: string, data: NewAppointmentRefund): Promise<AppointmentPayment> {
    const { amount, method, reason, lines } = data;
    const appointment = await this.appointments.lock(ctx, appointment_id);
    const parts = lines ? partsOf(appointment, lines) : null;
    const sum = parts && money.add(0, ...parts);
    if (sum !== null && typeof amount === 'number' && money.round(amount) !== sum)
      throw invalid('amount', messages.linesDiffer({ amount, sum }));
    const before = this.accounts.before(appointment);
    const [moved] = appointment.giveBackPart(sum ?? amount ?? null) as [Movement];
    if (parts) appointment.refundLines(parts, moved);
    await this.accounts.shareAgain(ctx, before, appointment);
    this.appointments.save(ctx, appointment, 'refund');
    const payment_method = method ?? appointment.payment_method;
    return this.accounts.enterNumbered(ctx, appointment, moved, { payment_method, notes: reason });
  }

  /** Enters money that went back by a payment request of a locked appointment, with a credit note. @returns null where none is held */
  async returnPaid(
    ctx: Context,
    appointment_id: string,
    { amount, means: payment_method, reason: notes, ...went }: ReturnedMoney,
  ): Promise<ReturnEntry | null> {
    const appointment = await this.appointments.lock(ctx, appointment_id);
    const returned = Math.min(amount, appointment.amount_paid);
    if (returned === 0) return null;
    const before = this.accounts.before(appointment);
    const [moved] = appointment.giveBackPart(returned) as [Movement];
    await this.accounts.shareAgain(ctx, before, appointment);
    this.appointments.save(ctx, appointment, 'refund');
    const entry = await this.accounts.enterNumbered(ctx, appointment, moved, { payment_method, notes, ...went });
    return { entry_id: entry.id, amount: returned };
  }
}

/**
 * The amount of each line, MYR.
 * @throws conflict where it is not completed; invalid for a line that is not there or named twice, and more than is left of one
 */
function partsOf(
  { is_completed, shares }: BeautyAppointment,
  lines: NonNullable<NewAppointmentRefund['lines']>,
): number[] {
  if (!is_completed) throw conflict('lines', messages.linesOfCompleted());
  const parts = shares.map(() => 0);
  lines.forEach(({ line, amount: sent }, i) => {
    const most = shares[line];
    if (most === undefined) throw invalid(`lines.${i}.line`, messages.lineUnknown({ line, last: shares.length - 1 }));
    if (parts[line] !== 0) throw invalid(`lines.${i}.line`, messages.lineTwice({ line }));
    const amount = money.within(`lines.${i}.amount`, sent);
    if (amount <= 0)
      throw invalid(`lines.${i}.amount`, fieldMessages.mustBeMoreThanZero({ field: `lines.${i}.amount` }));
    if (amount > most) throw invalid(`lines.${i}.amount`, messages.amountBeyondHeld({ amount, most }));
    parts[line] = amount;
  });
  return parts;
}
