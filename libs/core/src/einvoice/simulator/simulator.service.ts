import { Injectable } from '@nestjs/common';
import { conflict, invalid, type Context, type Page, type PageRequest } from '@usaha/shared';
import { messages } from '../einvoice.messages.js';
import { EinvoiceSettingsRepository } from '../einvoice-settings.repository.js';
import type { SimulatorDocument } from './simulator-document.entity.js';
import { SimulatorDocumentRepository, type SimulatorDocumentQuery } from './simulator-document.repository.js';
import { isOfDocuments } from './simulator-faults.js';
import { tenantOfLongId } from './simulator-ids.js';
import { SimulatorSettings, type SimulatorBehaviour } from './simulator-settings.entity.js';
import { SimulatorSettingsRepository } from './simulator-settings.repository.js';

/** How the simulator plays MyInvois for the context's tenant, and what it has received. */
@Injectable()
export class SimulatorService {
  constructor(
    private readonly settings: SimulatorSettingsRepository,
    private readonly documents: SimulatorDocumentRepository,
    private readonly einvoices: EinvoiceSettingsRepository,
  ) {}

  /** @throws conflict outside of the simulator */
  async get(ctx: Context): Promise<SimulatorSettings> {
    const [settings] = await Promise.all([this.settings.find(ctx, ctx.tenant_id), this.assertSimulated(ctx)]);
    return settings ?? SimulatorSettings.usual(ctx.tenant_id);
  }

  /** Takes the place of what was there; counts of calls stay. @throws conflict outside of the simulator; invalid naming the fault */
  async replace(ctx: Context, behaviour: SimulatorBehaviour): Promise<SimulatorSettings> {
    behaviour.faults.forEach((one, i) => {
      if (one.call !== 'submit' && isOfDocuments(one))
        throw invalid(`faults.${i}.fault`, messages.faultOfSubmissions({ field: `faults.${i}.fault` }));
    });
    const [settings] = await Promise.all([this.settings.lockOrMake(ctx), this.assertSimulated(ctx)]);
    settings.behave(behaviour, ctx.now);
    return this.settings.save(ctx, settings);
  }

  /** @throws conflict outside of the simulator */
  async received(ctx: Context, query: SimulatorDocumentQuery, page: PageRequest): Promise<Page<SimulatorDocument>> {
    const [found] = await Promise.all([this.documents.list(ctx, query, page), this.assertSimulated(ctx)]);
    return found;
  }

  /** The tenant whose document a validation link of the simulator leads to; null where it leads to none. */
  tenantOf(long_id: string): string | null {
    return tenantOfLongId(long_id);
  }

  /** What a validation link of the simulator shows, for all that have it; null where it leads to none. */
  async shared(ctx: Context, uuid: string, long_id: string): Promise<SimulatorDocument | null> {
    const found = await this.documents.ofUuid(ctx, uuid);
    return found?.long_id === long_id && found.validated_at !== null ? found : null;
  }

  private async assertSimulated(ctx: Context): Promise<void> {
    const record = await this.einvoices.find(ctx, ctx.tenant_id);
    if (record && record.environment !== 'simulator') throw conflict('environment', messages.notSimulated());
  }
}
