import { Injectable } from '@nestjs/common';
import type { MessageFacts, MessageSubject } from '@usaha/core';
import { malaysianDay, malaysianTime, type Context } from '@usaha/shared';
import { ClientRepository } from '../client/client.repository.js';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';

/** Messages about appointments of clients, by hand. They name neither services nor staff. */
@Injectable()
export class BeautyAppointmentMessages implements MessageSubject {
  readonly type = 'beauty.appointment';
  readonly module = 'beauty';
  readonly templates = ['appointment_reminder'] as const;

  constructor(
    private readonly appointments: BeautyAppointmentRepository,
    private readonly clients: ClientRepository,
  ) {}

  /** null of an appointment that is over, has no client or time, or is not to take place. @throws not_found */
  async facts(ctx: Context, id: string): Promise<MessageFacts | null> {
    const { client_id, starts_at, is_dated, status, reminder_preferences } = await this.appointments.get(ctx, id);
    if (client_id === null || starts_at === null || !is_dated || starts_at <= ctx.now) return null;
    if (status !== 'pending' && status !== 'confirmed') return null;
    const client = await this.clients.find(ctx, client_id);
    if (!client) return null;
    return {
      person_id: client.id,
      name: `${client.first_name} ${client.last_name}`,
      email: client.email,
      phone: client.phone_number,
      may_be_told: client.pdpa_consent || client.pdpa_refused_at === null,
      preferences: client.message_preferences,
      expires_at: starts_at,
      refuses: reminder_preferences?.email === false ? ['email'] : [],
      values: { day: malaysianDay(starts_at), time: malaysianTime(starts_at).slice(0, 5) },
    };
  }
}
