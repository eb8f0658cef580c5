import { Module } from '@nestjs/common';
import { LogoCache } from './pdf/logo-cache.js';
import { PdfRenderer } from './pdf/pdf-renderer.js';
import { ReceiptPrinter } from './receipt/receipt-printer.js';
import { StatementPrinter } from './statement/statement-printer.js';
import { ReportRenderer } from './report/report-renderer.js';

const providers = [LogoCache, PdfRenderer, ReceiptPrinter, StatementPrinter, ReportRenderer];

/** Draws reports and printed documents. There is one of it, since there is one thread that draws. */
@Module({ providers, exports: providers })
export class RenderModule {}
