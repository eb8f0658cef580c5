import { call, type Json } from '../support/client.js';
import { driver, everybodys, invoice, named, paidBill, sale, type Target } from '../support/foreign-records.js';
import { newShipment } from '../support/logistics.js';
import { contextOf } from '../support/operations.js';
import { newTenant, newUser } from '../support/people.js';
import { servedRoutes, type Operation } from '../support/system-routes.js';
import { newWebhook } from '../support/webhooks.js';

/** A tenant meets nothing of another through any route that names a record (test/support/foreign-records.ts). */

// Some hundreds of requests, on a machine that may be busy.
jest.setTimeout(180_000);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The parameter that a path ends in, or has at all: what goes before it names what that belongs to. */
const parameterOf = (path: string): string => [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';

/** The entry for a parameter in a table by name, or by context and name. */
function entryOf<T>(table: Record<string, T>, path: string, parameter = parameterOf(path)): T | undefined {
  return table[`${contextOf(path)}.${parameter}`] ?? table[parameter];
}

/** The body of an operation as its document has it. */
interface Schema {
  $ref?: string;
  required?: string[];
  properties?: Record<string, { example?: unknown }>;
}

const documents: Record<string, Json> = {};

function bodyOf({ method, path }: Operation): Schema | undefined {
  const document = documents[path.startsWith('/v1/') ? 'contract' : 'reference'];
  const about = document.paths[path]?.[method.toLowerCase()] ?? document.paths[`${path}/`]?.[method.toLowerCase()];
  const schema = about?.requestBody?.content['application/json'].schema as Schema | undefined;
  return schema?.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema) : schema;
}

/** The smallest body that is right, one in which every field is wrong, and none. */
function bodiesFor(operation: Operation): unknown[] {
  const schema = bodyOf(operation);
  if (!schema) return [undefined];
  const smallest = (schema.required ?? []).map((name) => [name, schema.properties?.[name]?.example]);
  const wrong = Object.keys(schema.properties ?? {}).map((name) => [name, [[]]]);
  return [Object.fromEntries(smallest), Object.fromEntries(wrong), undefined];
}

describe('every route that names a record', () => {
  let routes: Operation[];
  let target: Target;
  beforeAll(async () => {
    const { routes: served } = await servedRoutes();
    routes = served.filter(({ path }) => path.includes('{'));
    for (const surface of ['contract', 'reference'])
      documents[surface] = (await call('GET', `/docs/${surface}.json`)).body;
    const [mine, other] = [await newTenant(), await newTenant()];
    const member = await newUser(other, 'staff', { ic_number: '880202-08-1234' });
    const [sale_id, bill, invoice_id, driver_id, shipment] = await Promise.all([
      sale(mine),
      paidBill(mine),
      invoice(mine),
      driver(mine),
      newShipment(mine),
    ]);
    const owners = {
      tenant_id: mine.id,
      sale_id,
      bill_id: bill.id,
      invoice_id,
      driver_id,
      shipment_id: shipment.id,
      webhook_id: (await newWebhook(mine)).id,
      gateway: 'sandbox',
      way: 'sms',
      uuid: 'A'.repeat(26),
    };
    target = { mine, other, member, owners };
  });

  const answerTo = async (method: string, path: string, id: string, body: unknown) => {
    const own = path.replace(/\{(\w+)\}(?=.*\{)/g, (_, name: string) => entryOf(target.owners, path, name) ?? '');
    const whole = `${own.replace(/\{\w+\}/, id)}${path.startsWith('/v1/') ? '' : '/'}`;
    const answer = await call(method, whole, { token: target.mine.admin.token, body });
    const said = answer.text.replace(/"timestamp":"[^"]+"/, '"timestamp":""');
    return { request: `${method} ${whole} ${JSON.stringify(body)}`, status: answer.status, said };
  };

  it('is known to this test', () => {
    const unknown = routes.filter(({ path }) => !entryOf(named, path) && !entryOf(everybodys, path));
    expect(unknown).toEqual([]);
    expect(routes.length).toBeGreaterThan(10);
    const before = routes.flatMap(({ path }) =>
      [...path.matchAll(/\{(\w+)\}(?=.*\{)/g)].map(([, name]) => ({ path, name })),
    );
    expect(before.filter(({ path, name }) => !entryOf(target.owners, path, name))).toEqual([]);
    expect(routes.filter(({ method }) => method === 'PUT').filter((route) => !bodyOf(route))).toEqual([]);
  });

  it('answers 404 to an administrator of another tenant, word for word as for an id that no record has', async () => {
    const wrong: unknown[] = [];
    const ids: Record<string, string[]> = {};
    for (const path of new Set(routes.map((route) => route.path))) {
      const served = routes.filter((route) => route.path === path).map(({ method }) => method);
      const { foreign, unknownIds } = entryOf(named, path) ?? {};
      if (!foreign || !unknownIds) continue;
      const others = (ids[`${contextOf(path)}.${parameterOf(path)}`] ??= [
        ...(await foreign(target)),
        ...unknownIds.slice(1),
      ]);
      for (const method of METHODS) {
        const expected = served.includes(method) || (method === 'HEAD' && served.includes('GET')) ? 404 : 405;
        for (const body of method === 'HEAD' ? [undefined] : bodiesFor({ method, path })) {
          const unknown = await answerTo(method, path, unknownIds[0] as string, body);
          for (const answer of [unknown, ...(await Promise.all(others.map((id) => answerTo(method, path, id, body))))])
            if (answer.status !== expected || answer.said !== unknown.said) wrong.push({ ...answer, expected });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('shows nothing of another tenant where it names what is everybody’s', async () => {
    const { other } = target;
    const marker = 'only the other tenant knows this';
    const shared = routes.filter(({ path }) => entryOf(everybodys, path));
    for (const { path } of shared.filter(({ method, path: at }) => method === 'POST' && at.endsWith('/enable')))
      await call('POST', `${path.replace(/\{\w+\}/, entryOf(everybodys, path) as string)}/`, {
        token: other.admin.token,
        body: { configuration: { marker } },
      });
    const shown: unknown[] = [];
    for (const { method, path } of shared)
      for (const body of [...bodiesFor({ method, path }), { tenant_id: other.id }]) {
        const sent = method === 'GET' ? undefined : body;
        const answer = await answerTo(method, path, entryOf(everybodys, path) as string, sent);
        if (answer.said.includes(marker) || answer.said.includes(other.id)) shown.push(answer);
      }
    expect(shown).toEqual([]);
  });

  it('has changed nothing of the other tenant', async () => {
    const { other, member } = target;
    const tenant = await call('GET', `/v1/tenants/${other.id}`, { token: other.admin.token });
    expect(tenant.body).toMatchObject({ id: other.id, name: other.name, status: 'ACTIVE' });
    const user = await call('GET', `/api/v1/users/${member.id}/`, { token: other.admin.token });
    expect(user.body.data).toMatchObject({ email: member.email, role: 'staff', ic_number: '880202-08-1234' });
  });
});
