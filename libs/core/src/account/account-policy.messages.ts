import { messagesOf } from '@usaha/shared';

/** Of what tenants ask of accounts. */
export const messages = messagesOf({
  lengthBeyond: {
    en: ({ least, most }: { least: number; most: number }) => `password_min_length must be from ${least} to ${most}`,
    ms: ({ least, most }) => `password_min_length mesti dari ${least} hingga ${most}`,
  },
  tooManyLinks: {
    en: ({ most }: { most: number }) => `link_urls must have at most ${most} entries`,
    ms: ({ most }) => `link_urls tidak boleh melebihi ${most} entri`,
  },
  noLinkUrl: {
    en: ({ field, entry }: { field: string; entry: number }) =>
      `Entry ${entry} of ${field} must be an https address (http for this machine) of at most 500 characters, without a user or password, with {token} once, in its query or fragment`,
    ms: ({ field, entry }) =>
      `Entri ${entry} dalam ${field} mesti alamat https (http untuk mesin ini) dengan paling banyak 500 aksara, tanpa pengguna atau kata laluan, dengan {token} sekali dalam pertanyaan (query) atau serpihan (fragment)`,
  },
  enrolFirst: {
    en: 'Set up a second factor of your own before you ask others for one',
    ms: 'Sediakan faktor kedua anda sendiri sebelum memintanya daripada pengguna lain',
  },
});
