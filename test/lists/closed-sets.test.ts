import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { entities } from '../../apps/api/dist/database/persistence.js';
import { columnsOf } from '../../libs/shared/dist/index.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';

/**
 * A closed set is known in three places: to the code (`columns.choice`), to the table (its CHECK) and to the documents
 * (an enum). A value that one of them knows alone is an answer of 500, or a promise that is not kept.
 */

type Surface = 'contract' | 'reference';

/** How a surface shows a column. */
interface Shown {
  /** Of a resource: the column is a field of its answers and, where it can be sent, of its bodies. */
  path: string;
  /** The list of the resource in which the field stands. */
  within?: string;
  /** Values that the surface shows as another, or never (null). All others are shown in its own case. */
  as?: Readonly<Record<string, string | null>>;
}

/** Sets with the names that MyInvois gives their values: the contract surface shows none of them. */
const ofMyInvois: ReadonlySet<string> = new Set(['einvoice.buyers.id_type', 'einvoice.settings.id_type']);

/** Where each closed set is seen; a surface that is not named does not show it. */
const shown: Readonly<Record<string, Partial<Record<Surface, Shown>>>> = {
  'core.tenants.business_type': {
    contract: { path: '/v1/tenants/{tenant_id}' },
    reference: { path: '/api/v1/tenants/{tenant_id}/' },
  },
  'core.tenants.subscription_plan': { contract: { path: '/v1/tenants/{tenant_id}' } },
  'core.tenants.pricing_model': { contract: { path: '/v1/tenants/{tenant_id}' } },
  'core.tenants.status': { contract: { path: '/v1/tenants/{tenant_id}' } },
  'core.tenants.suspended_by': {},
  'core.users.role': {
    contract: { path: '/v1/users/{user_id}' },
    reference: { path: '/api/v1/users/{user_id}/', as: { viewer: 'user' } },
  },
  'core.api_keys.role': {
    reference: { path: '/api/v1/api-keys/{api_key_id}/', as: { viewer: 'user' } },
  },
  'core.users.status': { contract: { path: '/v1/users/{user_id}' } },
  'core.payments.type': { contract: { path: '/v1/payments' } },
  'core.payments.status': {
    contract: { path: '/v1/payments' },
    reference: { path: '/api/v1/payments/{payment_id}/' },
  },
  // A refund that failed gave nothing back: no payment lists it.
  'core.refunds.status': {
    reference: { path: '/api/v1/payments/{payment_id}/', within: 'refunds', as: { failed: null } },
  },
  'core.subscriptions.plan_type': { contract: { path: '/v1/subscriptions/{subscription_id}' } },
  'core.subscriptions.billing_cycle': {
    contract: { path: '/v1/subscriptions/{subscription_id}' },
    reference: { path: '/api/v1/subscriptions/{subscription_id}/' },
  },
  'core.subscriptions.status': {
    contract: { path: '/v1/subscriptions/{subscription_id}' },
    reference: { path: '/api/v1/subscriptions/{subscription_id}/' },
  },
  'core.subscription_entries.kind': { reference: { path: '/api/v1/subscriptions/{subscription_id}/history/' } },
  'core.subscription_entries.plan_type': {},
  'core.subscription_entries.billing_cycle': {
    reference: { path: '/api/v1/subscriptions/{subscription_id}/history/' },
  },
  'core.tenant_modules.module': {},
  'core.tenant_modules.status': {},
  'core.account_policies.mfa': { reference: { path: '/api/v1/account-policy/' } },
  'core.files.purpose': { reference: { path: '/api/v1/files/{file_id}/' } },
  'core.files.scan': { reference: { path: '/api/v1/files/{file_id}/' } },
  'core.files.status': { reference: { path: '/api/v1/files/{file_id}/' } },
  'core.files.store': {},
  'core.payment_attempts.method': {},
  'core.payment_attempts.gateway': {},
  'core.payment_attempts.mode': {},
  'core.payment_attempts.status': {},
  'core.payment_differences.kind': {},
  'core.payment_differences.status': {},
  'core.payment_request_refunds.by': {},
  'core.payment_request_refunds.status': {},
  'core.payment_requests.status': { reference: { path: '/api/v1/payment-requests/{payment_request_id}/' } },
  'core.imports.mode': { reference: { path: '/api/v1/imports/{import_id}/' } },
  'core.imports.on_error': { reference: { path: '/api/v1/imports/{import_id}/' } },
  'core.imports.empty_cells': { reference: { path: '/api/v1/imports/{import_id}/' } },
  'core.imports.status': { reference: { path: '/api/v1/imports/{import_id}/' } },
  'core.imports.created_by_kind': {},
  'core.imports.language': {},
  'core.tenant_exports.status': { reference: { path: '/api/v1/tenants/{tenant_id}/exports/{export_id}/' } },
  'core.message_accounts.way': { reference: { path: '/api/v1/message-accounts/{way}/' } },
  'core.message_accounts.provider': { reference: { path: '/api/v1/message-accounts/{way}/' } },
  'core.messages.category': { reference: { path: '/api/v1/messages/{message_id}/' } },
  'core.messages.way': { reference: { path: '/api/v1/messages/{message_id}/' } },
  'core.messages.language': { reference: { path: '/api/v1/messages/{message_id}/' } },
  'core.messages.status': { reference: { path: '/api/v1/messages/{message_id}/' } },
  'core.message_settings.language': { reference: { path: '/api/v1/message-settings/' } },
  'core.message_tries.way': { reference: { path: '/api/v1/messages/{message_id}/', within: 'tries' } },
  'core.message_tries.outcome': { reference: { path: '/api/v1/messages/{message_id}/', within: 'tries' } },
  'core.sandbox_charges.kind': {},
  'core.sandbox_payments.method': {},
  'core.sandbox_payments.status': {},
  'core.payments.gateway': {},
  'core.payment_accounts.gateway': { reference: { path: '/api/v1/payment-account/' } },
  'core.payment_accounts.mode': { reference: { path: '/api/v1/payment-account/' } },
  'core.payment_accounts.refunds': {},
  'einvoice.buyers.id_type': { reference: { path: '/api/v1/einvoices/buyers/{buyer_id}/' } },
  'einvoice.buyers.subject_module': {},
  'einvoice.simulator_documents.status': {},
  'einvoice.simulator_documents.outcome': {},
  'einvoice.settings.issuer_name_order': { reference: { path: '/api/v1/einvoices/settings/' } },
  'einvoice.documents.environment': { reference: { path: '/api/v1/einvoices/{einvoice_id}/' } },
  'einvoice.documents.kind': { reference: { path: '/api/v1/einvoices/{einvoice_id}/' } },
  'einvoice.documents.module': { reference: { path: '/api/v1/einvoices/{einvoice_id}/' } },
  'einvoice.documents.requested_in': {},
  'einvoice.documents.source_kind': {},
  'einvoice.documents.status': { reference: { path: '/api/v1/einvoices/{einvoice_id}/' } },
  'einvoice.documents.ubl_version': {},
  'einvoice.submissions.environment': {},
  'einvoice.submissions.status': {},
  'einvoice.settings.environment': { reference: { path: '/api/v1/einvoices/settings/' } },
  'einvoice.settings.turnover_group': { reference: { path: '/api/v1/einvoices/settings/' } },
  'einvoice.settings.id_type': { reference: { path: '/api/v1/einvoices/settings/' } },
  'einvoice.settings.credentials': { reference: { path: '/api/v1/einvoices/settings/' } },
  'einvoice.settings.individual': { reference: { path: '/api/v1/einvoices/settings/' } },
  'einvoice.settings.health_descriptions': { reference: { path: '/api/v1/einvoices/settings/' } },
  'core.notifications.outcome': {},
  'core.account_letters.kind': {},
  'core.account_letters.language': {},
  'core.account_letters.outcome': {},
  'core.account_links.purpose': {},
  'core.webhook_endpoints.ordering': { reference: { path: '/api/v1/webhooks/{webhook_id}/' } },
  'core.webhook_endpoints.status': { reference: { path: '/api/v1/webhooks/{webhook_id}/' } },
  'core.webhook_endpoints.disabled_reason': { reference: { path: '/api/v1/webhooks/{webhook_id}/' } },
  'core.webhook_deliveries.status': { reference: { path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/' } },
  'core.webhook_deliveries.last_error': {
    reference: { path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/' },
  },
  'core.webhook_attempts.error': {
    reference: { path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/', within: 'attempts' },
  },
  'core.sign_in_entries.action': {},
  'core.sign_in_entries.way': {},
  'retail.products.status': { contract: { path: '/v1/retail/products' } },
  'retail.customers.loyalty_tier': { reference: { path: '/api/v1/retail/customers/{customer_id}/' } },
  'retail.sales.status': {
    contract: { path: '/v1/retail/sales', as: { cancelled: 'refunded' } },
    reference: { path: '/api/v1/retail/sales/{sale_id}/' },
  },
  'retail.sales.payment_status': { reference: { path: '/api/v1/retail/sales/{sale_id}/' } },
  'retail.sale_payments.kind': {},
  'retail.stock_movements.kind': { reference: { path: '/api/v1/retail/products/{product_id}/movements/' } },
  'retail.points_movements.kind': { reference: { path: '/api/v1/retail/customers/{customer_id}/points/' } },
  'retail.points_movements.loyalty_tier': { reference: { path: '/api/v1/retail/customers/{customer_id}/points/' } },
  'education.enrollments.enrollment_type': { reference: { path: '/api/v1/education/enrollment/{enrollment_id}/' } },
  'education.enrollments.status': { reference: { path: '/api/v1/education/enrollment/{enrollment_id}/' } },
  'education.students.stream': { reference: { path: '/api/v1/education/students/{student_id}/' } },
  'beauty.stock_movements.kind': { reference: { path: '/api/v1/beauty/products/{product_id}/movements/' } },
  'beauty.points_movements.kind': {},
  'logistics.drivers.status': { reference: { path: '/api/v1/logistics/drivers/{driver_id}/' } },
  'logistics.shipments.status': { reference: { path: '/api/v1/logistics/shipments/{shipment_id}/' } },
  'logistics.shipments.service_type': { reference: { path: '/api/v1/logistics/shipments/{shipment_id}/' } },
  'logistics.shipments.distance_source': { reference: { path: '/api/v1/logistics/shipments/{shipment_id}/' } },
  'logistics.shipment_events.status': { reference: { path: '/api/v1/logistics/shipments/{shipment_id}/events/' } },
  'logistics.vehicles.status': { reference: { path: '/api/v1/logistics/vehicles/{vehicle_id}/' } },
  'logistics.schedules.status': { reference: { path: '/api/v1/logistics/schedules/{schedule_id}/' } },
  'logistics.optimizations.method': {},
  // The signature and the photographs are separate fields.
  'logistics.proof_pictures.kind': {},
  'logistics.proof_pictures.media_type': {
    reference: { path: '/api/v1/logistics/shipments/{shipment_id}/proof-of-delivery/', within: 'pictures' },
  },
  'logistics.freight_invoices.service_type': {},
  'logistics.maintenance_entries.kind': {
    reference: { path: '/api/v1/logistics/vehicles/{vehicle_id}/maintenance-history/' },
  },
  'beauty.appointments.status': { reference: { path: '/api/v1/beauty/appointments/{appointment_id}/' } },
  'beauty.payments.kind': { reference: { path: '/api/v1/beauty/appointments/{appointment_id}/payments/' } },
  'beauty.payments.purpose': { reference: { path: '/api/v1/beauty/appointments/{appointment_id}/payments/' } },
  // Each industry lists its own counts.
  'core.daily_closings.context': {},
  'beauty.package_sessions.kind': {
    reference: { path: '/api/v1/beauty/client-packages/{client_package_id}/sessions/' },
  },
  'healthcare.appointments.status': {
    contract: { path: '/v1/healthcare/appointments', as: { in_progress: 'confirmed' } },
    reference: { path: '/api/v1/healthcare/appointments/{appointment_id}/' },
  },
  'healthcare.prescriptions.status': { reference: { path: '/api/v1/healthcare/prescriptions/{prescription_id}/' } },
  'healthcare.bills.status': { reference: { path: '/api/v1/healthcare/billing/{bill_id}/' } },
  'education.attendance.status': { reference: { path: '/api/v1/education/attendance/{attendance_id}/' } },
  // The letters are shown, and what they were worked out by is not.
  'education.grades.scale': {},
};

/** The surfaces' own case. */
const cased: Readonly<Record<Surface, (value: string) => string>> = {
  contract: (value) => value.toUpperCase(),
  reference: (value) => value,
};

interface Schema {
  $ref?: string;
  enum?: (string | null)[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Body {
  content?: Record<string, { schema?: Schema }>;
}
interface Document {
  paths: Record<string, Record<string, { requestBody?: Body; responses?: Record<string, Body> }>>;
  components: { schemas: Record<string, Schema> };
}

const documentOf = (surface: Surface): Document =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../docs/openapi/${surface}.json`), 'utf8')) as Document;

/** The property of this name that is nearest to the top of a schema. */
function propertyOf(document: Document, schema: Schema, name: string): Schema | null {
  let level: Schema[] = [schema];
  for (let depth = 0; level.length > 0 && depth < 8; depth += 1) {
    const resolved = level.map((s) =>
      s.$ref ? (document.components.schemas[s.$ref.split('/').at(-1) ?? ''] ?? s) : s,
    );
    const found = resolved.map((s) => s.properties?.[name]).find((s) => s !== undefined);
    if (found) return found;
    level = resolved.flatMap((s) => [
      ...Object.values(s.properties ?? {}),
      ...(s.items ? [s.items] : []),
      ...partsOf(s),
    ]);
  }
  return null;
}

const partsOf = ({ anyOf = [], oneOf = [], allOf = [] }: Schema): Schema[] => [...anyOf, ...oneOf, ...allOf];

function valuesOf(document: Document, schema: Schema): string[] {
  const named = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined;
  const own = (schema.enum ?? []).filter((value) => value !== null);
  return [
    ...own,
    ...(named ? valuesOf(document, named) : []),
    ...partsOf(schema).flatMap((s) => valuesOf(document, s)),
  ];
}

/** What a surface's answers and bodies at a path say of a field, each by where it says so. */
function saidOf(surface: Surface, { path, within }: Shown, name: string): [where: string, values: string[]][] {
  const document = documentOf(surface);
  const operations = Object.entries(document.paths[path] ?? {});
  const bodies = operations.flatMap(([method, { requestBody, responses = {} }]): [string, Body | undefined][] => [
    [`${method} body`, requestBody],
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, body]): [string, Body] => [`${method} ${status}`, body]),
  ]);
  return bodies.flatMap(([where, body]) => {
    const schema = body?.content?.['application/json']?.schema;
    const whole = within && schema ? propertyOf(document, schema, within) : schema;
    const field = whole ? propertyOf(document, whole, name) : null;
    return field ? [[where, valuesOf(document, field)] as [string, string[]]] : [];
  });
}

const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();

describe('closed sets', () => {
  const inCode: Record<string, readonly string[]> = {};
  const inTables: Record<string, string[]> = {};

  beforeAll(async () => {
    const dataSource = new DataSource({
      type: 'postgres',
      entities: [...entities],
      extra: { connectionString: workerState().ownerUrl },
    });
    await dataSource.initialize();
    for (const { schema, tableName, target } of dataSource.entityMetadatas)
      for (const { name, choices } of columnsOf(target as { prototype: object }).values())
        if (choices) inCode[`${schema}.${tableName}.${name}`] = choices;
    await dataSource.destroy();

    const checks = await sql<{ path: string; definition: string }>(
      workerState().ownerUrl as string,
      `select n.nspname || '.' || c.relname as path, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       where k.contype = 'c'`,
    );
    for (const { path, definition } of checks) {
      const [, column, list] = /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(definition) ?? [];
      if (column && list)
        inTables[`${path}.${column}`] = [...list.matchAll(/'([^']*)'::text/g)].map(([, value]) => value ?? '');
    }
  });

  it('are found in the code, in the tables and in the list of what is shown', () => {
    expect(Object.keys(inCode).sort()).toEqual(Object.keys(shown).sort());
    expect(Object.keys(inTables).sort()).toEqual(Object.keys(shown).sort());
  });

  it('are in lower case in the code: the contract surface raises them', () => {
    const raised = Object.entries(inCode).filter(
      ([column, values]) => !ofMyInvois.has(column) && values.some((value) => value !== value.toLowerCase()),
    );
    expect(Object.fromEntries(raised)).toEqual({});
  });

  it('are named in upper case by no check, index, policy, function or default', async () => {
    const named = await sql<{ what: string }>(
      workerState().ownerUrl as string,
      `select what from (
         select k.connamespace as place, k.conname || ': ' || pg_get_constraintdef(k.oid) as what from pg_constraint k
         union all
         select c.relnamespace, c.relname || ': ' || pg_get_indexdef(c.oid) from pg_class c where c.relkind = 'i'
         union all
         select c.relnamespace, p.polname || ': ' || concat(pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid))
         from pg_policy p join pg_class c on c.oid = p.polrelid
         union all
         select p.pronamespace, p.proname || ': ' || p.prosrc from pg_proc p
         union all
         select c.relnamespace, c.relname || ': ' || pg_get_expr(d.adbin, c.oid)
         from pg_attrdef d join pg_class c on c.oid = d.adrelid
       ) as definitions
       where what ~ '''[A-Z][A-Z_]+''' and what !~ '^(settings|buyers)_id_type_check: '
         and place in (select oid from pg_namespace where nspname !~ '^(pg_|information_schema$|public$)')`,
    );
    expect(named).toEqual([]);
  });

  it.each(Object.keys(shown))('%s has the same values in code and CHECK', (column) => {
    expect(sorted(inTables[column] ?? [])).toEqual(sorted(inCode[column] ?? []));
  });

  const surfaces = Object.entries(shown).flatMap(([column, places]) =>
    (Object.entries(places) as [Surface, Shown][]).map(([surface, place]) => [column, surface, place] as const),
  );

  it.each(surfaces)('%s has the same values in code and in the document of %s', (column, surface, place) => {
    const name = column.split('.').at(-1) as string;
    const { as = {} } = place;
    const expected = (inCode[column] ?? []).flatMap((value) => {
      const shownAs = value in as ? as[value] : value;
      return shownAs === null || shownAs === undefined ? [] : [cased[surface](shownAs)];
    });
    const said = saidOf(surface, place, name);
    expect(said.length).toBeGreaterThan(0);
    for (const [where, values] of said)
      expect({ where, values: sorted(values) }).toEqual({ where, values: sorted(expected) });
  });
});
