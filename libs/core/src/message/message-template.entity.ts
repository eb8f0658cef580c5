import { createHash } from 'node:crypto';
import { Entity } from 'typeorm';
import { TenantRecord, assignDefined, columns, invalid, type Language } from '@usaha/shared';
import { messages } from './message.messages.js';
import { messageTemplates, type TemplateName } from './message-templates.js';

/** A template that WhatsApp approved: its name there, and the code of each language in which it was approved. */
export interface ApprovedTemplate {
  name: string;
  languages: Partial<Record<Language, string | null>>;
}

const APPROVED_NAME = /^[a-z0-9_]{1,512}$/;
/** `en`, `en_US`, `ms`. */
const LANGUAGE_CODE = /^[a-z]{2,3}(?:_[A-Z]{2})?$/;

const details = ['enabled', 'whatsapp'] as const satisfies (keyof MessageTemplate)[];
export type MessageTemplateDetails = Pick<MessageTemplate, (typeof details)[number]>;

/** The id of a template's row in each tenant, made of the name: two first changes at once make one row. */
export function templateId(name: TemplateName): string {
  const hex = createHash('sha256').update(`message template ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** What a business says of a template; a row is made with the first change. */
@Entity({ schema: 'core', name: 'message_templates' })
export class MessageTemplate extends TenantRecord {
  @columns.code() name!: TemplateName;
  /** Whether messages of the template are sent. */
  @columns.flag() enabled = true;
  /** null: it was not approved, so none goes by WhatsApp. */
  @columns.object({ nullable: true }) whatsapp: ApprovedTemplate | null = null;

  /** What holds for a tenant that has said nothing. */
  static usual(tenant_id: string, name: TemplateName): MessageTemplate {
    return Object.assign(new MessageTemplate(), { id: templateId(name), tenant_id, name });
  }

  /** Absent fields stay. @throws invalid for an approved template that WhatsApp cannot have, or that has no text for it */
  describe(changes: Partial<MessageTemplateDetails>): void {
    if (changes.whatsapp) requireApproved(this.name, changes.whatsapp);
    assignDefined(this, changes, details);
  }
}

function requireApproved(template: TemplateName, { name, languages }: ApprovedTemplate): void {
  if (!messageTemplates[template].ways.includes('whatsapp')) throw invalid('whatsapp', messages.notByWhatsApp());
  if (!APPROVED_NAME.test(name)) throw invalid('whatsapp.name', messages.noApprovedName({ field: 'whatsapp.name' }));
  const codes = Object.entries(languages).filter(([, code]) => typeof code === 'string') as [Language, string][];
  if (codes.length === 0) throw invalid('whatsapp.languages', messages.noLanguage({ field: 'whatsapp.languages' }));
  for (const [language, code] of codes) {
    const field = `whatsapp.languages.${language}`;
    if (!LANGUAGE_CODE.test(code)) throw invalid(field, messages.noLanguageCode({ field }));
  }
}
