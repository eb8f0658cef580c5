import { baseUrl, type Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../../support/people.js';

/** how the simulator plays MyInvois. */

const PATH = '/einvoices/simulator';
const put = ({ admin }: TestTenant, body: Json) => on.put(PATH, body, admin.token);
const read = async ({ admin }: TestTenant): Promise<Json> => on.data(await on.get(PATH, admin.token));

const noCalls = { token: 0, taxpayer: 0, submit: 0, submission: 0, details: 0, cancel: 0, search: 0 };
const usual = { faults: [], polls: 1, validated_hours_ago: 0, rejections: [], calls: noCalls };
const fault = { call: 'submit', fault: 'status' };
const wholeFault = { ...fault, times: 1, number: null, status: null, retry_after: null, code: null, delay_ms: null };

describe('A-530: the simulator', () => {
  it('has no faults at first, and PUT takes the place of what was set before', async () => {
    const tenant = await newTenant();
    expect(await read(tenant)).toEqual(usual);
    const set = {
      faults: [fault, { call: 'details', fault: 'delay', times: 3, delay_ms: 120_000, number: 'INV-2026-000001' }],
      polls: 4,
      validated_hours_ago: 73,
      rejections: [{ number: 'INV-2026-000001', reason: 'Alamat salah' }],
    };
    const changed = await put(tenant, set);
    expect(changed.status).toBe(200);
    const [, second] = set.faults;
    expect(on.data(changed)).toEqual({ ...set, faults: [wholeFault, { ...wholeFault, ...second }], calls: noCalls });
    expect(await read(tenant)).toEqual(on.data(changed));
    expect(on.data(await put(tenant, {}))).toEqual(usual);
  });

  it('names what is wrong with a fault, and changes nothing', async () => {
    const tenant = await newTenant();
    await put(tenant, { polls: 2 });
    const wrong: [body: Json, field: string][] = [
      [{ faults: [{ ...fault, call: 'all' }] }, 'faults.0.call'],
      [{ faults: [fault, { ...fault, fault: 'burn' }] }, 'faults.1.fault'],
      [{ faults: [{ ...fault, delay_ms: 120_001 }] }, 'faults.0.delay_ms'],
      [{ faults: [{ ...fault, times: -1 }] }, 'faults.0.times'],
      [{ faults: [fault, { call: 'cancel', fault: 'reject' }] }, 'faults.1.fault'],
      [{ polls: -1 }, 'polls'],
      [{ rejections: [{ number: 'INV-1' }] }, 'rejections.0.reason'],
    ];
    for (const [body, field] of wrong) expectInvalid(on, await put(tenant, body), field);
    expect(await read(tenant)).toEqual({ ...usual, polls: 2 });
  });

  it('has received nothing of a business that has sent nothing', async () => {
    const { admin } = await newTenant();
    expect(on.rows(await on.get(`${PATH}/documents?number=INV-1`, admin.token), 'documents')).toEqual([]);
  });

  it('is 409 where e-invoices go elsewhere', async () => {
    const tenant = await newTenant();
    await on.put('/einvoices/settings', { environment: 'sandbox' }, tenant.admin.token);
    for (const answer of [
      await on.get(PATH, tenant.admin.token),
      await put(tenant, {}),
      await on.get(`${PATH}/documents`, tenant.admin.token),
    ])
      expectRefusal(on, answer, 409);
  });
});

describe('A-530: validation links of the simulator', () => {
  const open = async (path: string, accept: string) => {
    const answer = await fetch(`${baseUrl()}/einvoice-simulator/${path}`, { headers: { accept } });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };

  it.each(['ABC/share/DEF', `ABC/share/${'0'.repeat(32)}${'A'.repeat(26)}`, '%00/share/x', 'ABC', ''])(
    'lead to nothing where they are forged: %p',
    async (path) => {
      const page = await open(path, 'text/html');
      expect(page).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' });
      const { status, text } = await open(path, 'application/json');
      expect([status, JSON.parse(text)]).toEqual([404, { error: { code: 'NOT_FOUND', message: expect.any(String) } }]);
    },
  );
});
