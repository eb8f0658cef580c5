import {
  businessLetter,
  reachedAt,
  type Addressee,
  type LetterContent,
  type ParameterValues,
  type Sender,
} from '@usaha/core';
import { malaysianDay, malaysianTime, printedDay, type Language, type Words } from '@usaha/shared';
import type { Shipment } from '../shipment/shipment.entity.js';
import { sentences, subjects } from './letter.messages.js';

/** What receivers are told of. */
export const toldStatuses = ['in_transit', 'delivered'] as const;
export type ToldStatus = (typeof toldStatuses)[number];

/** The facts that a letter tells of a shipment: no streets, no other's name, no money but what is to be paid at the door. */
export interface News {
  status: ToldStatus;
  shipment: Pick<
    Shipment,
    | 'tracking_number'
    | 'delivery_date'
    | 'delivery_time_window'
    | 'estimated_delivery_time'
    | 'promised_until'
    | 'actual_delivery_time'
    | 'payment_amount'
  >;
  /** Whether the amount is collected at the door. */
  is_cod: boolean;
  /** Where anybody may follow it; null where the operator has said no public address. */
  link: string | null;
}

const minute = (time: string): string => time.slice(0, 5);

/** The day that was asked for with its window, else that of the estimate. */
function expectedOn({ delivery_date, delivery_time_window, estimated_delivery_time }: News['shipment']): Words {
  const day = printedDay(delivery_date ?? malaysianDay(estimated_delivery_time));
  const { start = null, end = null } = delivery_time_window ?? {};
  if (start !== null && end !== null) return same(`${day}, ${minute(start)}–${minute(end)}`);
  if (start !== null) return { en: `${day}, from ${minute(start)}`, ms: `${day}, mulai ${minute(start)}` };
  if (end !== null) return { en: `${day}, by ${minute(end)}`, ms: `${day}, sebelum ${minute(end)}` };
  return same(day);
}

const same = (text: string): Words => ({ en: text, ms: text });

/** The amount to pay at the door; null where there is none, or it is unknown. */
const cashFor = ({ is_cod, shipment: { payment_amount } }: News): string | null =>
  is_cod && payment_amount !== null && payment_amount > 0 ? `RM ${payment_amount.toFixed(2)}` : null;

/** What else is said while it is on its way. A promise that is broken already is not repeated. */
function ahead(news: News, now: Date, language: Language): string[] {
  const { shipment } = news;
  const cash = cashFor(news);
  return [
    ...(shipment.promised_until > now ? [sentences.expected({ when: expectedOn(shipment) }).in(language)] : []),
    ...(cash === null ? [] : [sentences.cash({ amount: cash }).in(language)]),
  ];
}

const deliveredAt = (at: Date): string => `${printedDay(malaysianDay(at))}, ${minute(malaysianTime(at))}`;

/** A letter to the receiver of a shipment. */
export function receiverLetter(to: Addressee, news: News, business: Sender, now: Date): LetterContent {
  const { status, shipment, link } = news;
  const { tracking_number: number, actual_delivery_time } = shipment;
  return businessLetter(to, business, { subject: subjects[status], about: number }, (language) => [
    status === 'in_transit'
      ? sentences.inTransit().in(language)
      : sentences.delivered({ at: deliveredAt(actual_delivery_time ?? now) }).in(language),
    '',
    sentences.number({ number }).in(language),
    ...(status === 'in_transit' ? ahead(news, now, language) : []),
    ...(link === null ? [] : [sentences.follow({ link }).in(language)]),
    '',
    sentences.question({ reached: reachedAt(business) }).in(language),
  ]);
}

/** A value that there is none of: WhatsApp takes no empty one. */
const NONE = '-';

/** The values of what a message says of the shipment. A promise that is broken already is not repeated. */
export function receiverValues(
  { is_cod, shipment, link }: News,
  now: Date,
  language: Language,
): Partial<ParameterValues> {
  const { tracking_number, promised_until, payment_amount, actual_delivery_time } = shipment;
  return {
    tracking_number,
    promised: promised_until > now ? expectedOn(shipment)[language] : NONE,
    to_collect: is_cod ? (payment_amount ?? 0) : 0,
    at: actual_delivery_time ?? now,
    link: link ?? NONE,
  };
}
