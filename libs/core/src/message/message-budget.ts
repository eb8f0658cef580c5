import { Injectable } from '@nestjs/common';
import { Database, type Context } from '@usaha/shared';
import { recipientPrint } from '../notification/recipient.js';
import { UserRepository } from '../user/user.repository.js';
import { MessageQueue } from './message-queue.js';
import { MessageSettingsRepository } from './message-settings.repository.js';
import { MessageUsage } from './message-usage.js';
import { Message } from './message.entity.js';
import { MessageRepository } from './message.repository.js';

/** Parts of the budget of which administrators are told once they are spent. */
const TOLD_AT = [0.8, 1] as const;

/** Counts what messages cost, and tells administrators when 80 and 100 % of the month's budget are spent. */
@Injectable()
export class MessageBudget {
  private readonly key: Buffer;

  constructor(
    database: Database,
    private readonly settings: MessageSettingsRepository,
    private readonly usage: MessageUsage,
    private readonly users: UserRepository,
    private readonly messages: MessageRepository,
    private readonly queue: MessageQueue,
  ) {
    this.key = database.keyring.derivedKey('usaha message address');
  }

  /** Counts a message that a carrier took, or may have taken; in the transaction that says so. */
  async count(ctx: Context, message: Message): Promise<void> {
    const { cost } = message;
    // Locked, so that of two messages at once one passes the mark.
    const settings = cost > 0 ? await this.settings.lockIfExists(ctx, ctx.tenant_id) : null;
    const budget = settings?.monthly_budget ?? null;
    const before = budget === null ? 0 : await this.usage.costOfMonth(ctx);
    this.usage.count(ctx, message, cost);
    if (settings === null || budget === null) return;
    const isPassed = (part: number): boolean => before < part * budget && before + cost >= part * budget;
    if (TOLD_AT.some(isPassed)) await this.tell(ctx, settings.language);
  }

  private async tell(ctx: Context, language: Message['language']): Promise<void> {
    for (const { email } of await this.users.administrators(ctx))
      this.messages.insert(
        ctx,
        Object.assign(new Message(), {
          template: 'message_budget' as const,
          category: 'staff' as const,
          subject_type: 'tenant',
          subject_id: ctx.tenant_id,
          way: 'email' as const,
          ways: ['email' as const],
          language,
          sealed_to: JSON.stringify({ email, phone: null }),
          to_print: recipientPrint(this.key, ctx.tenant_id, `${email} `).toString('base64url'),
          due_at: ctx.now,
        }),
      );
    this.queue.wakeAfterCommit(ctx);
  }
}
