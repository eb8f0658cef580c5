import type { MessageCarrier, MessageDelivery, OutgoingMessage, TwilioSettings } from '@usaha/core';
import { askCarrier, type CarrierRequestOptions } from './carrier-request.js';
import { jsonField } from './json-field.js';
import { smsOutcome } from './sms-outcome.js';

/** Where Twilio is reached (docs: Messages resource, 2010-04-01). */
export const TWILIO_URL = 'https://api.twilio.com';

/** The account as HTTP Basic has it. */
export const basicOf = ({ account_sid, auth_token }: Pick<TwilioSettings, 'account_sid' | 'auth_token'>): string =>
  `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`;

/** Twilio's code of a refusal: `{"code": 21211, …}`. */
function codeOf(text: string): string | null {
  const code = jsonField(text, 'code');
  return typeof code === 'number' ? String(code) : null;
}

/** Twilio's id of what it took: `{"sid": "SM…", …}`. */
function sidOf(text: string): string | null {
  const sid = jsonField(text, 'sid');
  return typeof sid === 'string' ? sid : null;
}

/** Sends short messages through Twilio: POST Messages.json, form-urlencoded, HTTP Basic. */
export class TwilioSms implements MessageCarrier {
  readonly approvesAll = true;

  constructor(
    private readonly settings: TwilioSettings,
    private readonly options: CarrierRequestOptions,
  ) {}

  async send({ id, to, text, callback_url }: OutgoingMessage): Promise<MessageDelivery> {
    const { account_sid, from, api_url } = this.settings;
    const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
    // Our id stands in the address: a report may come before the answer.
    const callback: Record<string, string> =
      callback_url === null ? {} : { StatusCallback: `${callback_url}?id=${id}` };
    const answer = await askCarrier(
      {
        method: 'POST',
        url: new URL(`${api_url ?? TWILIO_URL}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`),
        headers: {
          authorization: basicOf(this.settings),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ To: to, Body: text, ...sender, ...callback }).toString(),
      },
      this.options,
    );
    return smsOutcome(answer, { codeOf, idOf: sidOf });
  }
}
