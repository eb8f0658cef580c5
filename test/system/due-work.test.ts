import { randomUUID } from 'node:crypto';
import { OF_TENANT, openDueWork, type DueCase, type DueWork, type Rows } from '../support/due-work.js';
import type { Row } from '../support/planted-row.js';

/** Jobs visit tenants with something due, and pass over those whose rows are not due: on Citus where CITUS_URL is set. */

jest.setTimeout(300_000);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const now = new Date('2026-07-15T04:00:00Z');
const later = (ms: number): string => new Date(now.getTime() + ms).toISOString();
const day = (days: number): string => later(days * DAY_MS).slice(0, 10);
/** An id as of an instant. */
const idOf = (ms: number): string => {
  const hex = (now.getTime() + ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
};

const setting = (module: string, key: string): Rows[number] => [
  'core.tenant_modules',
  { module, status: 'enabled', configuration: { [module]: { [key]: 1 } } },
];
const clinic = (hours: number, row: Row = {}): Rows => {
  const at = later(hours * HOUR_MS);
  const patient_id = randomUUID();
  const visit = { patient_id, scheduled_at: at, ends_at: later((hours + 1) * HOUR_MS), duration_minutes: 60 };
  return [
    ['healthcare.patients', { id: patient_id }],
    ['healthcare.appointments', { ...visit, status: 'scheduled', ...row }],
  ];
};
const salon = (hours: number, row: Row = {}): Rows => {
  const client_id = randomUUID();
  const visit = { client_id, starts_at: later(hours * HOUR_MS), is_dated: true, status: 'pending' };
  return [
    ['beauty.clients', { id: client_id }],
    ['beauty.appointments', { ...visit, ...row }],
  ];
};
const student = (...rows: Rows): Rows => {
  const student_id = randomUUID();
  return [
    ['education.students', { id: student_id, stream: 'academic' }],
    ...rows.map(([table, row]): Rows[number] => [table, { student_id, ...row }]),
  ];
};
const absent = (days: number): Rows => student(['education.attendance', { date: day(days), status: 'absent' }]);
const owed = (days: number): Rows => {
  const fee_id = randomUUID();
  const invoice = { fee_id, due_date: day(days), full_amount: 10, amount: 10 };
  return [['education.fees', { id: fee_id }], ...student(['education.invoices', invoice])];
};
const fee: Rows[number] = ['education.fees', { amount: 10, is_mandatory: true }];
const vehicle = (row: Row = {}): Rows => [['logistics.vehicles', { status: 'active', ...row }]];
const position = (days: number, row: Row = {}): Rows => {
  const vehicle_id = randomUUID();
  const place = { counts_at: later(days * DAY_MS), latitude: 3, longitude: 101 };
  return [
    ['logistics.vehicles', { id: vehicle_id, status: 'active' }],
    ['logistics.positions', { vehicle_id, ...place, ...row }],
  ];
};
/** A business whose e-invoices are on. */
const issuer = (row: Row): Rows => [
  ['einvoice.settings', { id: OF_TENANT, enabled: true, consolidate: true, consolidation_day: 1, ...row }],
];
const key = (row: Row): Rows => [['core.api_keys', { role: 'viewer', reference: randomUUID(), ...row }]];
/** A key of an active administrator. */
const vouched = (row: Row): Rows => {
  const id = randomUUID();
  const user = { id, username: id, email: `${id}@example.com`, role: 'admin', status: 'active' };
  return [['core.users', user], ...key({ seen_by: id, created_by: id, ...row })];
};
const low = (row: Row, product: Row = {}): Rows => {
  const product_id = randomUUID();
  const stocked = {
    id: product_id,
    sku: product_id,
    status: 'active',
    stock_tracked: true,
    current_stock: 1,
    minimum_stock: 2,
  };
  return [
    ['retail.products', { ...stocked, ...product }],
    ['retail.low_stock_notices', { product_id, fell_at: later(0), ...row }],
  ];
};
const told = (days: number, status: string): Rows => {
  const shipment_id = randomUUID();
  return [
    [
      'logistics.shipments',
      { id: shipment_id, tracking_number: shipment_id, status, distance_source: 'none', service_type: 'standard' },
    ],
    ['logistics.shipment_events', { id: idOf(days * DAY_MS), shipment_id, status, position: 1 }],
  ];
};

const failedRow = (days: number): Rows => [
  ['core.import_rows', { import_id: randomUUID(), row: 1, created_at: later(days * DAY_MS) }],
];

/** A payment request, of which an attempt or a difference is. */
const requested = (table: string, key: string, row: Row): Rows => {
  const id = randomUUID();
  const asked = { subject_type: 'retail.sale', subject_id: randomUUID(), status: 'open', amount: 10, paid_amount: 0 };
  return [
    ['core.payment_requests', { id, ...asked, unapplied_amount: 0 }],
    [table, { [key]: id, ...row }],
  ];
};
const refund = (ask_at: string | null): Rows =>
  requested('core.payment_request_refunds', 'request_id', {
    ...{ amount: 20, status: 'pending', by: 'transfer', attempt_id: null },
    ask_at,
  });
const attempt = (row: Row): Rows =>
  requested('core.payment_attempts', 'request_id', {
    ...{ method: 'fpx', gateway: 'sandbox', mode: 'sandbox', status: 'succeeded', amount: 10 },
    ...row,
  });
const difference = (row: Row): Rows =>
  requested('core.payment_differences', 'payment_request_id', {
    ...{ kind: 'unapplied', amount: 10, status: 'open' },
    ...row,
  });

const einvoice = (status: string): Rows => [
  [
    'einvoice.documents',
    {
      ...{ kind: 'invoice', ubl_version: '1.0', environment: 'simulator', module: 'retail', currency: 'MYR' },
      ...{ number: randomUUID(), month: '2026-07', status },
    },
  ],
];
const certified = (days: number): Rows => [
  ['einvoice.settings', { id: OF_TENANT, certificate_until: later(days * DAY_MS) }],
];

const hours = [now, later(24 * HOUR_MS), later(720 * HOUR_MS)];
const cases: DueCase[] = [
  {
    name: 'healthcare.tenants_to_remind',
    values: hours,
    due: [clinic(5), [...clinic(100), setting('healthcare', 'reminder_hours_before')]],
    idle: [
      clinic(100),
      clinic(-5),
      clinic(5, { reminder_sent: true }),
      clinic(5, { status: 'cancelled' }),
      [...clinic(1000), setting('healthcare', 'reminder_hours_before')],
      [...clinic(100), setting('healthcare', 'prevent_double_booking')],
    ],
  },
  {
    name: 'beauty.tenants_to_remind',
    values: hours,
    due: [
      salon(5),
      salon(100, { reminder_preferences: { reminder_hours_before: 120 } }),
      [...salon(100), setting('beauty', 'reminder_hours_before')],
    ],
    idle: [salon(100), salon(100, { reminder_preferences: { reminder_hours_before: 48 } }), salon(-5)],
  },
  {
    name: 'education.tenants_with_absences',
    values: [day(-1), day(0)],
    due: [[...absent(0), setting('education', 'notify_guardians')]],
    idle: [absent(0), [...absent(-3), setting('education', 'notify_guardians')]],
  },
  {
    name: 'education.tenants_with_overdue_invoices',
    values: [day(0)],
    due: [[...owed(-3), setting('education', 'notify_guardians')]],
    idle: [owed(-3), [...owed(3), setting('education', 'notify_guardians')]],
  },
  {
    name: 'education.tenants_to_invoice',
    values: [day(0)],
    due: [
      [fee, setting('education', 'invoice_day')],
      [...owed(-3), setting('education', 'late_fee')],
    ],
    idle: [[fee, setting('education', 'late_fee')], [...owed(-3), setting('education', 'invoice_day')], [fee]],
  },
  {
    name: 'einvoice.tenants_to_consolidate',
    values: [3, '2026-07-01'],
    due: [{ consolidation_day: 3, start_date: '2026-06-30' }, {}].map(issuer),
    idle: [{ consolidation_day: 4 }, { consolidate: false }, { enabled: false }, { start_date: '2026-07-01' }].map(
      issuer,
    ),
  },
  {
    name: 'logistics.tenants_with_fleet_alerts',
    values: [day(30), day(-6)],
    due: [
      vehicle({ insurance_expiry: day(20) }),
      vehicle({ maintenance_schedule: { next_service_date: day(3) } }),
      vehicle({ maintenance_schedule: { next_service_mileage: 900 }, current_mileage: 0 }),
      [['logistics.drivers', { license_expiry: day(10), status: 'active' }]],
      [['logistics.alert_announcements', { day: day(-2) }]],
    ],
    idle: [
      vehicle({ insurance_expiry: day(40), road_tax_expiry: null }),
      vehicle({ insurance_expiry: day(20), status: 'retired' }),
      vehicle({ maintenance_schedule: { next_service_date: day(33), next_service_mileage: 5000 }, current_mileage: 0 }),
      [['logistics.drivers', { license_expiry: day(40), status: 'active' }]],
      [['logistics.alert_announcements', { day: day(-8) }]],
    ],
  },
  {
    name: 'logistics.tenants_with_news',
    values: [idOf(-2 * DAY_MS)],
    due: [told(-1, 'delivered'), told(0, 'in_transit')],
    idle: [told(-3, 'delivered'), told(-1, 'pending')],
  },
  {
    name: 'logistics.tenants_with_old_positions',
    values: [later(-90 * DAY_MS), now],
    due: [position(-100), [...position(-5), setting('logistics', 'position_retention_days')]],
    idle: [position(-5), position(-100, { latitude: null, longitude: null, mileage: 5 })],
  },
  {
    name: 'retail.tenants_with_stock_alerts',
    values: [day(-6)],
    due: [low({ day: null }), [['retail.stock_announcements', { day: day(-2) }]]],
    idle: [
      low({ day: day(-20) }),
      low({ day: null }, { current_stock: 5 }),
      [['retail.stock_announcements', { day: day(-9) }]],
    ],
  },
  {
    name: 'core.tenants_to_reconcile',
    values: [now],
    due: [attempt({ reconcile_at: later(-1) })],
    idle: [attempt({ reconcile_at: later(HOUR_MS) }), attempt({ reconcile_at: null })],
  },
  {
    name: 'core.tenants_with_differences',
    values: [later(-10 * DAY_MS), later(-DAY_MS)],
    due: [difference({ created_at: later(-2 * DAY_MS) })],
    idle: [
      difference({ created_at: later(-HOUR_MS) }),
      difference({ created_at: later(-11 * DAY_MS) }),
      difference({ created_at: later(-2 * DAY_MS), status: 'resolved' }),
    ],
  },
  {
    name: 'core.tenants_with_keys_to_review',
    values: [now],
    due: [
      key({ seen_by: randomUUID(), created_by: randomUUID() }),
      vouched({ expires_at: later(2 * DAY_MS) }),
      vouched({ expires_at: later(-DAY_MS) }),
      vouched({ previous_hash: 'x', previous_until: later(-HOUR_MS) }),
    ],
    idle: [vouched({}), vouched({ expires_at: later(20 * DAY_MS) })],
  },
  {
    name: 'core.tenants_with_old_import_rows',
    values: [later(-30 * DAY_MS)],
    due: [failedRow(-31)],
    idle: [failedRow(-29)],
  },
  {
    name: 'core.tenants_with_refunds_due',
    values: [now],
    due: [refund(later(-HOUR_MS)), refund(now.toISOString())],
    idle: [refund(later(HOUR_MS)), refund(null)],
  },
  {
    name: 'einvoice.tenants_with_attention',
    values: [],
    due: [einvoice('blocked'), einvoice('invalid')],
    idle: [einvoice('queued'), einvoice('valid'), einvoice('discarded')],
  },
  {
    name: 'einvoice.tenants_with_ending_certificates',
    values: [now, later(30 * DAY_MS)],
    due: [certified(1), certified(30)],
    idle: [certified(31), certified(-1)],
  },
];

describe('due work', () => {
  let work: DueWork;
  beforeAll(async () => {
    work = await openDueWork(now);
  });
  afterAll(() => work.close());

  it.each(cases)('is found by $name, and what is not due is not', (one) => work.expectFound(one));
});
