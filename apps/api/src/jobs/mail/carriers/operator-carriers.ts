import { AddressGuard, type MessageCarrier } from '@usaha/core';
import type { Config } from '../../../start/config.js';
import { HttpSms } from './http-sms.js';
import { TwilioSms } from './twilio-sms.js';
import { WhatsAppCloud } from './whatsapp-cloud.js';

/** The gateway of SMS_PROVIDER, which carries short messages of all tenants; null where there is none. */
export function smsCarrierOf({ sms, webhookNetworks }: Pick<Config, 'sms' | 'webhookNetworks'>): MessageCarrier | null {
  if (sms === null) return null;
  const options = { guard: new AddressGuard(webhookNetworks) };
  return sms.provider === 'http' ? new HttpSms(sms.http, options) : new TwilioSms(sms.twilio, options);
}

/** The operator's number at WhatsApp, where templates were approved under our names; null where there is none. */
export function whatsAppCarrierOf({
  whatsapp,
  whatsAppVersion: version,
  webhookNetworks,
}: Pick<Config, 'whatsapp' | 'whatsAppVersion' | 'webhookNetworks'>): MessageCarrier | null {
  if (whatsapp === null) return null;
  return new WhatsAppCloud(whatsapp, { guard: new AddressGuard(webhookNetworks), version, hasUsualNames: true });
}
