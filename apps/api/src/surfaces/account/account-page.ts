import type { LinkedAccount } from '@usaha/core';
import type { Language, Words } from '@usaha/shared';
import { escaped, policyOf, publicPage } from '../page/public-page.js';

/** Its forms are sent to the page's own address. */
export const ACCOUNT_POLICY = policyOf("'self'");

type Purpose = LinkedAccount['purpose'];
type Said = Pick<LinkedAccount, 'purpose' | 'email' | 'business'>;

const titles: Readonly<Record<Purpose, Words>> = {
  reset: { en: 'Set a new password', ms: 'Tetapkan kata laluan baharu' },
  invitation: { en: 'Welcome! Choose a password', ms: 'Selamat datang! Pilih kata laluan' },
  email: { en: 'Confirm your e-mail address', ms: 'Sahkan alamat e-mel anda' },
};

const dones: Readonly<Record<Purpose, Words>> = {
  reset: { en: 'Your password is set', ms: 'Kata laluan anda telah ditetapkan' },
  invitation: { en: 'Your account is ready', ms: 'Akaun anda sudah sedia' },
  email: { en: 'Your e-mail address is confirmed', ms: 'Alamat e-mel anda telah disahkan' },
};

const words = {
  account: { en: 'Account', ms: 'Akaun' },
  address: { en: 'New address', ms: 'Alamat baharu' },
  business: { en: 'Business', ms: 'Perniagaan' },
  password: { en: 'Password', ms: 'Kata laluan' },
  again: { en: 'Password, again', ms: 'Kata laluan, sekali lagi' },
  set: { en: 'Set password', ms: 'Tetapkan kata laluan' },
  confirm: { en: 'Confirm', ms: 'Sahkan' },
  sessions: {
    en: 'Devices that are signed in will be signed out.',
    ms: 'Peranti yang sedang log masuk akan dilog keluar.',
  },
  signIn: { en: 'You can sign in now.', ms: 'Anda boleh log masuk sekarang.' },
  differ: { en: 'The two passwords are not the same', ms: 'Kedua-dua kata laluan tidak sama' },
  unread: { en: 'The form could not be read; try again', ms: 'Borang tidak dapat dibaca; cuba lagi' },
  taken: { en: 'Another user has this address meanwhile', ms: 'Alamat ini kini digunakan oleh pengguna lain' },
  gone: { en: 'This link does not work any more', ms: 'Pautan ini tidak boleh digunakan lagi' },
  gone_why: {
    en: 'It was used, has ended, or is not one of ours. Ask for a new letter.',
    ms: 'Ia telah digunakan, telah tamat, atau bukan pautan kami. Minta surat baharu.',
  },
} satisfies Record<string, Words>;

export const sayAccount = (name: keyof typeof words, language: Language): string => words[name][language];

const facts = ({ purpose, email, business }: Said, language: Language): string => `<dl>
<dt>${words.business[language]}</dt>
<dd>${escaped(business)}</dd>
<dt>${words[purpose === 'email' ? 'address' : 'account'][language]}</dt>
<dd>${escaped(email)}</dd>
</dl>`;

const passwordField = (name: string, label: string): string =>
  `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="new-password" required>`;

/** The form of a live link. @param wrong what was wrong with the last one that was sent */
export function accountPage(account: Said, language: Language, wrong: string | null = null): string {
  const { purpose } = account;
  const say = (name: keyof typeof words): string => words[name][language];
  const fields =
    purpose === 'email'
      ? [`<button type="submit">${say('confirm')}</button>`]
      : [
          passwordField('password', say('password')),
          passwordField('password_again', say('again')),
          ...(purpose === 'reset' ? [`<p class="hint">${say('sessions')}</p>`] : []),
          `<button type="submit">${say('set')}</button>`,
        ];
  const title = titles[purpose][language];
  return publicPage(
    language,
    title,
    `<h1>${escaped(account.business)}</h1>
<p class="status">${title}</p>
${facts(account, language)}
${wrong === null ? '' : `<p class="wrong" role="alert">${escaped(wrong)}</p>\n`}<form method="post" action="?">
${fields.join('\n')}
</form>`,
  );
}

/** After the form was accepted. */
export const donePage = (account: Said, language: Language): string =>
  publicPage(
    language,
    dones[account.purpose][language],
    `<h1>${escaped(account.business)}</h1>
<p class="status">${dones[account.purpose][language]}</p>
${facts(account, language)}
${account.purpose === 'email' ? '' : `<p>${words.signIn[language]}</p>`}`,
  );

/** For every token that is no live link. */
export const gonePage = (language: Language): string =>
  publicPage(
    language,
    words.gone[language],
    `<h1>Usaha</h1>\n<p class="status">${words.gone[language]}</p>\n<p>${words.gone_why[language]}</p>`,
  );
