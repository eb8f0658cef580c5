import { EinvoiceBuyerService, EinvoiceDocumentService, EinvoiceSettingsService } from '@usaha/core';
import { wholeBuyerView } from '../../surfaces/reference/core/einvoice-buyers.wire.js';
import { wholeEinvoiceView } from '../../surfaces/reference/core/einvoices.wire.js';
import { einvoiceSettingsView } from '../../surfaces/reference/core/einvoice-settings.wire.js';
import { LANGUAGE, always, listOf, wholeOf } from '../exported-resource.js';

/** E-invoices of a business. */
export const einvoiceResources = [
  wholeOf(
    'einvoices.settings',
    ['einvoice.settings'],
    EinvoiceSettingsService,
    async (settings, ctx) => [await settings.get(ctx)],
    always(einvoiceSettingsView(LANGUAGE)),
  ),
  listOf(
    'einvoices.buyers',
    ['einvoice.buyers'],
    EinvoiceBuyerService,
    (buyers, ctx, page) => buyers.list(ctx, {}, page),
    always(wholeBuyerView),
  ),
  listOf(
    'einvoices',
    ['einvoice.documents'],
    EinvoiceDocumentService,
    (einvoices, ctx, page) => einvoices.list(ctx, {}, page),
    always(wholeEinvoiceView(LANGUAGE)),
  ),
];
