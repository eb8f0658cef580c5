import { Entity } from 'typeorm';
import { TenantRecord, columns, type Language } from '@usaha/shared';
import { letterLanguages } from '../../account/account-letter.entity.js';
import { moduleKeys, type ModuleKey } from '../../module/catalogue.js';
import type { DocumentBuyer, EinvoiceTotals, EinvoiceVersion } from '../document/index.js';
import { environments, type Environment } from '../einvoice-settings.entity.js';
import { sourceKinds, type SourceKind, type SourceRef } from '../source/index.js';
import type { EinvoiceError } from './einvoice-error.js';
import type { EinvoiceReference, NotedLine, ValidatedEinvoice } from './einvoice-reference.js';
import { einvoiceKinds, einvoiceVersions, typeCodes, type EinvoiceKind } from './einvoice-kinds.js';
import { einvoiceLifecycle, einvoiceStatuses, type EinvoiceStatus } from './einvoice-lifecycle.js';

/** What stays of an e-invoice however often it is built. */
export interface EinvoiceIdentity {
  kind: EinvoiceKind;
  number: string;
  environment: Environment;
  module: ModuleKey;
  /** null of a consolidated document, and of a note that a user writes. */
  source: SourceRef | null;
  consolidated: boolean;
  /** YYYY-MM, of the source's day (UTC+8). */
  month: string;
  /** How many documents of the industry it is made of. */
  sources: number;
  person_id: string | null;
  refers_to: readonly EinvoiceReference[];
  /** The language of the buyer who asked for it on the page of its source. */
  requested_in?: Language | null;
}

/** `source_cancelled`: its source is, and it is valid; `cancel_pending`: the service was asked to cancel it, and did not answer. */
export const einvoiceWarnings = ['source_cancelled', 'cancel_pending'] as const;
export type EinvoiceWarning = (typeof einvoiceWarnings)[number];

/** What building it came to. */
export interface BuiltEinvoice {
  ubl_version: EinvoiceVersion;
  currency: string;
  exchange_rate: number | null;
  totals: Omit<EinvoiceTotals, 'by_type'>;
  /** null where none is known. */
  buyer: DocumentBuyer | null;
  /** Why it cannot be sent; none: it can. */
  errors: readonly EinvoiceError[];
}

/** An e-invoice. Amounts are of its currency. Its text is an `EinvoiceText` with the same id. */
@Entity({ schema: 'einvoice', name: 'documents' })
export class EinvoiceDocument extends TenantRecord {
  @columns.choice(einvoiceKinds) kind!: EinvoiceKind;
  @columns.choice(einvoiceVersions) ubl_version!: EinvoiceVersion;
  @columns.code() number!: string;
  @columns.choice(environments) environment!: Environment;
  @columns.choice(einvoiceStatuses) status: EinvoiceStatus = 'queued';
  @columns.flag({ default: false }) consolidated = false;
  @columns.choice(moduleKeys) module!: ModuleKey;
  @columns.choice(sourceKinds, { nullable: true }) source_kind: SourceKind | null = null;
  @columns.code({ nullable: true }) source_id: string | null = null;
  /** YYYY-MM. */
  @columns.code() month!: string;
  @columns.count({ default: 1 }) sources = 1;
  /** The buyer's subject, where it is a person: exports find the document by it. */
  @columns.uuid({ nullable: true }) person_id: string | null = null;
  /** The document that a note changes. */
  @columns.uuid({ nullable: true }) original_id: string | null = null;
  @columns.object({ default: () => "'[]'" }) refers_to: readonly EinvoiceReference[] = [];
  @columns.code() currency!: string;
  @columns.exchangeRate({ nullable: true }) exchange_rate: number | null = null;
  @columns.money() total_excluding_tax!: number;
  @columns.money() tax_amount!: number;
  @columns.money() total_including_tax!: number;
  @columns.money({ default: 0 }) rounding = 0;
  @columns.money() payable!: number;
  @columns.sealedTogether() protected readonly details!: object;
  @columns.sealedWithin('details') buyer!: DocumentBuyer | null;
  @columns.sealedWithin<readonly EinvoiceError[]>('details', () => []) errors!: readonly EinvoiceError[];
  @columns.sealedWithin('details') cancel_reason!: string | null;
  /** Of a note that a user wrote: why, and whether the source may be invoiced again once notes of the whole are valid. */
  @columns.sealedWithin('details') reason!: string | null;
  @columns.sealedWithin('details', () => false) release!: boolean;
  /** What a note takes off the lines of its original. */
  @columns.sealedWithin<readonly NotedLine[]>('details', () => []) noted!: readonly NotedLine[];
  /** Of a buyer who asks for its rejection. */
  @columns.sealedWithin('details') rejection_reason!: string | null;
  /** IssueDate and IssueTime; null until it was queued. */
  @columns.instant({ nullable: true }) issued_at: Date | null = null;
  @columns.instant({ nullable: true }) submitted_at: Date | null = null;
  @columns.instant({ nullable: true }) validated_at: Date | null = null;
  @columns.instant({ nullable: true }) cancel_until: Date | null = null;
  @columns.instant({ nullable: true }) cancelled_at: Date | null = null;
  @columns.instant({ nullable: true }) rejected_at: Date | null = null;
  /** Of the service. */
  @columns.code({ nullable: true }) uuid: string | null = null;
  @columns.code({ nullable: true }) long_id: string | null = null;
  @columns.code({ nullable: true }) submission_uid: string | null = null;
  @columns.code({ nullable: true }) validation_url: string | null = null;
  /** The `EinvoiceSubmission` that it goes or went with last. */
  @columns.uuid({ nullable: true }) submission_id: string | null = null;
  /** The language of the buyer who asked for it on the page of its source, and is told once it is valid; null: no buyer did. */
  @columns.choice(letterLanguages, { nullable: true }) requested_in: Language | null = null;
  /** How often it was sent. */
  @columns.count({ default: 0 }) attempts = 0;
  /** When a job next has to do with it by itself; null: not before a user does. Of one that is sent its submission says it. */
  @columns.instant({ nullable: true }) due_at: Date | null = null;
  @columns.list({ default: () => "'{}'::text[]" }) warnings: EinvoiceWarning[] = [];
  @columns.code({ nullable: true }) correlation_id: string | null = null;

  /** One that is sent at once, or blocked; of a note whose original is not valid yet a draft. */
  static of(identity: EinvoiceIdentity, built: BuiltEinvoice, now: Date): EinvoiceDocument {
    const { source, refers_to, ...same } = identity;
    const document = Object.assign(new EinvoiceDocument(), same);
    document.source_kind = source?.kind ?? null;
    document.source_id = source?.id ?? null;
    document.refers_to = refers_to;
    document.original_id = refers_to[0]?.einvoice_id ?? null;
    document.tell(built);
    const waits = refers_to.some(({ uuid }) => uuid === null);
    if (waits) document.status = 'draft';
    else if (built.errors.length > 0) document.status = 'blocked';
    else document.startQueue(now);
    return document;
  }

  /** Says of a note that a user writes why, and what it takes off. */
  explain(told: Pick<EinvoiceDocument, 'reason' | 'release' | 'noted'>): void {
    Object.assign(this, told);
  }

  get type_code(): '01' | '02' | '04' {
    return typeCodes[this.kind];
  }

  /** null of a consolidated document, and of a note that a user wrote. */
  get source(): SourceRef | null {
    const { module, source_kind: kind, source_id: id } = this;
    return kind === null || id === null ? null : { module, kind, id };
  }

  get next_attempt_at(): Date | null {
    return this.status === 'queued' ? this.due_at : null;
  }

  get rejection(): { at: Date; reason: string | null } | null {
    return this.rejected_at === null ? null : { at: this.rejected_at, reason: this.rejection_reason };
  }

  /** A buyer asks for it on the page of its document, and is told in the page's language when it is valid. */
  requestIn(language: Language): void {
    this.requested_in = language;
  }

  /** @throws conflict WRONG_STATUS unless it is blocked or invalid */
  assertRetryable(): void {
    einvoiceLifecycle.after('retry', this.status);
  }

  /** Built again, as a user asks for it: queued, or as it was with other errors. @throws conflict WRONG_STATUS */
  rebuild(built: BuiltEinvoice, now: Date): void {
    this.assertRetryable();
    this.tell(built);
    if (built.errors.length === 0) this.queue(now);
  }

  /** A draft whose original is valid by now. @throws conflict WRONG_STATUS unless it is a draft, or is sent */
  settle(refers_to: readonly EinvoiceReference[], built: BuiltEinvoice, now: Date): void {
    this.refers_to = refers_to;
    this.tell(built);
    if (built.errors.length === 0) this.queue(now);
    else this.block(built.errors);
  }

  /** To be sent for the first time, or from the beginning. */
  queue(now: Date): void {
    this.status = einvoiceLifecycle.after('queue', this.status);
    this.startQueue(now);
  }

  /** The service has certainly not received it: it is sent once more at a moment. */
  requeue(due_at: Date): void {
    this.status = einvoiceLifecycle.after('queue', this.status);
    this.due_at = due_at;
    this.submission_id = null;
  }

  /** @param errors what is in the way */
  block(errors: readonly EinvoiceError[]): void {
    this.status = einvoiceLifecycle.after('block', this.status);
    this.errors = errors;
    this.due_at = null;
  }

  /** It goes with a submission, which says from now on when a job has to do with it. */
  send(submission_id: string): void {
    this.status = einvoiceLifecycle.after('send', this.status);
    this.submission_id = submission_id;
    this.attempts += 1;
    this.due_at = null;
  }

  /** It goes once more, with the text that it has: whether the service has received it is not known. */
  sendAgain(submission_id: string): void {
    this.submission_id = submission_id;
    this.attempts += 1;
  }

  /** The service has received it. @param submission_uid null where the service has not said it */
  submit(uuid: string, submission_uid: string | null, submitted_at: Date): void {
    this.status = einvoiceLifecycle.after('submit', this.status);
    Object.assign(this, { uuid, submission_uid, submitted_at });
  }

  /** It is invalid as the duplicate of an earlier submission of itself, which is the document from now on. */
  adopt(uuid: string): void {
    this.uuid = uuid;
    this.submission_uid = null;
  }

  /** @param due_at when a buyer's request for rejection is first asked for */
  validate(validated: ValidatedEinvoice, due_at: Date | null): void {
    this.status = einvoiceLifecycle.after('validate', this.status);
    Object.assign(this, validated);
    this.errors = [];
    this.due_at = due_at;
  }

  /** Its buyer asks for its rejection, which changes nothing by itself. */
  askRejection(at: Date, reason: string | null): void {
    this.rejected_at = at;
    this.rejection_reason = reason;
    this.due_at = null;
  }

  invalidate(errors: readonly EinvoiceError[]): void {
    this.status = einvoiceLifecycle.after('invalidate', this.status);
    this.errors = errors;
    this.due_at = null;
  }

  /** The service is asked to cancel it. @param due_at when a job goes on, where no answer is known by then */
  askCancel(reason: string, due_at: Date): void {
    this.cancel_reason = reason;
    this.due_at = due_at;
    this.warn('cancel_pending');
  }

  /** The service does not cancel it: it stays valid. @param due_at when a buyer's request for rejection is next asked for */
  refuseCancel(due_at: Date | null): void {
    this.cancel_reason = null;
    this.due_at = due_at;
    this.warnings = this.warnings.filter((code) => code !== 'cancel_pending');
  }

  get is_cancel_pending(): boolean {
    return this.warnings.includes('cancel_pending');
  }

  cancel(reason: string | null, now: Date): void {
    this.status = einvoiceLifecycle.after('cancel', this.status);
    this.cancel_reason = reason;
    this.cancelled_at = now;
    this.due_at = null;
    this.warnings = [];
  }

  /** Its sources go back to the pool. */
  discard(reason: string | null): void {
    this.status = einvoiceLifecycle.after('discard', this.status);
    this.cancel_reason = reason;
    this.due_at = null;
    this.warnings = [];
  }

  warn(code: EinvoiceWarning): void {
    if (!this.warnings.includes(code)) this.warnings = [...this.warnings, code];
  }

  private startQueue(now: Date): void {
    this.errors = [];
    this.issued_at = now;
    this.due_at = now;
    this.submission_id = null;
    Object.assign(this, { uuid: null, long_id: null, submission_uid: null, submitted_at: null });
  }

  private tell({ ubl_version, currency, exchange_rate, totals, buyer, errors }: BuiltEinvoice): void {
    Object.assign(this, { ubl_version, currency, exchange_rate, buyer, errors });
    this.total_excluding_tax = totals.excluding_tax;
    this.tax_amount = totals.tax_amount;
    this.total_including_tax = totals.including_tax;
    this.rounding = totals.rounding;
    this.payable = totals.payable;
  }
}
