import type { Answer, Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { askEinvoice, completeBuyer, enableEinvoices, newEinvoice, validEinvoice } from '../../support/einvoices.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { atOnce } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { eventually } from '../../support/system-service.js';
import { sql } from '../../support/system-database.js';

/** valid e-invoices are cancelled at the service, within 72 hours. */

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
  await enableEinvoices(tenant, { individual: 'on_request' });
});

const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error.code];
const read = async (id: string): Promise<Json> => on.data(await on.get(`/einvoices/${id}`, tenant.admin.token));
const cancel = (id: string, body: Json = { reason: 'Salah pembeli' }, token = tenant.admin.token): Promise<Answer> =>
  on.post(`/einvoices/${id}/cancel`, body, token);
const simulate = async (more: Json): Promise<void> => {
  const answer = await on.put('/einvoices/simulator', more, tenant.admin.token);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
};

const validOne = (): Promise<Json> => validEinvoice(tenant);

describe('A-526: cancelling an e-invoice', () => {
  it('cancels it at the service too, and its sale may have another', async () => {
    const { id, source, uuid, cancel_until, validated_at, number } = await validOne();
    expect(Date.parse(cancel_until) - Date.parse(validated_at)).toBe(72 * 3_600_000);
    const answer = await cancel(id);
    expect(answer.status).toBe(200);
    expect(on.data(answer)).toMatchObject({ status: 'cancelled', cancel_reason: 'Salah pembeli', warnings: [] });
    expect(on.data(answer).cancelled_at).not.toBeNull();
    const there = on.data(await on.get(`/einvoices/simulator/documents?number=${number}`, tenant.admin.token));
    expect(there).toEqual([expect.objectContaining({ uuid, status: 'cancelled' })]);
    expect(codeOf(await cancel(id))).toEqual([409, 'WRONG_STATUS']);
    expect((await askEinvoice(tenant, { source, buyer: completeBuyer })).status).toBe(201);
  });

  it('cancels once, however many ask at once', async () => {
    const { id } = await validOne();
    const answers = await atOnce(8, () => cancel(id));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await read(id)).toMatchObject({ status: 'cancelled', warnings: [] });
  });

  it('is over after 72 hours', async () => {
    const { id } = await validOne();
    await sql(
      workerState().ownerUrl as string,
      `update einvoice.documents set cancel_until = now() - interval '1 hour' where tenant_id = $1 and id = $2`,
      [tenant.id, id],
    );
    expect(codeOf(await cancel(id))).toEqual([409, 'WINDOW_OVER']);
    expect(await read(id)).toMatchObject({ status: 'valid', cancel_reason: null, warnings: [] });
  });

  it('is over when the service says so', async () => {
    await simulate({ faults: [{ call: 'cancel', fault: 'status', status: 400, code: 'OperationPeriodOver' }] });
    const { id } = await validOne();
    expect(codeOf(await cancel(id))).toEqual([409, 'WINDOW_OVER']);
    expect(await read(id)).toMatchObject({ status: 'valid', cancel_reason: null, warnings: [] });
    await simulate({ faults: [] });
  });

  it.each(['drop', 'drop_after'])(
    'stays valid with a warning where the answer is missing, and a job goes on: %s',
    async (fault) => {
      const { id } = await validOne();
      await simulate({ faults: [{ call: 'cancel', fault, times: 1 }] });
      const answer = await cancel(id);
      expect([answer.status, on.data(answer).status]).toEqual([200, 'valid']);
      expect(on.data(answer).warnings).toEqual(['CANCEL_PENDING']);
      await eventually('a cancelled e-invoice', async () => (await read(id)).status === 'cancelled', 30);
      expect(await read(id)).toMatchObject({ cancel_reason: 'Salah pembeli', warnings: [] });
    },
  );

  it('asks again no sooner than the service said', async () => {
    const { id } = await validOne();
    await simulate({ faults: [{ call: 'cancel', fault: 'status', status: 503, retry_after: 20, times: 1 }] });
    expect(on.data(await cancel(id)).warnings).toEqual(['CANCEL_PENDING']);
    const [row] = await sql(
      workerState().ownerUrl as string,
      `select due_at > now() + interval '15 seconds' as waits from einvoice.documents where tenant_id = $1 and id = $2`,
      [tenant.id, id],
    );
    expect(row).toEqual({ waits: true });
    // A user need not wait for it.
    expect(on.data(await cancel(id))).toMatchObject({ status: 'cancelled', warnings: [] });
  });

  it('is not of another environment, nor of another business, and changes nothing', async () => {
    const { id } = await validOne();
    const other = await newTenant();
    expectRefusal(on, await cancel(id, undefined, other.admin.token), 404);
    await sql(
      workerState().ownerUrl as string,
      `update einvoice.documents set environment = 'sandbox' where tenant_id = $1 and id = $2`,
      [tenant.id, id],
    );
    for (const answer of await atOnce(20, () => cancel(id))) expect(codeOf(answer)).toEqual([409, 'WRONG_STATUS']);
    expect(await read(id)).toMatchObject({ status: 'valid', cancel_reason: null, warnings: [] });
  });

  it('is of valid ones, with a reason, by managers', async () => {
    const { id } = await newEinvoice(tenant);
    expect(codeOf(await cancel(id))).toEqual([409, 'WRONG_STATUS']);
    expectInvalid(on, await cancel(id, {}), 'reason');
    expectInvalid(on, await cancel(id, { reason: 'x'.repeat(301) }), 'reason');
    const staff = await newUser(tenant, 'staff');
    expectRefusal(on, await cancel(id, undefined, staff.token), 403);
  });
});
