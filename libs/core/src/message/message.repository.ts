import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equals,
  equalsId,
  firstId,
  fromDay,
  toDay,
  type Context,
  type Filters,
  type Table,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { Message } from './message.entity.js';
import type { TemplateName } from './message-templates.js';
import { MessageTry } from './message-try.entity.js';

/** Filters of the list of messages. Dates are calendar days of `created_at`, UTC+8, both included. */
export interface MessageFilters {
  template?: string;
  way?: string;
  status?: string;
  subject_id?: string;
  date_from?: string;
  date_to?: string;
}

const filters: Filters<MessageFilters> = {
  template: equals('template'),
  way: equals('way'),
  status: equals('status'),
  subject_id: equalsId('subject_id'),
  date_from: fromDay('created_at'),
  date_to: toDay('created_at'),
};

declareReferences({ messages_tenant: 'tenant_id' });

/** For how long the same message to the same address is refused. */
const JUST_MS = 60_000;

/** The messages of a tenant. */
@Injectable()
export class MessageRepository extends Repository<Message, MessageFilters> {
  private readonly tries: Table<MessageTry>;

  constructor(database: Database) {
    super(database, Message, { noun: nouns.message, filters });
    this.tries = database.table(MessageTry);
  }

  /** Whether the same was sent to the same address within the last minute. The caller has locked the template's row. */
  async wasJustSent(
    ctx: Context,
    { template, subject_id, to_print }: Pick<Message, 'template' | 'subject_id' | 'to_print'>,
  ): Promise<boolean> {
    const rows = await ctx.db.read(
      `select 1 from core.messages r
        where r.tenant_id = $1 and r.subject_id = $2 and r.template = $3 and r.to_print = $4 and r.created_at > $5 limit 1`,
      [ctx.tenant_id, subject_id, template, to_print, new Date(ctx.now.getTime() - JUST_MS)],
    );
    return rows.length > 0;
  }

  /** How many messages of a template were made since an instant. The primary key finds them: ids are in the order of time. */
  async countSince(ctx: Context, template: TemplateName, since: Date): Promise<number> {
    const [row] = await ctx.db.read(
      'select count(*)::integer from core.messages r where r.tenant_id = $1 and r.id >= $2 and r.template = $3',
      [ctx.tenant_id, firstId(since), template],
    );
    return row?.[0] as number;
  }

  /** Reads the attempts of some messages, oldest first; those that are under way are left out. */
  async withTries(ctx: Context, messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    const rows = await ctx.db.read(
      `select ${this.tries.selected} from ${this.tries.path} r
        where r.tenant_id = $1 and r.message_id = any($2) and r.outcome is not null order by r.message_id, r.number`,
      [ctx.tenant_id, messages.map(({ id }) => id)],
    );
    const tries = rows.map((row) => this.tries.hydrate(row, ctx.db.keyring));
    for (const message of messages) message.tries = tries.filter(({ message_id }) => message_id === message.id);
  }
}
