import { messagesOf } from '@usaha/shared';

/** Of messages to people, and their templates. */
export const messages = messagesOf({
  notByWhatsApp: {
    en: 'This template has no text for WhatsApp',
    ms: 'Templat ini tiada teks untuk WhatsApp',
  },
  noApprovedName: {
    en: ({ field }: { field: string }) => `${field} must be 1 to 512 characters a-z, 0-9 and _`,
    ms: ({ field }) => `${field} mesti 1 hingga 512 aksara a-z, 0-9 dan _`,
  },
  noLanguage: {
    en: ({ field }: { field: string }) => `${field} must name the code of en or ms`,
    ms: ({ field }) => `${field} mesti menamakan kod bagi en atau ms`,
  },
  noLanguageCode: {
    en: ({ field }: { field: string }) => `${field} must be a language code of WhatsApp, for example en, en_US or ms`,
    ms: ({ field }) => `${field} mesti kod bahasa WhatsApp, contohnya en, en_US atau ms`,
  },
});
