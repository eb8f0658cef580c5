import type { Language } from '@usaha/shared';

/** Ways by which people are told, in the order in which they are tried. */
export const ways = ['whatsapp', 'sms', 'email'] as const;
export type Way = (typeof ways)[number];

/**
 * What a message is: of a transaction that the person has begun, a reminder that a person can stop, or for the staff of the
 * business.
 */
export const messageCategories = ['transaction', 'reminder', 'staff'] as const;
export type MessageCategory = (typeof messageCategories)[number];

/** What the value of a parameter is: it says how the value is printed. */
export const parameterKinds = ['text', 'code', 'day', 'time', 'instant', 'money', 'link'] as const;
export type ParameterKind = (typeof parameterKinds)[number];

/** All parameters, with an example that shows what such a value looks like. */
export const templateParameters = {
  name: { kind: 'text', example: 'Siti Nur' },
  business: { kind: 'text', example: 'Kedai Seri Mutiara' },
  day: { kind: 'day', example: '10/03/2026' },
  time: { kind: 'time', example: '16:30' },
  classes: { kind: 'text', example: 'Matematik 4' },
  total: { kind: 'money', example: 'RM 150.00' },
  due_day: { kind: 'day', example: '31/03/2026' },
  tracking_number: { kind: 'code', example: 'MY26031012345678' },
  promised: { kind: 'text', example: '12/03/2026, 09:00–12:00' },
  to_collect: { kind: 'money', example: 'RM 59.90' },
  at: { kind: 'instant', example: '12/03/2026, 10:20' },
  document_number: { kind: 'code', example: 'INV-2026-000042' },
  amount: { kind: 'money', example: 'RM 80.00' },
  expires: { kind: 'instant', example: '17/03/2026, 16:30' },
  receipt_number: { kind: 'code', example: 'RCP-2026-000042' },
  link: { kind: 'link', example: 'https://usaha.example/pay/AbC123' },
} as const satisfies Record<string, { kind: ParameterKind; example: string }>;
export type ParameterName = keyof typeof templateParameters;

/** The printed values of a template's parameters. */
export type PrintedValues<P extends ParameterName = ParameterName> = Readonly<Record<P, string>>;
type Text<P extends ParameterName> = (values: PrintedValues<P>) => string;

/** What each way says: a letter has a subject. */
interface TextOfWay<P extends ParameterName> {
  whatsapp: Text<P>;
  sms: Text<P>;
  email: { subject: Text<P>; text: Text<P> };
}

/** One text of each way of the template and language: without one of them the table does not compile. */
type Texts<W extends Way, P extends ParameterName> = Readonly<Record<Language, Pick<TextOfWay<P>, W>>>;

/** The texts of a template, as they are read without its type. */
type AnyTexts = Readonly<Record<Language, Partial<TextOfWay<ParameterName>>>>;

/** What messages of one kind say. */
export interface Template {
  category: MessageCategory;
  /** What records it is about. */
  subjects: readonly string[];
  parameters: readonly ParameterName[];
  ways: readonly Way[];
  /** Whether a user may send it. */
  by_hand: boolean;
  texts: AnyTexts;
}

/** A template whose texts are complete: each way in each language, of its parameters alone. */
export function template<const P extends readonly ParameterName[], const W extends readonly Way[]>(
  facts: Pick<Template, 'category' | 'subjects'> & { parameters: P; ways: W; by_hand?: boolean },
  texts: Texts<W[number], P[number]>,
): Template {
  return { by_hand: false, ...facts, texts };
}

/** The ways of most templates. */
export const everyWay = ways;
