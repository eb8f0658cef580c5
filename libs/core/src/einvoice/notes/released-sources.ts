import { Injectable } from '@nestjs/common';
import { money, type Context } from '@usaha/shared';
import { EinvoiceDocumentRepository, EinvoiceLinks, type EinvoiceDocument } from '../record/index.js';

/** Whether valid notes take off all of a document, and one of them releases its source. */
export function isReleased(original: EinvoiceDocument, notes: readonly EinvoiceDocument[]): boolean {
  const valid = notes.filter(({ status }) => status === 'valid');
  const noted = (of: 'total_excluding_tax' | 'tax_amount'): number => money.add(0, ...valid.map((note) => note[of]));
  return (
    original.status === 'valid' &&
    valid.some(({ release }) => release) &&
    noted('total_excluding_tax') >= original.total_excluding_tax &&
    noted('tax_amount') >= original.tax_amount
  );
}

/** Gives sources free once notes of the whole of their e-invoices are valid, where a note says so (A-525; General FAQ 40). */
@Injectable()
export class ReleasedSources {
  constructor(
    private readonly documents: EinvoiceDocumentRepository,
    private readonly links: EinvoiceLinks,
  ) {}

  /** Looks after the originals of locked documents that have become valid. */
  async release(ctx: Context, valid: readonly EinvoiceDocument[]): Promise<void> {
    const ids = [...new Set(valid.flatMap(({ original_id }) => original_id ?? []))];
    if (ids.length === 0) return;
    // Locked, so that of the last two notes one sees the other.
    const originals = await this.documents.lockAll(ctx, ids);
    const notes = await this.documents.notesOfAll(ctx, ids);
    // The statuses of these are not written yet.
    const now = new Map(valid.map((note) => [note.id, note]));
    for (const original of originals) {
      const own = notes
        .filter(({ original_id }) => original_id === original.id)
        .map((note) => now.get(note.id) ?? note);
      if (!isReleased(original, own)) continue;
      for (const { id } of [original, ...own]) this.links.remove(ctx, id);
    }
  }
}
