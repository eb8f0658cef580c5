import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newBill, newPatient } from '../../support/healthcare.js';
import { newShipment } from '../../support/logistics.js';
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
