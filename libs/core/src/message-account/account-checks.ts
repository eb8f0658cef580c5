import { invalid, type Message } from '@usaha/shared';
import { isAddress } from '../notification/letter.js';
import type { Way } from '../message/template.js';
import { customHeadersOf } from '../webhook/custom-headers.js';
import {
  httpContentTypes,
  httpMethods,
  providersOf,
  type AccountSettings,
  type MessageProvider,
  type StatusParams,
} from './account-settings.js';
import { messages } from './message-account.messages.js';

/** What an account is set by: fields of one provider, and null or nothing in the others. */
export interface MessageAccountTold {
  /** Where a way has several. */
  provider?: string | null;
  phone_number_id?: string | null;
  access_token?: string | null;
  app_secret?: string | null;
  account_sid?: string | null;
  auth_token?: string | null;
  from?: string | null;
  api_url?: string | null;
  url?: string | null;
  method?: string | null;
  headers?: Readonly<Record<string, unknown>> | null;
  body?: string | null;
  content_type?: string | null;
  id_path?: string | null;
  success_match?: string | null;
  status_params?: Readonly<Record<string, unknown>> | null;
  smtp_url?: string | null;
  price?: number | null;
}
type Field = keyof MessageAccountTold;

/** The fields of each provider. */
const fieldsOf: Readonly<Record<MessageProvider, readonly Field[]>> = {
  meta: ['phone_number_id', 'access_token', 'app_secret', 'api_url'],
  twilio: ['account_sid', 'auth_token', 'from', 'api_url'],
  http: ['url', 'method', 'headers', 'body', 'content_type', 'from', 'id_path', 'success_match', 'status_params'],
  smtp: ['smtp_url', 'from'],
};

export const SMTP_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525]);
const USUAL_PORT = { 'smtp:': 587, 'smtps:': 465 } as const;
const SENDER = /^(?:\+[1-9]\d{6,14}|MG[\da-f]{32})$/;

/** The settings of an account, without a look at the network. @throws invalid naming the field */
export function settingsOf(way: Way, told: MessageAccountTold): AccountSettings {
  const provider = providerOf(way, told.provider);
  for (const [field, value] of Object.entries(told))
    if (value !== null && value !== undefined && field !== 'provider' && field !== 'price')
      if (!fieldsOf[provider].includes(field as Field)) refuse(field, messages.notForProvider({ field, provider }));
  switch (provider) {
    case 'meta':
      return { provider, settings: metaOf(told) };
    case 'twilio':
      return { provider, settings: twilioOf(told) };
    case 'http':
      return { provider, settings: httpOf(told) };
    case 'smtp':
      return { provider, settings: smtpOf(told) };
  }
}

function providerOf(way: Way, told: string | null | undefined): MessageProvider {
  const known = providersOf[way];
  if ((told === undefined || told === null) && known.length === 1) return known[0] as MessageProvider;
  const found = known.find((provider) => provider === told);
  return found ?? refuse('provider', messages.providerUnknown({ known: known.join(' | ') }));
}

function metaOf(told: MessageAccountTold) {
  const phone_number_id = needed(told, 'phone_number_id');
  if (!/^\d{1,30}$/.test(phone_number_id)) refuse('phone_number_id', messages.notDigits({ field: 'phone_number_id' }));
  return {
    phone_number_id,
    access_token: needed(told, 'access_token'),
    app_secret: needed(told, 'app_secret'),
    api_url: told.api_url ?? null,
  };
}

function twilioOf(told: MessageAccountTold) {
  const account_sid = needed(told, 'account_sid');
  if (!/^AC[\da-f]{32}$/i.test(account_sid)) refuse('account_sid', messages.notAccountSid({ field: 'account_sid' }));
  const from = needed(told, 'from');
  if (!SENDER.test(from)) refuse('from', messages.notSender({ field: 'from' }));
  return { account_sid, auth_token: needed(told, 'auth_token'), from, api_url: told.api_url ?? null };
}

function httpOf(told: MessageAccountTold) {
  const url = needed(told, 'url');
  if (!URL.canParse(withoutPlaceholders(url))) refuse('url', messages.notUrl({ field: 'url' }));
  const method = httpMethods.find((one) => one === (told.method ?? 'POST')) ?? 'POST';
  const body = told.body ?? null;
  if (method === 'GET' && body !== null) refuse('body', messages.noBodyOfGet({ field: 'body' }));
  for (const placeholder of ['{to}', '{text}'])
    if (!`${url} ${body ?? ''}`.includes(placeholder))
      refuse('url', messages.placeholderMissing({ field: 'url', placeholder }));
  return {
    url,
    method,
    headers: customHeadersOf(told.headers ?? {}),
    body,
    content_type: httpContentTypes.find((one) => one === told.content_type) ?? httpContentTypes[0],
    from: told.from ?? '',
    id_path: told.id_path ?? null,
    success_match: told.success_match ?? null,
    status_params: statusParamsOf(told.status_params),
  };
}

/** `{to}` and the like stand anywhere in the address, save in its host: that is one alone. */
export const withoutPlaceholders = (url: string): string => url.replace(/\{(?:to|text|id|from)\}/g, '0');

function statusParamsOf(told: MessageAccountTold['status_params']): StatusParams | null {
  if (told === undefined || told === null) return null;
  const { id, status, delivered = [], failed = [] } = told;
  const areTexts = (list: unknown): list is string[] =>
    Array.isArray(list) && list.length <= 50 && list.every((text) => typeof text === 'string' && text.length <= 100);
  if (typeof id !== 'string' || typeof status !== 'string' || !areTexts(delivered) || !areTexts(failed))
    return refuse('status_params', messages.statusParamsWrong({ field: 'status_params' }));
  return { id, status, delivered, failed };
}

function smtpOf(told: MessageAccountTold) {
  const smtp_url = needed(told, 'smtp_url');
  if (smtpServerOf(smtp_url) === null) refuse('smtp_url', messages.notSmtp({ field: 'smtp_url' }));
  const from = needed(told, 'from');
  if (!isAddress(from)) refuse('from', messages.notEmail({ field: 'from' }));
  return { smtp_url, from };
}

/** Host and port of a mail server; null for what is no such URL, or has another port. */
export function smtpServerOf(text: string): { host: string; port: number } | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'smtp:' && url?.protocol !== 'smtps:') return null;
  const port = Number(url.port || USUAL_PORT[url.protocol]);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return host !== '' && SMTP_PORTS.has(port) ? { host, port } : null;
}

function needed(told: MessageAccountTold, field: Field): string {
  const value = told[field];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : refuse(field, messages.needed({ field }));
}

function refuse(field: string, message: Message): never {
  throw invalid(field, message);
}
