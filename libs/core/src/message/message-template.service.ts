import { Injectable } from '@nestjs/common';
import { notFound, type Context, type Language } from '@usaha/shared';
import { nouns } from '../messages.js';
import { MessageTemplate, templateId, type MessageTemplateDetails } from './message-template.entity.js';
import { MessageTemplateRepository } from './message-template.repository.js';
import {
  isTemplateName,
  templateNames,
  whatsAppTemplate,
  type TemplateName,
  type WhatsAppTemplate,
} from './message-templates.js';

/** The templates of messages, and what the context's tenant says of them. */
@Injectable()
export class MessageTemplateService {
  constructor(private readonly templates: MessageTemplateRepository) {}

  /** All templates, in the order of the table. */
  async list(ctx: Context): Promise<MessageTemplate[]> {
    const found = new Map((await this.templates.everyOne(ctx)).map((row) => [row.name, row]));
    return templateNames.map((name) => found.get(name) ?? MessageTemplate.usual(ctx.tenant_id, name));
  }

  /** What the tenant says of one. @throws not_found for a name of none */
  async get(ctx: Context, name: string): Promise<MessageTemplate> {
    const known = requireName(name);
    return (await this.templates.find(ctx, templateId(known))) ?? MessageTemplate.usual(ctx.tenant_id, known);
  }

  /** Absent fields stay. @throws not_found, invalid */
  async update(ctx: Context, name: string, changes: Partial<MessageTemplateDetails>): Promise<MessageTemplate> {
    const template = await this.templates.lockOrMake(ctx, requireName(name));
    template.describe(changes);
    return this.templates.save(ctx, template);
  }

  /** Whether messages of a template are sent. */
  async isEnabled(ctx: Context, name: TemplateName): Promise<boolean> {
    return !(await this.templates.disabled(ctx)).has(name);
  }

  /** Those of which the tenant has not turned the template off. @param templateOf what one is sent by; those of no template are sent */
  async enabledOf<T>(ctx: Context, due: readonly T[], templateOf?: (one: T) => TemplateName): Promise<readonly T[]> {
    if (!templateOf || due.length === 0) return due;
    const disabled = await this.templates.disabled(ctx);
    return due.filter((one) => !disabled.has(templateOf(one)));
  }

  /** What to submit to WhatsApp for approval. @throws not_found for a name of none, and for a template without such a text */
  forApproval(name: string, language: Language): WhatsAppTemplate {
    const found = whatsAppTemplate(requireName(name), language);
    if (!found) throw notFound(nouns.message_template);
    return found;
  }
}

function requireName(name: string): TemplateName {
  if (!isTemplateName(name)) throw notFound(nouns.message_template);
  return name;
}
