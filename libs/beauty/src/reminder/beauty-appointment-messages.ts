import { Injectable } from '@nestjs/common';
import { toldPerson, type MessageFacts, type MessageSubject, type TemplateName } from '@usaha/core';
import { malaysianDay, malaysianTime, type Context } from '@usaha/shared';
import { ClientRepository } from '../client/client.repository.js';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';
import type { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';

/** What a message says of an appointment. */
type Said = Pick<MessageFacts, 'expires_at' | 'refuses' | 'values'>;

/** Messages about appointments of clients, by hand. They name neither services nor staff. */
@Injectable()
export class BeautyAppointmentMessages implements MessageSubject {
  readonly type = 'beauty.appointment';
  readonly module = 'beauty';
  readonly templates = ['appointment_reminder', 'receipt'] as const;

  constructor(
    private readonly appointments: BeautyAppointmentRepository,
    private readonly clients: ClientRepository,
  ) {}

  /** null of an appointment without a client, and of one of which there is nothing to tell. @throws not_found */
  async facts(ctx: Context, id: string, template: TemplateName): Promise<MessageFacts | null> {
    const appointment = await this.appointments.get(ctx, id);
    const said = saidOf(appointment, template, ctx.now);
    const client = said && appointment.client_id && (await this.clients.find(ctx, appointment.client_id));
    if (!client) return null;
    return { ...toldPerson(client), ...said };
  }
}

/** A message about a payment request says what the request says. */
function saidOf(appointment: BeautyAppointment, template: TemplateName, now: Date): Said | null {
  if (template === 'receipt') return paidOf(appointment);
  if (template === 'appointment_reminder') return comingOf(appointment, now);
  return { expires_at: null, values: {} };
}

/** null of an appointment that is over, has no time, or is not to take place. */
function comingOf({ starts_at, is_dated, status, reminder_preferences }: BeautyAppointment, now: Date): Said | null {
  if (starts_at === null || !is_dated || starts_at <= now) return null;
  if (status !== 'pending' && status !== 'confirmed') return null;
  return {
    expires_at: starts_at,
    refuses: (['email', 'sms'] as const).filter((way) => reminder_preferences?.[way] === false),
    values: { day: malaysianDay(starts_at), time: malaysianTime(starts_at).slice(0, 5) },
  };
}

/** null of an appointment of which nothing was paid. Until it is completed it has no number but its day. */
function paidOf({ amount_paid, invoice_number, day }: BeautyAppointment): Said | null {
  if (amount_paid <= 0) return null;
  return { expires_at: null, values: { document_number: invoice_number ?? day, amount: amount_paid, day } };
}
