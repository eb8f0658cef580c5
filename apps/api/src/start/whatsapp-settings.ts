import type { MetaSettings } from '@usaha/core';
import type { Reader } from './config-reader.js';

const NAMES = ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_APP_SECRET'] as const;

/**
 * The operator's number at WhatsApp, by which businesses without one send; null where there is none. Wrong values are added
 * to the reader's problems, without secrets.
 */
export function whatsAppSettings(read: Reader): MetaSettings | null {
  const [phone_number_id, access_token, app_secret] = NAMES.map((name) => read.text(name));
  if (phone_number_id === undefined && access_token === undefined && app_secret === undefined) return null;
  if (phone_number_id === undefined || access_token === undefined || app_secret === undefined) {
    read.problems.push(`${NAMES.join(', ')} must be set together`);
    return null;
  }
  if (/^\d{1,30}$/.test(phone_number_id)) return { phone_number_id, access_token, app_secret, api_url: null };
  read.problems.push('WHATSAPP_PHONE_NUMBER_ID must be digits');
  return null;
}

/** The version of Meta's Graph API that is spoken. */
export function whatsAppVersion(read: Reader): string {
  const version = read.text('WHATSAPP_GRAPH_VERSION') ?? 'v26.0';
  if (!/^v\d{1,3}\.\d$/.test(version)) read.problems.push('WHATSAPP_GRAPH_VERSION must be like v26.0');
  return version;
}
