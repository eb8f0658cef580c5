import { Injectable } from '@nestjs/common';
import { LetterStops, RecipientLimits, type Addressee, type LetterContent, type Sender } from '@usaha/core';
import { TrackingLinks } from '../public-tracking/tracking-links.js';
import { LogisticsConfigurations } from '../settings.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { BY_EMAIL, ReceiverNotices } from './receiver-notices.js';
import { receiverLetter, type News } from './receiver-words.js';

/** Tells receivers by letter. */
@Injectable()
export class ReceiverLetters extends ReceiverNotices {
  readonly kind = 'logistics.receiver_letter';
  protected readonly way = { isTold: BY_EMAIL, address: "s.destination ->> 'email'" };

  constructor(
    protected readonly configurations: LogisticsConfigurations,
    protected readonly shipments: ShipmentRepository,
    protected readonly links: TrackingLinks,
    protected readonly stops: LetterStops,
    protected readonly limits: RecipientLimits,
  ) {
    super();
  }

  protected word(to: Addressee, news: News, business: Sender, now: Date): LetterContent {
    return receiverLetter(to, news, business, now);
  }
}
