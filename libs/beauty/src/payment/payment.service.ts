import { Injectable } from '@nestjs/common';
import { conflict, fieldMessages, invalid, money, type Context, type Page, type PageRequest } from '@usaha/shared';
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
}

/** Deposits and balances of appointments. */
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
    this.appointments.save(ctx, appointment, 'pay');
    return this.accounts.enterNumbered(ctx, appointment, moved, { payment_method, notes: told.notes ?? null });
  }
}
