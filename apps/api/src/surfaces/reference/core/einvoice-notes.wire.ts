import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';

const noteKinds = choices('EinvoiceNoteKind', ['credit_note', 'refund_note']);

@field.record('What a note takes off a line of its e-invoice')
class EinvoiceNoteLineBody {
  @field.count('Line of the e-invoice, from 1', 1, { min: 1 }) line!: number;
  @field.money('Amount without tax, above 0; its tax follows in proportion', 30) amount!: number;
}

/** POST /api/v1/einvoices/{einvoice_id}/notes/. */
export class EinvoiceNoteBody {
  @field.choice('With a refund note money went back', noteKinds) kind!: 'credit_note' | 'refund_note';
  @field.nestedList('Amounts by line; default: all that notes and refunds have left', EinvoiceNoteLineBody, {
    optional: true,
    example: null,
  })
  lines?: EinvoiceNoteLineBody[] | null;
  @field.text('Why', 'Barang dipulangkan', { max: 300 }) reason!: string;
  @field.flag('That the document may be invoiced again once notes of the whole are valid; default false', false, {
    unset: true,
  })
  release?: boolean;
}
