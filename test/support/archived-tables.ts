/** How the archive of a tenant shows that it has the rows of a table. */
export interface ArchivedTable {
  /** The files: `data/{resource}.ndjson`; the table's own name for rows that no list has. */
  resources?: string[];
  /** The column by which rows are known. */
  by?: string;
  /** The field of the records that has its value; the column's name unless given. */
  field?: string;
  /** Rows are parts of records that this column names: the record tells of them. */
  within?: string;
}

const shown = (...resources: string[]): ArchivedTable => ({ resources });
const within = (resource: string, column: string): ArchivedTable => ({ resources: [resource], within: column });
const by = (column: string): ArchivedTable => ({ by: column });

/** Tables whose rows have another name in an archive, or are known by another column than `id`. */
export const archivedTables: Readonly<Record<string, ArchivedTable>> = {
  'beauty.appointment_lines': within('beauty.appointments', 'appointment_id'),
  'beauty.appointments': shown('beauty.appointments'),
  'beauty.clients': shown('beauty.clients'),
  'beauty.memberships': shown('beauty.memberships'),
  'beauty.package_sessions': shown('beauty.client-packages.sessions'),
  'beauty.packages': shown('beauty.packages'),
  'beauty.payments': shown('beauty.appointments.payments'),
  'beauty.products': shown('beauty.products'),
  'beauty.services': shown('beauty.services'),
  'beauty.sold_packages': shown('beauty.client-packages'),
  'beauty.staff': shown('beauty.staff'),
  'beauty.stock_movements': shown('beauty.products.movements'),
  // The one row of a tenant.
  'core.account_policies': { resources: ['account-policy'], by: 'mfa' },
  'core.api_keys': shown('api-keys'),
  'core.daily_closings': shown(
    ...['beauty', 'education', 'healthcare', 'retail'].map((one) => `${one}.daily-closings`),
  ),
  'core.document_prints': by('record_id'),
  'core.files': shown('files'),
  'core.import_rows': by('import_id'),
  'core.imports': shown('imports'),
  // The file has all templates, also those of which the tenant says nothing.
  'core.message_settings': { resources: ['message-settings'], by: 'language' },
  // A row of each day: what ways and templates have of it is in the report.
  'core.message_usage': { resources: ['message-usage'], by: 'day', field: 'group' },
  'core.message_templates': within('message-templates', 'name'),
  'core.message_accounts': within('message-accounts', 'way'),
  'core.message_tries': within('messages', 'message_id'),
  'core.messages': shown('messages'),
  'core.payment_attempts': shown('payment-requests.attempts'),
  'core.payment_request_refunds': shown('payment-requests.refunds'),
  'core.payment_methods': shown('payment-methods'),
  'core.payments': shown('payments'),
  'core.refunds': within('payments', 'payment_id'),
  'core.subscription_entries': shown('subscriptions.history'),
  'core.subscriptions': shown('subscriptions'),
  // Shown by the name of the module.
  'core.tenant_modules': { resources: ['modules'], by: 'module', field: 'module_id' },
  'core.tenants': shown('tenants'),
  'core.users': shown('users'),
  'core.webhook_endpoints': shown('webhooks'),
  'education.attendance': shown('education.attendance'),
  'education.classes': shown('education.classes'),
  'education.credit_notes': shown('education.invoices.credit-notes'),
  'education.enrollments': shown('education.enrollment'),
  'education.fees': shown('education.fees'),
  'education.grades': shown('education.grades'),
  'education.households': shown('education.households'),
  'education.invoices': shown('education.invoices'),
  'education.payments': shown('education.payments'),
  'education.students': shown('education.students'),
  'einvoice.buyers': shown('einvoices.buyers'),
  'einvoice.documents': shown('einvoices'),
  'einvoice.links': by('source_id'),
  // The one row of a tenant.
  'einvoice.settings': { resources: ['einvoices.settings'], by: 'environment' },
  'healthcare.appointments': shown('healthcare.appointments'),
  'healthcare.bill_credit_notes': shown('healthcare.billing.credit-notes'),
  'healthcare.bill_payments': shown('healthcare.billing.payments'),
  'healthcare.bill_refunds': shown('healthcare.billing.refunds'),
  'healthcare.bills': shown('healthcare.billing'),
  'healthcare.medical_records': shown('healthcare.medical-records'),
  'healthcare.patients': shown('healthcare.patients'),
  'healthcare.prescriptions': shown('healthcare.prescriptions'),
  'healthcare.vaccinations': shown('healthcare.vaccinations'),
  'kernel.audit_entries': shown('audit'),
  'kernel.number_series': by('series'),
  'logistics.cod_payouts': shown('logistics.cod-payouts'),
  'logistics.cod_remittances': shown('logistics.drivers.cod-remittances'),
  'logistics.drivers': shown('logistics.drivers'),
  'logistics.freight_credit_notes': shown('logistics.shipments.invoice.credit-notes'),
  'logistics.maintenance_entries': shown('logistics.vehicles.maintenance-history'),
  'logistics.positions': shown('logistics.vehicles.positions'),
  'logistics.routes': shown('logistics.routes'),
  'logistics.schedules': shown('logistics.schedules'),
  'logistics.shipment_events': shown('logistics.shipments.events'),
  'logistics.shipments': shown('logistics.shipments'),
  'logistics.vehicles': shown('logistics.vehicles'),
  'retail.customers': shown('retail.customers'),
  'retail.points_movements': shown('retail.customers.points'),
  'retail.products': shown('retail.products'),
  'retail.sale_lines': within('retail.sales', 'sale_id'),
  'retail.sale_refunds': within('retail.sales', 'id'),
  'retail.sales': shown('retail.sales'),
  'retail.stock_locations': by('product_id'),
  'retail.stock_movements': shown('retail.products.movements'),
};
