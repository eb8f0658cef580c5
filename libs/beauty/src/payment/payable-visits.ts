import { Injectable } from '@nestjs/common';
import type { BookedMoney, Payable, ReceivedMoney, ReturnEntry, ReturnedMoney, ReturningSource } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';
import { nouns } from '../messages.js';
import { AppointmentPaymentService } from './payment.service.js';

const invoiceHeading = { en: 'Invoice', ms: 'Invois' };
const visitHeading = { en: 'Visit', ms: 'Lawatan' };

/** Appointments of a salon as subjects of payment requests: deposits and balances. */
@Injectable()
export class PayableVisits implements ReturningSource {
  readonly subject_type = 'beauty.appointment';
  readonly module = 'beauty';
  readonly noun = nouns.beauty_appointment;

  constructor(
    private readonly appointments: BeautyAppointmentRepository,
    private readonly payments: AppointmentPaymentService,
  ) {}

  async open(ctx: Context, id: string): Promise<Payable | null> {
    const appointment = await this.appointments.lockIfExists(ctx, id);
    if (!appointment) return null;
    const { open, invoice_number, day, status } = appointment;
    const heading = invoice_number === null ? visitHeading : invoiceHeading;
    const number = invoice_number ?? day;
    return { open, currency: 'MYR', number, heading, is_cancelled: status === 'cancelled' };
  }

  async held(ctx: Context, id: string): Promise<number> {
    return (await this.appointments.lockIfExists(ctx, id))?.amount_paid ?? 0;
  }

  giveBack(ctx: Context, id: string, money: ReturnedMoney): Promise<ReturnEntry | null> {
    return this.payments.returnPaid(ctx, id, money);
  }

  async pay(ctx: Context, id: string, { means: payment_method, ...money }: ReceivedMoney): Promise<BookedMoney> {
    const payment = await this.payments.pay(ctx, id, { payment_method, ...money });
    return { payment_id: payment.id, receipt_number: payment.receipt_number };
  }
}
