import { messagesOf, type Words } from '@usaha/shared';
import type { AccountLetterKind } from './account-letter.entity.js';

/** Subjects of letters about accounts. */
export const subjects = {
  password_reset: { en: 'Set a new password', ms: 'Tetapkan kata laluan baharu' },
  invitation: { en: 'You are invited', ms: 'Anda dijemput' },
  confirm_email: { en: 'Confirm your e-mail address', ms: 'Sahkan alamat e-mel anda' },
  password_was_reset: { en: 'Your password was changed', ms: 'Kata laluan anda telah diubah' },
  email_changed: { en: 'Your e-mail address was changed', ms: 'Alamat e-mel anda telah diubah' },
  factor_added: { en: 'A second sign-in step was added', ms: 'Langkah kedua log masuk telah ditambah' },
  factor_removed: { en: 'The second sign-in step was removed', ms: 'Langkah kedua log masuk telah dibuang' },
  factor_reset: {
    en: 'An administrator removed the second sign-in step',
    ms: 'Pentadbir membuang langkah kedua log masuk',
  },
  recovery_code_used: { en: 'A recovery code was used', ms: 'Satu kod pemulihan telah digunakan' },
  codes_guessed: { en: 'Wrong sign-in codes were entered', ms: 'Kod log masuk yang salah telah dimasukkan' },
  key_suspended: { en: 'An API key was suspended', ms: 'Satu kunci API telah digantung' },
  key_expiring: { en: 'An API key ends soon', ms: 'Satu kunci API akan tamat' },
  webhook_disabled: { en: 'A webhook endpoint was disabled', ms: 'Satu titik akhir webhook telah dinyahaktifkan' },
  tenant_export: { en: 'An export of all data was asked for', ms: 'Eksport semua data telah diminta' },
  einvoice_valid: { en: 'Your e-invoice', ms: 'E-invois anda' },
} satisfies Record<AccountLetterKind, Words>;

interface Account {
  /** The user's e-mail. */
  email: string;
  business: string;
}

interface Key {
  key: string;
  business: string;
}

interface Asked {
  /** The e-mail of the administrator. */
  asked_by: string;
  business: string;
}

interface Endpoint {
  host: string;
  business: string;
}

/** What the letters say, a sentence or two each. */
export const sentences = messagesOf({
  greeting: {
    en: ({ name }: { name: string }) => (name === '' ? 'Hello,' : `Dear ${name},`),
    ms: ({ name }) => (name === '' ? 'Salam,' : `Salam ${name},`),
  },
  resetAsked: {
    en: 'A new password was asked for with this e-mail address. This link sets one; it works once, for one hour:',
    ms: 'Kata laluan baharu telah diminta dengan alamat e-mel ini. Pautan ini menetapkannya; ia boleh digunakan sekali sahaja, dalam masa satu jam:',
  },
  resetsAsked: {
    en: 'A new password was asked for with this e-mail address. Each of these links sets one; it works once, for one hour:',
    ms: 'Kata laluan baharu telah diminta dengan alamat e-mel ini. Setiap pautan ini menetapkan satu; ia boleh digunakan sekali sahaja, dalam masa satu jam:',
  },
  resetUnasked: {
    en: 'If you did not ask for it, do nothing: the password stays as it is.',
    ms: 'Jika anda tidak memintanya, abaikan surat ini: kata laluan anda kekal.',
  },
  invited: {
    en: ({ business, email }: Account) =>
      `${business} has made an account for you, ${email}. This link sets its password; it works once, for seven days:`,
    ms: ({ business, email }) =>
      `${business} telah membuat akaun untuk anda, ${email}. Pautan ini menetapkan kata laluannya; ia boleh digunakan sekali sahaja, dalam masa tujuh hari:`,
  },
  invitedUnknown: {
    en: ({ business }: { business: string }) => `If you do not know ${business}, do nothing.`,
    ms: ({ business }) => `Jika anda tidak mengenali ${business}, abaikan surat ini.`,
  },
  confirm: {
    en: ({ business, email }: Account) =>
      `${email} is to be the e-mail address of your account at ${business}. This link confirms it; it works once, for 24 hours:`,
    ms: ({ business, email }) =>
      `${email} akan menjadi alamat e-mel akaun anda di ${business}. Pautan ini mengesahkannya; ia boleh digunakan sekali sahaja, dalam masa 24 jam:`,
  },
  confirmUnasked: {
    en: 'If you did not ask for it, do nothing.',
    ms: 'Jika anda tidak memintanya, abaikan surat ini.',
  },
  password_was_reset: {
    en: ({ business, email }: Account) =>
      `The password of your account ${email} at ${business} was changed: by a link that was sent to this address, or by the operator of the service. All its sessions have ended.`,
    ms: ({ business, email }) =>
      `Kata laluan akaun anda ${email} di ${business} telah diubah: melalui pautan yang dihantar ke alamat ini, atau oleh pengendali platform. Semua sesinya telah tamat.`,
  },
  email_changed: {
    en: ({ business }: { business: string }) =>
      `The e-mail address of your account at ${business} is another one from now on. This address no longer signs in.`,
    ms: ({ business }) =>
      `Alamat e-mel akaun anda di ${business} telah ditukar. Alamat ini tidak lagi boleh digunakan untuk log masuk.`,
  },
  factor_added: {
    en: ({ business, email }: Account) =>
      `Signing in to your account ${email} at ${business} takes a code of an authenticator app from now on.`,
    ms: ({ business, email }) =>
      `Log masuk ke akaun anda ${email} di ${business} kini memerlukan kod daripada aplikasi pengesah.`,
  },
  factor_removed: {
    en: ({ business, email }: Account) =>
      `Signing in to your account ${email} at ${business} takes no code of an authenticator app any more.`,
    ms: ({ business, email }) =>
      `Log masuk ke akaun anda ${email} di ${business} tidak lagi memerlukan kod daripada aplikasi pengesah.`,
  },
  factor_reset: {
    en: ({ business, email }: Account) =>
      `An administrator removed the authenticator app from your account ${email} at ${business}. All its sessions have ended.`,
    ms: ({ business, email }) =>
      `Pentadbir telah membuang aplikasi pengesah daripada akaun anda ${email} di ${business}. Semua sesinya telah tamat.`,
  },
  recovery_code_used: {
    en: ({ business, email }: Account) =>
      `A recovery code of your account ${email} at ${business} was used in place of the authenticator app.`,
    ms: ({ business, email }) =>
      `Satu kod pemulihan akaun anda ${email} di ${business} telah digunakan sebagai ganti aplikasi pengesah.`,
  },
  codes_guessed: {
    en: ({ business, email }: Account) =>
      `Ten wrong codes were entered for your account ${email} at ${business} within an hour, each behind the right password.`,
    ms: ({ business, email }) =>
      `Sepuluh kod yang salah telah dimasukkan bagi akaun anda ${email} di ${business} dalam masa sejam, setiap satu selepas kata laluan yang betul.`,
  },
  notYou: {
    en: 'If this was not you, set a new password now and tell an administrator of the business.',
    ms: 'Jika ini bukan tindakan anda, tetapkan kata laluan baharu sekarang dan maklumkan kepada pentadbir perniagaan.',
  },
  key_suspended: {
    en: ({ key, business }: Key) =>
      `The API key "${key}" of ${business} is refused from now on: the user who made or last rotated it is no longer an active administrator.`,
    ms: ({ key, business }) =>
      `Kunci API "${key}" milik ${business} kini ditolak: pengguna yang membuat atau kali terakhir menukarnya bukan lagi pentadbir aktif.`,
  },
  rotateIt: {
    en: 'An administrator who rotates it gets a new secret.',
    ms: 'Pentadbir yang menukarnya akan mendapat rahsia baharu.',
  },
  key_expiring: {
    en: ({ key, business, day }: Key & { day: string }) =>
      `The API key "${key}" of ${business} ends on ${day} (Malaysian time). Programs that use it are refused from then on.`,
    ms: ({ key, business, day }) =>
      `Kunci API "${key}" milik ${business} tamat pada ${day} (waktu Malaysia). Program yang menggunakannya akan ditolak selepas itu.`,
  },
  webhook_gone: {
    en: ({ host, business }: Endpoint) =>
      `The webhook endpoint of ${business} at ${host} was disabled: it answered that it is gone (410). Events that waited for it are skipped.`,
    ms: ({ host, business }) =>
      `Titik akhir webhook milik ${business} di ${host} telah dinyahaktifkan: ia menjawab bahawa ia sudah tiada (410). Peristiwa yang menunggu dilangkau.`,
  },
  webhook_failing: {
    en: ({ host, business }: Endpoint) =>
      `The webhook endpoint of ${business} at ${host} was disabled: no event could be delivered to it for five days. Events that waited for it are skipped.`,
    ms: ({ host, business }) =>
      `Titik akhir webhook milik ${business} di ${host} telah dinyahaktifkan: tiada peristiwa dapat dihantar kepadanya selama lima hari. Peristiwa yang menunggu dilangkau.`,
  },
  enableIt: {
    en: 'Once it works, an administrator can enable it and replay the events of the last seven days.',
    ms: 'Setelah ia berfungsi, pentadbir boleh mengaktifkannya dan mengulang peristiwa tujuh hari yang lalu.',
  },
  tenant_export: {
    en: ({ asked_by, business }: Asked) =>
      `${asked_by} has asked for an export of all data of ${business}. Once it is ready, its administrators can download it for seven days.`,
    ms: ({ asked_by, business }) =>
      `${asked_by} telah meminta eksport semua data ${business}. Setelah siap, pentadbirnya boleh memuat turunnya selama tujuh hari.`,
  },
  einvoice_valid: {
    en: ({ number, business }: { number: string; business: string }) =>
      `The e-invoice ${number} that you asked ${business} for is valid. This page of the tax board shows it:`,
    ms: ({ number, business }) =>
      `E-invois ${number} yang anda minta daripada ${business} telah disahkan. Halaman LHDN ini memaparkannya:`,
  },
  simulated: {
    en: 'SIMULATION: this e-invoice was made to try the service, and the tax board does not know it.',
    ms: 'SIMULASI: e-invois ini dibuat untuk mencuba perkhidmatan, dan tidak diketahui oleh LHDN.',
  },
  unexpected: {
    en: 'If you did not expect this, ask that administrator, and end the sessions and change the password of that account.',
    ms: 'Jika anda tidak menjangkakannya, tanya pentadbir itu, tamatkan sesi dan tukar kata laluan akaun itu.',
  },
});
