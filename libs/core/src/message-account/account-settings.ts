import type { Way } from '../message/template.js';

/** What carries the messages of a business: Meta's Cloud API, Twilio, a gateway with an HTTP interface, or a mail server. */
export const messageProviders = ['meta', 'twilio', 'http', 'smtp'] as const;
export type MessageProvider = (typeof messageProviders)[number];

/** A phone number of the business at WhatsApp (Meta, Cloud API). */
export interface MetaSettings {
  phone_number_id: string;
  access_token: string;
  /** Signs the callbacks. */
  app_secret: string;
  /** Another base of Meta's addresses than its own: outside production alone. */
  api_url: string | null;
}

/** An account at Twilio (Messages resource, 2010-04-01). */
export interface TwilioSettings {
  account_sid: string;
  auth_token: string;
  /** A number in E.164, or the sid of a messaging service (MG…). */
  from: string;
  /** As of Meta. */
  api_url: string | null;
}

export const httpMethods = ['POST', 'GET'] as const;
export const httpContentTypes = ['application/json', 'application/x-www-form-urlencoded'] as const;

/** Where a gateway tells what became of a message: names of fields of the query, the form or the JSON, and what they say. */
export interface StatusParams {
  /** Of the gateway's id of the message, or of ours. */
  id: string;
  status: string;
  delivered: string[];
  failed: string[];
}

/** How any SMS gateway with an HTTP interface is spoken to. `{to} {text} {id} {from}` stand for the message's. */
export interface HttpSettings {
  url: string;
  method: (typeof httpMethods)[number];
  headers: Readonly<Record<string, string>>;
  /** null of GET. */
  body: string | null;
  content_type: (typeof httpContentTypes)[number];
  from: string;
  /** Dotted path of the message's id in a JSON answer; null: it tells none. */
  id_path: string | null;
  /** A text that the answer to an accepted message contains; null: each answer 2xx accepts it. */
  success_match: string | null;
  /** null: it tells nothing later. */
  status_params: StatusParams | null;
}

/** A mail server of the business. */
export interface SmtpSettings {
  /** smtp:// or smtps://, with the account in it where the server asks for one. */
  smtp_url: string;
  /** The address that letters come from. */
  from: string;
}

/** With what a carrier is spoken to. */
export type AccountSettings =
  | { provider: 'meta'; settings: MetaSettings }
  | { provider: 'twilio'; settings: TwilioSettings }
  | { provider: 'http'; settings: HttpSettings }
  | { provider: 'smtp'; settings: SmtpSettings };

/** The providers of each way. */
export const providersOf: Readonly<Record<Way, readonly MessageProvider[]>> = {
  whatsapp: ['meta'],
  sms: ['twilio', 'http'],
  email: ['smtp'],
};

/** Parts of settings that are shown by their last characters alone. */
const secrets: ReadonlySet<string> = new Set(['access_token', 'app_secret', 'auth_token', 'smtp_url']);
const HINT = 4;

/** Settings as they are shown: all but secrets, and of each secret `<name>_hint`. */
export function shownSettings({ settings }: AccountSettings): Record<string, unknown> {
  const shown: [name: string, value: unknown][] = Object.entries(settings).map(([name, value]) => {
    if (name === 'headers') return ['headers_hint', headersHint(value as HttpSettings['headers'])];
    return secrets.has(name) ? [`${name}_hint`, (value as string).slice(-HINT)] : [name, value];
  });
  return Object.fromEntries(shown);
}

function headersHint(headers: HttpSettings['headers']): string | null {
  const hints = Object.entries(headers).map(([name, value]) => `${name}: …${value.slice(-HINT)}`);
  return hints.length > 0 ? hints.join(', ') : null;
}
