/** Building e-invoices of documents of industries. */
export { build, buildContent, redated, type Building, type Ingredients } from './built-document.js';
export { documentBuyer } from './document-buyer.js';
export {
  EinvoiceDocumentService,
  type NewEinvoice,
  type RetriedEinvoice,
  type ToldBuyer,
} from './einvoice-document.service.js';
export { EinvoiceMaker, kindOf, type MakingTold } from './einvoice-maker.js';
export { EinvoiceNotes } from './einvoice-notes.js';
export { paymentModeOf } from './payment-mode.js';
export { contentLines } from './source-lines.js';
