import { EinvoiceSettingsService } from '@usaha/core';
import { einvoiceSettingsView } from '../../surfaces/reference/core/einvoice-settings.wire.js';
import { LANGUAGE, always, wholeOf } from '../exported-resource.js';

/** E-invoices of a business. */
export const einvoiceResources = [
  wholeOf(
    'einvoices.settings',
    ['einvoice.settings'],
    EinvoiceSettingsService,
    async (settings, ctx) => [await settings.get(ctx)],
    always(einvoiceSettingsView(LANGUAGE)),
  ),
];
