import { call, type Answer, type Json } from '../support/client.js';
import { everyRole, roles, type Role } from '../support/core-surfaces.js';
import { operations, type DocumentedOperation } from '../support/operations.js';
import { newTenant, type Person } from '../support/people.js';
import { newWorld, optionsOf, rightRequest, type World } from '../support/right-requests.js';

/**
 * What lists find, compared with what they show: of each list a record with every documented field is made, and read by each
 * role. A value that a role is not shown finds the record for that role by no filter.
 */

jest.setTimeout(180_000);

/** Which rows a page has, by instants that all of them show. */
const paging = new Set(['page', 'limit', 'page_size', 'updated_since']);
/** Fields that a job writes soon after a record was made: two readings may differ. */
const ofJobs = new Set(['not_before']);
const filtersOf = ({ query }: DocumentedOperation): string[] =>
  query.map(({ name }) => name).filter((name) => !paging.has(name));
const creation = ({ path }: DocumentedOperation) =>
  operations.find((operation) => operation.method === 'POST' && operation.path === path);

/** Lists whose records clients create, and that can be filtered. */
const lists = operations.filter(
  (operation) =>
    operation.method === 'GET' &&
    !operation.path.includes('{') &&
    filtersOf(operation).length > 0 &&
    creation(operation),
);

/** Which fields each role is not shown as administrators are; of lists without a line, none. */
const hidden: Record<string, Partial<Record<Role, string[]>>> = {
  'GET /v1/healthcare/patients': { VIEWER: ['allergies', 'date_of_birth', 'ic_number', 'medical_conditions'] },
  'GET /v1/healthcare/appointments': { VIEWER: ['notes'] },
  'GET /api/v1/einvoices/': { STAFF: ['buyer'], VIEWER: ['buyer'] },
  'GET /api/v1/einvoices/buyers/': { STAFF: ['id_value', 'tin'], VIEWER: ['id_value', 'tin'] },
  'GET /api/v1/healthcare/patients/': {
    VIEWER: [
      'allergies',
      'chronic_conditions',
      'date_of_birth',
      'ic_number',
      'ic_verification',
      'medications',
      'notes',
      'passport_number',
    ],
  },
  'GET /api/v1/healthcare/appointments/': { VIEWER: ['notes', 'reason', 'symptoms'] },
  'GET /api/v1/healthcare/medical-records/': {
    VIEWER: ['attachments', 'diagnosis', 'follow_up_instructions', 'notes', 'symptoms', 'treatment_plan', 'vitals'],
  },
  'GET /api/v1/healthcare/prescriptions/': {
    VIEWER: [
      'dosage',
      'duration',
      'frequency',
      'instructions',
      'medication',
      'notes',
      'quantity',
      'valid_until',
      'warnings',
    ],
  },
  'GET /api/v1/healthcare/vaccinations/': { VIEWER: ['notes'] },
  'GET /api/v1/healthcare/billing/': { VIEWER: ['items'] },
  'GET /api/v1/users/': { MANAGER: ['ic_number'], STAFF: ['ic_number'], VIEWER: ['ic_number'] },
  'GET /api/v1/beauty/staff/': {
    STAFF: ['commission_rate', 'hourly_rate', 'ic_number'],
    VIEWER: ['commission_rate', 'hourly_rate', 'ic_number'],
  },
  'GET /api/v1/logistics/drivers/': {
    STAFF: ['hourly_rate', 'ic_number', 'license_number', 'monthly_salary', 'psv_license'],
    VIEWER: ['hourly_rate', 'ic_number', 'license_number', 'monthly_salary', 'psv_license'],
  },
  'GET /api/v1/logistics/vehicles/': { VIEWER: ['location'] },
};

const rowsOf = ({ body }: Answer): Json[] => Object.values<Json>(body).find(Array.isArray) ?? [];

/** Texts and numbers anywhere in a value. */
const leavesOf = (value: Json): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values<Json>(value).flatMap(leavesOf)
    : typeof value === 'string' || typeof value === 'number'
      ? [String(value)]
      : [];

/** A value, and the parts of it by which numbers of papers are found. */
const partsOf = (text: string): string[] =>
  [...new Set([text, text.slice(0, 6), text.slice(0, 8), text.slice(-4)])].filter((part) => part.length >= 4);

/** null for what is no day. */
const dayAfter = (value: string): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(Date.parse(value) + 86_400_000).toISOString().slice(0, 10) : null;

let world: World;
let people: Record<Role, Person>;
beforeAll(async () => {
  const tenant = await newTenant();
  [world, people] = await Promise.all([newWorld(tenant), everyRole(tenant)]);
});

/** A record of the list, with every documented field. @returns its id */
async function madeFor(list: DocumentedOperation): Promise<string> {
  const operation = creation(list) as DocumentedOperation;
  const request = await rightRequest(operation, world, people.ADMIN);
  const made = await call('POST', request.path, optionsOf(request, people.ADMIN.token));
  const data = operation.on.data(made);
  const { id } = Array.isArray(data) ? data[0] : data;
  if (!id) throw new Error(`${operation.name}: ${made.status} ${made.text}`);
  return id;
}

async function rowIn(list: DocumentedOperation, role: Role, id: string, query = ''): Promise<Json | undefined> {
  const answer = await call('GET', `${list.path}?${query}`, { token: people[role].token });
  return answer.status === 200 ? rowsOf(answer).find((row) => row.id === id) : undefined;
}

/** As an administrator sees it once no job changes it any more. */
async function settledRow(list: DocumentedOperation, id: string): Promise<Json | undefined> {
  let row = await rowIn(list, 'ADMIN', id);
  for (
    const until = Date.now() + 30_000;
    ['queued', 'sending', 'submitted', 'checking', 'running', 'pending'].includes(row?.status) && Date.now() < until;
  ) {
    await new Promise((done) => setTimeout(done, 250));
    const later = await rowIn(list, 'ADMIN', id);
    const isOfJob = row?.started_at !== undefined || row?.next_attempt_at !== undefined;
    if (JSON.stringify(later) === JSON.stringify(row) && !isOfJob) break;
    row = later;
  }
  return row;
}

it('knows lists that hide something, and every one of them is there', () => {
  const names = lists.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(Object.keys(hidden).filter((name) => !names.includes(name))).toEqual([]);
});

it.each(lists.map((list) => [list.name, list] as const))(
  '%s finds nothing by what it does not show',
  async (name, list) => {
    const id = await madeFor(list);
    const whole = await settledRow(list, id);
    if (!whole) throw new Error(`${name} does not list what was made for it`);
    for (const role of roles) {
      const shown = await rowIn(list, role, id);
      // A list that the role may not read at all shows it nothing.
      if (!shown) continue;
      const fields = Object.keys(whole).filter(
        (field) => !ofJobs.has(field) && JSON.stringify(whole[field]) !== JSON.stringify(shown[field]),
      );
      expect([role, fields.sort()]).toEqual([role, hidden[name]?.[role] ?? []]);
      // What else shows the same value (a gender, read from the number) may be searched; what is masked shows nothing.
      const visible = leavesOf(shown).filter((text) => !text.includes('*'));
      const sought = [...new Set(fields.flatMap((field) => leavesOf(whole[field])).flatMap(partsOf))].filter(
        (part) => !visible.some((text) => text.toLowerCase().includes(part.toLowerCase())),
      );
      const found: string[] = [];
      for (const filter of filtersOf(list))
        for (const value of sought) {
          const query = `${filter}=${encodeURIComponent(value)}`;
          if (!(await rowIn(list, role, id, query))) continue;
          // A period of another instant finds the neighbours of a day as well: that tells nothing about it.
          const neighbour = dayAfter(value);
          if (neighbour && (await rowIn(list, role, id, `${filter}=${neighbour}`))) continue;
          found.push(query);
        }
      expect([role, found]).toEqual([role, []]);
    }
  },
);

it('finds a number for roles that are shown it', async () => {
  const asked: [path: string, roles: Role[]][] = [
    ['/v1/healthcare/patients', ['ADMIN', 'MANAGER', 'STAFF']],
    ['/api/v1/healthcare/patients/', ['ADMIN', 'MANAGER', 'STAFF']],
    ['/api/v1/education/students/', ['ADMIN', 'MANAGER', 'STAFF', 'VIEWER']],
    ['/api/v1/logistics/drivers/', ['ADMIN', 'MANAGER']],
  ];
  for (const [path, finders] of asked) {
    const list = lists.find((operation) => operation.path === path) as DocumentedOperation;
    const id = await madeFor(list);
    const { ic_number } = await rowIn(list, 'ADMIN', id);
    for (const part of partsOf(ic_number)) {
      const found = await Promise.all(roles.map((role) => rowIn(list, role, id, `search=${part}`)));
      expect([part, roles.filter((_, i) => found[i])]).toEqual([part, finders]);
    }
  }
});
