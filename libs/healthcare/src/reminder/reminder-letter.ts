import { malaysianTime } from '@usaha/shared';

/** A letter that reminds a patient of an appointment. */
export interface ReminderLetter {
  /** Names the reminder of this time of this appointment, so that mail programs know the same one again. */
  id: string;
  to: { name: string; address: string };
  /** The clinic, as whom the letter is sent. */
  from_name: string;
  /** Where answers go; null where the clinic gave no address. */
  reply_to: string | null;
  subject: string;
  text: string;
}

/** Who is reminded of what. */
export interface Reminded {
  appointment_id: string;
  scheduled_at: Date;
  first_name: string;
  last_name: string;
  email: string;
}

export interface Clinic {
  name: string;
  email: string | null;
  phone: string | null;
}

/** What can be written on an envelope: patients' addresses are any text (A-154). */
export const isAddress = (text: string | null): text is string =>
  text !== null &&
  text.length <= 254 &&
  /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\]+$/.test(text.trim());

/** A name on one line, whatever was entered. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();

const dayIn = (language: 'en-MY' | 'ms-MY'): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kuala_Lumpur',
  });
const english = dayIn('en-MY');
const malay = dayIn('ms-MY');

/**
 * The letter, in Malay and English. It names day, time and clinic and nothing that tells of the patient's health: not
 * what the visit is for, nor with whom. Others may see it.
 */
export function reminderLetter(reminded: Reminded, clinic: Clinic): ReminderLetter {
  const { appointment_id, scheduled_at, first_name, last_name, email } = reminded;
  const [name, business] = [oneLine(`${first_name} ${last_name}`), oneLine(clinic.name)];
  const time = malaysianTime(scheduled_at).slice(0, 5);
  const reached = [clinic.phone, clinic.email].flatMap((text) => (text?.trim() ? [oneLine(text)] : [])).join(', ');
  const lines = [
    `Salam ${name},`,
    '',
    'Ini ialah peringatan tentang janji temu anda.',
    '',
    `  Tarikh: ${malay.format(scheduled_at)}`,
    `  Masa:   ${time} (waktu Malaysia)`,
    `  Klinik: ${business}`,
    '',
    `Jika anda tidak dapat hadir, sila maklumkan kepada klinik${reached ? `: ${reached}` : ''}.`,
    '',
    '--------',
    '',
    `Dear ${name},`,
    '',
    'This is a reminder of your appointment.',
    '',
    `  Date:   ${english.format(scheduled_at)}`,
    `  Time:   ${time} (Malaysian time)`,
    `  Clinic: ${business}`,
    '',
    `If you cannot come, please tell the clinic${reached ? `: ${reached}` : ''}.`,
    '',
  ];
  return {
    id: `${appointment_id}.${scheduled_at.getTime()}`,
    to: { name, address: email.trim() },
    from_name: business,
    reply_to: isAddress(clinic.email) ? clinic.email.trim() : null,
    subject: `Peringatan janji temu / Appointment reminder: ${business}, ${english.format(scheduled_at)}, ${time}`,
    text: lines.join('\n'),
  };
}
