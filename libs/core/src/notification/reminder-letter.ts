import { malaysianTime, type Language, type Words } from '@usaha/shared';
import { nameInLetter, reachedAt } from './letter.js';
import type { LetterContent } from './notification-source.js';
import { labels, sentences } from './reminder.messages.js';

/** The recipient of a reminder, and its appointment. */
export interface Reminded {
  at: Date;
  first_name: string;
  last_name: string;
  email: string;
}

/** As whom the letter is sent. */
export interface RemindingBusiness {
  name: string;
  email: string | null;
  phone: string | null;
}

/** What a letter calls a business of its kind. */
export interface ReminderPlace {
  /** Before its name: `Clinic`. */
  label: Words;
  /** In a sentence, as who is to be told: `the clinic`. */
  told: Words;
}

/** The language of the recipient is unknown, so the letter has both, the national one first. */
const inOrder = ['ms', 'en'] as const satisfies Language[];

const dayIn = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kuala_Lumpur',
  });
const days: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: dayIn('en-MY'), ms: dayIn('ms-MY') };

/**
 * The letter. It names day, time and business, and nothing of the recipient's health or looks: neither purpose, person
 * nor price of the visit. Others may see it.
 */
export function reminderLetter(reminded: Reminded, business: RemindingBusiness, place: ReminderPlace): LetterContent {
  const { at, first_name, last_name, email } = reminded;
  const [name, from] = [nameInLetter(`${first_name} ${last_name}`), nameInLetter(business.name)];
  const time = malaysianTime(at).slice(0, 5);
  const reached = reachedAt(business);
  const body = (language: Language): string => {
    const line = (label: Words, value: string) => `  ${`${label[language]}:`.padEnd(7)} ${value}`;
    return [
      sentences.greeting({ name }).in(language),
      '',
      sentences.reminder().in(language),
      '',
      line(labels.date, days[language].format(at)),
      line(labels.time, sentences.time({ time }).in(language)),
      line(place.label, from),
      '',
      sentences.ifUnable({ told: place.told, reached }).in(language),
      '',
    ].join('\n');
  };
  const subject = inOrder.map((language) => labels.subject[language]).join(' / ');
  return {
    to: { name, address: email.trim() },
    from_name: from,
    subject: `${subject}: ${from}, ${days.en.format(at)}, ${time}`,
    text: inOrder.map(body).join('\n--------\n\n'),
  };
}
