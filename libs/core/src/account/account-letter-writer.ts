import { printedDay, type Language, type Message } from '@usaha/shared';
import { nameInLetter } from '../notification/letter.js';
import type { LetterContent } from '../notification/notification-source.js';
import type { AccountLetterKind, ValidEinvoice } from './account-letter.entity.js';
import { sentences, subjects } from './account-letter.messages.js';

/** As whom letters are sent for accounts of several tenants, and of none. */
export const SERVICE_NAME = 'Usaha';

/** The national language first, as in other letters whose reader's language is unknown. */
const inOrder = ['ms', 'en'] as const satisfies Language[];

/** A link of a letter, and the business whose account it is for. */
export interface WrittenLink {
  url: string;
  business: string;
}

/** All that a letter says. */
export interface WrittenLetter {
  kind: AccountLetterKind;
  /** null: in all languages. */
  language: Language | null;
  to: { name: string; address: string };
  /** The e-mail of the account that it is about. */
  email: string;
  business: string;
  links: readonly WrittenLink[];
  key_name?: string;
  day?: string;
  host?: string;
  asked_by?: string;
  reason?: 'gone' | 'failing';
  einvoice?: ValidEinvoice;
}

/** Words a letter. Names in it become neither a header nor a link. */
export function writeAccountLetter(letter: WrittenLetter): LetterContent {
  const { kind, language, to } = letter;
  const from = nameInLetter(letter.business);
  const languages = language === null ? inOrder : [language];
  const part = (one: Language): string =>
    [sentences.greeting({ name: nameInLetter(to.name) }).in(one), '', ...bodyOf(letter, one), ''].join('\n');
  return {
    to,
    from_name: from,
    subject: `${languages.map((one) => subjects[kind][one]).join(' / ')}: ${from}`,
    text: languages.map(part).join('\n--------\n\n'),
  };
}

function bodyOf(letter: WrittenLetter, language: Language): string[] {
  const { kind, email, links, key_name = '', day = '', host = '', asked_by = '', reason = 'failing' } = letter;
  const business = nameInLetter(letter.business);
  const account = { business, email };
  const key = { business, key: nameInLetter(key_name) };
  const say = (...said: Message[]): string[] => [said.map((one) => one.in(language)).join(' ')];
  const link = links.flatMap(({ url }) => [url, '']);
  switch (kind) {
    case 'password_reset':
      return [
        ...say(links.length === 1 ? sentences.resetAsked() : sentences.resetsAsked()),
        '',
        ...links.flatMap(({ business: of, url }) => [`${nameInLetter(of)}:`, url, '']),
        ...say(sentences.resetUnasked()),
      ];
    case 'invitation':
      return [...say(sentences.invited(account)), '', ...link, ...say(sentences.invitedUnknown({ business }))];
    case 'confirm_email':
      return [...say(sentences.confirm(account)), '', ...link, ...say(sentences.confirmUnasked())];
    case 'email_changed':
      return say(sentences.email_changed({ business }), sentences.notYou());
    case 'key_suspended':
      return say(sentences.key_suspended(key), sentences.rotateIt());
    case 'key_expiring':
      return say(sentences.key_expiring({ ...key, day: printedDay(day) }), sentences.rotateIt());
    case 'webhook_disabled':
      return say(sentences[`webhook_${reason}`]({ business, host: nameInLetter(host) }), sentences.enableIt());
    case 'tenant_export':
      return say(sentences.tenant_export({ business, asked_by }), sentences.unexpected());
    case 'einvoice_valid':
      return einvoiceBody(letter, language);
    default:
      return say(sentences[kind](account), sentences.notYou());
  }
}

function einvoiceBody({ einvoice, business }: WrittenLetter, language: Language): string[] {
  if (!einvoice) return [];
  const { number, validation_url, is_simulated } = einvoice;
  return [
    sentences.einvoice_valid({ number: nameInLetter(number), business: nameInLetter(business) }).in(language),
    '',
    validation_url,
    ...(is_simulated ? ['', sentences.simulated().in(language)] : []),
  ];
}

/** A letter with links to several businesses is the service's. */
export function businessOf(tenant: { name: string } | null, links: readonly WrittenLink[]): string {
  if (tenant) return tenant.name;
  const [first] = links;
  return links.length === 1 && first ? first.business : SERVICE_NAME;
}
