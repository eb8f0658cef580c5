/** Rows of tenants whose jobs have nothing to do: an appointment in two months, a paid invoice, a vehicle with valid papers … */

/** What a column that must not be null holds where nothing else is said. */
const usual = {
  text: `'x'`,
  boolean: 'false',
  integer: '0',
  bigint: '0',
  numeric: '0',
  date: `'2026-01-05'`,
  'timestamp with time zone': 'now()',
  'timestamp without time zone': 'now()',
  'time without time zone': `'09:00'`,
  jsonb: `'{}'`,
  ARRAY: `'{}'`,
  uuid: 't.id',
};

const LATER = `now() + interval '60 days'`;
const DAY_LATER = `current_date + 60`;

/** A row for each tenant; its id is the tenant's, so that others can name it. */
const rows = {
  'healthcare.patients': {},
  'healthcare.appointments': {
    patient_id: 't.id',
    scheduled_at: LATER,
    ends_at: `${LATER} + interval '30 minutes'`,
    status: `'scheduled'`,
    duration_minutes: '30',
  },
  'beauty.clients': {},
  'beauty.appointments': { client_id: 't.id', starts_at: LATER, day: DAY_LATER, is_dated: 'true', status: `'pending'` },
  'education.fees': { amount: '100', payment_frequency: `'monthly'` },
  'education.students': { stream: `'academic'` },
  'education.attendance': { student_id: 't.id', date: 'current_date - 30', status: `'absent'` },
  'education.invoices': { student_id: 't.id', due_date: DAY_LATER, full_amount: '100', amount: '100' },
  'logistics.vehicles': { status: `'active'`, insurance_expiry: 'current_date + 200', capacity: '10' },
  'logistics.positions': {
    vehicle_id: 't.id',
    counts_at: `now() - interval '1 day'`,
    latitude: '3',
    longitude: '101',
  },
  'core.users': {
    role: `'admin'`,
    status: `'active'`,
    username: `'admin@' || t.slug || '.example'`,
    email: `'admin@' || t.slug || '.example'`,
  },
  'core.api_keys': { role: `'viewer'`, seen_by: 't.id', created_by: 't.id', reference: 't.id::text' },
};

/** @param owner a client as the tables' owner @param which tenants, as a condition on `t` */
export async function fillDormant(owner, which) {
  for (const [table, given] of Object.entries(rows)) {
    const [schema, name] = table.split('.');
    const { rows: columns } = await owner.query(
      `select column_name as column, data_type as type, is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' as needed
         from information_schema.columns where table_schema = $1 and table_name = $2`,
      [schema, name],
    );
    const there = new Map(columns.map(({ column, type }) => [column, type]));
    const row = {
      ...Object.fromEntries(columns.filter(({ needed }) => needed).map(({ column, type }) => [column, usual[type]])),
      ...Object.fromEntries(Object.entries(given).filter(([column]) => there.has(column))),
      tenant_id: 't.id',
      id: 't.id',
    };
    const names = Object.keys(row);
    await owner.query(
      `insert into ${table} (${names.join(', ')})
       select ${names.map((column) => row[column]).join(', ')} from core.tenants t where ${which}`,
    );
  }
}
