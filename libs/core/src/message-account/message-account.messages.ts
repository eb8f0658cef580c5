import { messagesOf } from '@usaha/shared';

/** Of accounts at carriers of messages. */
export const messages = messagesOf({
  needed: {
    en: ({ field }: { field: string }) => `${field} is required for this provider`,
    ms: ({ field }) => `${field} diperlukan bagi penyedia ini`,
  },
  notForProvider: {
    en: ({ field, provider }: { field: string; provider: string }) =>
      `${field} is not used by ${provider}; leave it out`,
    ms: ({ field, provider }) => `${field} tidak digunakan oleh ${provider}; jangan sertakannya`,
  },
  providerUnknown: {
    en: ({ known }: { known: string }) => `provider must be ${known}`,
    ms: ({ known }) => `provider mesti ${known}`,
  },
  notDigits: {
    en: ({ field }: { field: string }) => `${field} must be the id of the number at Meta: digits`,
    ms: ({ field }) => `${field} mesti id nombor di Meta: digit sahaja`,
  },
  notAccountSid: {
    en: ({ field }: { field: string }) => `${field} must be the sid of the account at Twilio: AC and 32 characters`,
    ms: ({ field }) => `${field} mesti sid akaun di Twilio: AC dan 32 aksara`,
  },
  notSender: {
    en: ({ field }: { field: string }) => `${field} must be a number with + or the sid of a messaging service (MG…)`,
    ms: ({ field }) => `${field} mesti nombor dengan + atau sid perkhidmatan mesej (MG…)`,
  },
  apiUrlInProduction: {
    en: 'api_url is for development only',
    ms: 'api_url hanya untuk pembangunan',
  },
  addressRefused: {
    en: ({ field }: { field: string }) => `${field} must be an address that this installation may reach`,
    ms: ({ field }) => `${field} mesti alamat yang boleh dihubungi oleh pemasangan ini`,
  },
  notUrl: {
    en: ({ field }: { field: string }) => `${field} must be a URL`,
    ms: ({ field }) => `${field} mesti URL`,
  },
  noBodyOfGet: {
    en: ({ field }: { field: string }) => `${field} has no place where method is GET`,
    ms: ({ field }) => `${field} tiada tempat apabila method ialah GET`,
  },
  placeholderMissing: {
    en: ({ field, placeholder }: { field: string; placeholder: string }) => `${field} or body must hold ${placeholder}`,
    ms: ({ field, placeholder }) => `${field} atau body mesti mengandungi ${placeholder}`,
  },
  statusParamsWrong: {
    en: ({ field }: { field: string }) =>
      `${field} must name the fields id and status, and hold lists of texts delivered and failed`,
    ms: ({ field }) =>
      `${field} mesti menamakan medan id dan status, dan mengandungi senarai teks delivered dan failed`,
  },
  notSmtp: {
    en: ({ field }: { field: string }) => `${field} must be smtp://… or smtps://…, with the port 25, 465, 587 or 2525`,
    ms: ({ field }) => `${field} mesti smtp://… atau smtps://…, dengan port 25, 465, 587 atau 2525`,
  },
  notEmail: {
    en: ({ field }: { field: string }) => `${field} must be an e-mail address`,
    ms: ({ field }) => `${field} mesti alamat e-mel`,
  },
  changedMeanwhile: {
    en: 'The account was changed at the same time; look at it again',
    ms: 'Akaun telah diubah pada masa yang sama; semak semula',
  },
});
