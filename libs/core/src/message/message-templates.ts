import type { Language } from '@usaha/shared';
import { reminderTemplates } from './reminder-templates.js';
import { smsText, withoutContacts } from './sms-text.js';
import { staffTemplates } from './staff-templates.js';
import {
  templateParameters,
  type ParameterKind,
  type ParameterName,
  type PrintedValues,
  type Template,
  type Way,
} from './template.js';
import { transactionTemplates } from './transaction-templates.js';

const table = { ...reminderTemplates, ...transactionTemplates, ...staffTemplates };
export type TemplateName = keyof typeof table;

/** All templates of messages. Letters about accounts have their texts in `account-letter.messages.ts`. */
export const messageTemplates: Readonly<Record<TemplateName, Template>> = table;
export const templateNames = Object.keys(table) as TemplateName[];

/** Whether a text names a template. */
export const isTemplateName = (text: string): text is TemplateName => Object.hasOwn(table, text);

/** What answers a reminder by WhatsApp so that none follow. */
const howToStop: Readonly<Record<Language, string>> = {
  en: 'Answer STOP to get no more messages.',
  ms: 'Jawab BERHENTI untuk tidak lagi menerima mesej.',
};

/** What a message says by one way. */
export interface MessageText {
  /** Of a letter; null for the other ways. */
  subject: string | null;
  text: string;
}

/** Texts that people have entered, without links and telephone numbers. */
const forSms = (values: PrintedValues): PrintedValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      templateParameters[name as ParameterName].kind === 'text' ? withoutContacts(value) : value,
    ]),
  ) as PrintedValues;

/** The text of a template by a way; null where it has none. */
export function textOf(name: TemplateName, way: Way, language: Language, values: PrintedValues): MessageText | null {
  const { category, texts } = messageTemplates[name];
  const { email, sms, whatsapp } = texts[language];
  switch (way) {
    case 'email':
      return email ? { subject: email.subject(values), text: email.text(values) } : null;
    case 'sms':
      return sms ? { subject: null, text: smsText(values.business, sms(forSms(values))) } : null;
    case 'whatsapp': {
      if (!whatsapp) return null;
      const end = category === 'reminder' ? ` ${howToStop[language]}` : '';
      return { subject: null, text: whatsapp(values) + end };
    }
  }
}

/** Values that stand for themselves: `{name}`. */
const placeholders = Object.fromEntries(
  Object.keys(templateParameters).map((name) => [name, `{${name}}`]),
) as PrintedValues;

/** The text of a template with `{name}` where a value goes; null where it has none. */
export const shownText = (name: TemplateName, way: Way, language: Language): MessageText | null =>
  textOf(name, way, language, placeholders);

/** A parameter of a template, and what its value is. */
export interface TemplateParameter {
  name: ParameterName;
  kind: ParameterKind;
}

/** The parameters of a template, in their order. */
export const parametersOf = (name: TemplateName): TemplateParameter[] =>
  messageTemplates[name].parameters.map((parameter) => ({
    name: parameter,
    kind: templateParameters[parameter].kind,
  }));

/** What WhatsApp is asked to approve (Meta, Cloud API: message templates). */
export interface WhatsAppTemplate {
  name: TemplateName;
  language: Language;
  /** Neither of a template is advertising. */
  category: 'UTILITY';
  /** `{{1}}` is the first parameter. */
  body: string;
  /** One for each parameter, in order. */
  samples: string[];
}

/** The template to submit for approval in a language; null where it has no text for WhatsApp. */
export function whatsAppTemplate(name: TemplateName, language: Language): WhatsAppTemplate | null {
  const { parameters } = messageTemplates[name];
  const numbered = Object.fromEntries(parameters.map((parameter, i) => [parameter, `{{${i + 1}}}`])) as PrintedValues;
  const found = textOf(name, 'whatsapp', language, numbered);
  return (
    found && {
      name,
      language,
      category: 'UTILITY',
      body: found.text,
      samples: parameters.map((parameter) => templateParameters[parameter].example),
    }
  );
}
