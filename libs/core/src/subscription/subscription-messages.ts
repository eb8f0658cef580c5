import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { MessageSubjects, type MessageFacts, type MessageSubject } from '../message/message-subjects.js';
import { nameInLetter } from '../notification/letter.js';
import { PLATFORM_NAME } from '../payment/payment-gateways.js';
import { ADMINISTRATORS } from './administrators.js';

/** The person of a payment request of a subscription: the administrator of longest standing, by e-mail. */
@Injectable()
export class SubscriptionMessages implements MessageSubject, OnModuleInit {
  readonly type = 'subscription';
  readonly module = null;
  readonly templates = [];

  constructor(private readonly subjects: MessageSubjects) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  async facts(ctx: Context): Promise<MessageFacts | null> {
    const [row] = await ctx.db.read(
      `select u.id, u.email, u.first_name, u.last_name from core.users u where ${ADMINISTRATORS} order by u.created_at, u.id limit 1`,
      [ctx.tenant_id],
    );
    const [person_id, email, first, last] = (row ?? [null, null, null, null]) as (string | null)[];
    return {
      person_id: person_id ?? null,
      name: nameInLetter([first, last].filter(Boolean).join(' ')),
      sender: PLATFORM_NAME,
      email: email ?? null,
      phone: null,
      may_be_told: true,
      preferences: null,
      expires_at: null,
      values: {},
    };
  }
}
