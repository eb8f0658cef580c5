/** The page on which buyers ask for e-invoices. */
export {
  EinvoiceRequestPages,
  requestStates,
  type EinvoiceRequestPage,
  type PageBuyer,
  type RequestState,
} from './request-page.service.js';
export { EinvoiceRequestLinks, type EinvoiceRequestLink } from './request-links.js';
export { EinvoiceRequestRates } from './request-rates.js';
