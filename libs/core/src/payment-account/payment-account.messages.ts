import { messagesOf } from '@usaha/shared';

export const messages = messagesOf({
  notInProduction: {
    en: 'gateway must be the account of a gateway that moves money: the sandbox and test accounts are for development',
    ms: 'gateway mestilah akaun get laluan yang memindahkan wang: akaun ujian hanya untuk pembangunan',
  },
  gatewayUnknown: {
    en: 'This installation does not speak to that gateway',
    ms: 'Pemasangan ini tidak berhubung dengan get laluan itu',
  },
  sandboxNeedsNone: {
    en: ({ field }: { field: string }) => `${field} is not used by the sandbox; leave it out`,
    ms: ({ field }) => `${field} tidak digunakan oleh kotak pasir; jangan sertakannya`,
  },
  needed: {
    en: ({ field }: { field: string }) => `${field} is required for this gateway`,
    ms: ({ field }) => `${field} diperlukan bagi get laluan ini`,
  },
  brandIsId: {
    en: 'brand_id must be the id of the brand at CHIP, a UUID',
    ms: 'brand_id mestilah id jenama di CHIP, iaitu UUID',
  },
  keyRefused: {
    en: ({ field }: { field: string }) => `The gateway does not accept this ${field}`,
    ms: ({ field }) => `Get laluan tidak menerima ${field} ini`,
  },
  apiUrlInProduction: {
    en: 'api_url is for development only',
    ms: 'api_url hanya untuk pembangunan',
  },
  apiUrlRefused: {
    en: 'api_url must be an https address that this installation may reach',
    ms: 'api_url mestilah alamat https yang boleh dihubungi oleh pemasangan ini',
  },
  silent: {
    en: 'The payment gateway does not respond; nothing was changed',
    ms: 'Get laluan pembayaran tidak memberikan jawapan; tiada apa-apa yang diubah',
  },
  changedMeanwhile: {
    en: 'The payment account was changed at the same time; look at it again',
    ms: 'Akaun pembayaran telah diubah pada masa yang sama; semak semula',
  },
});
