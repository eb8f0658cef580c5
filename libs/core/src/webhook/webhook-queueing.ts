import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '@usaha/shared';
import { publicEvent } from '@usaha/shared/events';
import { WebhookQueue } from './webhook-queue.js';

/** Queues each event that is recorded for the endpoints that await it: the dispatcher of events calls it. */
@Injectable()
export class WebhookQueueing implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly queue: WebhookQueue,
  ) {}

  onModuleInit(): void {
    this.database.events.onEvery('webhooks', async (ctx, event) => {
      const endpoints = await this.queue.lockAwaiting(ctx, event.name);
      if (endpoints.length === 0) return;
      const told = publicEvent(event);
      await Promise.all(endpoints.map((endpoint) => this.queue.queue(ctx, endpoint, [told])));
    });
  }
}
