import type { Answer, Json } from './client.js';
import { documents, lookUp, operations, type DocumentedOperation, type Schema } from './operations.js';
import { referenceSurface as on } from './core-surfaces.js';
import { inTurns } from './retail.js';
import type { Unpacked } from './tenant-exports.js';

/** Lists of the reference surface whose rows an archive does not have as they are, and why. */
export const otherLists: Readonly<Record<string, string>> = {
  '/api/v1/api-keys/scopes/': 'of the service, the same for every tenant',
  '/api/v1/auth/sessions/': 'sign-ins that are under way, which archives leave out',
  '/api/v1/beauty/clients/{client_id}/history/': 'the appointments of one client',
  '/api/v1/beauty/free-slots/': 'worked out from appointments and working hours',
  '/api/v1/beauty/payments/': 'worked out from the payments of visits',
  '/api/v1/beauty/waiting-list/': 'the appointments that wait',
  '/api/v1/bin/': 'deleted records, which archives leave out',
  '/api/v1/education/classes/{class_id}/attendance/': 'a part of education.attendance',
  '/api/v1/education/classes/{class_id}/students/': 'a part of education.enrollment',
  '/api/v1/einvoices/simulator/documents/': 'the book of the simulator, which issues no e-invoice',
  '/api/v1/events/': 'events on their way, which archives leave out',
  '/api/v1/healthcare/patients/{patient_id}/accesses/': 'a part of audit',
  '/api/v1/healthcare/patients/{patient_id}/vaccinations/': 'a part of healthcare.vaccinations',
  '/api/v1/healthcare/payments/': 'worked out from the payments of bills',
  '/api/v1/logistics/alerts/': 'worked out from vehicles and drivers',
  '/api/v1/logistics/vehicles/{vehicle_id}/maintenance-records/': 'a part of logistics.vehicles.maintenance-history',
  '/api/v1/modules/': 'of the service; the archive has the configuration of the tenant',
  '/api/v1/retail/customers/{customer_id}/purchase-history/': 'the sales of one customer',
  '/api/v1/retail/inventory/alerts/': 'a part of retail.products',
  '/api/v1/retail/loyalty/tiers/': 'worked out from the configuration of the module',
  '/api/v1/retail/payments/': 'worked out from the payments of sales',
  '/api/v1/tenants/': 'tenants of the caller, of whom the archive has the one',
  '/api/v1/tenants/{tenant_id}/exports/': 'exports, which archives leave out',
  '/api/v1/webhooks/event-types/': 'of the service, the same for every tenant',
  '/api/v1/webhooks/{webhook_id}/deliveries/': 'events on their way to endpoints, which archives leave out',
};

/** Lists whose records stand under the path of another list. */
const elsewhere: Readonly<Record<string, string>> = {
  '/api/v1/beauty/clients/{client_id}/packages/': 'beauty.client-packages',
};

/** What payments of a salon are of in addition to an appointment: an archive names it. */
const OWNERS = ['client_package_id', 'membership_id'];

/** Records that no list shows. */
const isUnlisted: Readonly<Record<string, (part: Json) => boolean>> = {
  // Packages and memberships were paid: their payments are of no appointment.
  '/api/v1/beauty/appointments/{appointment_id}/payments/': ({ appointment_id }) => appointment_id === null,
  // The mileage of a vehicle was said, and no place.
  '/api/v1/logistics/vehicles/{vehicle_id}/positions/': ({ latitude }) => latitude === null,
};

/** Fields that tell the moment at which they are read, or a use that is written late. */
const MOVING = ['last_used_at', 'last_used_address', 'last_login', 'pending', 'failing_since', 'last_sequence'];
/** Fields that an archive leaves empty: by them a payer pays. */
const secrets: Readonly<Record<string, readonly string[]>> = { '/api/v1/payment-requests/': ['url', 'waiting'] };
/** Records of which each list of parts is read, at most. */
const MOST_PARENTS = 300;
const AT_ONCE = 6;

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(lookUp(on, schema.$ref) as Schema);

/** Every list of the reference surface, by its document. */
export const referenceLists = operations.filter(({ on: surface, method, path }) => {
  if (surface !== on || method !== 'GET') return false;
  const { schema } = documents.reference.paths[path].get.responses['200']?.content?.['application/json'] ?? {};
  const data = schema && resolved(schema).properties?.data;
  return data !== undefined && resolved(data).type === 'array';
});

const PARAMETER = /\/\{(\w+)\}/;
const dotted = (path: string): string =>
  path
    .replace('/api/v1/', '')
    .replace(/\/$/, '')
    .replaceAll(/\{\w+\}\//g, '')
    .replaceAll('/', '.');

/** The resource whose file in an archive has the rows of a list. */
export const archivedAs = (path: string): string => elsewhere[path] ?? dotted(path);

export type Get = (path: string) => Promise<Answer>;

/** All pages of a list. @param isOfPart none where the list is of something that a record may lack: an invoice */
async function rowsOf(get: Get, { query }: DocumentedOperation, path: string, isOfPart = false): Promise<Json[]> {
  const isFollowed = query.some(({ name }) => name === 'cursor');
  const isPaged = query.some(({ name }) => name === 'page_size');
  const rows: Json[] = [];
  let next: string | null = isFollowed ? 'cursor=*' : 'page=1';
  for (let page = 1; next !== null; page += 1) {
    const answer = await get(isPaged ? `${path}?page_size=100&${next}` : path);
    if (isOfPart && answer.status === 404) return [];
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    const { data, pagination } = answer.body as { data: Json[]; pagination?: Json };
    rows.push(...data);
    if (!isPaged) return rows;
    if (isFollowed) next = pagination.has_more ? `cursor=${encodeURIComponent(pagination.next_cursor)}` : null;
    else next = rows.length < pagination.total ? `page=${page + 1}` : null;
  }
  return rows;
}

/** Texts of records, in one order. */
const textsOf = (records: readonly Json[], without: readonly string[] = []): string[] =>
  records
    .map((record) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(record).filter(([name]) => ![...MOVING, ...without].includes(name))),
      ),
    )
    .toSorted();

/** Names texts of one that the other lacks, a few of each. */
function difference(name: string, archived: string[], listed: string[]): Json[] {
  const [ofArchive, ofList] = [new Set(archived), new Set(listed)];
  const added = archived.filter((text) => !ofList.has(text));
  const missing = listed.filter((text) => !ofArchive.has(text));
  const isSame = added.length === 0 && missing.length === 0 && archived.length === listed.length;
  return isSame
    ? []
    : [
        {
          name,
          archived: archived.length,
          listed: listed.length,
          added: added.slice(0, 3),
          missing: missing.slice(0, 3),
        },
      ];
}

/** Rows that were there when the archive was made. */
const byThen = (rows: Json[], as_of: string): Json[] => rows.filter(({ at }) => at === undefined || at <= as_of);

/** Compares a list of parts of records: for each record, those that the archive says are its. */
async function compareParts(get: Get, list: DocumentedOperation, archive: Unpacked): Promise<[Json[], number]> {
  const [before = '', field = '', after = ''] = list.path.split(PARAMETER);
  const unlisted = isUnlisted[list.path] ?? (() => false);
  const parts = archive.records(archivedAs(list.path)).filter((part) => !unlisted(part));
  // Credit notes of freight name the invoice, which names the shipment.
  const shipments = new Map(
    archive.records('logistics.freight_invoices').map(({ id, shipment_id }) => [id, shipment_id]),
  );
  const parentOf = (part: Json): string => part[field] ?? shipments.get(part.invoice_id);
  const all = archive.records(dotted(before));
  const every = Math.ceil(all.length / MOST_PARENTS);
  const parents = all.filter((_, i) => i % every === 0);
  let compared = 0;
  const faults = await inTurns(
    AT_ONCE,
    parents.map(({ id }) => async () => {
      const listed = await rowsOf(get, list, `${before}/${id}${after}`, true);
      const own = parts.filter((part) => parentOf(part) === id);
      compared += own.length;
      const without = [field, ...OWNERS].filter((name) => !(name in (listed[0] ?? {})));
      return difference(`${list.path} ${id}`, textsOf(own, without), textsOf(listed));
    }),
  );
  const strangers = parts.filter((part) => parentOf(part) === undefined).map(() => `${list.path}: of no record`);
  return [[...faults.flat(), ...strangers.slice(0, 3)], compared];
}

/**
 * Compares each list of the reference surface with the archive of the tenant.
 * @param get reads as an administrator @returns differences, and how many rows of each list were the same
 */
export async function compareWithLists(
  get: Get,
  archive: Unpacked,
): Promise<{ wrong: Json[]; compared: Record<string, number> }> {
  const wrong: Json[] = [];
  const compared: Record<string, number> = {};
  for (const list of referenceLists.filter(({ path }) => !(path in otherLists))) {
    if (!(archivedAs(list.path) in archive.manifest.counts)) {
      wrong.push({ name: list.path, missing: `no file ${archivedAs(list.path)}` });
      continue;
    }
    if (PARAMETER.test(list.path)) {
      const [faults, rows] = await compareParts(get, list, archive);
      wrong.push(...faults);
      compared[list.path] = rows;
      continue;
    }
    const listed = byThen(await rowsOf(get, list, list.path), archive.manifest.as_of);
    const archived = archive.records(archivedAs(list.path));
    compared[list.path] = listed.length;
    const without = secrets[list.path];
    wrong.push(...difference(list.path, textsOf(archived, without), textsOf(listed, without)));
  }
  return { wrong, compared };
}
