import { sandboxWords, type SandboxPayment, type SandboxStatus } from '@usaha/core';
import type { Language, Words } from '@usaha/shared';
import { escaped, policyOf, publicPage } from '../page/public-page.js';
import { printedInstant, printedMoney } from '../../render/pdf/format.js';

/** Its forms are sent to the page's own address. */
export const SANDBOX_POLICY = policyOf("'self'");

const words = {
  title: { en: 'Test payment', ms: 'Bayaran ujian' },
  no_money: {
    en: 'This page plays a bank. No money is moved.',
    ms: 'Halaman ini berlakon sebagai bank. Tiada wang dipindahkan.',
  },
  to: { en: 'To', ms: 'Kepada' },
  for: { en: 'For', ms: 'Untuk' },
  method: { en: 'Payment method', ms: 'Kaedah bayaran' },
  until: { en: 'Can be paid until', ms: 'Boleh dibayar sehingga' },
  pay: { en: 'Pay', ms: 'Bayar' },
  refuse: { en: 'Refuse: declined', ms: 'Tolak: tidak diluluskan' },
  refuse_funds: { en: 'Refuse: not enough funds', ms: 'Tolak: baki tidak mencukupi' },
  expire: { en: 'Let the time pass', ms: 'Biarkan tamat tempoh' },
  pay_late: { en: 'Pay all the same, as slow banks do', ms: 'Bayar juga, seperti bank yang lambat' },
  back: { en: 'Back to the business', ms: 'Kembali kepada perniagaan' },
  gone: { en: 'Nothing to pay', ms: 'Tiada apa-apa untuk dibayar' },
  gone_why: { en: 'This link is not one of ours.', ms: 'Pautan ini bukan pautan kami.' },
  choose: { en: 'Choose what the payer does', ms: 'Pilih tindakan pembayar' },
  fields: {
    en: 'outcome must be pay, refuse or expire; reason declined or insufficient_funds; callback and late true or false',
    ms: 'outcome mestilah pay, refuse atau expire; reason declined atau insufficient_funds; callback dan late true atau false',
  },
  too_large: { en: 'The body is too large', ms: 'Kandungan permintaan terlalu besar' },
} satisfies Record<string, Words>;

export const saySandbox = (name: keyof typeof words, language: Language): string => words[name][language];

const methods: Readonly<Record<string, Words>> = {
  duitnow_qr: { en: 'DuitNow QR', ms: 'DuitNow QR' },
  fpx: { en: 'Online banking (FPX)', ms: 'Perbankan dalam talian (FPX)' },
  card: { en: 'Card', ms: 'Kad' },
  ewallet: { en: 'E-wallet', ms: 'E-dompet' },
};

/** The page on which a payer decides. @param wrong what was wrong with the last decision; null: nothing */
export function sandboxPage(
  payment: SandboxPayment,
  { status, language, wrong }: { status: SandboxStatus; language: Language; wrong: string | null },
): string {
  const say = (name: keyof typeof words): string => words[name][language];
  const { amount, currency, method, expires_at, sealed_details: details } = payment;
  const facts: [string, string][] = [
    [say('to'), details?.business ?? ''],
    [say('for'), details?.description ?? ''],
    [say('method'), (methods[method ?? 'card'] as Words)[language]],
    [say('until'), printedInstant(expires_at)],
  ];
  const back = details?.return_url;
  return publicPage(
    language,
    say('title'),
    `<h1>${say('title')}</h1>
<p class="status">${currency === 'MYR' ? 'RM' : escaped(currency)} ${printedMoney(amount)}</p>
<p class="number">${sandboxWords[status][language]}</p>
${wrong === null ? '' : `<p class="wrong">${escaped(wrong)}</p>\n`}<dl>${facts
      .filter(([, text]) => text !== '')
      .map(([label, text]) => `<dt>${label}</dt><dd>${escaped(text)}</dd>`)
      .join('')}</dl>
${choicesOf(status)
  .map(([fields, name]) => formOf(fields, say(name)))
  .join('\n')}
${back ? `<p><a href="${escaped(back)}">${say('back')}</a></p>\n` : ''}<footer>${say('no_money')}</footer>`,
  );
}

/** The page of every link that names no payment. */
export const sandboxGonePage = (language: Language): string =>
  publicPage(
    language,
    words.gone[language],
    `<h1>${words.title[language]}</h1>\n<p class="status">${words.gone[language]}</p>\n<p>${words.gone_why[language]}</p>`,
  );

type Choice = [fields: Readonly<Record<string, string>>, name: keyof typeof words];

/** What can still be decided. */
function choicesOf(status: SandboxStatus): Choice[] {
  if (status === 'waiting')
    return [
      [{ outcome: 'pay' }, 'pay'],
      [{ outcome: 'refuse', reason: 'declined' }, 'refuse'],
      [{ outcome: 'refuse', reason: 'insufficient_funds' }, 'refuse_funds'],
      [{ outcome: 'expire' }, 'expire'],
    ];
  return status === 'expired' || status === 'abandoned' ? [[{ outcome: 'pay', late: 'true' }, 'pay_late']] : [];
}

const formOf = (fields: Readonly<Record<string, string>>, button: string): string =>
  `<form method="post" action="?">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}<button type="submit">${button}</button></form>`;
