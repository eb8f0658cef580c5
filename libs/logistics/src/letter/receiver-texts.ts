import { Injectable } from '@nestjs/common';
import { mobileNumber, oneLine } from '@usaha/core';
import { TrackingLinks } from '../public-tracking/tracking-links.js';
import { LogisticsConfigurations } from '../settings.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import type { Sender } from './business-letter.js';
import { BY_SMS, ReceiverNotices } from './receiver-notices.js';
import { receiverText, type ToldShipment } from './receiver-words.js';

/** Tells receivers by short message. */
@Injectable()
export class ReceiverTexts extends ReceiverNotices {
  readonly kind = 'logistics.receiver_text';
  readonly channel = 'sms';
  protected readonly way = { isTold: BY_SMS, address: "s.destination ->> 'phone_number'" };

  constructor(configurations: LogisticsConfigurations, shipments: ShipmentRepository, links: TrackingLinks) {
    super(configurations, shipments, links);
  }

  protected word(
    { shipment, to }: { shipment: ToldShipment; to: { name: string; address: string } },
    business: Sender,
    now: Date,
  ) {
    return {
      to: { ...to, address: mobileNumber(to.address) ?? '' },
      from_name: oneLine(business.name),
      reply_to: null,
      subject: '',
      text: receiverText(shipment, oneLine(business.name), now),
    };
  }
}
