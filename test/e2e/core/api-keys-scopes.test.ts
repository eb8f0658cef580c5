import { call, type Json } from '../../support/client.js';
import { contractSurface, referenceSurface as on, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { newPatient } from '../../support/healthcare.js';
import { newProduct } from '../../support/retail.js';

/** What API keys may do, and what they may not, on both surfaces. */

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

async function newKey(body: Json, token = tenant.admin.token): Promise<{ id: string; key: string }> {
  const answer = await on.post('/api-keys', { name: unique('key'), role: 'admin', ...body }, token);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return on.data(answer);
}
const product = () => ({
  name: 'Kopi O',
  sku: unique('sku'),
  category: 'Minuman',
  purchase_price: 7,
  selling_price: 9,
  cost: 7,
  price: 9,
});

/** 403 with the code of the reference surface; on the contract surface FORBIDDEN with it as the reason. */
function expectReason(surface: Surface, answer: Json, code: string, details: Json = {}): void {
  const isContract = surface.name === 'contract';
  expectRefusal(surface, answer, 403, isContract ? 'FORBIDDEN' : code);
  const reason = isContract ? { reason: code.toLowerCase() } : {};
  expect(surface.error(answer).details ?? {}).toEqual({ ...reason, ...details });
}

describe.each(surfaces)('A-416: on the $name surface', (surface) => {
  it('retail:read reads products, and neither creates them nor reads users', async () => {
    const { key } = await newKey({ scopes: ['retail:read'] });
    expect((await surface.get('/retail/products', key)).status).toBe(200);
    expectReason(surface, await surface.post('/retail/products', product(), key), 'SCOPE_MISSING', {
      scope: 'retail:write',
    });
    expectReason(surface, await surface.get('/users', key), 'SCOPE_MISSING', { scope: 'users:read' });
  });

  it('retail:write creates products, and does not read them', async () => {
    const { key } = await newKey({ scopes: ['retail:write'] });
    expect((await surface.post('/retail/products', product(), key)).status).toBe(201);
    expectReason(surface, await surface.get('/retail/products', key), 'SCOPE_MISSING', { scope: 'retail:read' });
    expect((await surface.send('HEAD', '/retail/products', { token: key })).status).toBe(403);
  });

  it('*:read reads of every module, and writes nothing', async () => {
    const { key } = await newKey({ scopes: ['*:read'] });
    for (const path of ['/retail/products', '/users', '/tenants', '/healthcare/patients'])
      expect((await surface.get(path, key)).status).toBe(200);
    expectReason(surface, await surface.post('/retail/products', product(), key), 'SCOPE_MISSING', {
      scope: 'retail:write',
    });
  });

  it('the role must allow it too', async () => {
    const { key } = await newKey({ scopes: ['*:read', '*:write'], role: 'user' });
    expectRefusal(surface, await surface.post('/retail/products', product(), key), 403, 'FORBIDDEN');
    const staff = await newKey({ scopes: ['*:read', '*:write'], role: 'staff' });
    const email = `${unique('x')}@example.com`;
    expectRefusal(surface, await surface.post('/users', { email }, staff.key), 403, 'FORBIDDEN');
    expect((await surface.put(`/users/${tenant.admin.id}`, { first_name: 'A' }, staff.key)).status).toBe(403);
  });

  it('A-417: signing out and creating tenants need a session, with every scope', async () => {
    const { key } = await newKey({ scopes: ['*:read', '*:write'] });
    expectReason(surface, await surface.post('/auth/logout', undefined, key), 'SESSION_REQUIRED');
    const body = { name: unique('Kedai'), email: 'hello@example.com', business_type: surface.businessType('RETAIL') };
    expectReason(surface, await surface.post('/tenants', body, key), 'SESSION_REQUIRED');
    expect((await surface.get('/users', tenant.admin.token)).status).toBe(200);
  });

  it('A-60: a disabled module stays disabled for keys', async () => {
    const other = await newTenant();
    const { key } = await newKey({ scopes: ['*:read', '*:write'] }, other.admin.token);
    expect((await surface.get('/retail/products', key)).status).toBe(200);
    await on.post('/modules/retail/disable', {}, other.admin.token);
    expectRefusal(surface, await surface.get('/retail/products', key), 403, 'MODULE_DISABLED');
  });

  it('A-49: a key reaches no other tenant, also none that its maker created', async () => {
    const created = await on.post(
      '/tenants',
      { name: unique('Kedai'), contact_email: 'hello@example.com', business_type: 'retail' },
      tenant.admin.token,
    );
    const { id } = on.data(created);
    const { key } = await newKey({ scopes: ['*:read', '*:write'] });
    expect((await surface.get(`/tenants/${id}`, tenant.admin.token)).status).toBe(200);
    expectRefusal(surface, await surface.get(`/tenants/${id}`, key), 404);
    expectRefusal(surface, await surface.put(`/tenants/${id}`, { name: 'Another' }, key), 404);
    const listed = surface.rows(await surface.get('/tenants', key), 'tenants').map((row) => row.id);
    expect(listed).toEqual([tenant.id]);
  });
});

it('A-416: POST utils/* reads, and needs no scope of writing', async () => {
  const { key } = await newKey({ scopes: ['utils:read'], role: 'user' });
  const body = { phone_number: '+60123456789' };
  expect((await on.post('/utils/validate-phone', body, key)).status).toBe(200);
});

it('A-417: what keys, passwords, persons and tenants are at stake in needs a session, with every scope', async () => {
  const own = await newTenant();
  const { id, key } = await newKey({ scopes: ['*:read', '*:write'] }, own.admin.token);
  const [patient, member] = await Promise.all([newPatient(own), newUser(own, 'staff')]);
  const paths: [string, string][] = [
    ['GET', '/api-keys'],
    ['POST', '/api-keys'],
    ['GET', '/api-keys/scopes'],
    ['GET', `/api-keys/${id}`],
    ['PUT', `/api-keys/${id}`],
    ['DELETE', `/api-keys/${id}`],
    ['POST', `/api-keys/${id}/rotate`],
    ['GET', '/account-policy'],
    ['PUT', '/account-policy'],
    ['GET', '/payment-account'],
    ['PUT', '/payment-account'],
    ['DELETE', '/payment-account'],
    ['POST', `/users/${member.id}/change-password`],
    ['DELETE', `/tenants/${own.id}`],
    ['GET', `/healthcare/patients/${patient.id}/export`],
    ['POST', `/healthcare/patients/${patient.id}/erase`],
    ['GET', '/auth/sessions'],
    ['POST', '/auth/sessions/end-others'],
    ['GET', '/auth/mfa'],
  ];
  for (const [method, path] of paths) {
    const answer = await on.send(method, path, { token: key, ...(method === 'GET' ? {} : { body: {} }) });
    expectReason(on, answer, 'SESSION_REQUIRED');
  }
  expect((await on.get(`/api-keys/${id}`, own.admin.token)).status).toBe(200);
  expect((await on.get(`/healthcare/patients/${patient.id}`, own.admin.token)).status).toBe(200);
});

it('A-417: public operations ignore a key', async () => {
  const { key } = await newKey({ scopes: ['utils:read'] });
  const body = { email: tenant.admin.email, password: tenant.admin.password, tenant_slug: tenant.slug };
  expect((await contractSurface.post('/auth/login', body, key)).status).toBe(200);
});

describe('A-416: GET api-keys/scopes/', () => {
  it('is for administrators, and is no id of a key', async () => {
    const manager = await newUser(tenant, 'manager');
    expectRefusal(on, await on.get('/api-keys/scopes', manager.token), 403);
    const scopes: { scope: string; operations: Json[] }[] = on.data(
      await on.get('/api-keys/scopes', tenant.admin.token),
    );
    const retail = scopes.find(({ scope }) => scope === 'retail:read');
    expect(retail?.operations).toContainEqual({ method: 'GET', path: '/v1/retail/products' });
    expect(retail?.operations).toContainEqual({ method: 'GET', path: '/api/v1/retail/products/' });
    expect(JSON.stringify(scopes)).not.toContain('/api-keys/');
  });

  it('A-416: every scope of it can be given to a key', async () => {
    const scopes: { scope: string }[] = on.data(await on.get('/api-keys/scopes', tenant.admin.token));
    const all = scopes.map(({ scope }) => scope);
    const { id } = await newKey({ scopes: all });
    expect(on.data(await on.get(`/api-keys/${id}`, tenant.admin.token)).scopes).toEqual(all);
  });
});

describe('A-416: scopes of a key', () => {
  const create = (scopes: unknown) => on.post('/api-keys', { name: unique('key'), scopes }, tenant.admin.token);

  it.each([
    [[]],
    [['retail']],
    [['retail:delete']],
    [['auth:write']],
    [['*']],
    [['api-keys:write']],
    [['retail:read', 'nothing:read']],
    [[' retail:read']],
    ['retail:read'],
    [null],
    [[null]],
    [[{ scope: 'retail:read' }]],
    [[`${'x'.repeat(900)}:read`]],
  ])('%j is refused, in POST and PUT, and changes nothing', async (scopes) => {
    expectInvalid(on, await create(scopes), 'scopes');
    const { id } = await newKey({ scopes: ['retail:read'] });
    expectInvalid(on, await on.put(`/api-keys/${id}`, { scopes }, tenant.admin.token), 'scopes');
    expect(on.data(await on.get(`/api-keys/${id}`, tenant.admin.token)).scopes).toEqual(['retail:read']);
  });

  it('are kept each once', async () => {
    const { id } = on.data(await create(['*:read', 'retail:write', '*:read']));
    expect(on.data(await on.get(`/api-keys/${id}`, tenant.admin.token)).scopes).toEqual(['*:read', 'retail:write']);
  });

  it('hold at once when they change', async () => {
    const { id, key } = await newKey({ scopes: ['retail:read'] });
    const { id: product_id } = await newProduct(tenant);
    expect((await on.get(`/retail/products/${product_id}`, key)).status).toBe(200);
    await on.put(`/api-keys/${id}`, { scopes: ['users:read'] }, tenant.admin.token);
    expectReason(on, await on.get(`/retail/products/${product_id}`, key), 'SCOPE_MISSING', { scope: 'retail:read' });
  });
});

it('A-416: a refusal of a scope is worded in the language of the request', async () => {
  const { key } = await newKey({ scopes: ['users:read'] });
  const answer = await call('GET', '/api/v1/retail/products/', { token: key, headers: { 'accept-language': 'ms' } });
  expect(on.error(answer).message).toBe(
    'Kunci API ini tidak mempunyai skop retail:read yang diperlukan oleh operasi ini',
  );
});
