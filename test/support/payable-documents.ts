import type { Json } from './client.js';
import { newBeautyAppointment, newService } from './beauty.js';
import { referenceSurface as on } from './core-surfaces.js';
import { newFee, newInvoices, newStudent } from './education.js';
import { must, newBill, newPatient } from './healthcare.js';
import { newFreightInvoice } from './logistics.js';
import type { TestTenant } from './people.js';
import { newCustomer, newProduct, sell } from './retail.js';

/** A document of 50 that can be paid by a request. */
export interface PayableDocument {
  subject_type: string;
  subject_id: string;
  /** What remains to be paid. */
  open(): Promise<number>;
  /** What its ledger received and gave back, the last first; below 0 where it was given back. */
  entries(): Promise<number[]>;
}

type NewDocument = (tenant: TestTenant) => Promise<PayableDocument>;

const TOTAL = 50;

const get = async (tenant: TestTenant, path: string): Promise<Json> =>
  must(await on.get(path, tenant.admin.token), 200);
const amounts = (entries: Json, sign: (entry: Json) => number = () => 1): number[] =>
  entries.map((entry: Json) => sign(entry) * entry.amount);

const sale: NewDocument = async (tenant) => {
  const [{ id: product_id }, { id: customer_id }] = await Promise.all([
    newProduct(tenant, { current_stock: 10, tax_rate: 0 }),
    newCustomer(tenant),
  ]);
  const item = { product_id, quantity: 2, unit_price: TOTAL / 2 };
  const { id } = await sell(tenant, [item], { customer_id, on_account: true });
  const read = (): Promise<Json> => get(tenant, `/retail/sales/${id}`);
  return {
    subject_type: 'retail.sale',
    subject_id: id,
    open: async () => (await read()).outstanding_amount,
    entries: async () => amounts((await read()).payments).reverse(),
  };
};

const bill: NewDocument = async (tenant) => {
  const { id: patient_id } = await newPatient(tenant);
  const { id } = await newBill(tenant, { patient_id, items: [{ description: 'Rundingan', unit_price: TOTAL }] });
  const path = `/healthcare/billing/${id}`;
  return {
    subject_type: 'healthcare.bill',
    subject_id: id,
    open: async () => (await get(tenant, path)).outstanding_amount,
    entries: async () => [
      ...amounts(await get(tenant, `${path}/refunds`), () => -1),
      ...amounts(await get(tenant, `${path}/payments`)),
    ],
  };
};

const invoice: NewDocument = async (tenant) => {
  const [student, fee] = await Promise.all([newStudent(tenant), newFee(tenant, { amount: TOTAL })]);
  const [made] = (await newInvoices(tenant, { fee_id: fee.id, student_ids: [student.id] })) as [Json];
  return {
    subject_type: 'education.invoice',
    subject_id: made.id,
    open: async () => (await get(tenant, `/education/invoices/${made.id}`)).balance,
    entries: async () => amounts(await get(tenant, `/education/payments?student_id=${student.id}`)),
  };
};

const visit: NewDocument = async (tenant) => {
  const { id: service_id } = await newService(tenant, { price: TOTAL });
  const { id } = await newBeautyAppointment(tenant, { services: [{ service_id }] });
  const path = `/beauty/appointments/${id}`;
  return {
    subject_type: 'beauty.appointment',
    subject_id: id,
    open: async () => {
      const { total_price, amount_paid } = await get(tenant, path);
      return total_price - amount_paid;
    },
    entries: async () => amounts(await get(tenant, `${path}/payments`), ({ kind }) => (kind === 'refund' ? -1 : 1)),
  };
};

const freight: NewDocument = async (tenant) => {
  const { id, shipment_id } = await newFreightInvoice(tenant, TOTAL);
  const path = `/logistics/shipments/${shipment_id}/invoice`;
  const { token } = tenant.admin;
  return {
    subject_type: 'logistics.freight_invoice',
    subject_id: id,
    open: async () => must(await on.send('POST', path, { body: {}, token }), 200).outstanding_amount,
    entries: async () => amounts(await get(tenant, `${path}/payments`)),
  };
};

/** Each kind of document that payment requests are of. */
export const payableDocuments: readonly [string, NewDocument][] = [
  ['a sale on account', sale],
  ['a bill', bill],
  ['an invoice of a school', invoice],
  ['an appointment', visit],
  ['a freight invoice', freight],
];
