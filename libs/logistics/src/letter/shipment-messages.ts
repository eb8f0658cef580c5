import { Injectable } from '@nestjs/common';
import type { MessageFacts, MessageSubject } from '@usaha/core';
import { DomainError, type Context } from '@usaha/shared';
import { messages } from '../messages.js';
import { TrackingLinks } from '../public-tracking/tracking-links.js';
import type { ContactPreferences } from '../schedule/delivery-schedule.entity.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { preferencesOf } from './receiver-wishes.js';
import { endedStatuses } from '../shipment/shipment-statuses.js';

/** Messages about shipments, to their receivers. */
@Injectable()
export class ShipmentMessages implements MessageSubject {
  readonly type = 'logistics.shipment';
  readonly module = 'logistics';
  readonly templates = ['tracking_link'] as const;

  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly links: TrackingLinks,
  ) {}

  /** null of a shipment that is on no way any more. @throws not_found, conflict with the code LINKS_UNAVAILABLE */
  async facts(ctx: Context, id: string): Promise<MessageFacts | null> {
    const [shipment, said] = await Promise.all([this.shipments.get(ctx, id), this.wishesOf(ctx, id)]);
    if (endedStatuses.includes(shipment.status)) return null;
    const link = this.links.urlOf(ctx, shipment);
    if (link === null) throw new DomainError('conflict', messages.linksUnavailable(), { code: 'LINKS_UNAVAILABLE' });
    const { contact_person, company_name, email, phone_number } = shipment.destination;
    return {
      person_id: null,
      name: contact_person ?? company_name ?? '',
      email,
      phone: phone_number,
      may_be_told: true,
      preferences: preferencesOf(said),
      expires_at: null,
      values: { tracking_number: shipment.tracking_number, link },
    };
  }

  /** What the newest schedule that tells it says of ways. */
  private async wishesOf(ctx: Context, shipment_id: string): Promise<ContactPreferences | null> {
    const [row] = await ctx.db.read(
      `select c.contact_preferences from logistics.schedules c
        where c.tenant_id = $1 and c.shipment_id = $2 and c.deleted_at is null and c.contact_preferences is not null
        order by c.id desc limit 1`,
      [ctx.tenant_id, shipment_id],
    );
    return (row?.[0] as ContactPreferences | undefined) ?? null;
  }
}
