import { Injectable } from '@nestjs/common';
import {
  LetterStops,
  RecipientLimits,
  mobileNumber,
  nameInLetter,
  type Addressee,
  type LetterContent,
  type Sender,
} from '@usaha/core';
import { TrackingLinks } from '../public-tracking/tracking-links.js';
import { LogisticsConfigurations } from '../settings.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { BY_SMS, ReceiverNotices } from './receiver-notices.js';
import { receiverText, type News } from './receiver-words.js';

/** Tells receivers by short message. */
@Injectable()
export class ReceiverTexts extends ReceiverNotices {
  readonly kind = 'logistics.receiver_text';
  readonly channel = 'sms';
  protected readonly way = { isTold: BY_SMS, address: "s.destination ->> 'phone_number'" };

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
    return {
      to: { ...to, address: mobileNumber(to.address) ?? '' },
      from_name: nameInLetter(business.name),
      subject: '',
      text: receiverText(news, nameInLetter(business.name), now),
    };
  }
}
