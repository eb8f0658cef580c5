import type { Answer, Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  askEinvoice,
  completeBuyer,
  enableEinvoices,
  newEinvoice,
  soldSource,
  validEinvoice,
} from '../../support/einvoices.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { atOnce, giveBack } from '../../support/retail.js';
import { eventually } from '../../support/system-service.js';

/** notes that a user writes about valid e-invoices. Each sale is of 20.00, with 1.20 of tax. */

let tenant: TestTenant;
let refusedOn: Json | undefined;
beforeAll(async () => {
  tenant = await newTenant();
  await enableEinvoices(tenant, { individual: 'on_request', sst_number: 'W10-1808-32000123' });
});

const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error.code];
const read = async (path: string): Promise<Json> => on.data(await on.get(`/einvoices${path}`, tenant.admin.token));
const write = (id: string, body: Json = {}, token = tenant.admin.token): Promise<Answer> =>
  on.post(`/einvoices/${id}/notes`, { kind: 'credit_note', reason: 'Barang dipulangkan', ...body }, token);
const cancel = (id: string): Promise<Answer> =>
  on.post(`/einvoices/${id}/cancel`, { reason: 'Salah' }, tenant.admin.token);
const simulate = async (more: Json): Promise<void> => {
  const answer = await on.put('/einvoices/simulator', more, tenant.admin.token);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
};
const becomes = (id: string, status: string): Promise<Json> =>
  eventually(`an e-invoice that is ${status}`, async () => {
    const einvoice = await read(`/${id}`);
    return einvoice.status === status && einvoice;
  });
async function written(id: string, body: Json = {}): Promise<Json> {
  const answer = await write(id, body);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return on.data(answer);
}

describe('A-525: a note', () => {
  it('takes an amount off a line with its tax, and becomes valid at the service', async () => {
    const original = await validEinvoice(tenant);
    const note = await written(original.id, { lines: [{ line: 1, amount: 5 }] });
    expect(note).toMatchObject({
      ...{ kind: 'credit_note', type_code: '02', status: 'queued', source: null, sources: 0, consolidated: false },
      ...{ total_excluding_tax: 5, tax_amount: 0.3, total_including_tax: 5.3, payable: 5.3, currency: 'MYR' },
      ...{ number: expect.stringMatching(/^ECN-20\d\d-\d{6}$/), buyer: original.buyer, module: 'retail' },
      ...{ reason: 'Barang dipulangkan', release: false, errors: [] },
      refers_to: [{ einvoice_id: original.id, number: original.number, uuid: original.uuid }],
    });
    const { document } = await read(`/${note.id}/raw`);
    const [invoice] = JSON.parse(document).Invoice;
    expect(invoice.BillingReference).toEqual([
      { InvoiceDocumentReference: [{ ID: [{ _: original.number }], UUID: [{ _: original.uuid }] }] },
    ]);
    expect(invoice.InvoiceTypeCode[0]._).toBe('02');
    await becomes(note.id, 'valid');
    expect(codeOf(await cancel(original.id))).toEqual([409, 'ACTIVE_NOTES']);
  });

  it('takes off all that other notes have left, and then there is nothing', async () => {
    const { id } = await validEinvoice(tenant);
    await written(id, { lines: [{ line: 1, amount: 7.77 }] });
    const rest = await written(id, { kind: 'refund_note' });
    expect(rest).toMatchObject({ type_code: '04', total_excluding_tax: 12.23, total_including_tax: 12.96 });
    expectInvalid(on, await write(id), 'lines');
    expectInvalid(on, await write(id, { lines: [{ line: 1, amount: 0.01 }] }), 'lines.0.amount');
  });

  it('takes off what notes about refunds have left', async () => {
    const source = await soldSource(tenant);
    const { items } = on.data(await on.get(`/retail/sales/${source.id}`, tenant.admin.token));
    const refunded = { items: [{ product_id: items[0].product_id, quantity: 1 }], refund_method: 'cash' };
    on.data(await giveBack(tenant, source.id, refunded));
    const { id } = on.data(await askEinvoice(tenant, { source, buyer: completeBuyer }));
    await becomes(id, 'valid');
    expectInvalid(on, await write(id, { lines: [{ line: 1, amount: 10.01 }] }), 'lines.0.amount');
    expect(await written(id)).toMatchObject({ total_excluding_tax: 10, tax_amount: 0.6 });
  });

  it('leaves no less than nothing of the document when ten are written at once, and numbers have no gaps', async () => {
    const { id } = await validEinvoice(tenant);
    const answers = await atOnce(10, () => write(id, { lines: [{ line: 1, amount: 4 }] }));
    const made = answers.filter(({ status }) => status === 201).map((answer) => on.data(answer));
    expect(made).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectInvalid(on, answer, 'lines.0.amount');
    expect(made.reduce((sum, { total_excluding_tax }) => sum + total_excluding_tax, 0)).toBe(20);
    const counts = made.map(({ number }) => Number(number.split('-')[2])).sort((one, other) => one - other);
    expect(counts).toEqual(counts.map((_, i) => (counts[0] as number) + i));
  });

  it('that the service found invalid is built again with the same number and amounts', async () => {
    const { id } = await validEinvoice(tenant);
    await simulate({ faults: [{ call: 'submit', fault: 'invalid', code: 'CF404', times: 1 }] });
    const note = await written(id, { lines: [{ line: 1, amount: 5 }] });
    await becomes(note.id, 'invalid');
    const again = on.data(await on.post(`/einvoices/${note.id}/retry`, {}, tenant.admin.token));
    expect(again).toMatchObject({ status: 'queued', number: note.number, total_including_tax: 5.3, errors: [] });
    await becomes(note.id, 'valid');
  });

  it.each<[string, Json, string]>([
    ['more than the line', { lines: [{ line: 1, amount: 20.01 }] }, 'lines.0.amount'],
    ['nothing', { lines: [{ line: 1, amount: 0 }] }, 'lines.0.amount'],
    ['less than nothing', { lines: [{ line: 1, amount: -1 }] }, 'lines.0.amount'],
    ['no number', { lines: [{ line: 1, amount: 'x' }] }, 'lines.0.amount'],
    ['a line that is not there', { lines: [{ line: 2, amount: 1 }] }, 'lines.0.line'],
    ['a line twice', { lines: [1, 1].map((line) => ({ line, amount: 1 })) }, 'lines.1.line'],
    ['no lines', { lines: [] }, 'lines'],
    ['no kind', { kind: undefined }, 'kind'],
    ['an invoice', { kind: 'invoice' }, 'kind'],
    ['no reason', { reason: undefined }, 'reason'],
    ['a long reason', { reason: 'x'.repeat(301) }, 'reason'],
  ])('is refused with 400: %s', async (_, body, field) => {
    const { id } = (refusedOn ??= await validEinvoice(tenant));
    expectInvalid(on, await write(id, body), field);
  });

  it('is about a valid e-invoice of the business that is no note, by managers', async () => {
    const blocked = await newEinvoice(tenant);
    expect(codeOf(await write(blocked.id))).toEqual([409, 'WRONG_STATUS']);
    const { id } = await validEinvoice(tenant);
    const staff = await newUser(tenant, 'staff');
    expectRefusal(on, await write(id, {}, staff.token), 403);
    const other = await newTenant();
    expectRefusal(on, await write(id, {}, other.admin.token), 404);
    expectRefusal(on, await write(UNKNOWN_ID), 404);
    const note = await written(id, { lines: [{ line: 1, amount: 1 }] });
    await becomes(note.id, 'valid');
    expect(codeOf(await write(note.id))).toEqual([409, 'WRONG_STATUS']);
  });

  it('is not written while its e-invoice is being cancelled', async () => {
    const { id } = await validEinvoice(tenant);
    await simulate({ faults: [{ call: 'cancel', fault: 'status', status: 503, retry_after: 20, times: 1 }] });
    expect(on.data(await cancel(id)).warnings).toEqual(['CANCEL_PENDING']);
    expect(codeOf(await write(id))).toEqual([409, 'WRONG_STATUS']);
    expect(on.data(await cancel(id)).status).toBe('cancelled');
  });
});

describe('A-525: a note that releases', () => {
  it('lets its sale be invoiced again once notes of the whole are valid, and stays', async () => {
    const original = await validEinvoice(tenant);
    const { id, source, number } = original;
    const ask = () => askEinvoice(tenant, { source, buyer: completeBuyer });
    const half = await written(id, { lines: [{ line: 1, amount: 10 }] });
    await becomes(half.id, 'valid');
    expect(codeOf(await ask())).toEqual([409, 'ALREADY_INVOICED']);
    const rest = await written(id, { release: true });
    await becomes(rest.id, 'valid');
    const again = await eventually('a sale that is free', async () => {
      const answer = await ask();
      return answer.status === 201 && on.data(answer);
    });
    expect(again.number).toBe(`${number}/retail`);
    for (const note of [half, rest]) expect(codeOf(await cancel(note.id))).toEqual([409, 'WRONG_STATUS']);
    expect(await read(`/${id}`)).toMatchObject({ status: 'valid' });
    await becomes(again.id, 'valid');
    await becomes((await written(again.id, { release: true })).id, 'valid');
    const third = await eventually('a sale that is free', async () => {
      const answer = await ask();
      return answer.status === 201 && on.data(answer);
    });
    expect(third.number).toBe(`${number}/retail/2`);
  });

  it('keeps its sale without being told to release it', async () => {
    const { id, source } = await validEinvoice(tenant);
    await becomes((await written(id)).id, 'valid');
    expect(codeOf(await askEinvoice(tenant, { source, buyer: completeBuyer }))).toEqual([409, 'ALREADY_INVOICED']);
  });
});
