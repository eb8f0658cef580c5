import type { Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** how a business issues e-invoices. */

const PATH = '/einvoices/settings';
const put = (tenant: TestTenant, body: Json) => on.put(PATH, body, tenant.admin.token);
const read = async ({ admin }: TestTenant): Promise<Json> => on.data(await on.get(PATH, admin.token));
const rowsOf = ({ id }: TestTenant) =>
  sql<{ text: string }>(
    workerState().ownerUrl as string,
    'select to_jsonb(r)::text as text from einvoice.settings r where tenant_id = $1',
    [id],
  );

const address = { line1: '1, Jalan Ampang', city: 'Kuala Lumpur', postcode: '50450', state: 'KL' };
const whole = {
  tin: 'C02584563200',
  id_type: 'BRN',
  id_value: '202001234567',
  msic_code: '47111',
  phone: '03-1234 5678',
  address,
};
const credentials = { client_id: 'id-1', client_secret: 'rahsia-besar-9f2c' };

describe('A-512: settings of e-invoices', () => {
  it('of a new tenant are off, in the simulator, and no row', async () => {
    const tenant = await newTenant();
    expect(await read(tenant)).toMatchObject({
      enabled: false,
      environment: 'simulator',
      start_date: null,
      credentials: 'own',
      has_client_secret: false,
      individual: 'known_buyer',
      consolidate: true,
      consolidation_day: 3,
      cancel_with_source: true,
      health_descriptions: 'general',
      classifications: {},
      tax_types: {},
      version: '1.0',
      problems: [],
      ready: true,
      obligation: { mandatory_from: null, relaxation_until: null, in_relaxation: false },
    });
    expect(await rowsOf(tenant)).toEqual([]);
  });

  it('{enabled: true} on a new tenant makes it ready, with documents of version 1.0', async () => {
    const tenant = await newTenant();
    const answer = await put(tenant, { enabled: true });
    expect(answer.status).toBe(200);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(on.data(answer)).toMatchObject({ enabled: true, ready: true, version: '1.0', start_date: today });
    expect(on.data(answer).simulated).toEqual(expect.arrayContaining(['tin', 'msic_code']));
    expect(on.data(answer).seller.tin).toMatch(/^C\d+0$/);
  });

  it('merge, and keep what MyInvois takes', async () => {
    const tenant = await newTenant();
    await put(tenant, whole);
    const { status } = await put(tenant, { address: { line2: 'Tingkat 3' }, turnover_group: 'up_to_5m' });
    expect(status).toBe(200);
    const kept = await read(tenant);
    expect(kept).toMatchObject({
      tin: 'C2584563200',
      phone: '+60312345678',
      address: { ...address, line2: 'Tingkat 3', line3: null, state: '14', country: 'MYS' },
      simulated: [],
      obligation: { mandatory_from: '2026-01-01', relaxation_until: '2027-12-31', in_relaxation: true },
    });
    expect(kept.seller).toMatchObject({ tin: 'C2584563200', activity: 'Provision stores', address: kept.address });
  });

  it('are made once by two first changes at once', async () => {
    const tenant = await newTenant();
    const answers = await Promise.all([put(tenant, { consolidation_day: 5 }), put(tenant, { consolidate: false })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read(tenant)).toMatchObject({ consolidation_day: 5, consolidate: false });
  });

  it.each([
    [{ environment: 'live' }, 'environment'],
    [{ turnover_group: 'small' }, 'turnover_group'],
    [{ consolidation_day: 8 }, 'consolidation_day'],
    [{ start_date: '2026-02-30' }, 'start_date'],
    [{ tin: 'ABC' }, 'tin'],
    [{ msic_code: '99999' }, 'msic_code'],
    [{ id_type: 'NRIC', id_value: '12' }, 'id_value'],
    [{ address: { ...address, state: 'Atlantis' } }, 'address.state'],
    [{ address: { ...address, postcode: '5045' } }, 'address.postcode'],
    [{ address: { ...address, country: 'XYZ' } }, 'address.country'],
    [{ classifications: { retail: { default: '046' } } }, 'classifications.retail.default'],
    [{ tax_types: { retail: '08' } }, 'tax_types.retail'],
  ])('refuse %j, and change nothing', async (wrong, field) => {
    const tenant = await newTenant();
    expectInvalid(on, await put(tenant, { activity: 'Kedai', ...wrong }), field);
    expect(await read(tenant)).toMatchObject({ activity: null });
  });

  it('outside the simulator are enabled once nothing is in the way, and 400 names all that is', async () => {
    const tenant = await newTenant();
    const refused = await put(tenant, { enabled: true, environment: 'sandbox' });
    expect(refused.status).toBe(400);
    const fields = on.error(refused).errors.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(expect.arrayContaining(['tin', 'msic_code', 'client_id', 'client_secret']));
    expect(await read(tenant)).toMatchObject({ enabled: false, environment: 'simulator' });

    const told = on.data(await put(tenant, { environment: 'sandbox' }));
    expect(told).toMatchObject({ enabled: false, ready: false, simulated: [] });
    expect(told.problems).toContainEqual(expect.objectContaining({ code: 'SELLER_INCOMPLETE', field: 'tin' }));

    const enabled = await put(tenant, { enabled: true, ...whole, ...credentials });
    expect([enabled.status, on.data(enabled).ready]).toEqual([200, true]);
    // What it needs cannot be taken away while it is enabled.
    expectInvalid(on, await put(tenant, { client_secret: null }), 'client_secret');
    expect((await put(tenant, { enabled: false, client_secret: null })).status).toBe(200);
  });

  it('say problems in the language of the request', async () => {
    const { admin } = await newTenant();
    const headers = { 'accept-language': 'ms' };
    const body = { environment: 'sandbox', credentials: 'intermediary' };
    const answer = await on.send('PUT', PATH, { token: admin.token, headers, body });
    expect(on.data(answer).problems).toContainEqual({
      code: 'INTERMEDIARY_UNAVAILABLE',
      field: 'credentials',
      message: expect.stringContaining('bukan perantara'),
    });
  });

  it('show the secret in no answer or audit entry, and seal it', async () => {
    const tenant = await newTenant();
    const answer = await put(tenant, { ...credentials, tin: 'IG123456789' });
    expect(on.data(answer)).toMatchObject({ client_id: 'id-1', has_client_secret: true });
    const trail = await on.get('/audit?record_type=einvoice%20settings', tenant.admin.token);
    expect(on.rows(trail, 'audit')).toContainEqual(
      expect.objectContaining({ action: 'update', record_type: 'einvoice settings' }),
    );
    const [row] = await rowsOf(tenant);
    for (const text of [answer.text, JSON.stringify(await read(tenant)), trail.text, row?.text ?? ''])
      expect(text).not.toContain(credentials.client_secret);
    expect(trail.text).not.toContain('IG123456789');
    expect(row?.text).not.toContain('IG123456789');
  });

  it('are read by managers, changed by administrators, and closed to API keys and the contract surface', async () => {
    const tenant = await newTenant();
    const [manager, staff] = await Promise.all([newUser(tenant, 'manager'), newUser(tenant, 'staff')]);
    expect((await on.get(PATH, manager.token)).status).toBe(200);
    expectRefusal(on, await on.put(PATH, {}, manager.token), 403);
    expectRefusal(on, await on.get(PATH, staff.token), 403);
    const key = await on.post('/api-keys', { name: 'K', scopes: ['*:read', '*:write'] }, tenant.admin.token);
    expectRefusal(on, await on.get(PATH, on.data(key).key), 403, 'SESSION_REQUIRED');
    expect((await contractSurface.get(PATH, tenant.admin.token)).status).toBe(404);
  });
});
