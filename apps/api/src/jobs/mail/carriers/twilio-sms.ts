import type { MessageCarrier, MessageDelivery, OutgoingMessage } from '@usaha/core';
import { askCarrier, type CarrierRequestOptions } from './carrier-request.js';
import { smsOutcome } from './sms-outcome.js';

/** Where Twilio is reached (docs: Messages resource, 2010-04-01). */
export const TWILIO_URL = 'https://api.twilio.com';

export interface TwilioSettings {
  account_sid: string;
  auth_token: string;
  /** A number in E.164, or the sid of a messaging service (MG…). */
  from: string;
}

/** The account as HTTP Basic has it. */
export const basicOf = ({ account_sid, auth_token }: Pick<TwilioSettings, 'account_sid' | 'auth_token'>): string =>
  `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`;

/** Twilio's code of a refusal: `{"code": 21211, …}`. */
function codeOf(text: string): string | null {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === 'number' ? String(code) : null;
  } catch {
    return null;
  }
}

/** Sends short messages through Twilio: POST Messages.json, form-urlencoded, HTTP Basic. */
export class TwilioSms implements MessageCarrier {
  readonly approvesAll = true;

  /** @param apiUrl of a fake, for tests */
  constructor(
    private readonly settings: TwilioSettings,
    private readonly options: CarrierRequestOptions,
    private readonly apiUrl = TWILIO_URL,
  ) {}

  async send({ to, text }: OutgoingMessage): Promise<MessageDelivery> {
    const { account_sid, from } = this.settings;
    const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
    const answer = await askCarrier(
      {
        method: 'POST',
        url: new URL(`${this.apiUrl}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`),
        headers: {
          authorization: basicOf(this.settings),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ To: to, Body: text, ...sender }).toString(),
      },
      this.options,
    );
    return smsOutcome(answer, () => true, codeOf);
  }
}
