import { drawReceipt } from '../receipt/receipt-sheet.js';
import { drawReport } from '../report/draw-report.js';

/** Every kind of printed document, and how it is drawn from plain data. */
export const documents = { report: drawReport, receipt: drawReceipt };

export type DocumentKind = keyof typeof documents;
/** What a document of a kind is drawn from. */
export type DocumentData<K extends DocumentKind> = Parameters<(typeof documents)[K]>[0];
