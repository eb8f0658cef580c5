import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { eventTypeNamed } from '@usaha/shared/events';
import { EventInterests } from '../../event/event-interests.js';
import { EinvoiceSources } from '../source/index.js';

/** Which tenants have the events recorded after which e-invoices are made: those that issue them. */
@Injectable()
export class AwaitedSources {
  constructor(
    private readonly sources: EinvoiceSources,
    private readonly interests: EventInterests,
  ) {}

  /** Enqueues that events of documents are recorded for the context's tenant, or are not any more. */
  await(ctx: Context, isOn: boolean): void {
    for (const type of this.sources.eventTypes) {
      const declared = eventTypeNamed(type);
      if (!declared) throw new Error(`There is no event ${type}`);
      this.interests.setInner(ctx, declared, isOn);
    }
  }
}
