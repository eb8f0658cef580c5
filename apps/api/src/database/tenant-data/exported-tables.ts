import { Tenant } from '@usaha/core';
import type { Database, Table } from '@usaha/shared';

/**
 * Tables of tenants that an export leaves out, and why. All others are in it; a test compares both with the tables of the database,
 * so that a new table is decided on.
 */
export const leftOut: Readonly<Record<string, string>> = {
  'core.account_letters': 'letters about accounts of the last seven days, on their way from this installation',
  'core.account_links': 'links of those letters, which end within days',
  'core.calendars': 'locks of bookings, which count changes and say nothing of what is booked',
  'core.event_interests': 'what the endpoints and the feed of this installation await, worked out from them',
  'core.file_chunks': 'bytes of files, encrypted with keys that this installation has sealed',
  'core.file_usage': 'the sum over the files, which the files tell',
  'core.job_leases': 'which instance of this installation does which job',
  'core.letter_counts': 'counts of a day, of all tenants together, by fingerprints of recipients',
  'core.letter_stops': 'fingerprints of recipients, made with a key of this installation',
  'core.mfa_factors': 'secrets of sign-in, which are of use to this installation alone',
  'core.mfa_recovery_codes': 'fingerprints of codes, made with a key of this installation',
  'core.payment_accounts': 'accounts at payment gateways, whose keys are not given away',
  'core.rate_windows': 'requests of API keys in the last minutes, counted for their limits',
  'core.sandbox_charges': 'the book of the payment sandbox, which moves no money',
  'core.sandbox_payments': 'the book of the payment sandbox, which moves no money',
  'core.sessions': 'sign-ins that are under way',
  'core.sign_in_counts': 'wrong passwords of the last hour, by fingerprints',
  'core.sign_in_names': 'slug and schema name, which the tenant itself has',
  'core.tenant_exports': 'exports that this installation made, whose archives it keeps for seven days',
  'core.webhook_attempts': 'attempts to send events from this installation',
  'core.webhook_deliveries': 'events on their way to endpoints, kept for a month',
  'einvoice.submissions': 'e-invoices on their way from this installation',
  'einvoice.sending_rests': 'until when e-invoices are not sent from this installation',
  'einvoice.taxpayers': 'answers about TINs, by fingerprints made with a key of this installation',
  'einvoice.client_rates': 'calls of MyInvois in the last minute, counted for its limits',
  'einvoice.simulator_documents': 'the book of the simulator of e-invoices, which issues none',
  'einvoice.simulator_settings': 'how that simulator behaves',
  'einvoice.simulator_submissions': 'the book of the simulator of e-invoices, which issues none',
  'kernel.idempotency_keys': 'answers to requests, kept for a day so that they can be repeated',
  'kernel.outbox': 'events on their way to handlers of this installation',
  'logistics.alert_announcements': 'fingerprints of what the letters about the fleet have told',
  'retail.low_stock_notices': 'products that the letter of the day about low stock names, kept for a week',
  'retail.stock_announcements': 'the days of those letters, kept for a week',
};

/** Columns that an export leaves out: hashes, fingerprints and tokens. Those of `Table` have neither search tokens nor what is derived. */
export const leftOutColumns: Readonly<Record<string, readonly string[]>> = {
  'core.api_keys': ['secret_hash', 'previous_hash'],
  'core.files': ['key'],
  'core.message_accounts': ['sealed_settings'],
  'core.messages': ['to_print', 'number_print'],
  'core.payment_methods': ['gateway_token'],
  'core.payment_requests': ['sealed_waiting'],
  'core.users': ['password_hash', 'sign_in_addresses'],
  'core.webhook_endpoints': ['sealed_secret', 'sealed_previous_secret', 'sealed_headers'],
  'einvoice.settings': ['client_secret', 'private_key'],
  'retail.customers': ['fingerprint'],
  'retail.sale_refunds': ['fingerprint'],
  'retail.sales': ['fingerprint'],
};

/** A table whose rows an export has. */
export interface ExportedTable {
  table: Table<object>;
  /** The column that names the tenant. */
  scope: 'tenant_id' | 'id';
}

const TENANT = 'tenant_id';

/** Tables of the entities that belong to tenants, the tenants themselves first and then by name. */
export function exportedTables(database: Database): ExportedTable[] {
  const ofTenants = database.entities
    .filter(({ columns, path }) => columns.includes(TENANT) && !(path in leftOut))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return [
    { table: database.table(Tenant), scope: 'id' },
    ...ofTenants.map(({ entity }): ExportedTable => ({ table: database.table(entity), scope: TENANT })),
  ];
}
