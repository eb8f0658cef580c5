import { newBeautyAppointment, newService } from '../../support/beauty.js';
import { call, type Answer, type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newFee, newInvoices, newStudent } from '../../support/education.js';
import { must, newBill, newPatient } from '../../support/healthcare.js';
import { check, decide } from '../../support/payment-attempts.js';
import { REQUESTS, requestOf } from '../../support/payment-requests.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { newCustomer, newProduct, sell } from '../../support/retail.js';

/** money of payment requests counts in daily closings under the cashier "online", and under no user. */

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

/** A document of which 80 is owed, and how 5 of it are paid in cash at the counter. */
interface Owed {
  subject_type: string;
  subject_id: string;
  atCounter: () => Promise<Answer>;
}
const owes: Record<string, () => Promise<Owed>> = {
  healthcare: async () => {
    const { id: patient_id } = await newPatient(tenant);
    const { id } = await newBill(tenant, { patient_id, items: [{ description: 'Rundingan', unit_price: 80 }] });
    const path = `/healthcare/billing/${id}/payments`;
    return {
      subject_type: 'healthcare.bill',
      subject_id: id,
      atCounter: () => on.post(path, { amount: 5, payment_method: 'cash' }, token),
    };
  },
  education: async () => {
    const [student, fee] = await Promise.all([newStudent(tenant), newFee(tenant, { amount: 80 })]);
    const [invoice] = await newInvoices(tenant, { fee_id: fee.id, student_ids: [student.id] });
    const paid = { student_id: student.id, amount: 5, payment_method: 'cash' };
    return {
      subject_type: 'education.invoice',
      subject_id: invoice?.id,
      atCounter: () => on.post('/education/payments', paid, token),
    };
  },
  beauty: async () => {
    const { id: service_id } = await newService(tenant, { price: 80 });
    const { id } = await newBeautyAppointment(tenant, { services: [{ service_id }] });
    const path = `/beauty/appointments/${id}/payments`;
    return {
      subject_type: 'beauty.appointment',
      subject_id: id,
      atCounter: () => on.post(path, { amount: 5, payment_method: 'cash' }, token),
    };
  },
  retail: async () => {
    const [product, customer] = await Promise.all([
      newProduct(tenant, { current_stock: 10, tax_rate: 0 }),
      newCustomer(tenant),
    ]);
    const item = { product_id: product.id, quantity: 1, unit_price: 80 };
    const { id } = await sell(tenant, [item], { customer_id: customer.id, on_account: true });
    const path = `/retail/sales/${id}/payments`;
    return {
      subject_type: 'retail.sale',
      subject_id: id,
      atCounter: () => on.post(path, { amount: 5, method: 'cash' }, token),
    };
  },
};

const closing = async (context: string, query: Record<string, string>): Promise<Json> =>
  must(
    await call('GET', `/api/v1/${context}/reports/daily-closing/?${new URLSearchParams(query).toString()}`, { token }),
    200,
  );

describe.each(Object.keys(owes))('the daily closing of %s', (context) => {
  beforeAll(async () => {
    const [byPayer, byUser, atCounter] = await Promise.all([owes[context]?.(), owes[context]?.(), owes[context]?.()]);
    if (!byPayer || !byUser || !atCounter) throw new Error(`There is no document of ${context}`);
    must(await atCounter.atCounter(), 201);
    const request = await requestOf(tenant, byPayer.subject_type, byPayer.subject_id, { method: 'fpx' });
    await decide(request, { outcome: 'pay', callback: false });
    must(await check(tenant, request), 200);
    const { id } = await requestOf(tenant, byUser.subject_type, byUser.subject_id, { amount: 30 });
    must(await on.post(`${REQUESTS}/${id}/confirm`, { reference: unique('QR') }, token), 200);
  });

  it('has what came by requests in rows of "online", also where a user confirmed it', async () => {
    const { rows } = await closing(context, { group_by: 'cashier' });
    expect(rows.map(({ group, label, takings }: Json) => [group, label, takings])).toEqual([
      [tenant.admin.id, expect.any(String), 5],
      ['online', 'online', 110],
    ]);
    const byMethod = (await closing(context, { group_by: 'payment_method' })).rows as Json[];
    const online = byMethod.filter(({ group }) => group === 'online');
    expect(online.map(({ payment_method, takings }) => [payment_method, takings])).toEqual([
      ['duitnow_qr', 30],
      ['fpx', 80],
    ]);
    expect(byMethod.map(({ group }) => group)).not.toContain('unspecified');
  });

  it('is narrowed to it, and to a user without it', async () => {
    const takings = async (cashier: string): Promise<number> => (await closing(context, { cashier })).totals.takings;
    expect([await takings('online'), await takings(tenant.admin.id), await takings('unspecified')]).toEqual([
      110, 5, 0,
    ]);
  });

  it('says it in both languages in print', async () => {
    const path = `/${context}/reports/daily-closing/?format=pdf&group_by=cashier`;
    const printed = async (language: string): Promise<string> => (await print(path, token, language)).texts.join('\n');
    expect([await printed('en'), await printed('ms')]).toEqual([
      expect.stringContaining('Online'),
      expect.stringContaining('Dalam talian'),
    ]);
  });
});

it.each(['healthcare', 'education', 'beauty'])('the payments of %s name no user for it', async (context) => {
  const listed = async (received_by: string): Promise<unknown[]> => {
    const found = must(await on.get(`/${context}/payments?received_by=${received_by}&page_size=100`, token), 200);
    return found.map((payment: Json) => [payment.amount, payment.received_by]);
  };
  expect((await listed('online')).sort()).toEqual([
    [30, null],
    [80, null],
  ]);
  expect(await listed(tenant.admin.id)).toEqual([[5, tenant.admin.id]]);
  expect(await listed('unspecified')).toEqual([]);
});
