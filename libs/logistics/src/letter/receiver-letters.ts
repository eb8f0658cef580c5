import { Injectable } from '@nestjs/common';
import { TrackingLinks } from '../public-tracking/tracking-links.js';
import { LogisticsConfigurations } from '../settings.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import type { Sender } from './business-letter.js';
import { BY_EMAIL, ReceiverNotices } from './receiver-notices.js';
import { receiverLetter, type ToldShipment } from './receiver-words.js';

/** Tells receivers by letter. */
@Injectable()
export class ReceiverLetters extends ReceiverNotices {
  readonly kind = 'logistics.receiver_letter';
  protected readonly way = { isTold: BY_EMAIL, address: "s.destination ->> 'email'" };

  constructor(configurations: LogisticsConfigurations, shipments: ShipmentRepository, links: TrackingLinks) {
    super(configurations, shipments, links);
  }

  protected word(
    { shipment, to }: { shipment: ToldShipment; to: { name: string; address: string } },
    business: Sender,
    now: Date,
  ) {
    return receiverLetter(to, shipment, business, now);
  }
}
