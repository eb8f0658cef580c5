import type { MessagePreferences } from '@usaha/core';
import type { ContactPreferences } from '../schedule/delivery-schedule.entity.js';

/** What a schedule says of ways, as messages have it: WhatsApp needs true. It says no language. */
export function preferencesOf(said: ContactPreferences | null): MessagePreferences {
  const { whatsapp = null, sms = null, email = null } = said ?? {};
  return { whatsapp, sms, email, language: null };
}
