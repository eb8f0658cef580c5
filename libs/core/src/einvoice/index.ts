/** E-invoices (MyInvois): what the application uses of them. */
export { BuyerSubjects, type BuyerSubjectCheck } from './buyer-subjects.js';
export { EinvoiceBuyer, type BuyerDetails, type BuyerSubject } from './buyer.entity.js';
export type { BuyerQuery } from './buyer.repository.js';
export { EinvoiceBuyerService, type BuyerChanges, type NewBuyer } from './buyer.service.js';
export { BUYERS_OF_PERSON, moveBuyers } from './buyers-of-person.js';
export { EINVOICES_OF_PERSON } from './retention/einvoices-of-person.js';
export { EinvoiceRetention } from './retention/einvoice-retention.js';
export {
  RULES_AS_OF,
  groupRules,
  limitNames,
  limitRules,
  turnoverGroups,
  type GroupRule,
  type LimitName,
  type LimitRule,
  type Obligation,
  type TurnoverGroup,
} from './einvoice-rules.js';
export {
  EinvoiceSettings,
  credentialKinds,
  environments,
  healthDescriptions,
  individualRules,
  type CredentialKind,
  type EinvoiceSettingsChanges,
  type Environment,
  type HealthDescription,
  type IndividualRule,
} from './einvoice-settings.entity.js';
export { EinvoiceCertificateService, type ToldCertificate } from './einvoice-certificate.service.js';
export { EinvoiceSettingsService, type ShownEinvoiceSettings } from './einvoice-settings.service.js';
export type { EinvoiceIntermediary } from './einvoice-installation.js';
export type { EinvoiceOptions } from './einvoice.providers.js';
export { issuerNameOrders, type IssuerNameOrder } from './signature/distinguished-name.js';
export type { CertificateFacts } from './signature/signing-certificate.js';
export { idTypes, type IdType, type PartyAddress } from './party-fields.js';
export { problemCodes, type EinvoiceProblem, type EinvoiceSeller, type SellerAddress } from './seller.js';
export {
  EinvoiceSources,
  NotedSource,
  type NotedKinds,
  lockHeads,
  readChanges,
  readFigures,
  type FiguresTold,
  type SourceFigure,
  readHeads,
  withoutDiscountLines,
  type HeadsPage,
  type HeadsSql,
  type EinvoiceSource,
  type SourceDocument,
  type SourceHead,
  sourceKinds,
  type SourceKind,
  type SourceLine,
  type SourceRef,
} from './source/index.js';
export {
  EinvoiceDocumentService,
  EinvoiceMaker,
  type MakingTold,
  type NewEinvoice,
  type RetriedEinvoice,
} from './make/index.js';
export { WrittenNotesService, type WrittenNote } from './notes/index.js';
export {
  EinvoiceDocument,
  EinvoiceDocumentRepository,
  einvoiceKinds,
  einvoiceStatuses,
  einvoiceVersions,
  type EinvoiceError,
  type EinvoiceKind,
  type EinvoiceQuery,
  type EinvoiceReference,
  type EinvoiceStatus,
  EinvoiceText,
} from './record/index.js';
export {
  EinvoiceSimulator,
  SimulatorService,
  type SimulatorBehaviour,
  type SimulatorDocumentQuery,
} from './simulator/index.js';
export { SimulatorDocument, SimulatorSettings, simulatorFaults, simulatorStatuses } from './simulator/index.js';
export { einvoiceCallOutcomes, einvoiceCalls, type EinvoiceCall, type EinvoiceCallOutcome } from './client/index.js';
export {
  ClientRateTable,
  type EinvoiceBacklog,
  EinvoiceCancelling,
  EinvoiceCommits,
  EinvoiceOutcomes,
  EinvoiceReach,
  EinvoiceRounds,
  einvoiceBacklog,
  einvoiceHosts,
  einvoiceOutcomes,
  einvoicesTogether,
  type EinvoiceOutcome,
  type EinvoiceSendingTimes,
  type RunningEinvoiceRounds,
} from './sending/index.js';
export { EinvoiceCheckService, type EinvoiceCheck } from './taxpayer/einvoice-check.service.js';
export { TinCheckService, type CheckedTin, type ToldTaxpayer } from './taxpayer/tin-check.service.js';
export {
  EinvoiceOverviewService,
  overviewWarnings,
  type EinvoiceOverview,
  type OverviewRow,
  type OverviewWarning,
} from './overview/einvoice-overview.service.js';
export { ConsolidationRounds } from './consolidation/consolidation-rounds.js';
export { ConsolidationService, type Consolidated } from './consolidation/consolidation.service.js';
export {
  EinvoiceRequestLinks,
  EinvoiceRequestPages,
  EinvoiceRequestRates,
  requestStates,
  type EinvoiceRequestLink,
  type EinvoiceRequestPage,
  type PageBuyer,
  type RequestState,
} from './page/index.js';
export { EinvoicePrints, type PrintedEinvoiceCode } from './print/einvoice-prints.js';
export type { PrintedEinvoice, PrintedEinvoiceLine, PrintedEinvoiceParty } from './print/printed-einvoice.js';
