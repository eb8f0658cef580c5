import { isAddress } from './letter.js';
import type { Mailer } from './mailer.js';
import { mobileNumber, type TextSender } from './text-sender.js';

/** By which way people are told. */
export const channels = ['email', 'sms'] as const;
export type Channel = (typeof channels)[number];

/** The carriers of each channel; a channel without one sends nothing. */
export interface Carriers {
  mailer?: Mailer | null;
  texts?: TextSender | null;
}

/** The carrier of one channel. */
export const carrierOf = ({ mailer, texts }: Carriers, channel: Channel): Mailer | TextSender | null =>
  (channel === 'email' ? mailer : texts) ?? null;

/** Whether something can be sent to what stands on a record: addresses and numbers there are any text. */
export const isReachable = (channel: Channel, address: string | null): address is string =>
  channel === 'email' ? isAddress(address) : mobileNumber(address) !== null;
