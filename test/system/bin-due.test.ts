import { randomUUID } from 'node:crypto';
import { OF_TENANT, openDueWork, type DueCase, type DueWork, type Rows } from '../support/due-work.js';
import type { Row } from '../support/planted-row.js';

/** The job that purges the bin visits tenants with something to purge, and no others: on Citus where CITUS_URL is set. */

jest.setTimeout(300_000);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const now = new Date('2026-07-15T04:00:00Z');
const later = (ms: number): string => new Date(now.getTime() + ms).toISOString();

const HOUR_OF_GRACE = later(-HOUR_MS);
/** A record that was deleted some days ago, without anything that is purged. */
const binned = (table: string, days: number, row: Row = {}): Rows => [
  [table, { id: randomUUID(), deleted_at: later(-days * DAY_MS), ...row }],
];
/** The same with a file. */
const withFile = (table: string, days: number, file: Row = {}): Rows => {
  const record_id = randomUUID();
  const states = { purpose: 'document', store: 'database', chunk_bytes: 1, status: 'ready', scan: 'none' };
  return [
    ...binned(table, days, { id: record_id, ...requiredOf[table] }),
    ['core.files', { resource: table, record_id, ...states, ...file }],
  ];
};
const requiredOf: Record<string, Row> = {
  'logistics.drivers': { status: 'active' },
  'logistics.vehicles': { status: 'active' },
  'education.students': { stream: 'academic' },
  'retail.products': { status: 'active' },
  'retail.customers': { loyalty_tier: 'bronze' },
  'core.users': { role: 'staff', status: 'active' },
};
const set = (settings: Row): Rows[number] => ['core.tenants', { settings }];
const erased = (table: string, days: number, row: Row = {}): Rows => [
  set({ bin_erases_persons: true }),
  ...binned(table, days, { ...requiredOf[table], ...row }),
];
const [DUE_DAYS, YOUNG_DAYS] = [31, 29];
/** Of a schema whose records can be restored. */
const binOf = (schema: string, withFiles: string[], persons: string[]): DueCase => ({
  name: `${schema}.tenants_to_purge`,
  values: [HOUR_OF_GRACE],
  due: [
    ...withFiles.map((table) => withFile(table, DUE_DAYS)),
    ...persons.map((table) => erased(table, DUE_DAYS)),
    ...withFiles.slice(0, 1).flatMap((table) => [
      [set({ bin_days: 7 }), ...withFile(table, 8)],
      // A purge that has begun is ended, also where the tenant has set more days since.
      [set({ bin_days: 365 }), purged(40), ...withFile(table, 41)],
    ]),
  ],
  idle: [
    ...withFiles.flatMap((table) => [
      withFile(table, YOUNG_DAYS),
      withFile(table, DUE_DAYS, { deleted_at: later(0) }),
      [set({ bin_days: 365 }), ...withFile(table, DUE_DAYS)],
      // Values that are none count as absent.
      [set({ bin_days: '7' }), ...withFile(table, 8)],
      [set({ bin_days: 0 }), ...withFile(table, 8)],
    ]),
    ...persons.flatMap((table) => [
      erased(table, YOUNG_DAYS),
      erased(table, DUE_DAYS, { erased_at: later(0) }),
      erased(table, DUE_DAYS, { deleted_at: null }),
      [set({ bin_erases_persons: 'true' }), ...binned(table, DUE_DAYS, { ...requiredOf[table] })],
    ]),
  ],
});
const purged = (days: number): Rows[number] => [
  'core.file_usage',
  { id: OF_TENANT, purged_until: later(-days * DAY_MS) },
];

describe('the bin', () => {
  let work: DueWork;
  beforeAll(async () => {
    work = await openDueWork(now);
  });
  afterAll(() => work.close());

  it.each([
    binOf('core', [], ['core.users']),
    binOf('retail', ['retail.products', 'retail.customers'], ['retail.customers']),
    binOf('healthcare', ['healthcare.patients'], ['healthcare.patients']),
    binOf('education', ['education.students'], ['education.students']),
    binOf('beauty', ['beauty.products', 'beauty.clients', 'beauty.staff'], ['beauty.clients', 'beauty.staff']),
    binOf('logistics', ['logistics.drivers', 'logistics.vehicles'], ['logistics.drivers']),
  ])('has something to purge for the tenants of $name, and for no others', (one) => work.expectFound(one));
});
