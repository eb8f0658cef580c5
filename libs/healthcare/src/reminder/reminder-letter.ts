import { isAddress, oneLine, type LetterContent } from '@usaha/core';
import { malaysianTime, type Language } from '@usaha/shared';
import { labels, sentences } from './reminder.messages.js';

/** Who is reminded of what. */
export interface Reminded {
  scheduled_at: Date;
  first_name: string;
  last_name: string;
  email: string;
}

/** As whom the letter is sent. */
export interface Clinic {
  name: string;
  email: string | null;
  phone: string | null;
}

/** Nobody is asked in which language they read, so the letter has both, the national one first. */
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
 * The letter. It names day, time and clinic and nothing that tells of the patient's health: not what the visit is for,
 * nor with whom. Others may see it.
 */
export function reminderLetter(reminded: Reminded, clinic: Clinic): LetterContent {
  const { scheduled_at, first_name, last_name, email } = reminded;
  const [name, business] = [oneLine(`${first_name} ${last_name}`), oneLine(clinic.name)];
  const time = malaysianTime(scheduled_at).slice(0, 5);
  const reached = [clinic.phone, clinic.email].flatMap((text) => (text?.trim() ? [oneLine(text)] : [])).join(', ');
  const body = (language: Language): string => {
    const line = (label: keyof typeof labels, value: string) => `  ${`${labels[label][language]}:`.padEnd(7)} ${value}`;
    return [
      sentences.greeting({ name }).in(language),
      '',
      sentences.reminder().in(language),
      '',
      line('date', days[language].format(scheduled_at)),
      line('time', sentences.time({ time }).in(language)),
      line('clinic', business),
      '',
      sentences.ifUnable({ reached }).in(language),
      '',
    ].join('\n');
  };
  const subject = inOrder.map((language) => labels.subject[language]).join(' / ');
  return {
    to: { name, address: email.trim() },
    from_name: business,
    reply_to: isAddress(clinic.email) ? clinic.email.trim() : null,
    subject: `${subject}: ${business}, ${days.en.format(scheduled_at)}, ${time}`,
    text: inOrder.map(body).join('\n--------\n\n'),
  };
}
