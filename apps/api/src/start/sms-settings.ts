import type { HttpSettings, TwilioSettings } from '@usaha/core';
import type { Reader } from './config-reader.js';
import { contentTypes } from '../jobs/mail/carriers/content-types.js';

/** The gateway that carries short messages of all tenants. */
export type SmsSettings = { provider: 'http'; http: HttpSettings } | { provider: 'twilio'; twilio: TwilioSettings };

const KEYS = ['url', 'method', 'headers', 'body', 'content_type', 'from', 'id_path', 'success_match'];

/** The gateway of SMS_PROVIDER; null where there is none. Wrong values are added to the reader's problems, without secrets. */
export function smsSettings(read: Reader): SmsSettings | null {
  const provider = read.text('SMS_PROVIDER');
  if (provider === undefined) return null;
  if (provider === 'twilio') return twilioSettings(read);
  if (provider === 'http') return httpSettings(read);
  read.problems.push('SMS_PROVIDER must be twilio or http');
  return null;
}

function twilioSettings(read: Reader): SmsSettings | null {
  const [account_sid, auth_token, from] = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'].map((name) => {
    const text = read.text(name);
    if (text === undefined) read.problems.push(`${name} must be set where SMS_PROVIDER is twilio`);
    return text;
  });
  if (account_sid === undefined || auth_token === undefined || from === undefined) return null;
  if (!/^(?:\+[1-9]\d{6,14}|MG[\da-f]{32})$/.test(from)) {
    read.problems.push('TWILIO_FROM must be a number with + or the sid of a messaging service (MG…)');
    return null;
  }
  return { provider: 'twilio', twilio: { account_sid, auth_token, from, api_url: null } };
}

function httpSettings(read: Reader): SmsSettings | null {
  const text = read.text('SMS_HTTP');
  const problem = (said: string): null => {
    read.problems.push(`SMS_HTTP ${said}`);
    return null;
  };
  if (text === undefined) return problem('must be set where SMS_PROVIDER is http');
  const given = objectOf(text);
  if (given === null) return problem('must be a JSON object');
  const unknown = Object.keys(given).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return problem(`has no field ${unknown}`);
  const { url, method = 'POST', headers = {}, body = null, content_type = contentTypes[0], from = '' } = given;
  const { id_path = null, success_match = null } = given;
  if (typeof url !== 'string' || !URL.canParse(url.replace(/\{\w+\}/g, '0'))) return problem('url must be a URL');
  if (method !== 'POST' && method !== 'GET') return problem('method must be POST or GET');
  if (!isTexts(headers)) return problem('headers must be an object of texts');
  if (body !== null && typeof body !== 'string') return problem('body must be a text');
  if (method === 'GET' && body !== null) return problem('body has no place where method is GET');
  const type = contentTypes.find((one) => one === content_type);
  if (!type) return problem(`content_type must be ${contentTypes.join(' or ')}`);
  if (typeof from !== 'string') return problem('from must be a text');
  if (id_path !== null && typeof id_path !== 'string') return problem('id_path must be a text');
  if (success_match !== null && typeof success_match !== 'string') return problem('success_match must be a text');
  const templates = `${url} ${body ?? ''}`;
  for (const placeholder of ['{to}', '{text}'])
    if (!templates.includes(placeholder)) return problem(`url or body must hold ${placeholder}`);
  const described = { url, method, headers, body, content_type: type, from, id_path, success_match };
  return { provider: 'http', http: { ...described, status_params: null } } as SmsSettings;
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string');
