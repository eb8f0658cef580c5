import { Injectable } from '@nestjs/common';
import { DomainError, invalid, malaysianDay, type Context } from '@usaha/shared';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { messages } from './einvoice.messages.js';
import { AwaitedSources } from './following/awaited-sources.js';
import { obligationOf, type Obligation } from './einvoice-rules.js';
import { EinvoiceInstallation } from './einvoice-installation.js';
import { EinvoiceSettings, type EinvoiceSettingsChanges } from './einvoice-settings.entity.js';
import { EinvoiceDocumentRepository } from './record/einvoice-document.repository.js';
import { EinvoiceSettingsRepository } from './einvoice-settings.repository.js';
import { problemsOf, restProblem, toldSeller, type EinvoiceProblem, type EinvoiceSeller } from './seller.js';
import { SendingRests, type Resting } from './sending/sending-rests.js';
import { certificateProblems, factsOf, versionOf } from './certificate-state.js';
import type { CertificateFacts } from './signature/signing-certificate.js';

/** The settings with all that follows from them. */
export interface ShownEinvoiceSettings {
  record: EinvoiceSettings;
  seller: EinvoiceSeller;
  /** Of documents that are made now. */
  version: '1.0' | '1.1';
  certificate: CertificateFacts | null;
  obligation: Obligation;
  problems: EinvoiceProblem[];
  ready: boolean;
  /** Fields of the seller that have a test value of the simulator. */
  simulated: string[];
}

/** How the context's tenant issues e-invoices. A tenant that has set nothing has no row. */
@Injectable()
export class EinvoiceSettingsService {
  constructor(
    private readonly settings: EinvoiceSettingsRepository,
    private readonly tenants: TenantRepository,
    private readonly installation: EinvoiceInstallation,
    private readonly awaited: AwaitedSources,
    private readonly documents: EinvoiceDocumentRepository,
    private readonly rests: SendingRests,
  ) {}

  /** The settings of the tenant; the usual ones where none were set. */
  async get(ctx: Context): Promise<ShownEinvoiceSettings> {
    const [record, tenant, rest] = await Promise.all([
      this.settings.find(ctx, ctx.tenant_id),
      this.tenants.get(ctx, ctx.tenant_id),
      this.rests.find(ctx),
    ]);
    return this.show(ctx, record ?? EinvoiceSettings.usual(ctx.tenant_id), tenant, rest);
  }

  /**
   * Absent fields stay. The tenant's sending rests no longer.
   * @throws conflict OPEN_DOCUMENTS for another environment while e-invoices wait in the present one; invalid, naming the field; outside the simulator naming all that is in the way where e-invoices are enabled
   */
  async update(ctx: Context, changes: EinvoiceSettingsChanges): Promise<ShownEinvoiceSettings> {
    const [record, tenant, rest] = await Promise.all([
      this.settings.lockOrMake(ctx),
      this.tenants.get(ctx, ctx.tenant_id),
      this.rests.find(ctx),
    ]);
    await this.assertNoneOpen(ctx, record, changes);
    const { enabled: wasEnabled } = record;
    record.describe(changes, malaysianDay(ctx.now));
    const { hasSimulator } = this.installation;
    if (changes.environment === 'simulator' && !hasSimulator)
      throw invalid('environment', messages.noSimulator({ field: 'environment' }));
    const { problems } = this.show(ctx, record, tenant, null);
    const isOutside = record.environment !== 'simulator';
    const inTheWay = problems.filter(({ code }) => isOutside || code === 'SIMULATOR_UNAVAILABLE');
    if (record.enabled && inTheWay.length > 0)
      throw new DomainError('invalid', messages.notReady(), {
        errors: inTheWay.map(({ field, message }) => ({ field, message })),
      });
    this.settings.save(ctx, record);
    if (rest !== null) this.rests.end(ctx);
    if (record.enabled !== wasEnabled) this.awaited.await(ctx, record.enabled);
    // Saving cuts card numbers out of its texts, which the seller repeats.
    return this.show(ctx, record, tenant, null);
  }

  private async assertNoneOpen(
    ctx: Context,
    { environment }: EinvoiceSettings,
    changes: EinvoiceSettingsChanges,
  ): Promise<void> {
    if (changes.environment === undefined || changes.environment === environment) return;
    const count = await this.documents.countOpen(ctx, environment);
    if (count === 0) return;
    const message = messages.openDocuments({ count });
    throw new DomainError('conflict', message, {
      code: 'OPEN_DOCUMENTS',
      details: { count },
      errors: [{ field: 'environment', message }],
    });
  }

  private show(
    ctx: Context,
    record: EinvoiceSettings,
    tenant: Parameters<typeof toldSeller>[1],
    rest: Resting | null,
  ): ShownEinvoiceSettings {
    const { seller, simulated, missing } = toldSeller(record, tenant);
    const problems = [
      ...problemsOf(record, missing, this.installation),
      ...certificateProblems(record, seller.tin, ctx.now),
      ...(rest?.settings_version === record.version ? [restProblem(rest.reason)] : []),
    ];
    const today = malaysianDay(ctx.now);
    return {
      record,
      seller,
      version: versionOf(record, today),
      certificate: factsOf(record),
      obligation: obligationOf(record.turnover_group, today),
      problems,
      ready: problems.length === 0,
      simulated,
    };
  }
}
