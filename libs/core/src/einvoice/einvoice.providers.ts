import type { Provider } from '@nestjs/common';
import { BuyerSubjects } from './buyer-subjects.js';
import { EinvoiceBuyerRepository } from './buyer.repository.js';
import { EinvoiceBuyerService } from './buyer.service.js';
import { EinvoiceCertificateService } from './einvoice-certificate.service.js';
import { EinvoiceInstallation, type EinvoiceIntermediary } from './einvoice-installation.js';
import { EinvoiceSettingsService } from './einvoice-settings.service.js';
import { EinvoiceSettingsRepository } from './einvoice-settings.repository.js';
import { EinvoiceAttentionLetters } from './letters/attention-letters.js';
import { EinvoiceCertificateLetters } from './letters/certificate-letters.js';
import { EinvoiceDocumentService, EinvoiceMaker, EinvoiceNotes } from './make/index.js';
import { ConsolidatedBuilding } from './consolidation/consolidated-building.js';
import { ConsolidationRounds } from './consolidation/consolidation-rounds.js';
import { ConsolidationService } from './consolidation/consolidation.service.js';
import { EinvoiceOverviewService } from './overview/einvoice-overview.service.js';
import { AwaitedSources } from './following/awaited-sources.js';
import { EinvoiceChanges } from './following/einvoice-changes.js';
import { EinvoiceFollowing } from './following/einvoice-following.js';
import { NoteLimits, ReleasedSources, WrittenNotesService } from './notes/index.js';
import { EinvoiceRequestLinks, EinvoiceRequestPages, EinvoiceRequestRates } from './page/index.js';
import { EinvoicePrints } from './print/einvoice-prints.js';
import { EinvoiceDocumentRepository, EinvoiceLinks } from './record/index.js';
import { EinvoiceRetention } from './retention/einvoice-retention.js';
import { simulatorProviders } from './simulator/index.js';
import { EinvoiceSources } from './source/index.js';
import { EinvoiceCheckService } from './taxpayer/einvoice-check.service.js';
import { TaxpayerTable } from './taxpayer/taxpayer.table.js';
import { TinCheckService } from './taxpayer/tin-check.service.js';
import { sendingProviders, type EinvoiceSendingTimes } from './sending/index.js';

/** E-invoices of an installation. */
export interface EinvoiceOptions {
  /** Whether it has the simulator of MyInvois; it has unless told. */
  einvoiceSimulator?: boolean;
  /** The operator's credentials as an intermediary; none unless told. */
  einvoiceIntermediary?: EinvoiceIntermediary | null;
  /** When submissions are repeated and given up; usual times unless told. */
  einvoiceSending?: EinvoiceSendingTimes;
}

/** The services of e-invoices (MyInvois). */
export const einvoiceProviders = ({
  einvoiceSimulator = true,
  einvoiceIntermediary = null,
  einvoiceSending,
}: EinvoiceOptions): Provider[] => [
  {
    provide: EinvoiceInstallation,
    useFactory: () => new EinvoiceInstallation(einvoiceSimulator, einvoiceIntermediary),
  },
  EinvoiceSettingsRepository,
  EinvoiceSettingsService,
  EinvoiceCertificateService,
  BuyerSubjects,
  EinvoiceSources,
  EinvoiceBuyerRepository,
  EinvoiceBuyerService,
  EinvoiceDocumentRepository,
  EinvoiceLinks,
  ...simulatorProviders,
  ...sendingProviders(einvoiceSending),
  NoteLimits,
  ConsolidatedBuilding,
  EinvoiceMaker,
  EinvoiceNotes,
  ReleasedSources,
  WrittenNotesService,
  EinvoiceDocumentService,
  TaxpayerTable,
  TinCheckService,
  EinvoiceCheckService,
  EinvoiceRetention,
  EinvoiceAttentionLetters,
  EinvoiceCertificateLetters,
  AwaitedSources,
  EinvoiceChanges,
  EinvoiceFollowing,
  ConsolidationService,
  EinvoiceRequestLinks,
  EinvoiceRequestRates,
  EinvoiceRequestPages,
  EinvoicePrints,
  ConsolidationRounds,
  EinvoiceOverviewService,
];
