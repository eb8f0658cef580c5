import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Context } from '@usaha/shared';
import type { DomainEvent } from '@usaha/shared/events';
import { EinvoiceBuyerRepository } from '../buyer.repository.js';
import { EinvoiceSettingsService } from '../einvoice-settings.service.js';
import { EinvoiceMaker, documentBuyer } from '../make/index.js';
import { EinvoiceLinks } from '../record/index.js';
import { EinvoiceCommits } from '../sending/einvoice-commits.js';
import { EinvoiceSources, type SourceEvent, type EinvoiceSource } from '../source/index.js';
import { EinvoiceChanges } from './einvoice-changes.js';
import { placingOf } from './individual.js';

/** What its handlers are called. */
const NAME = 'einvoice';

/**
 * Makes e-invoices of documents as soon as these are committed, where their buyer is known or they may not be pooled, and has
 * them follow what becomes of the documents.
 */
@Injectable()
export class EinvoiceFollowing implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly sources: EinvoiceSources,
    private readonly settings: EinvoiceSettingsService,
    private readonly buyers: EinvoiceBuyerRepository,
    private readonly links: EinvoiceLinks,
    private readonly maker: EinvoiceMaker,
    private readonly commits: EinvoiceCommits,
    private readonly changes: EinvoiceChanges,
  ) {}

  /** Contexts register what they print after this one is made. */
  onModuleInit(): void {
    this.sources.onRegistered((source) => {
      for (const event of source.events)
        this.database.events.onSwitched(event.type, NAME, (ctx, told) => this.follow(ctx, source, event, told));
    });
  }

  /** The event may be told twice, or after a request was answered: a document is made once. */
  private async follow(
    ctx: Context,
    source: EinvoiceSource,
    { kind, key, is_change = false }: SourceEvent,
    told: DomainEvent,
  ): Promise<void> {
    const settings = await this.settings.get(ctx);
    const { data } = told.payload as { data?: Readonly<Record<string, unknown>> };
    const id = data?.[key];
    if (!settings.record.enabled || typeof id !== 'string') return;
    const [document] = await source.read(ctx, kind, [id], true);
    if (!document) return;
    if (is_change) return this.changes.follow(ctx, document, settings);
    const { subject } = document;
    const kept = subject && (await this.buyers.ofSubject(ctx, subject));
    if (placingOf(document, settings.record, kept !== null) !== 'individual') return;
    const linked = await this.links.of(ctx, settings.record.environment, document, [id]);
    if (linked.has(id)) return;
    const buyer = kept && documentBuyer(kept);
    await this.maker.make(ctx, { source: document, settings, buyer, exchange_rate: null });
    this.commits.wakeAfterCommit(ctx);
  }
}
