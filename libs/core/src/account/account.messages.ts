import { messagesOf } from '@usaha/shared';

/** Of links of letters, and of letters themselves. */
export const messages = messagesOf({
  tokenInvalid: {
    en: 'token is not valid: it was used, has ended, or was not sent by this service',
    ms: 'token tidak sah: ia telah digunakan, telah tamat, atau bukan daripada perkhidmatan ini',
  },
  linkUrlUnlisted: {
    en: 'link_url is not one of the pages that the tenant or the operator has listed',
    ms: 'link_url bukan salah satu halaman yang disenaraikan oleh perniagaan atau pengendali platform',
  },
  lettersUnavailable: {
    en: 'This installation sends no letters: the operator has set no PUBLIC_URL or no SMTP_URL',
    ms: 'Pemasangan ini tidak menghantar surat: pengendali belum menetapkan PUBLIC_URL atau SMTP_URL',
  },
  notPending: {
    en: 'This user has chosen a password already, or may not sign in; only pending users are invited',
    ms: 'Pengguna ini sudah memilih kata laluan, atau tidak dibenarkan log masuk; hanya pengguna yang belum aktif dijemput',
  },
  tooManyResets: {
    en: ({ seconds }: { seconds: number }) => `Too many letters were asked for; try again in ${seconds} seconds`,
    ms: ({ seconds }) => `Terlalu banyak surat diminta; cuba lagi dalam ${seconds} saat`,
  },
});
