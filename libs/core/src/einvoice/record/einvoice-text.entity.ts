import { createHash } from 'node:crypto';
import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/** The text of an e-invoice, exactly as it is sent. It is written over where the document is built again. */
@Entity({ schema: 'einvoice', name: 'document_texts' })
export class EinvoiceText {
  @columns.primary() tenant_id!: string;
  /** The document's. */
  @columns.primary() id!: string;
  /** null once it was erased. */
  @columns.sealed({ code: true }) body!: string | null;
  /** Of the text, in hex: `documentHash`. */
  @columns.code() sha256!: string;
  @columns.count() bytes!: number;

  /** @param text one JSON.stringify of the document */
  static of(tenant_id: string, id: string, text: string): EinvoiceText {
    const bytes = Buffer.from(text);
    return Object.assign(new EinvoiceText(), {
      tenant_id,
      id,
      body: text,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
    });
  }
}
