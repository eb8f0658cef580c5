import { call, reference } from '../../support/client.js';
import { newAccount, newTenant, newUser, unique, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let token: string;

beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = await newUser(tenant, 'user'));
});

/** Asked by a viewer, whom every role includes. */
const ask = (path: string, body: unknown) => reference.post(`/utils/${path}/`, body, { token });

async function resultOf(path: string, body: unknown) {
  const answer = await ask(path, body);
  expect([answer.status, answer.body]).toEqual([200, { success: true, data: expect.any(Object) }]);
  return answer.body.data;
}

async function expectRefused(path: string, body: unknown, field: string) {
  const answer = await ask(path, body);
  expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400]);
  expect(answer.body.success).toBe(false);
  expect(answer.body.error).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ field }] });
}

describe('every one of the utilities', () => {
  it.each([
    ['validate-phone', { phone_number: '012-345 6789' }],
    ['calculate-sst', { amount: 100 }],
    ['validate-registration', { registration_number: '202301012345' }],
  ])('%s wants a token, serves every role, and answers on both slash forms', async (path, body) => {
    expect((await reference.post(`/utils/${path}/`, body)).status).toBe(401);
    expect((await reference.post(`/utils/${path}/`, body, { token: 'not.a.token' })).status).toBe(401);
    for (const role of ['staff', 'manager'] as const) {
      const person = await newUser(tenant, role);
      expect((await reference.post(`/utils/${path}/`, body, { token: person.token })).status).toBe(200);
    }
    const answer = await reference.post(`/utils/${path}`, body, { token: tenant.admin.token });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
    expect((await reference.get(`/utils/${path}/`, { token })).status).toBe(405);
    const { token: tenantless } = await newAccount();
    expect((await reference.post(`/utils/${path}/`, body, { token: tenantless })).status).toBe(200);
  });

  it('heeds no Idempotency-Key: there is nothing to do twice', async () => {
    const headers = { 'idempotency-key': unique('key') };
    for (const amount of [100, 200]) {
      const answer = await reference.post('/utils/calculate-sst/', { amount }, { token, headers });
      expect([answer.body.data.subtotal, answer.headers.get('idempotent-replayed')]).toEqual([amount, null]);
    }
  });

  it.each(['validate-phone', 'calculate-sst', 'validate-registration'])(
    '%s refuses a body that is no object, or has nothing in it',
    async (path) => {
      for (const raw of ['', '{}', '[]', '"x"', '{', 'null']) {
        const answer = await call('POST', `/api/v1/utils/${path}/`, {
          token,
          raw,
          headers: { 'content-type': 'application/json' },
        });
        expect([raw, answer.status, answer.body.success]).toEqual([raw, 400, false]);
      }
    },
  );
});

describe('calculate-sst (A-85)', () => {
  it.each([
    [100, 6, 106],
    [0.75, 0.05, 0.8],
    [10.75, 0.65, 11.4],
    [16.75, 1.01, 17.76],
    [0, 0, 0],
  ])('on %d is %d, %d together', async (amount, sst_amount, total) => {
    expect(await resultOf('calculate-sst', { amount })).toEqual({
      subtotal: amount,
      sst_rate: 0.06,
      sst_amount,
      total,
    });
  });

  it('is at 6 percent for no kind of service, an empty one, a general one and an unknown one', async () => {
    for (const service_type of [undefined, null, '', 'general', 'General', 'astrology'])
      expect((await resultOf('calculate-sst', { amount: 10, service_type })).sst_rate).toBe(0.06);
  });

  it('is at the rate of the kind of service', async () => {
    expect(await resultOf('calculate-sst', { amount: 99.99, service_type: 'professional' })).toEqual({
      subtotal: 99.99,
      sst_rate: 0.08,
      sst_amount: 8,
      total: 107.99,
    });
    expect(await resultOf('calculate-sst', { amount: 50, service_type: 'exempt' })).toMatchObject({
      sst_rate: 0,
      sst_amount: 0,
      total: 50,
    });
  });

  it('rounds further decimals half-up (A-22)', async () => {
    expect(await resultOf('calculate-sst', { amount: 1.005 })).toMatchObject({ subtotal: 1.01, total: 1.07 });
    expect(await resultOf('calculate-sst', { amount: 1e-9 })).toMatchObject({ subtotal: 0, total: 0 });
  });

  it('refuses negative, missing and wrong amounts', async () => {
    for (const amount of [-1, -0.001, '100', '', null, undefined, true, [100], { value: 100 }])
      await expectRefused('calculate-sst', { amount }, 'amount');
    for (const service_type of [5, true, ['general'], {}])
      await expectRefused('calculate-sst', { amount: 1, service_type }, 'service_type');
  });

  it('refuses amounts beyond the largest, given or computed (A-174)', async () => {
    for (const amount of [1_000_000_000_000, 999_999_999_999.99, 1e300])
      await expectRefused('calculate-sst', { amount }, 'amount');
    const answer = await call('POST', '/api/v1/utils/calculate-sst/', {
      token,
      raw: '{"amount":1e999}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(await resultOf('calculate-sst', { amount: 999_999_999_999.99, service_type: 'exempt' })).toMatchObject({
      total: 999_999_999_999.99,
    });
  });
});

describe('validate-phone (A-86)', () => {
  it('takes the ways of writing a number for the same', async () => {
    for (const phone_number of ['012-345 6789', '+60123456789', '60123456789'])
      expect(await resultOf('validate-phone', { phone_number })).toEqual({
        is_valid: true,
        normalized_format: '+60123456789',
        type: 'mobile',
        carrier: 'Maxis',
      });
  });

  it('knows landlines and toll-free numbers', async () => {
    expect(await resultOf('validate-phone', { phone_number: '03-2123 4567' })).toEqual({
      is_valid: true,
      normalized_format: '+60321234567',
      type: 'landline',
      carrier: 'unknown',
    });
    expect(await resultOf('validate-phone', { phone_number: '1800-88-1234' })).toMatchObject({ type: 'toll_free' });
  });

  it('answers false for any other text, and never refuses it', async () => {
    for (const phone_number of ['12345', '', ' ', 'abc', '电话', '+6591234567', '9'.repeat(100_000)])
      expect(await resultOf('validate-phone', { phone_number })).toEqual({
        is_valid: false,
        normalized_format: '',
        type: 'unknown',
        carrier: 'unknown',
      });
  });

  it('refuses what is no text', async () => {
    for (const phone_number of [undefined, null, 60123456789, true, ['0123456789'], {}])
      await expectRefused('validate-phone', { phone_number }, 'phone_number');
    await expectRefused('validate-phone', { phone_number: '012\u0000' }, 'phone_number');
  });
});

describe('validate-registration (A-87)', () => {
  const valid = { is_valid: true, company_name: null, registration_date: null, status: 'valid_format' };
  const invalid = { is_valid: false, company_name: null, registration_date: null, status: 'invalid' };

  it('answers by the form', async () => {
    for (const registration_number of ['202301012345', '1312525-A', '201901000005 (1312525-A)', 'LLP0012345-LGN'])
      expect(await resultOf('validate-registration', { registration_number })).toEqual(valid);
    for (const registration_number of ['abc', '', '202399012345', '299901012345', '2'.repeat(100_000)])
      expect(await resultOf('validate-registration', { registration_number })).toEqual(invalid);
  });

  it('refuses what is no text', async () => {
    for (const registration_number of [undefined, null, 202301012345, true, [], {}])
      await expectRefused('validate-registration', { registration_number }, 'registration_number');
  });

  it("gives the name of the caller's own tenant, and of no other", async () => {
    const registration_number = '201901000005 (1312525-A)';
    const owner = await newAccount();
    const made = await reference.post(
      '/tenants/',
      { name: 'Kedai Runcit Pak Din', business_type: 'retail', registration_number },
      { token: owner.token },
    );
    expect(made.status).toBe(201);
    const answer = await reference.post(
      '/utils/validate-registration/',
      { registration_number: '201901000005' },
      { token: owner.token },
    );
    expect(answer.body.data).toEqual({ ...valid, company_name: 'Kedai Runcit Pak Din' });
    expect(await resultOf('validate-registration', { registration_number })).toEqual(valid);
  });
});
