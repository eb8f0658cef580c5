import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { MessageTemplate, templateId } from './message-template.entity.js';
import type { TemplateName } from './message-templates.js';

declareReferences({ message_templates_tenant: 'tenant_id' });

/** What tenants say of templates: a row for each template that was changed. */
@Injectable()
export class MessageTemplateRepository extends Repository<MessageTemplate> {
  constructor(database: Database) {
    super(database, MessageTemplate, { noun: nouns.message_template });
  }

  /** All rows of the tenant, at most one for each template. */
  async everyOne(ctx: Context): Promise<MessageTemplate[]> {
    const rows = await ctx.db.read(this.selectWhere(this.mine), [ctx.tenant_id]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** The templates that the tenant has turned off. */
  async disabled(ctx: Context): Promise<ReadonlySet<TemplateName>> {
    const rows = await ctx.db.read(`select r.name from ${this.table.path} r where ${this.mine} and not r.enabled`, [
      ctx.tenant_id,
    ]);
    return new Set(rows.map(([name]) => name as TemplateName));
  }

  /** The row of a template, locked; two first changes at once make it once. */
  async lockOrMake(ctx: Context, name: TemplateName): Promise<MessageTemplate> {
    const { id, enabled } = MessageTemplate.usual(ctx.tenant_id, name);
    ctx.db.enqueue(
      `insert into ${this.table.path} (tenant_id, id, created_at, updated_at, name, enabled)
       values ($1, $2, $3, $3, $4, $5) on conflict (tenant_id, id) do nothing`,
      [ctx.tenant_id, id, ctx.now, name, enabled],
    );
    return this.lock(ctx, templateId(name));
  }
}
