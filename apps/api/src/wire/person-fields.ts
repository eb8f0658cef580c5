import { field } from './field.js';
import { MessagePreferencesBody } from './message-preferences.wire.js';

/** Fields that persons of every industry have: each says what its body asks and what the view derived from it shows. */
export const personField = {
  email: (example: string) =>
    field.text('E-mail; any text (A-154)', example, { optional: true, view: 'E-mail, as sent' }),

  phone: (example: string) =>
    field.text('Telephone number, in any format (A-154)', example, {
      optional: true,
      max: 50,
      view: 'Telephone number, as sent',
    }),

  /** An identity document number that the service does not check. */
  identityNumber: (example: string) =>
    field.text('MyKad or other identity document number; stored encrypted, not validated (A-127)', example, {
      optional: true,
      max: 50,
      view: 'MyKad or other identity document number, as sent',
    }),

  consent: field.flag('Whether the person consents to the storage of personal data; default false (A-116)', true, {
    unset: true,
    view: 'Whether the person consents to the storage of personal data',
  }),

  consentStated: field.flag(
    'false, as it was shown: the false of pdpa_consent says nothing; anything else: it is a refusal (A-374)',
    true,
    {
      unset: true,
      view: 'Whether pdpa_consent was ever sent: a false that was sent stops all letters but receipts and tracking (A-374)',
    },
  ),

  messagePreferences: field.nested(
    'By which ways the person may be told, and in which language; false: not that way, and by WhatsApp with true alone (A-475)',
    MessagePreferencesBody,
    {
      optional: true,
      view: 'By which ways the person may be told, and in which language; null where nothing was said (A-475)',
    },
  ),

  /** Views only. */
  consentDate: field.instant('When consent was given (UTC), set by the service; null without consent (A-116)', {
    nullable: true,
  }),
};
