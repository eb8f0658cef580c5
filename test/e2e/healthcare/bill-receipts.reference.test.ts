import { contract } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must, newBill, newPatient } from '../../support/healthcare.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { print as printed } from '../../support/printed.js';

const print = (bill_id: string, token: string, language?: string) =>
  printed(`/healthcare/billing/${bill_id}/receipt/`, token, language);

describe('the receipt of a bill', () => {
  let clinic: TestTenant;
  let patient_id: string;
  beforeAll(async () => {
    clinic = await newTenant();
    patient_id = (await newPatient(clinic, { first_name: '陳美玲', last_name: 'முத்து' })).id;
  });
  const pay = async (id: string, body: unknown) =>
    must(await on.post(`/healthcare/billing/${id}/payments`, body, clinic.admin.token), 201);

  it('is a bill until it is paid, and then a receipt, to be saved under its number', async () => {
    const { id, bill_number } = await newBill(clinic, {
      patient_id,
      due_date: '2999-12-31',
      insurance_provider: 'AIA',
    });
    expect(await print(id, clinic.admin.token)).toMatchObject({
      status: 200,
      isPdf: true,
      title: `Bill ${bill_number}`,
    });
    await pay(id, { amount: 40, payment_method: 'cash' });
    expect(await print(id, clinic.admin.token, 'ms')).toMatchObject({ title: `Bil ${bill_number} · Salinan` });
    await pay(id, {});
    const receipt = await print(id, clinic.admin.token);
    expect(receipt).toMatchObject({ title: `Receipt ${bill_number}`, isPdf: true, pages: 1 });
    expect(receipt.header('content-type')).toBe('application/pdf');
    expect(receipt.header('content-disposition')).toBe(`attachment; filename="${bill_number}.pdf"`);
    expect(receipt.header('cache-control')).toBe('no-store');
  });

  it('A-183: is an invoice of a clinic that is registered for SST', async () => {
    const own = await newTenant();
    const { token } = own.admin;
    const body = { settings: { sst_registration_number: 'W10-1808-32000001' } };
    expect((await contract.put(`/tenants/${own.id}`, body, { token })).status).toBe(200);
    const { id, bill_number } = await newBill(own, { patient_id: (await newPatient(own)).id });
    expect(await print(id, token)).toMatchObject({ title: `Invoice ${bill_number}` });
    expect(await print(id, token, 'ms')).toMatchObject({ title: `Invois ${bill_number} · Salinan` });
  });

  it('takes as many pages as lines and payments need', async () => {
    const items = Array.from({ length: 80 }, () => ({ description: '陈美玲 முத்து குமார்', unit_price: 1 }));
    const { id } = await newBill(clinic, { patient_id, items });
    for (let i = 0; i < 30; i += 1) await pay(id, { amount: 1 });
    const printed = await print(id, clinic.admin.token);
    expect(printed).toMatchObject({ status: 200, isPdf: true });
    expect(printed.pages).toBeGreaterThan(1);
  });

  it('A-140: is printed when the patient is deleted, without the name', async () => {
    const { id: gone } = await newPatient(clinic);
    const { id } = await newBill(clinic, { patient_id: gone });
    await on.send('DELETE', `/healthcare/patients/${gone}`, { token: clinic.admin.token });
    expect(await print(id, clinic.admin.token)).toMatchObject({ status: 200, isPdf: true });
  });

  it('may be printed by every user of the clinic, and by no other', async () => {
    const { id } = await newBill(clinic, { patient_id });
    const viewer = await newUser(clinic, 'user');
    const stranger = await newTenant();
    expect((await print(id, viewer.token)).status).toBe(200);
    expect((await print(id, 'nonsense')).status).toBe(401);
    expect((await print(id, stranger.admin.token)).status).toBe(404);
    for (const unknown of [UNKNOWN_ID, '1']) expect((await print(unknown, clinic.admin.token)).status).toBe(404);
  });
});
