import { messagesOf } from '@usaha/shared';

/** Refusals of the address of a webhook endpoint. None tells an address that a name has. */
export const messages = messagesOf({
  notUrl: {
    en: 'url must be an absolute URL that begins with https://',
    ms: 'url mestilah URL penuh yang bermula dengan https://',
  },
  tooLong: {
    en: ({ most }: { most: number }) => `url may have at most ${most} characters`,
    ms: ({ most }) => `url tidak boleh melebihi ${most} aksara`,
  },
  hasUser: {
    en: 'url must not have a user or password: send them in headers',
    ms: 'url tidak boleh mengandungi nama pengguna atau kata laluan: hantarkannya dalam headers',
  },
  hasFragment: {
    en: 'url must not have a fragment (#)',
    ms: 'url tidak boleh mengandungi serpihan (#)',
  },
  wrongPort: {
    en: 'url must have port 443, or one from 1024 to 65535',
    ms: 'url mestilah menggunakan port 443, atau port antara 1024 hingga 65535',
  },
  notPublic: {
    en: 'url must lead to public addresses alone',
    ms: 'url mestilah menuju ke alamat awam sahaja',
  },
});
