import type { MetaSettings } from '@usaha/core';
import type { Reader } from './config-reader.js';
import { smsSettings, type SmsSettings } from './sms-settings.js';
import { whatsAppSettings, whatsAppVersion } from './whatsapp-settings.js';

/** The operator's carriers of messages. */
export interface CarrierSettings {
  /** The gateway that carries short messages; null where there is none. */
  sms: SmsSettings | null;
  /** The operator's number at WhatsApp; null where there is none. */
  whatsapp: MetaSettings | null;
  /** The version of Meta's Graph API that is spoken. */
  whatsAppVersion: string;
}

/** Wrong values are added to the reader's problems, without secrets. */
export const carrierSettings = (read: Reader): CarrierSettings => ({
  sms: smsSettings(read),
  whatsapp: whatsAppSettings(read),
  whatsAppVersion: whatsAppVersion(read),
});
