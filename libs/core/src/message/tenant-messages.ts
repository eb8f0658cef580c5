import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { MessageSubjects, type MessageFacts, type MessageSubject } from './message-subjects.js';

/** Messages to the staff of a business about the business, and tests of its carriers. */
@Injectable()
export class TenantMessages implements MessageSubject {
  readonly type = 'tenant';
  readonly module = null;
  readonly templates = ['message_budget', 'test'] as const;

  constructor(
    subjects: MessageSubjects,
    private readonly tenants: TenantRepository,
  ) {
    subjects.register(this);
  }

  /** The address is that of the message. @throws not_found */
  async facts(ctx: Context, id: string): Promise<MessageFacts | null> {
    const { name } = await this.tenants.get(ctx, id);
    return {
      person_id: null,
      name,
      email: null,
      phone: null,
      may_be_told: true,
      preferences: null,
      expires_at: null,
      values: {},
    };
  }
}
