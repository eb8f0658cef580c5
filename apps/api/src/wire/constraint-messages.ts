import { messagesOf, type Message, type Words } from '@usaha/shared';
import type { ValidationOptions } from 'class-validator';

/** A constraint that a value does not meet. */
export interface Broken {
  /** What the sentence begins with: the field's name, or "each value in" it. */
  subject: Words;
  /** What the constraint was declared with, as class-validator keeps it: the most characters, the closed set … */
  limits: readonly unknown[];
}

const first = ({ limits }: Broken): string => String(limits[0]);
const listed = ({ limits }: Broken): string => (limits[0] as readonly unknown[]).join(', ');

/** By the name that class-validator knows a constraint by. */
export const constraintMessages = messagesOf({
  isString: {
    en: ({ subject }: Broken) => `${subject.en} must be a string`,
    ms: ({ subject }) => `${subject.ms} mestilah teks`,
  },
  maxLength: {
    en: (broken: Broken) => `${broken.subject.en} must have at most ${first(broken)} characters`,
    ms: (broken) => `${broken.subject.ms} tidak boleh melebihi ${first(broken)} aksara`,
  },
  isEmail: {
    en: ({ subject }: Broken) => `${subject.en} must be an email`,
    ms: ({ subject }) => `${subject.ms} mestilah alamat e-mel yang sah`,
  },
  isUuid: {
    en: ({ subject }: Broken) => `${subject.en} must be a UUID`,
    ms: ({ subject }) => `${subject.ms} mestilah UUID`,
  },
  isIn: {
    en: (broken: Broken) => `${broken.subject.en} must be one of the following values: ${listed(broken)}`,
    ms: (broken) => `${broken.subject.ms} mestilah salah satu daripada nilai berikut: ${listed(broken)}`,
  },
  isBoolean: {
    en: ({ subject }: Broken) => `${subject.en} must be a boolean value`,
    ms: ({ subject }) => `${subject.ms} mestilah nilai boolean (true atau false)`,
  },
  isInt: {
    en: ({ subject }: Broken) => `${subject.en} must be a whole number`,
    ms: ({ subject }) => `${subject.ms} mestilah nombor bulat`,
  },
  isNumber: {
    en: ({ subject }: Broken) => `${subject.en} must be a number`,
    ms: ({ subject }) => `${subject.ms} mestilah nombor`,
  },
  min: {
    en: (broken: Broken) => `${broken.subject.en} must not be less than ${first(broken)}`,
    ms: (broken) => `${broken.subject.ms} tidak boleh kurang daripada ${first(broken)}`,
  },
  max: {
    en: (broken: Broken) => `${broken.subject.en} must not be greater than ${first(broken)}`,
    ms: (broken) => `${broken.subject.ms} tidak boleh lebih daripada ${first(broken)}`,
  },
  isArray: {
    en: ({ subject }: Broken) => `${subject.en} must be an array`,
    ms: ({ subject }) => `${subject.ms} mestilah senarai`,
  },
  arrayMinSize: {
    en: (broken: Broken) => `${broken.subject.en} must contain at least ${first(broken)} elements`,
    ms: (broken) => `${broken.subject.ms} mesti mengandungi sekurang-kurangnya ${first(broken)} unsur`,
  },
  arrayMaxSize: {
    en: (broken: Broken) => `${broken.subject.en} must contain no more than ${first(broken)} elements`,
    ms: (broken) => `${broken.subject.ms} tidak boleh mengandungi lebih daripada ${first(broken)} unsur`,
  },
  isObject: {
    en: ({ subject }: Broken) => `${subject.en} must be an object`,
    ms: ({ subject }) => `${subject.ms} mestilah objek`,
  },
  nestedValidation: {
    en: ({ subject }: Broken) => `${subject.en} must be an object or an array`,
    ms: ({ subject }) => `${subject.ms} mestilah objek atau senarai`,
  },
  isCalendarDate: {
    en: ({ subject }: Broken) => `${subject.en} must be a date, YYYY-MM-DD`,
    ms: ({ subject }) => `${subject.ms} mestilah tarikh, YYYY-MM-DD`,
  },
  isInstant: {
    en: ({ subject }: Broken) => `${subject.en} must be a date and time like 2026-03-10T16:30:00+08:00`,
    ms: ({ subject }) => `${subject.ms} mestilah tarikh dan masa seperti 2026-03-10T16:30:00+08:00`,
  },
  isTextOrNumber: {
    en: (broken: Broken) => `${broken.subject.en} must be a number, or a text of at most ${first(broken)} characters`,
    ms: (broken) => `${broken.subject.ms} mestilah nombor, atau teks yang tidak melebihi ${first(broken)} aksara`,
  },
  isTextOrAddress: {
    en: (broken: Broken) => `${broken.subject.en} must be a text of at most ${first(broken)} characters, or an address`,
    ms: (broken) => `${broken.subject.ms} mestilah teks yang tidak melebihi ${first(broken)} aksara, atau alamat`,
  },
  isTextOrFlag: {
    en: (broken: Broken) =>
      `${broken.subject.en} must be a boolean value, or a text of at most ${first(broken)} characters`,
    ms: (broken) =>
      `${broken.subject.ms} mestilah nilai boolean (true atau false), atau teks yang tidak melebihi ${first(broken)} aksara`,
  },
  isFlagOrAmount: {
    en: (broken: Broken) => `${broken.subject.en} must be true, false, or an amount from 0 to ${first(broken)}`,
    ms: (broken) => `${broken.subject.ms} mestilah true, false, atau amaun antara 0 hingga ${first(broken)}`,
  },
  isTextsOrObjects: {
    en: (broken: Broken) => `${broken.subject.en} must hold objects, and texts of at most ${first(broken)} characters`,
    ms: (broken) =>
      `${broken.subject.ms} mesti mengandungi objek, dan teks yang tidak melebihi ${first(broken)} aksara`,
  },
  isWithinBytes: {
    en: (broken: Broken) => `${broken.subject.en} must not be larger than ${first(broken)} bytes as JSON`,
    ms: (broken) => `${broken.subject.ms} tidak boleh melebihi ${first(broken)} bait sebagai JSON`,
  },
  statedKeys: {
    en: ({ subject }: Broken) => `${subject.en} has a key of another type than is stated`,
    ms: ({ subject }) => `${subject.ms} mempunyai kunci daripada jenis yang lain daripada yang dinyatakan`,
  },
});

/** Of constraints whose name says too little: what a pattern is for. */
export const patternMessages = messagesOf({
  filled: {
    en: ({ subject }: Broken) => `${subject.en} must not be empty`,
    ms: ({ subject }) => `${subject.ms} mesti diisi`,
  },
  webAddress: {
    en: ({ subject }: Broken) => `${subject.en} must be an address with http or https, without user or password`,
    ms: ({ subject }) => `${subject.ms} mestilah alamat dengan http atau https, tanpa pengguna atau kata laluan`,
  },
  time: {
    en: ({ subject }: Broken) => `${subject.en} must be a time, HH:MM:SS`,
    ms: ({ subject }) => `${subject.ms} mestilah masa, HH:MM:SS`,
  },
  withoutNul: {
    en: ({ subject }: Broken) => `${subject.en} must not contain NUL characters`,
    ms: ({ subject }) => `${subject.ms} tidak boleh mengandungi aksara NUL`,
  },
});

export type Say = (broken: Broken) => Message;

/** Options of one constraint: what is said of it, in place of what its name says. */
export const worded = (say: Say): ValidationOptions => ({ context: { say } });

/** The message of a constraint that a value does not meet; undefined for one that neither table knows. */
export function sayingOf(constraint: string, context: { say?: Say } | undefined): Say | undefined {
  if (context?.say) return context.say;
  return Object.hasOwn(constraintMessages, constraint)
    ? constraintMessages[constraint as keyof typeof constraintMessages]
    : undefined;
}

export const validationMessages = messagesOf({
  required: {
    en: ({ field }: { field: string }) => `${field} is required`,
    ms: ({ field }) => `${field} diperlukan`,
  },
  /** Of a constraint that no table knows: class-validator's own words. */
  untranslated: {
    en: ({ text }: { text: string }) => text,
    ms: ({ text }) => text,
  },
});
