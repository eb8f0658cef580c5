/** The document that a note changes; its uuid is null until it is valid. */
export interface EinvoiceReference {
  einvoice_id: string;
  number: string;
  uuid: string | null;
}

/** What a note takes off a line of the document that it changes: an amount for each tax of the line, in their order. */
export interface NotedLine {
  /** From 1. */
  line: number;
  taxes: readonly { taxable: number; amount: number }[];
}

/** What the service says of a document that it has validated. */
export interface ValidatedEinvoice {
  long_id: string;
  validated_at: Date;
  /** Until then it may be cancelled. */
  cancel_until: Date;
  validation_url: string;
}
