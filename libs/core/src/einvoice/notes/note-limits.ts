import { Injectable } from '@nestjs/common';
import { money, type Context } from '@usaha/shared';
import { readText } from '../document/index.js';
import { messages } from '../einvoice.messages.js';
import { EinvoiceDocumentRepository, keptErrors, type EinvoiceError, type NotedLine } from '../record/index.js';
import { leftOf, type LineLeft } from './note-lines.js';

/** Whether a note takes off more of a line than is left. */
export function exceeds(left: readonly LineLeft[], noted: readonly NotedLine[]): boolean {
  const taken = new Map<number, number>();
  for (const { line, taxes } of noted)
    taken.set(line, money.add(taken.get(line) ?? 0, ...taxes.map(({ taxable }) => taxable)));
  return [...taken].some(([line, amount]) => amount > (left[line - 1]?.net ?? 0));
}

/** Keeps notes about refunds from exceeding their e-invoice, where a user has written notes about it. */
@Injectable()
export class NoteLimits {
  constructor(private readonly documents: EinvoiceDocumentRepository) {}

  /**
   * Says why a note about a refund is not sent: notes have left less of its lines.
   * @param original_id its e-invoice, locked
   * @param note_id of one that is there already
   */
  async errorsOf(
    ctx: Context,
    original_id: string,
    noted: readonly NotedLine[],
    note_id: string | null = null,
  ): Promise<EinvoiceError[]> {
    const body = (await this.documents.textOf(ctx, original_id))?.body ?? null;
    if (body === null) return [];
    const notes = (await this.documents.notesOf(ctx, original_id)).filter(({ id }) => id !== note_id);
    return exceeds(leftOf(readText(body).lines, notes), noted)
      ? keptErrors([{ code: 'ORIGINAL_INVALID', path: 'lines', message: messages.noteExceeds(), source: 'local' }])
      : [];
  }
}
