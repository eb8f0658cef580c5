/** What the service does unasked. */
export const jobs = [
  'dispatcher',
  'settling',
  'payment_asking',
  'payment_reconciliation',
  'renewals',
  'housekeeping',
  'school_fees',
  'api_key_uses',
  'notifications',
  'account_letters',
  'messages',
  'last_seen',
  'webhooks',
  'einvoices',
  'consolidations',
  'file_scans',
  'metrics',
  'imports',
  'tenant_exports',
] as const;
export type Job = (typeof jobs)[number];
