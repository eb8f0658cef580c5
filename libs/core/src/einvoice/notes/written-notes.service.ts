import { Injectable } from '@nestjs/common';
import { DomainError, drawNumbers, malaysianDay, notFound, type Context, type Message } from '@usaha/shared';
import { nouns } from '../../messages.js';
import { readText, type EinvoiceContent } from '../document/index.js';
import { EinvoiceSettingsService, type ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import { messages } from '../einvoice.messages.js';
import { buildContent, type Building } from '../make/built-document.js';
import { EinvoiceDocument, EinvoiceDocumentRepository, EinvoiceText } from '../record/index.js';
import { EinvoiceCommits } from '../sending/einvoice-commits.js';
import { contentOfNoted, leftOf, notedLines, type ToldNoteLine } from './note-lines.js';

const SERIES = { name: 'einvoice.notes', prefix: 'ECN' };
const typeCodes = { credit_note: '02', refund_note: '04' } as const;

/** What a note is written with. */
export interface WrittenNote {
  kind: keyof typeof typeCodes;
  /** null or absent: all that is left. */
  lines?: readonly ToldNoteLine[] | null;
  reason: string;
  /** That the source may be invoiced again once notes of the whole are valid. */
  release?: boolean;
}

type Identified = Pick<EinvoiceDocument, 'kind' | 'number' | 'noted'>;

const wrongStatus = (message: Message): DomainError =>
  new DomainError('conflict', message, { code: 'WRONG_STATUS', errors: [{ field: 'status', message }] });

/** Notes that a user writes about valid e-invoices. The original is locked before the note is. */
@Injectable()
export class WrittenNotesService {
  constructor(
    private readonly documents: EinvoiceDocumentRepository,
    private readonly settings: EinvoiceSettingsService,
    private readonly commits: EinvoiceCommits,
  ) {}

  /**
   * @returns the note: queued, or blocked with what it lacks
   * @throws not_found; conflict EINVOICES_OFF, WRONG_STATUS; invalid naming lines, or the line or amount of one
   */
  async write(ctx: Context, original_id: string, told: WrittenNote): Promise<EinvoiceDocument> {
    const [settings, original] = await Promise.all([this.settings.get(ctx), this.documents.lock(ctx, original_id)]);
    assertNotable(original, settings);
    const { lines, period } = await this.textOf(ctx, original);
    const notes = await this.documents.notesOf(ctx, original_id);
    const noted = notedLines(leftOf(lines, notes), told.lines ?? null);
    const [number] = (await drawNumbers(ctx, SERIES, 1)) as [string];
    const { kind, reason, release = false } = told;
    const { built, text } = this.build(ctx, settings, original, { kind, number, noted }, { lines, period });
    const { environment, module, person_id, uuid } = original;
    const note = EinvoiceDocument.of(
      {
        ...{ kind, number, environment, module, source: null, consolidated: false, sources: 0, person_id },
        month: malaysianDay(ctx.now).slice(0, 7),
        refers_to: [{ einvoice_id: original_id, number: original.number, uuid }],
      },
      built,
      ctx.now,
    ).giveId(ctx.now);
    note.explain({ reason, release, noted });
    this.documents.insert(ctx, note);
    this.keep(ctx, note, text);
    return note;
  }

  /** Builds a blocked or invalid note again, with the same lines. The note is locked. @throws conflict WRONG_STATUS */
  async rebuild(ctx: Context, note: EinvoiceDocument, settings: ShownEinvoiceSettings): Promise<void> {
    note.assertRetryable();
    const original = await this.documents.get(ctx, note.original_id ?? '');
    const { built, text } = this.build(ctx, settings, original, note, await this.textOf(ctx, original));
    note.rebuild(built, ctx.now);
    this.keep(ctx, note, text);
  }

  private keep(ctx: Context, { id, status }: EinvoiceDocument, text: string | null): void {
    if (text !== null) this.documents.keepTexts(ctx, [EinvoiceText.of(ctx.tenant_id, id, text)]);
    if (status === 'queued') this.commits.wakeAfterCommit(ctx);
  }

  private async textOf(ctx: Context, { id }: EinvoiceDocument): Promise<Pick<EinvoiceContent, 'lines' | 'period'>> {
    const body = (await this.documents.textOf(ctx, id))?.body ?? null;
    if (body === null) throw notFound(nouns.einvoice_text);
    return readText(body);
  }

  private build(
    { now }: Context,
    settings: ShownEinvoiceSettings,
    original: EinvoiceDocument,
    { kind, number, noted }: Identified,
    { lines, period }: Pick<EinvoiceContent, 'lines' | 'period'>,
  ): Building {
    const { currency, exchange_rate, buyer, number: of, uuid } = original;
    if (kind === 'invoice' || buyer === null) throw wrongStatus(messages.notNotable());
    const content: EinvoiceContent = {
      ...{ type_code: typeCodes[kind], version: settings.version, number, issued_at: now, currency, exchange_rate },
      ...{ period, buyer, seller: settings.seller, payment_mode: null, rounding: 0 },
      refers_to: [{ number: of, uuid: uuid ?? '' }],
      lines: contentOfNoted(lines, noted),
    };
    return buildContent(content, settings, now);
  }
}

/** @throws conflict unless notes are written about it now */
function assertNotable(original: EinvoiceDocument, { record }: ShownEinvoiceSettings): void {
  if (!record.enabled) throw new DomainError('conflict', messages.einvoicesOff(), { code: 'EINVOICES_OFF' });
  if (original.kind !== 'invoice' || original.status !== 'valid') throw wrongStatus(messages.notNotable());
  if (original.environment !== record.environment) throw wrongStatus(messages.otherEnvironment());
  if (original.is_cancel_pending) throw wrongStatus(messages.cancelPending());
}
