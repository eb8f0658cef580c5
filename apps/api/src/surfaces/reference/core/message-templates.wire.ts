import {
  MessageTemplate,
  messageCategories,
  messageTemplates,
  parameterKinds,
  parametersOf,
  shownText,
  ways,
  type MessageTemplateDetails,
  type TemplateName,
  type WhatsAppTemplate,
} from '@usaha/core';
import type { Language } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { messageLanguages } from '../../../wire/message-preferences.wire.js';
import { param } from '../../../wire/param.js';
import { plainView, viewOf } from '../../../wire/view.js';

export const messageWays = choices('MessageWay', ways);
const categories = choices('MessageCategory', messageCategories);
const kinds = choices('MessageParameterKind', parameterKinds);

@field.record('Codes of languages at WhatsApp in which a template was approved')
class ApprovedLanguagesBody {
  @field.text('Code at WhatsApp of the English text', 'en', { optional: true, max: 6 }) en?: string | null;
  @field.text('Code at WhatsApp of the Malay text', 'ms', { optional: true, max: 6 }) ms?: string | null;
}

@field.record('A template as WhatsApp approved it, to be named')
class ApprovedTemplateBody {
  @field.text('Its name at WhatsApp: a-z, 0-9 and _', 'usaha_payment_received', { max: 512 }) name!: string;
  @field.nested('Languages in which it was approved; at least one', ApprovedLanguagesBody)
  languages!: ApprovedLanguagesBody;
}

/** PUT /api/v1/message-templates/{name}/: absent fields stay. */
export class MessageTemplatePatch {
  @field.flag('Whether messages of the template are sent', true, { unset: true }) enabled?: boolean;
  @field.nested('The template as WhatsApp approved it; null: none goes by WhatsApp', ApprovedTemplateBody, {
    optional: true,
  })
  whatsapp?: ApprovedTemplateBody | null;
}

/** GET /api/v1/message-templates/{name}/whatsapp/. */
export class WhatsAppTemplateQuery {
  @param.choice('Language of the text; en unless given', messageLanguages) language?: Language;
}

@field.record('A value that a template takes')
class TemplateParameterView {
  @field.text('Name of the parameter', 'amount', { max: 100 }) name!: string;
  @field.choice('What its value is', kinds) kind!: string;
}

@field.record('The text of a letter, with {name} where a value goes')
class LetterTextView {
  @field.text('Subject', 'Payment received: {document_number}, {business}') subject!: string;
  @field.text('Text', 'Dear {name}, …', { max: 5_000 }) text!: string;
}

@field.record('What a template says in a language; null by a way that it does not take')
class TemplateTextsView {
  @field.nested('By e-mail', LetterTextView, { nullable: true }) email!: LetterTextView | null;
  @field.text('By SMS', 'RM0.00 {business}: {amount} received', { nullable: true, max: 2_000 }) sms!: string | null;
  @field.text('By WhatsApp', 'Hello {name}, …', { nullable: true, max: 2_000 }) whatsapp!: string | null;
}

@field.record('What a template says')
class TemplateLanguagesView {
  @field.nested('In English', TemplateTextsView) en!: TemplateTextsView;
  @field.nested('In Malay', TemplateTextsView) ms!: TemplateTextsView;
}

@field.record('Codes of languages at WhatsApp; null: not approved')
class ApprovedLanguagesView {
  @field.text('Of the English text', 'en', { nullable: true, max: 6 }) en!: string | null;
  @field.text('Of the Malay text', 'ms', { nullable: true, max: 6 }) ms!: string | null;
}

@field.record('A template as WhatsApp approved it')
class ApprovedTemplateView {
  @field.text('Its name at WhatsApp', 'usaha_payment_received', { max: 512 }) name!: string;
  @field.nested('Languages in which it was approved', ApprovedLanguagesView) languages!: ApprovedLanguagesView;
}

@field.record('A template of messages to people (A-472)')
export class MessageTemplateView {
  @field.text('Name', 'payment_received', { max: 100 }) name!: string;
  @field.choice(
    'transaction: of what the person has begun; reminder: can be stopped; staff: for the business',
    categories,
  )
  category!: string;
  @field.nestedList('Values that it takes, in order', TemplateParameterView) parameters!: TemplateParameterView[];
  @field.texts('Ways by which it is sent, in the order in which they are tried', ['whatsapp', 'sms', 'email'])
  ways!: string[];
  @field.flag('Whether messages of it are sent', true) enabled!: boolean;
  @field.nested('The template as WhatsApp approved it; null: none goes by WhatsApp', ApprovedTemplateView, {
    nullable: true,
  })
  whatsapp!: ApprovedTemplateView | null;
  @field.nested('What it says', TemplateLanguagesView) texts!: TemplateLanguagesView;
}

function textsIn(name: TemplateName, language: Language): TemplateTextsView {
  const letter = shownText(name, 'email', language);
  return {
    email: letter && { subject: letter.subject ?? '', text: letter.text },
    sms: shownText(name, 'sms', language)?.text ?? null,
    whatsapp: shownText(name, 'whatsapp', language)?.text ?? null,
  };
}

export const messageTemplateView = viewOf(MessageTemplate, MessageTemplateView, {
  revision: 1,
  fields: {
    category: ({ name }) => messageTemplates[name].category,
    parameters: ({ name }) => parametersOf(name),
    ways: ({ name }) => [...messageTemplates[name].ways],
    whatsapp: ({ whatsapp }) =>
      whatsapp && {
        name: whatsapp.name,
        languages: { en: whatsapp.languages.en ?? null, ms: whatsapp.languages.ms ?? null },
      },
    texts: ({ name }) => ({ en: textsIn(name, 'en'), ms: textsIn(name, 'ms') }),
  },
});

@field.record('A template to submit to WhatsApp for approval')
export class WhatsAppTemplateView {
  @field.text('Name', 'payment_received', { max: 100 }) name!: string;
  @field.choice('Language', messageLanguages) language!: string;
  @field.text('Category at WhatsApp', 'UTILITY', { max: 20 }) category!: string;
  @field.text('Text: {{1}} is the first parameter', 'Hello {{1}}, …', { max: 2_000 }) body!: string;
  @field.texts('A sample of each parameter, in order', ['Siti Nur', 'Kedai Seri Mutiara']) samples!: string[];
}

export const whatsAppTemplateView = plainView<WhatsAppTemplate, WhatsAppTemplateView>(WhatsAppTemplateView);

export const templateChanges = (body: MessageTemplatePatch): Partial<MessageTemplateDetails> => body;
