import type { Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** TINs are checked; A-512: credentials are tried. */

const PATH = '/einvoices/tin/validate';
const whole = { tin: 'C2584563200', id_type: 'BRN', id_value: '202001234567' };
const check = ({ admin }: TestTenant, body: Json) => on.post(PATH, body, admin.token);

describe('A-517: POST tin/validate/', () => {
  it('tells whether a TIN is known, and repeats the answer', async () => {
    const tenant = await newTenant();
    const first = await check(tenant, { ...whole, tin: 'c-02584563200' });
    expect(first.status).toBe(200);
    expect(on.data(first)).toEqual({ tin: whole.tin, known: true, checked_at: expect.any(String), cached: false });
    expect(on.data(await check(tenant, whole))).toEqual({ ...on.data(first), cached: true });
    expect(on.data(await check(tenant, { ...whole, id_value: '202001234404' }))).toMatchObject({ known: false });
    expect(on.data(await on.get('/einvoices/simulator', tenant.admin.token)).calls).toMatchObject({
      token: 1,
      taxpayer: 2,
    });
  });

  it.each([
    ['202001234567', true, 29, 31],
    ['202001234404', false, 0.9, 1.1],
  ])(
    'repeats an answer of %s (known: %p) after %d days, and asks again after %d',
    async (id_value, known, young, old) => {
      const tenant = await newTenant();
      const body = { ...whole, id_value };
      const age = (days: number) =>
        sql(workerState().ownerUrl as string, 'update einvoice.taxpayers set checked_at = $2 where tenant_id = $1', [
          tenant.id,
          new Date(Date.now() - days * 86_400_000),
        ]);
      expect(on.data(await check(tenant, body))).toMatchObject({ known, cached: false });
      await age(young);
      expect(on.data(await check(tenant, body))).toMatchObject({ known, cached: true });
      await age(old);
      expect(on.data(await check(tenant, body))).toMatchObject({ known, cached: false });
    },
  );

  it('A-531: keeps neither TIN nor number', async () => {
    const tenant = await newTenant();
    await check(tenant, whole);
    const rows = await sql(
      workerState().ownerUrl as string,
      'select row_to_json(r)::text as text from einvoice.taxpayers r where tenant_id = $1',
      [tenant.id],
    );
    expect(rows).toHaveLength(1);
    for (const secret of [whole.tin, whole.id_value]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('has no answer where none comes, and asks again', async () => {
    const tenant = await newTenant();
    const faults = [{ call: 'taxpayer', fault: 'drop' }];
    await on.put('/einvoices/simulator', { faults }, tenant.admin.token);
    expect(on.data(await check(tenant, whole))).toMatchObject({ known: null, cached: false });
    expect(on.data(await check(tenant, whole))).toMatchObject({ known: true, cached: false });
  });

  it('names what is wrong', async () => {
    const tenant = await newTenant();
    expectInvalid(on, await check(tenant, { ...whole, tin: 'X1' }), 'tin');
    expectInvalid(on, await check(tenant, { ...whole, id_type: 'NRIC', id_value: '12' }), 'id_value');
    expectInvalid(on, await check(tenant, { tin: whole.tin, id_value: '202001234567' }), 'id_type');
  });

  it('is 429 for the 21st question of a business in a minute', async () => {
    const tenant = await newTenant();
    const statuses: number[] = [];
    // At most two minutes are touched.
    for (let i = 0; i < 41 && !statuses.includes(429); i += 1) statuses.push((await check(tenant, whole)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThanOrEqual(21);
    const refused = await check(tenant, whole);
    expectRefusal(on, refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await check(await newTenant(), whole)).status).toBe(200);
  });
});

describe('A-512: POST settings/check/', () => {
  it('signs in at the simulator without credentials', async () => {
    const { admin } = await newTenant();
    const answer = await on.post('/einvoices/settings/check', {}, admin.token);
    expect(answer.status).toBe(200);
    expect(on.data(answer)).toEqual({ reached: true, signed_in: true, problems: [] });
  });

  it('reaches nothing where credentials are missing, and names them', async () => {
    const { admin } = await newTenant();
    await on.put('/einvoices/settings', { environment: 'sandbox' }, admin.token);
    const { problems, ...told } = on.data(await on.post('/einvoices/settings/check', {}, admin.token));
    expect(told).toEqual({ reached: false, signed_in: false });
    expect(problems).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'CREDENTIALS_MISSING', field: 'client_id' })]),
    );
  });
});
