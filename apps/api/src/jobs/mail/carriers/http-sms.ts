import type { HttpSettings, MessageCarrier, MessageDelivery, OutgoingMessage } from '@usaha/core';
import { askCarrier, type CarrierRequestOptions } from './carrier-request.js';
import { JSON_TYPE } from './content-types.js';
import { jsonField } from './json-field.js';
import { smsOutcome } from './sms-outcome.js';

/** Characters of a gateway's id. */
const LONGEST_ID = 200;
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
    private readonly settings: HttpSettings,
    private readonly options: CarrierRequestOptions,
  ) {}

  async send({ id, to, text }: OutgoingMessage): Promise<MessageDelivery> {
    const { url, method, headers, body, content_type, from, id_path, success_match } = this.settings;
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
    return smsOutcome(answer, {
      isAccepted: (said) => success_match === null || said.includes(success_match),
      idOf: (said) => (id_path === null ? null : idIn(said, id_path)),
    });
  }
}

function idIn(text: string, path: string): string | null {
  const id = jsonField(text, path);
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, LONGEST_ID) : null;
}
