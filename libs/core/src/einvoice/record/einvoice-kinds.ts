import type { EinvoiceVersion } from '../document/index.js';

/** A credit note is without money, with a refund note money went back. */
export const einvoiceKinds = ['invoice', 'credit_note', 'refund_note'] as const;
export type EinvoiceKind = (typeof einvoiceKinds)[number];
/** The codes of the kinds at the service. */
export const typeCodes = { invoice: '01', credit_note: '02', refund_note: '04' } as const;

export const einvoiceVersions = ['1.0', '1.1'] as const satisfies EinvoiceVersion[];
