import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { MessageSettings } from './message-settings.entity.js';

declareReferences({ message_settings_tenant: 'tenant_id' });

/** The settings of tenants; a row has the tenant's id, and is made with the first change. */
@Injectable()
export class MessageSettingsRepository extends Repository<MessageSettings> {
  constructor(database: Database) {
    super(database, MessageSettings, { noun: nouns.message_settings });
  }

  /** The tenant's row, locked; two first changes at once make it once. */
  async lockOrMake(ctx: Context): Promise<MessageSettings> {
    const usual = new MessageSettings();
    ctx.db.enqueue(
      `insert into ${this.table.path} (tenant_id, id, created_at, updated_at, ways, quiet_from, quiet_to, whatsapp_limit,
         sms_limit, email_limit, language)
       values ($1, $1, $2, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (tenant_id, id) do nothing`,
      [
        ctx.tenant_id,
        ctx.now,
        usual.ways,
        usual.quiet_from,
        usual.quiet_to,
        usual.whatsapp_limit,
        usual.sms_limit,
        usual.email_limit,
        usual.language,
      ],
    );
    return this.lock(ctx, ctx.tenant_id);
  }
}
