import type { Environment } from '../einvoice-settings.entity.js';

/** The hosts of MyInvois (SDK, "Environments"): of its interface, and where documents are verified. */
export const einvoiceHosts: Readonly<Record<Exclude<Environment, 'simulator'>, { api: string; portal: string }>> = {
  sandbox: { api: 'https://preprod-api.myinvois.hasil.gov.my', portal: 'https://preprod.myinvois.hasil.gov.my' },
  production: { api: 'https://api.myinvois.hasil.gov.my', portal: 'https://myinvois.hasil.gov.my' },
};
