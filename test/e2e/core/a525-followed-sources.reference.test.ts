import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { beautyRecord, newBeautyAppointment } from '../../support/beauty.js';
import { newSoldPackage } from '../../support/beauty-money.js';
import { newFee, newInvoices, newStudent } from '../../support/education.js';
import { askEinvoice, completeBuyer, einvoiceBuyer, enableEinvoices, soldSource } from '../../support/einvoices.js';
import { newBill, newPatient } from '../../support/healthcare.js';
import { newFreightInvoice } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';
import { eventually } from '../../support/system-service.js';

/** e-invoices follow what becomes of their documents afterwards, in every trade. */

jest.setTimeout(60_000);

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
  await enableEinvoices(tenant, { individual: 'on_request', sst_number: 'W10-1808-32000123' });
});
afterEach(() => settings({ cancel_with_source: true }));

const WHY = { reason: 'Silap' };
const post = async (path: string, body: unknown = WHY): Promise<Json> => {
  const answer = await on.post(path, body, tenant.admin.token);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return on.data(answer);
};
const put = async (path: string, body: unknown): Promise<void> => {
  const answer = await on.put(path, body, tenant.admin.token);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
};
const settings = (body: Json): Promise<void> => put('/einvoices/settings', body);
const simulate = (body: Json): Promise<void> => put('/einvoices/simulator', body);
const read = async (path: string): Promise<Json> => on.data(await on.get(`/einvoices${path}`, tenant.admin.token));
const becomes = (id: string, status: string): Promise<Json> =>
  eventually(
    `an e-invoice that is ${status}`,
    async () => {
      const einvoice = await read(`/${id}`);
      return einvoice.status === status && einvoice;
    },
    30,
  );
const issued = async (source: Json, buyer: Json = completeBuyer): Promise<Json> => {
  const answer = await askEinvoice(tenant, { source, buyer });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return on.data(answer);
};
/** The notes about an e-invoice, once there is one. */
const noteOf = (original: Json): Promise<Json> =>
  eventually('a note', async () => {
    const notes = [...(await read('?kind=refund_note')), ...(await read('?kind=credit_note'))];
    return notes.find(({ refers_to }: Json) => refers_to[0]?.einvoice_id === original.id);
  });

/** A document of a trade, and what is done with it afterwards. */
interface Made {
  source: Json;
  refund: () => Promise<unknown>;
  cancel: () => Promise<unknown>;
}

async function sale(): Promise<Made> {
  const source = await soldSource(tenant);
  const path = `/retail/sales/${source.id}`;
  const { items } = on.data(await on.get(path, tenant.admin.token));
  const body = { items: [{ product_id: items[0].product_id, quantity: 1 }], refund_method: 'cash' };
  return { source, refund: () => post(`${path}/refund`, body), cancel: () => post(`${path}/void`) };
}
async function bill(): Promise<Made> {
  const { id } = await newBill(tenant, { patient_id: (await newPatient(tenant)).id });
  const path = `/healthcare/billing/${id}`;
  return {
    source: { module: 'healthcare', kind: 'bill', id },
    refund: () => post(`${path}/credit-notes`, { amount: 20, ...WHY }),
    cancel: () => post(`${path}/cancel`),
  };
}
async function fee(): Promise<Made> {
  const [student, owed] = await Promise.all([newStudent(tenant), newFee(tenant)]);
  const [{ id }] = (await newInvoices(tenant, { fee_id: owed.id, student_ids: [student.id] })) as [Json];
  const path = `/education/invoices/${id}`;
  return {
    source: { module: 'education', kind: 'invoice', id },
    refund: () => post(`${path}/credit-notes`, { amount: 20, ...WHY }),
    cancel: () => post(`${path}/cancel`),
  };
}
async function visit(): Promise<Made> {
  const { id } = await newBeautyAppointment(tenant);
  const path = `/beauty/appointments/${id}`;
  await beautyRecord(tenant, `/appointments/${id}/payments`, { amount: 50, payment_method: 'card' });
  await post(`${path}/complete`, {});
  return {
    source: { module: 'beauty', kind: 'visit', id },
    refund: () => post(`${path}/refunds`, { amount: 20, ...WHY }),
    cancel: () => put(path, { status: 'cancelled' }),
  };
}
async function soldPackage(): Promise<Made> {
  const { id } = await newSoldPackage(tenant);
  const path = `/beauty/client-packages/${id}`;
  return {
    source: { module: 'beauty', kind: 'package', id },
    refund: () => post(`${path}/refund`, { amount: 20, ...WHY }),
    cancel: () => post(`${path}/void`),
  };
}
async function freight(): Promise<Made> {
  const { id, shipment_id } = await newFreightInvoice(tenant);
  const path = `/logistics/shipments/${shipment_id}/invoice`;
  return {
    source: { module: 'logistics', kind: 'freight_invoice', id },
    refund: () => post(`${path}/credit-notes`, { amount: 20, ...WHY }),
    cancel: () => post(`${path}/cancel`),
  };
}

const trades: [string, () => Promise<Made>, Json][] = [
  ['a sale', sale, { kind: 'refund_note', type_code: '04', total_including_tax: 10.6 }],
  ['a bill', bill, { kind: 'credit_note', type_code: '02', total_including_tax: 20 }],
  ['an invoice of a school', fee, { kind: 'credit_note', type_code: '02', total_including_tax: 20 }],
  ['a visit', visit, { kind: 'refund_note', type_code: '04', total_including_tax: 20 }],
  ['a package', soldPackage, { kind: 'refund_note', type_code: '04', total_including_tax: 20 }],
  ['a freight invoice', freight, { kind: 'credit_note', type_code: '02', total_including_tax: 20 }],
];

describe('A-525: a later refund or credit note', () => {
  it.each(trades)('of %s becomes a note to its buyer, which names the e-invoice', async (_, make, expected) => {
    const { source, refund } = await make();
    const original = await becomes((await issued(source)).id, 'valid');
    await refund();
    const { id } = await noteOf(original);
    expect(await becomes(id, 'valid')).toMatchObject({
      ...expected,
      buyer: original.buyer,
      refers_to: [{ einvoice_id: original.id, number: original.number, uuid: original.uuid }],
    });
    const [invoice] = JSON.parse((await read(`/${id}/raw`)).document).Invoice;
    expect(invoice.BillingReference[0].InvoiceDocumentReference[0]).toEqual({
      ID: [{ _: original.number }],
      UUID: [{ _: original.uuid }],
    });
  });

  it('has the price of the original’s line, and is made once', async () => {
    const { source, refund } = await sale();
    const original = await becomes((await issued(source)).id, 'valid');
    await refund();
    const { id } = await noteOf(original);
    await refund();
    await eventually('two notes', async () => {
      const notes = (await read('?kind=refund_note')).filter(
        ({ refers_to }: Json) => refers_to[0].einvoice_id === original.id,
      );
      return notes.length === 2;
    });
    const [invoice] = JSON.parse((await read(`/${id}/raw`)).document).Invoice;
    const [line] = invoice.InvoiceLine;
    expect([line.InvoicedQuantity[0]._, line.Price[0].PriceAmount[0]._]).toEqual([1, 10]);
  });

  it('waits as a draft until its e-invoice is valid', async () => {
    const { source, refund } = await sale();
    const original = await issued(source, einvoiceBuyer);
    expect(original.status).toBe('blocked');
    await refund();
    const note = await noteOf(original);
    expect(note).toMatchObject({ status: 'draft', refers_to: [{ uuid: null }] });
    await post(`/einvoices/${original.id}/retry`, { buyer: completeBuyer });
    const { uuid } = await becomes(original.id, 'valid');
    expect((await becomes(note.id, 'valid')).refers_to[0].uuid).toBe(uuid);
  });

  it('leaves less for notes that a user writes', async () => {
    const { source, refund } = await sale();
    const original = await becomes((await issued(source)).id, 'valid');
    await refund();
    await noteOf(original);
    const rest = await post(`/einvoices/${original.id}/notes`, { kind: 'refund_note', ...WHY });
    expect(rest).toMatchObject({ total_excluding_tax: 10, total_including_tax: 10.6 });
  });
});

it('A-525: a refund that notes have left no room for is blocked until one of them is gone', async () => {
  const { source, refund } = await sale();
  const original = await becomes((await issued(source)).id, 'valid');
  const written = await post(`/einvoices/${original.id}/notes`, { kind: 'refund_note', ...WHY });
  await becomes(written.id, 'valid');
  await refund();
  const note = await eventually('a note about the refund', async () =>
    (await read('?kind=refund_note&status=blocked')).find(
      ({ refers_to }: Json) => refers_to[0].einvoice_id === original.id,
    ),
  );
  expect(note.errors).toMatchObject([{ code: 'ORIGINAL_INVALID', path: 'lines', source: 'local' }]);
  expect((await post(`/einvoices/${note.id}/retry`, {})).status).toBe('blocked');
  await post(`/einvoices/${written.id}/cancel`);
  expect((await post(`/einvoices/${note.id}/retry`, {})).status).toBe('queued');
  await becomes(note.id, 'valid');
});

describe('A-526: the cancellation of a document', () => {
  it.each(trades)('of %s cancels its valid e-invoice', async (_, make) => {
    const { source, cancel } = await make();
    const { id } = await becomes((await issued(source)).id, 'valid');
    await cancel();
    expect(await becomes(id, 'cancelled')).toMatchObject({ warnings: [], cancel_reason: expect.any(String) });
    const answer = await askEinvoice(tenant, { source, buyer: completeBuyer });
    expect([answer.status, answer.body.error.errors[0].field]).toEqual([400, 'source']);
  });

  it('discards one that waits, with the notes that wait for it', async () => {
    const { source, refund, cancel } = await bill();
    const original = await issued(source, einvoiceBuyer);
    await refund();
    const note = await noteOf(original);
    await cancel();
    await becomes(original.id, 'discarded');
    await becomes(note.id, 'discarded');
  });

  it('cancels one that is on its way as soon as it is valid', async () => {
    await simulate({ polls: 4 });
    const { source, cancel } = await sale();
    const { id } = await issued(source);
    await becomes(id, 'submitted');
    await cancel();
    await becomes(id, 'cancelled');
    await simulate({ polls: 1 });
  });

  it.each<[string, () => Promise<void>, (id: string) => Promise<unknown>]>([
    ['where the business does not want it', () => settings({ cancel_with_source: false }), () => Promise.resolve()],
    [
      'after 72 hours',
      () => Promise.resolve(),
      (id) =>
        sql(
          workerState().ownerUrl as string,
          `update einvoice.documents set cancel_until = now() - interval '1 hour' where tenant_id = $1 and id = $2`,
          [tenant.id, id],
        ),
    ],
  ])('warns, and is found, %s', async (_, before, after) => {
    await before();
    const { source, cancel } = await sale();
    const { id } = await becomes((await issued(source)).id, 'valid');
    await after(id);
    await cancel();
    await eventually('a warning', async () => (await read(`/${id}`)).warnings.length > 0);
    expect(await read(`/${id}`)).toMatchObject({ status: 'valid', warnings: ['SOURCE_CANCELLED'] });
    expect((await read('?attention=true')).map((one: Json) => one.id)).toContain(id);
  });

  it('warns where a note about the e-invoice is there, and the credit note of the cancellation follows', async () => {
    const { source, refund, cancel } = await bill();
    const original = await becomes((await issued(source)).id, 'valid');
    await refund();
    await becomes((await noteOf(original)).id, 'valid');
    await cancel();
    await eventually('a warning', async () => (await read(`/${original.id}`)).warnings.includes('SOURCE_CANCELLED'));
    const notes = await eventually('two notes', async () => {
      const found = (await read('?kind=credit_note')).filter(
        ({ refers_to }: Json) => refers_to[0].einvoice_id === original.id,
      );
      return found.length === 2 && found;
    });
    expect(notes.map((note: Json) => note.total_including_tax).sort()).toEqual([20, 80]);
  });

  it('warns where the service does not cancel, and the credit note of the cancellation follows', async () => {
    await simulate({ faults: [{ call: 'cancel', fault: 'status', status: 400, code: 'OperationPeriodOver' }] });
    const { source, cancel } = await bill();
    const original = await becomes((await issued(source)).id, 'valid');
    await cancel();
    expect(await becomes((await noteOf(original)).id, 'valid')).toMatchObject({ total_including_tax: 100 });
    expect(await read(`/${original.id}`)).toMatchObject({ status: 'valid', warnings: ['SOURCE_CANCELLED'] });
    await simulate({ faults: [] });
  });
});
