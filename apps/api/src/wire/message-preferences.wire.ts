import type { Language } from '@usaha/shared';
import { choices } from './choices.js';
import { field } from './field.js';
import { ViewType } from './view-type.js';

/** The languages of messages to people. */
export const messageLanguages = choices('MessageLanguage', ['en', 'ms'] as const satisfies Language[]);

@field.record('By which ways a person may be told, in a request: absent fields stay (A-475)')
export class MessagePreferencesBody {
  @field.flag('By WhatsApp: true allows it, and nothing goes there without it', true, { optional: true })
  whatsapp?: boolean | null;
  @field.flag('By SMS: false refuses it', false, { optional: true }) sms?: boolean | null;
  @field.flag('By e-mail: false refuses it', true, { optional: true }) email?: boolean | null;
  @field.choice("Language of messages; null: that of the business's settings", messageLanguages, { optional: true })
  language?: Language | null;
}

@field.record('By which ways a person may be told')
export class MessagePreferencesView extends ViewType(MessagePreferencesBody) {}
