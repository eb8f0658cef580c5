import { contract } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  BUSINESS,
  DUITNOW_QR,
  HASHED,
  PERSON,
  STATIC,
  codeFor,
  setDuitNowQr,
  signed,
} from '../../support/duitnow-qr.js';
import { newBill, newPatient, trailOf } from '../../support/healthcare.js';
import { newAccount, newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const SAID = {
  merchant_name: 'QRCSDNBHD',
  merchant_city: 'BANGI',
  acquirer_id: '501664',
  category: '9999',
  personal: false,
  amount_can_be_added: true,
};

/** What GET says without an amount. */
const READ = { ...SAID, payload: null, qr_svg: null, amount_included: null };

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await newTenant();
});
const get = (query = '') => on.get(`${DUITNOW_QR}${query}`, tenant.admin.token);
const put = (payload: unknown) => on.put(DUITNOW_QR, { payload }, tenant.admin.token);

describe('the DuitNow QR of a business (A-468)', () => {
  it('is not found until it is set, says what the code says, and is gone once removed', async () => {
    expectRefusal(on, await get(), 404);
    expectRefusal(on, await on.send('DELETE', DUITNOW_QR, { token: tenant.admin.token }), 404);
    const set = await put(`\n${STATIC} `);
    expect([set.status, on.data(set)]).toEqual([200, SAID]);
    expect(on.data(await get())).toEqual(READ);
    expect(on.data(await put(PERSON))).toEqual({
      ...SAID,
      merchant_name: 'AUSERNAME',
      category: '0000',
      personal: true,
      amount_can_be_added: false,
    });
    const removed = await on.send('DELETE', DUITNOW_QR, { token: tenant.admin.token });
    expect([removed.status, on.data(removed).deleted]).toEqual([200, true]);
    expectRefusal(on, await get(), 404);
    expectRefusal(on, await on.send('DELETE', DUITNOW_QR, { token: tenant.admin.token }), 404);
    await setDuitNowQr(tenant);
    expect(on.data(await get())).toEqual(READ);
  });

  it('example 1 without its tag 54, asked for 10, has the CRC 343F', async () => {
    await setDuitNowQr(tenant);
    const answer = await get('?amount=10');
    const { qr_svg, ...told } = on.data(answer);
    expect(told).toEqual({ ...SAID, payload: BUSINESS, amount_included: true });
    expect(told.payload.slice(-4)).toBe('343F');
    expect(qr_svg).toMatch(/^<svg [^<>]*><path [^<>]*\/><path [^<>]*\/><\/svg>$/);
    expect(on.data(await get('?amount=1234.5')).payload).toBe(codeFor('1234.50'));
  });

  it('a code with a hash or an amount stays untouched', async () => {
    for (const code of [BUSINESS, HASHED]) {
      expect(on.data(await put(code)).amount_can_be_added).toBe(false);
      expect(on.data(await get('?amount=25'))).toMatchObject({ payload: code, amount_included: false });
      expect(on.data(await get('?amount=10'))).toMatchObject({ payload: code, amount_included: true });
    }
  });

  it.each([
    ['nothing', undefined],
    ['no text', 42],
    ['white space', '   '],
    ['513 characters', '0'.repeat(513)],
    ['another text', 'https://example.com'],
    ['a code that is cut off', STATIC.slice(0, -3)],
    ['a wrong CRC', `${STATIC.slice(0, -4)}0000`],
    ['00 not first', signed(`${STATIC.slice(6, -8)}0002016304XXXX`)],
    ['63 not last', signed(`${STATIC.slice(0, -8)}6304ABCD6002KL`)],
    ['another scheme', signed(STATIC.replace('A0000006150001', 'A0000006150002'))],
    ['a dynamic code', signed(STATIC.replace('010211', '010212'))],
    ['another currency', signed(STATIC.replace('5303458', '5303702'))],
    ['another country', signed(STATIC.replace('5802MY', '5802SG'))],
  ])('%s is 400 for payload, and changes nothing', async (_, payload) => {
    await setDuitNowQr(tenant);
    expectInvalid(on, await put(payload), 'payload');
    expect(on.data(await get('?amount=10')).payload).toBe(BUSINESS);
  });

  it.each(['0', '-1', '0.001', '10.005', 'x', '99999999999'])('?amount=%s is 400 for amount', async (amount) => {
    await setDuitNowQr(tenant);
    expectInvalid(on, await get(`?amount=${amount}`), 'amount');
  });

  it('is for administrators with a session alone, on one surface, and of one tenant', async () => {
    await setDuitNowQr(tenant);
    const people = await everyRole(tenant);
    for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) {
      const { token } = people[role];
      expectRefusal(on, await on.get(DUITNOW_QR, token), 403);
      expectRefusal(on, await on.put(DUITNOW_QR, { payload: PERSON }, token), 403);
      expectRefusal(on, await on.send('DELETE', DUITNOW_QR, { token }), 403);
    }
    const key = await on.post(
      '/api-keys',
      { name: 'Kunci', scopes: ['retail:read'], role: 'admin' },
      tenant.admin.token,
    );
    expectRefusal(on, await on.get(DUITNOW_QR, on.data(key).key), 403, 'SESSION_REQUIRED');
    expectRefusal(on, await on.get(DUITNOW_QR, (await newAccount()).token), 403, 'TENANT_REQUIRED');
    expectRefusal(on, await on.get(DUITNOW_QR, (await newTenant()).admin.token), 404);
    expect((await contract.get(DUITNOW_QR, { token: tenant.admin.token })).status).toBe(404);
    expect(on.data(await get())).toEqual(READ);
  });

  it('two administrators who set it first at once leave one whole code; If-Match refuses the later change', async () => {
    const answers = await Promise.all([STATIC, PERSON, HASHED].map((payload) => put(payload)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const read = await get();
    const { payload: _, qr_svg: __, amount_included: ___, ...said } = on.data(read);
    expect(answers.map((answer) => on.data(answer))).toContainEqual(said);
    const headers = { 'if-match': read.headers.get('etag') as string };
    const { token } = tenant.admin;
    const change = (payload: string) => on.send('PUT', DUITNOW_QR, { token, headers, body: { payload } });
    expect((await change(BUSINESS)).status).toBe(200);
    expect((await change(STATIC)).status).toBe(412);
    expect(on.data(await get('?amount=10')).payload).toBe(BUSINESS);
  });

  it('neither the table nor the trail shows the text', async () => {
    await setDuitNowQr(tenant);
    const rows = await sql(workerState().ownerUrl as string, 'select * from core.duitnow_qrs where tenant_id = $1', [
      tenant.id,
    ]);
    expect(rows).toHaveLength(1);
    const trail = await trailOf(tenant, tenant.id);
    expect(trail.some(({ record_type }) => record_type === 'duitnow qr')).toBe(true);
    for (const text of [JSON.stringify(rows), JSON.stringify(trail)]) {
      expect(text).not.toContain('A0000006150001');
      expect(text).not.toContain('QRCSDNBHD');
    }
  });
});

describe('what is owed (A-468)', () => {
  const receipt = async (bill_id: string, query = '', language = 'en') =>
    (await print(`/healthcare/billing/${bill_id}/receipt/${query}`, tenant.admin.token, language)).texts.join('\n');

  it('shows the code for what is open now, in the language of the reader, and not once it is paid', async () => {
    const patient = await newPatient(tenant);
    const bill = await newBill(tenant, { patient_id: patient.id });
    expect(await receipt(bill.id)).not.toContain('DuitNow');
    await setDuitNowQr(tenant);
    for (const text of ['Pay by DuitNow QR', 'Amount: MYR 100.00', 'To: QRCSDNBHD', 'The amount is in the code.'])
      expect(await receipt(bill.id)).toContain(text);
    expect(await receipt(bill.id, '', 'ms')).toContain('Bayar dengan DuitNow QR');
    expect(await receipt(bill.id, '?qr=false')).not.toContain('DuitNow');
    await on.post(`/healthcare/billing/${bill.id}/payments`, { amount: 30 }, tenant.admin.token);
    expect(await receipt(bill.id)).toContain('Amount: MYR 70.00');
    await put(signed(HASHED.replace('540510.00', '')));
    expect(await receipt(bill.id)).toContain('and enter the amount.');
    // The bank put another amount into it.
    await put(BUSINESS);
    expect(await receipt(bill.id)).not.toContain('DuitNow');
    await setDuitNowQr(tenant);
    await on.post(`/healthcare/billing/${bill.id}/payments`, { amount: 70 }, tenant.admin.token);
    expect(await receipt(bill.id)).not.toContain('DuitNow');
  });
});
