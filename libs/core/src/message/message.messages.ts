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
  notByHand: {
    en: ({ field }: { field: string }) => `${field} must be a template that is sent by hand`,
    ms: ({ field }) => `${field} mesti templat yang dihantar secara manual`,
  },
  notAboutSubject: {
    en: ({ template }: { template: string }) => `Messages of ${template} are not about records of this subject_type`,
    ms: ({ template }) => `Mesej ${template} bukan tentang rekod subject_type ini`,
  },
  noSubject: {
    en: ({ field }: { field: string }) => `${field} names no record of this subject_type`,
    ms: ({ field }) => `${field} tidak menamakan rekod subject_type ini`,
  },
  nothingToTell: {
    en: 'There is nothing to tell of this record any more',
    ms: 'Tiada apa-apa lagi untuk dimaklumkan tentang rekod ini',
  },
  notReachable: {
    en: 'The person can be reached by none of these ways; details.ways tells why',
    ms: 'Orang ini tidak dapat dihubungi melalui mana-mana saluran ini; details.ways menyatakan sebabnya',
  },
  justSent: {
    en: 'The same message was sent to this address within the last minute',
    ms: 'Mesej yang sama telah dihantar ke alamat ini dalam minit yang lalu',
  },
  moduleDisabled: {
    en: ({ module }: { module: string }) => `The module ${module} is disabled for this business`,
    ms: ({ module }) => `Modul ${module} dinyahaktifkan bagi perniagaan ini`,
  },
  noTime: {
    en: ({ field }: { field: string }) => `${field} must be a time of day, HH:MM`,
    ms: ({ field }) => `${field} mesti masa dalam sehari, HH:MM`,
  },
  limitAboveOperators: {
    en: ({ field, most }: { field: string; most: number }) => `${field} must be at most ${most}`,
    ms: ({ field, most }) => `${field} mesti paling banyak ${most}`,
  },
  limitReached: {
    en: ({ way, most }: { way: string; most: number }) => `No more than ${most} messages by ${way} are sent on a day`,
    ms: ({ way, most }) => `Tidak lebih daripada ${most} mesej melalui ${way} dihantar sehari`,
  },
  budgetSpent: {
    en: 'The budget of the month for messages is spent',
    ms: 'Bajet bulan ini bagi mesej telah habis',
  },
  unknownWays: {
    en: ({ field }: { field: string }) => `${field} must hold whatsapp, sms and email, each at most once`,
    ms: ({ field }) => `${field} mesti mengandungi whatsapp, sms dan email, setiap satu paling banyak sekali`,
  },
  tooManyTests: {
    en: ({ most }: { most: number }) => `At most ${most} test messages can be sent in an hour`,
    ms: ({ most }) => `Paling banyak ${most} mesej ujian boleh dihantar dalam sejam`,
  },
});
