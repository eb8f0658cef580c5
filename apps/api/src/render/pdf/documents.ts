import { drawLabels } from '../label/label-sheet.js';
import { drawDeliveryOrder } from '../delivery-order/delivery-order-sheet.js';
import { drawEinvoice } from '../einvoice/einvoice-sheet.js';
import { drawQrCode } from '../label/qr-code.js';
import { drawReceipt } from '../receipt/receipt-sheet.js';
import { drawReport } from '../report/draw-report.js';
import { drawReportCards } from '../report-card/report-card-sheet.js';
import { drawStatement } from '../statement/statement-sheet.js';

/** Every kind of printed document, and how it is drawn from plain data. */
export const documents = {
  report: drawReport,
  receipt: drawReceipt,
  reportCards: drawReportCards,
  statement: drawStatement,
  labels: drawLabels,
  deliveryOrder: drawDeliveryOrder,
  einvoice: drawEinvoice,
  qrCode: drawQrCode,
};

export type DocumentKind = keyof typeof documents;
/** What a document of a kind is drawn from. */
export type DocumentData<K extends DocumentKind> = Parameters<(typeof documents)[K]>[0];
