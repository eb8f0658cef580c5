import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { operations } from './operations.js';
import { unique, type TestTenant } from './people.js';

/** The resources that are written many at once, with what tests need to know of each. */

interface Stated {
  match_on: string[];
  default: string | null;
  balances: string[];
}

const stated: Record<string, Stated> = JSON.parse(
  readFileSync(join(__dirname, '../specification/data-tables.json'), 'utf8'),
).import;

export interface TestTable extends Stated {
  /** `retail.products` */
  resource: string;
  /** `/retail/products` */
  path: string;
  /** A key other than the id, of which a new record has its own. */
  key: string;
  /** A field of texts that a test changes. */
  text: string;
}

const texts: Readonly<Record<string, string>> = {
  'retail.products': 'name',
  'logistics.vehicles': 'make',
  'logistics.shipments': 'notes',
};
const own: Readonly<Record<string, string>> = { 'logistics.shipments': 'customer_reference' };

export const tables: TestTable[] = Object.entries(stated).map(([resource, facts]) => ({
  ...facts,
  resource,
  path: `/${resource.replace('.', '/')}`,
  key: own[resource] ?? facts.match_on.find((key) => !['id', 'medical_record_number'].includes(key)) ?? 'id',
  text: texts[resource] ?? 'last_name',
}));

export const tableOf = (resource: string): TestTable => tables.find((one) => one.resource === resource) as TestTable;

let counted = 0;

/** A body with every field that is documented, and with a key that no other record has. */
export function bodyOf({ path }: TestTable): Json {
  const { example } = operations.find(({ name }) => name === `POST /api/v1${path}/`) as { example: Json };
  counted += 1;
  const body = structuredClone(example);
  delete body.assigned_driver_id;
  const number = String(counted).padStart(4, '0');
  if ('sku' in body) body.sku = unique('SKU');
  delete body.client_reference;
  if ('barcode' in body) body.barcode = unique('BAR');
  if ('email' in body) body.email = `${unique('orang')}@example.com`;
  if ('phone_number' in body) body.phone_number = `+6012345${number}`;
  if ('ic_number' in body) body.ic_number = body.ic_number.replace(/.{4}$/, number);
  if ('registration_number' in body) body.registration_number = unique('WXY');
  if ('customer_reference' in body) body.customer_reference = unique('PO');
  return body;
}

/** What came of the items of a request that is right. */
export async function writeMany(tenant: TestTenant, { path }: TestTable, body: object): Promise<Json[]> {
  const answer = await on.post(`${path}/bulk`, body, tenant.admin.token);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return on.data(answer);
}

export const resultsOf = (outcomes: readonly Json[]): string[] => outcomes.map(({ result }) => result);
