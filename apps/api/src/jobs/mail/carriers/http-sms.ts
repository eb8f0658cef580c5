import type { MessageCarrier, MessageDelivery, OutgoingMessage } from '@usaha/core';
import { askCarrier, type CarrierRequestOptions } from './carrier-request.js';
import { JSON_TYPE, type contentTypes } from './content-types.js';
import { smsOutcome } from './sms-outcome.js';

/** How any SMS gateway with an HTTP interface is spoken to. `{to} {text} {id} {from}` stand for the message's. */
export interface HttpSmsSettings {
  url: string;
  method: 'POST' | 'GET';
  headers: Readonly<Record<string, string>>;
  /** null of GET. */
  body: string | null;
  content_type: (typeof contentTypes)[number];
  from: string;
  /** A text that the answer to an accepted message contains; null: each answer 2xx accepts it. */
  success_match: string | null;
}

const PLACEHOLDER = /\{(to|text|id|from)\}/g;

/** Puts values in the place of placeholders, each escaped for where it stands. */
const filledIn = (
  template: string,
  values: Readonly<Record<string, string>>,
  escape: (text: string) => string,
): string => template.replace(PLACEHOLDER, (_, name: string) => escape(values[name] ?? ''));

const forJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const forForm = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** Sends short messages through the gateway that the operator describes. */
export class HttpSms implements MessageCarrier {
  readonly approvesAll = true;

  constructor(
    private readonly settings: HttpSmsSettings,
    private readonly options: CarrierRequestOptions,
  ) {}

  async send({ id, to, text }: OutgoingMessage): Promise<MessageDelivery> {
    const { url, method, headers, body, content_type, from, success_match } = this.settings;
    const values = { to, text, id, from };
    const answer = await askCarrier(
      {
        method,
        url: new URL(filledIn(url, values, encodeURIComponent)),
        headers: method === 'POST' ? { 'content-type': content_type, ...headers } : headers,
        body: method === 'GET' ? null : filledIn(body ?? '', values, content_type === JSON_TYPE ? forJson : forForm),
      },
      this.options,
    );
    return smsOutcome(answer, (said) => success_match === null || said.includes(success_match));
  }
}
