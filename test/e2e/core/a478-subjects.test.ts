import type { Json } from '../../support/client.js';
import { newBeautyAppointment, newClient, newService } from '../../support/beauty.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newFee, newFeePayment, newInvoices, newStudent } from '../../support/education.js';
import { newCustomer, newProduct, sell } from '../../support/retail.js';
import { newBill, newPatient } from '../../support/healthcare.js';
import { newShipment, parties } from '../../support/logistics.js';
import { messageIn, messagesTo, newOldTenant, newPhone } from '../../support/messages.js';
import { unique, type TestTenant } from '../../support/people.js';

/** messages by hand about bills and shipments. */

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newOldTenant();
});
const send = (body: Json) => on.post('/messages', body, tenant.admin.token);

describe('A-478: the receipt of a bill', () => {
  const paidBill = async (patient: Json, amount = 30): Promise<Json> => {
    const { id: patient_id } = await newPatient(tenant, patient);
    const bill = await newBill(tenant, { patient_id });
    const body = { amount, payment_method: 'cash' };
    if (amount > 0)
      expect((await on.post(`/healthcare/billing/${bill.id}/payments`, body, tenant.admin.token)).status).toBe(201);
    return bill;
  };
  const receipt = (subject_id: string) =>
    send({ template: 'receipt', subject_type: 'healthcare.bill', subject_id, language: 'en' });

  it('goes to a patient who refuses reminders, too, and names the money alone', async () => {
    const phone = newPhone();
    const bill = await paidBill({ phone_number: phone, pdpa_consent: false, pdpa_consent_stated: true });
    const answer = await receipt(bill.id);
    expect([answer.status, on.data(answer)]).toMatchObject([201, { category: 'transaction', way: 'sms' }]);
    await messageIn(tenant, on.data(answer).id, 'delivered');
    const [laid] = await messagesTo(phone);
    const [heading, said] = laid.text.split(`Receipt ${bill.bill_number as string} of `);
    expect([heading, said]).toEqual([
      expect.stringMatching(/^RM0\.00 .+: $/),
      expect.stringMatching(/^\d\d\/\d\d\/\d{4}: RM 30\.00\. Thank you\.$/),
    ]);
  });

  it('goes by e-mail without a file, which would tell of the visit', async () => {
    const email = `${unique('pesakit')}@example.com`;
    const bill = await paidBill({ email, phone_number: null });
    const answer = await receipt(bill.id);
    expect([answer.status, on.data(answer).way]).toEqual([201, 'email']);
    await messageIn(tenant, on.data(answer).id, 'delivered');
    expect(await messagesTo(email)).toMatchObject([{ template: 'receipt', attachments: [], headers: {} }]);
  });

  it('is none of a bill of which nothing was paid', async () => {
    const bill = await paidBill({ phone_number: newPhone() }, 0);
    expect((await receipt(bill.id)).status).toBe(409);
  });

  it('is no tracking link', async () => {
    const bill = await paidBill({ phone_number: newPhone() });
    const subject = { subject_type: 'healthcare.bill', subject_id: bill.id };
    expect((await send({ template: 'tracking_link', ...subject })).status).toBe(400);
  });
});

describe('A-477: the receipt of a sale', () => {
  const receipt = (subject_id: string, more: Json = {}) =>
    send({ template: 'receipt', subject_type: 'retail.sale', subject_id, language: 'en', ...more });
  const sale = async (customer: Json | null): Promise<Json> => {
    const { id: product_id } = await newProduct(tenant, { current_stock: 10 });
    const customer_id = customer && (await newCustomer(tenant, customer)).id;
    return sell(tenant, [{ product_id, quantity: 1 }], { customer_id });
  };

  it('carries the PDF by e-mail, also to a customer who refuses reminders', async () => {
    const email = `${unique('pelanggan')}@example.com`;
    const { id, invoice_number } = await sale({ email, pdpa_consent: false, pdpa_consent_stated: true });
    const answer = await receipt(id, { ways: ['email'] });
    expect(answer.status).toBe(201);
    await messageIn(tenant, on.data(answer).id, 'delivered');
    expect(await messagesTo(email)).toMatchObject([{ template: 'receipt', attachments: [`${invoice_number}.pdf`] }]);
  });

  it('is a text by SMS', async () => {
    const phone = newPhone();
    const { id, invoice_number, total } = await sale({ phone_number: phone });
    const answer = await receipt(id);
    expect([answer.status, on.data(answer).way]).toEqual([201, 'sms']);
    await messageIn(tenant, on.data(answer).id, 'delivered');
    const [laid] = await messagesTo(phone);
    expect(laid.attachments).toEqual([]);
    expect(laid.text).toContain(`Receipt ${invoice_number as string} of `);
    expect(laid.text).toContain(`: RM ${(total as number).toFixed(2)}. Thank you.`);
  });

  it('goes to an address that is given where no customer is known', async () => {
    const { id } = await sale(null);
    expect((await receipt(id)).body.error.code).toBe('NOT_REACHABLE');
    expect((await receipt(id, { to: { email: `${unique('orang')}@example.com` } })).status).toBe(201);
  });

  it('is none of a sale that is void', async () => {
    const { id } = await sale({ phone_number: newPhone() });
    await on.post(`/retail/sales/${id}/void`, { reason: 'x' }, tenant.admin.token);
    expect((await receipt(id)).status).toBe(409);
  });

  it('is told of with the data of the customer, and blank after an erasure', async () => {
    const email = `${unique('pelanggan')}@example.com`;
    const bought = await sale({ email });
    const { id } = on.data(await receipt(bought.id, { ways: ['email'] }));
    await messageIn(tenant, id, 'delivered');
    const path = `/retail/customers/${bought.customer_id as string}`;
    const held = on.data(await on.get(`${path}/export`, tenant.admin.token));
    expect(held.messages).toMatchObject([{ id, template: 'receipt' }]);
    await on.post(`${path}/erase`, { reason: unique('asked') }, tenant.admin.token);
    expect(await messageIn(tenant, id, 'delivered')).toMatchObject({ to_hint: '' });
  });
});

describe('A-477: the receipt of a school invoice', () => {
  it('goes to the guardian with the PDF, and to nothing before it is paid', async () => {
    const email = `${unique('penjaga')}@example.com`;
    const parent_guardian = { name: 'Rahman bin Ali', email, phone_number: '03-1234 5678' };
    const { id: student_id } = await newStudent(tenant, { parent_guardian, email: `${unique('murid')}@example.com` });
    const { id: fee_id } = await newFee(tenant);
    const [invoice] = await newInvoices(tenant, { fee_id, student_ids: [student_id] });
    const body = { template: 'receipt', subject_type: 'education.invoice', subject_id: invoice?.id, language: 'en' };
    expect((await send(body)).status).toBe(409);
    await newFeePayment(tenant, { student_id, amount: 100 });
    const answer = await send(body);
    expect([answer.status, on.data(answer).way]).toEqual([201, 'email']);
    await messageIn(tenant, on.data(answer).id, 'delivered');
    const [laid] = await messagesTo(email);
    expect(laid.attachments).toEqual([`${invoice?.invoice_number as string}.pdf`]);
    expect(laid.text).toContain('Dear Rahman bin Ali,');
    expect(laid.text).toContain('Amount: RM 100.00');
  });
});

describe('A-477: the receipt of a visit to a salon', () => {
  it('goes to the client with the PDF, once something is paid', async () => {
    const email = `${unique('pelanggan')}@example.com`;
    const { id: client_id } = await newClient(tenant, { email, phone_number: null });
    const services = [{ service_id: (await newService(tenant)).id, start_time: '2029-05-09T10:00:00+08:00' }];
    const { id } = await newBeautyAppointment(tenant, { client_id, services });
    const body = { template: 'receipt', subject_type: 'beauty.appointment', subject_id: id, language: 'en' };
    expect((await send(body)).status).toBe(409);
    const payment = { amount: 10, payment_method: 'cash' };
    const paid = await on.post(`/beauty/appointments/${id as string}/payments`, payment, tenant.admin.token);
    expect(paid.status).toBe(201);
    const answer = await send(body);
    expect([answer.status, on.data(answer).way]).toEqual([201, 'email']);
    await messageIn(tenant, on.data(answer).id, 'delivered');
    const [laid] = await messagesTo(email);
    expect(laid.attachments).toEqual([expect.stringMatching(/^[\w.-]+\.pdf$/)]);
    expect(laid.text).toContain('Amount: RM 10.00');
  });
});

describe('A-477: the receipt of a freight invoice', () => {
  it('goes to the sender with the PDF', async () => {
    const email = `${unique('pengirim')}@example.com`;
    const origin = { ...parties.origin, email };
    const { id: shipment_id } = await newShipment(tenant, { origin, payment_amount: 106 });
    const path = `/logistics/shipments/${shipment_id as string}/invoice`;
    const invoice = on.data(await on.post(path, {}, tenant.admin.token));
    const body = { template: 'receipt', subject_type: 'logistics.freight_invoice', subject_id: invoice.id };
    expect((await send(body)).status).toBe(409);
    const paid = await on.post(`${path}/payments`, { amount: 20, payment_method: 'cash' }, tenant.admin.token);
    expect(paid.status).toBe(201);
    const answer = await send({ ...body, ways: ['email'] });
    expect([answer.status, on.data(answer).way]).toEqual([201, 'email']);
    await messageIn(tenant, on.data(answer).id, 'delivered');
    expect(await messagesTo(email)).toMatchObject([{ attachments: [`${invoice.invoice_number as string}.pdf`] }]);
  });
});

describe('A-478: the tracking link of a shipment', () => {
  it('is 409 where links lead nowhere, and of a shipment that has arrived', async () => {
    const shipment = await newShipment(tenant);
    const body = { template: 'tracking_link', subject_type: 'logistics.shipment', subject_id: shipment.id };
    const answer = await send(body);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'LINKS_UNAVAILABLE']);
    const delivered = { status: 'delivered' };
    const changed = await on.put(`/logistics/shipments/${shipment.id}`, delivered, tenant.admin.token);
    expect(changed.status).toBe(200);
    const ended = await send(body);
    expect([ended.status, ended.body.error.code]).toEqual([409, 'CONFLICT']);
  });
});
