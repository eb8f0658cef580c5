/** What e-invoices are made of. */
export {
  EinvoiceSources,
  sourceKinds,
  sourcePlaces,
  type FiguresTold,
  type SourceFigure,
  type SourcePlace,
  type EinvoiceSource,
  type HeadsPeriod,
  type SourcePage,
  type SourceDocument,
  type SourceEvent,
  type SourceHead,
  type SourceKind,
  type SourceLine,
  type SourceRef,
} from './einvoice-source.js';
export { withoutDiscountLines } from './discount-lines.js';
export { readFigures } from './source-figures.js';
export { NotedSource, type NotedKinds } from './noted-source.js';
export { lockHeads, readChanges, readHeads, type HeadsPage, type HeadsSql } from './source-heads.js';
