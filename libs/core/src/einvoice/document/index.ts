/** The text of an e-invoice and what is checked of it before it is sent. */
export { MOST_BYTES, checkContent } from './check-content.js';
export {
  einvoiceTypeCodes,
  type ContentLine,
  type DocumentAddress,
  type DocumentBuyer,
  type DocumentReference,
  type EinvoiceContent,
  type EinvoiceTypeCode,
  type EinvoiceVersion,
  type LineTax,
} from './content.js';
export { localErrorCodes, type LocalError, type LocalErrorCode } from './field-checks.js';
export { lineOf, type ChargedLine, type TaxRules } from './line-amounts.js';
export { readText } from './read-text.js';
export { totalsOf, type EinvoiceTotals } from './totals.js';
export { ublOf, type UblDocument } from './ubl.js';
