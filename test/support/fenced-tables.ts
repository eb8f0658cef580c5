import { workerState } from './state.js';

/** What the tests of tenancy expect of tables, keys, indexes and functions of the database. */

/** Tables that belong to no tenant: the migrations' own, what the installation's keys are known again by, and the coordinator's row. */
export const TENANTLESS = ['kernel.coordinator', 'kernel.key_checks', 'public.usaha_migrations'];
/** Tables that the platform's door opens: never an industry's. */
export const PLATFORM = [
  'core.account_letters',
  'core.account_links',
  'core.event_interests',
  'core.files',
  'core.imports',
  'core.messages',
  'core.notifications',
  'core.payment_attempts',
  'core.payment_differences',
  'core.payment_requests',
  'core.payments',
  'core.rate_windows',
  'core.refunds',
  'core.sessions',
  'core.sign_in_counts',
  'core.sign_in_entries',
  'core.sign_in_names',
  'core.subscription_entries',
  'core.subscriptions',
  'core.tenant_exports',
  'core.tenants',
  'core.users',
  'core.webhook_deliveries',
  'core.webhook_endpoints',
  'kernel.idempotency_keys',
  'kernel.outbox',
];
/** In the tenants' own table a tenant is the row, and its names are unique on the platform. */
export const GLOBAL_KEYS = [
  'core.sign_in_names_pkey',
  'core.tenants_domain',
  'core.tenants_pkey',
  'core.tenants_schema_name',
  'core.tenants_slug',
  'kernel.coordinator_pkey',
  'kernel.key_checks_pkey',
  'public.usaha_migrations_pkey',
];
/** Sign-in without a tenant, housekeeping, the list of tenants, and which tenants have work: not unique, and read through the platform's door. */
export const GLOBAL_INDEXES = [
  'beauty.appointments_due',
  'beauty.appointments_due_by_hours',
  'core.account_letters_old',
  'core.account_links_over',
  'core.event_interests_feeds',
  'core.files_rejected',
  'core.files_unattached',
  'core.files_unemptied',
  'core.import_rows_of_all',
  'core.messages_due',
  'core.messages_ended',
  'core.messages_number',
  'core.notifications_over',
  'core.payment_attempts_asked',
  'core.payment_attempts_reconciled',
  'core.payment_differences_open',
  'core.payment_request_refunds_asked',
  'core.payment_requests_over',
  'core.payment_requests_subscriptions',
  'core.payments_asked',
  'core.payments_newest',
  'core.sessions_expired',
  'core.sign_in_counts_last',
  'core.sign_in_entries_old',
  'core.subscription_entries_news',
  'core.subscriptions_ending',
  'core.subscriptions_newest',
  'core.tenant_exports_over',
  'core.tenant_exports_waiting',
  'core.tenant_modules_configured',
  'core.tenants_account',
  'core.tenants_bin_erases',
  'core.tenants_created_by',
  'core.tenants_sort_name',
  'core.users_any_email',
  'core.users_any_username',
  'core.webhook_deliveries_due',
  'core.webhook_deliveries_ended',
  'core.webhook_endpoints_disabled',
  'healthcare.appointments_due',
  'kernel.idempotency_keys_old',
  'kernel.outbox_due',
  'kernel.outbox_handled',
  'kernel.outbox_parked',
  'logistics.shipment_events_told',
];

/** Functions that act as their owner, because a search needs an index: each answers for the transaction's tenant alone. */
export const DEFINERS = [
  'beauty.clients_matching',
  'beauty.clients_with_email',
  'beauty.clients_with_phone_number',
  'beauty.staff_with_email',
  'beauty.staff_with_specialization',
  'education.students_matching',
  'education.students_with_ic_number',
  'einvoice.buyers_matching',
  'healthcare.patients_matching',
  'healthcare.patients_matching_contact_text',
  'healthcare.patients_with_ic_number',
  'healthcare.patients_with_phone_number',
  'logistics.drivers_matching',
  'logistics.drivers_with_ic_number',
  'logistics.routes_with_destination',
  'logistics.routes_with_origin',
  'retail.customers_matching',
  'retail.customers_with_email',
  'retail.customers_with_phone_number',
  'retail.products_matching',
  'retail.products_with_barcode',
];

/** Functions of the same kind that tell which tenants have something, within the platform's door alone. */
export const DEFINERS_ACROSS = [
  'beauty.tenants_to_remind',
  'core.tenants_to_reconcile',
  'core.tenants_with_differences',
  'core.tenants_with_keys_to_review',
  'core.tenants_with_old_import_rows',
  'core.tenants_with_refunds_due',
  'education.tenants_to_invoice',
  'education.tenants_with_absences',
  'education.tenants_with_overdue_invoices',
  'healthcare.tenants_to_remind',
  'kernel.tenants_having',
  'logistics.tenants_with_fleet_alerts',
  'logistics.tenants_with_news',
  'logistics.tenants_with_old_positions',
  'retail.tenants_with_stock_alerts',
];

/** Tables whose rows stand: the service’s own role may add to them, and change and delete nothing. */
export const LEDGERS = [
  'retail.stock_movements',
  'retail.points_movements',
  'beauty.points_movements',
  'beauty.stock_movements',
  'beauty.package_sessions',
  'retail.sale_refunds',
  'retail.sale_reversals',
  'retail.sale_payments',
  'healthcare.bill_payments',
  'healthcare.bill_payment_voids',
  'healthcare.bill_credit_notes',
  'healthcare.bill_refunds',
  'education.invoice_settlements',
  'logistics.assignments',
  'logistics.maintenance_entries',
  'logistics.optimizations',
  'logistics.freight_invoices',
  'logistics.freight_payments',
  'core.subscription_entries',
];

/** The rules' own view of the catalogue: everything that is not PostgreSQL's. */
export const OURS = `n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`;

export const owner = () => workerState().ownerUrl as string;
export const app = () => workerState().databaseUrl as string;
