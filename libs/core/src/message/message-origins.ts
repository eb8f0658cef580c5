import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { ModuleKey } from '../module/catalogue.js';
import type { NotificationSource } from '../notification/notification-source.js';
import { NotificationSources } from '../notification/notification-sources.js';
import { NotificationRepository, type Claim } from '../notification/notification.repository.js';
import { MessageSubjects, type MessageFacts } from './message-subjects.js';
import type { Message } from './message.entity.js';

/** What a message tells of, and the notification that it tells. */
export interface MessageOrigin {
  /** null: of every business. */
  module: ModuleKey | null;
  /** What there is to say now; null where there is nothing. */
  facts: (ctx: Context) => Promise<MessageFacts | null>;
  /** null of a message by hand, and of one that follows another. */
  notification: { source: NotificationSource; claim: Claim } | null;
}

/** Finds what a message tells of: a notification of a source, or a record that a user has named. */
@Injectable()
export class MessageOrigins {
  constructor(
    private readonly subjects: MessageSubjects,
    private readonly sources: NotificationSources,
    private readonly claims: NotificationRepository,
  ) {}

  /** null of a message of what this release does not know. */
  async of(ctx: Context, message: Message): Promise<MessageOrigin | null> {
    const { subject_type, subject_id, template, language } = message;
    const told = message.category === 'reminder' ? await this.claims.toldBy(ctx, message.id) : null;
    if (told) {
      const source = this.sources.find(told.kind);
      const { byMessage } = source ?? {};
      if (!source || !byMessage) return null;
      return {
        module: source.module ?? null,
        facts: async (then) => {
          const { expires_at } = told;
          const facts = expires_at > then.now ? await byMessage.facts(then, told, language) : null;
          return facts && { ...facts, expires_at };
        },
        notification: { source, claim: told },
      };
    }
    const subject = this.subjects.of(subject_type, template);
    if (!subject) return null;
    return { module: subject.module, facts: (then) => subject.facts(then, subject_id, template), notification: null };
  }

  /** Writes down with its record that a notification was sent, or was refused by every way. */
  async told(ctx: Context, { notification }: MessageOrigin, isSent: boolean): Promise<void> {
    if (!notification) return;
    const { source, claim } = notification;
    if (isSent) await source.accepted?.(ctx, claim);
    const action = isSent ? source.action : `${source.action}_refused`;
    ctx.db.record(ctx, { action, record_type: source.subject.name, record_id: claim.subject_id, changes: {} });
  }
}
