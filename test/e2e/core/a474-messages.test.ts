import { call, type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newBeautyAppointment, newClient, newService } from '../../support/beauty.js';
import {
  messageBody,
  messageIn,
  messagesTo,
  newMessage,
  newOldTenant,
  newPhone,
  newSubject,
} from '../../support/messages.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';

/** one message to one person by one way, sent by hand, and read in the outbox of development. */

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newOldTenant();
});

const send = (body: Json, token = tenant.admin.token) => on.post('/messages', body, token);
const mail = () => `${unique('pesakit')}@example.com`;

describe('A-478: a message by hand', () => {
  it('goes by SMS first, arrives in the outbox, and tells of its attempt', async () => {
    const phone = newPhone();
    const body = await messageBody(tenant, { phone_number: phone, first_name: 'Siti', last_name: 'Nur' });
    const staff = await newUser(tenant, 'staff');
    const answer = await send({ ...body, language: 'en' }, staff.token);
    expect([answer.status, on.data(answer)]).toMatchObject([
      201,
      {
        ...body,
        category: 'reminder',
        way: 'sms',
        status: 'waiting',
        language: 'en',
        to_hint: `…${phone.slice(-3)}`,
        tries: [],
        created_by: staff.id,
        sent_at: null,
      },
    ]);
    const message = await messageIn(tenant, on.data(answer).id, 'delivered');
    expect(message).toMatchObject({ way: 'sms', parts: 1, reason: null });
    expect(message.tries).toEqual([{ way: 'sms', at: expect.any(String), outcome: 'accepted', code: null }]);
    const [laid] = await messagesTo(phone);
    expect(laid).toMatchObject({
      id: message.id,
      tenant_id: tenant.id,
      way: 'sms',
      template: body.template,
      subject: null,
    });
    expect(laid.text).toMatch(/^RM0\.00 .+: Reminder of your appointment on \d\d\/\d\d\/\d{4} at \d\d:\d\d\.$/);
    expect(laid.parameters).toHaveLength(4);
  });

  it('goes by e-mail where it is asked to, as a letter that tells how to stop', async () => {
    const email = mail();
    const answer = await send({ ...(await messageBody(tenant, { email })), ways: ['email'] });
    expect(answer.status).toBe(201);
    expect(on.data(answer).to_hint).toBe(`p…@example.com`);
    await messageIn(tenant, on.data(answer).id, 'delivered');
    const [laid] = await messagesTo(email);
    expect(laid).toMatchObject({ way: 'email', language: 'ms' });
    expect(laid.subject).toMatch(/^Peringatan janji temu: /);
    expect(laid.text).toMatch(/Ini ialah peringatan .*\n[^]*--------\n/);
  });

  it('goes to an address that is given', async () => {
    const email = mail();
    const body = await messageBody(tenant, { email: null, phone_number: null });
    const answer = await send({ ...body, to: { email } });
    expect([answer.status, on.data(answer).way]).toEqual([201, 'email']);
    await messageIn(tenant, on.data(answer).id, 'delivered');
    expect(await messagesTo(email)).toHaveLength(1);
  });

  it('is refused where no way reaches the person, with the reason of each', async () => {
    const reasonsOf = async (patient: Json, extra: Json = {}): Promise<Json> => {
      const answer = await send({ ...(await messageBody(tenant, patient)), ...extra });
      expect([answer.status, answer.body.error.code]).toEqual([409, 'NOT_REACHABLE']);
      return answer.body.error.details.ways;
    };
    expect(await reasonsOf({ email: null, phone_number: '03-1234 5678' })).toEqual({
      whatsapp: 'no_address',
      sms: 'no_address',
      email: 'no_address',
    });
    // Meta asks for an opt-in.
    expect(await reasonsOf({}, { ways: ['whatsapp'] })).toEqual({ whatsapp: 'not_opted_in' });
    expect(await reasonsOf({ pdpa_consent: false, pdpa_consent_stated: true })).toEqual({
      whatsapp: 'no_consent',
      sms: 'no_consent',
      email: 'no_consent',
    });
  });

  it('waits while the business is new (A-394)', async () => {
    const message = await newMessage(await newTenant());
    expect(message.status).toBe('waiting');
  });

  it('is refused of a template that is turned off', async () => {
    const own = await newTenant();
    await on.put('/message-templates/appointment_reminder', { enabled: false }, own.admin.token);
    const answer = await send(await messageBody(own), own.admin.token);
    expect([answer.status, answer.body.error.details.ways.sms]).toEqual([409, 'no_template']);
  });

  it('is sent once of several equal requests at once, and once for an Idempotency-Key', async () => {
    const body = await messageBody(tenant);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('JUST_SENT');
    // Another address is another message.
    expect((await send({ ...body, to: { phone: newPhone() } })).status).toBe(201);
    const keyed = await messageBody(tenant);
    const headers = { 'Idempotency-Key': unique('key') };
    const twice = await Promise.all(
      [1, 2].map(() => call('POST', '/api/v1/messages/', { token: tenant.admin.token, body: keyed, headers })),
    );
    const ids = twice.filter(({ status }) => status === 201).map(({ body: { data } }) => data.id);
    expect(new Set(ids).size).toBe(1);
  });

  it.each([
    [{ template: 'absence' }, 'template'],
    [{ template: 'nothing' }, 'template'],
    [{ subject_type: 'retail.sale' }, 'subject_type'],
    [{ subject_id: '0198f3a2-6b1c-7c3e-9d2a-000000000000' }, 'subject_id'],
    [{ ways: ['fax'] }, 'ways'],
    [{ ways: ['sms', 'sms'] }, 'ways'],
    [{ ways: [] }, 'ways'],
    [{ language: 'zh' }, 'language'],
    [{ to: { email: 'nothing' } }, 'to.email'],
  ])('refuses %j', async (wrong, field) => {
    const answer = await send({ ...(await messageBody(tenant)), ...wrong });
    expect([answer.status, answer.text.includes(`"${field}"`)]).toEqual([400, true]);
  });

  it('has nothing to tell of a cancelled appointment', async () => {
    const { id } = await newSubject(tenant);
    const body = { template: 'appointment_reminder', subject_type: 'healthcare.appointment', subject_id: id };
    await on.post(`/healthcare/appointments/${id}/cancel`, { cancellation_reason: 'x' }, tenant.admin.token);
    expect((await send(body)).status).toBe(409);
  });

  it('goes to clients of a salon', async () => {
    const email = mail();
    const client = await newClient(tenant, { email });
    const services = [{ service_id: (await newService(tenant)).id, start_time: '2029-05-09T10:00:00+08:00' }];
    const { id } = await newBeautyAppointment(tenant, { client_id: client.id, services });
    const body = {
      template: 'appointment_reminder',
      subject_type: 'beauty.appointment',
      subject_id: id,
      ways: ['email'],
    };
    const answer = await send(body);
    expect(answer.status).toBe(201);
    await messageIn(tenant, on.data(answer).id, 'delivered');
  });
});

describe('A-478: the log of messages', () => {
  it('is for managers, with filters, newest first', async () => {
    const own = await newOldTenant();
    const [manager, staff] = [await newUser(own, 'manager'), await newUser(own, 'staff')];
    const [first, second] = [await newMessage(own), await newMessage(own)];
    await messageIn(own, second.id, 'delivered');
    await messageIn(own, first.id, 'delivered');
    const ids = async (query: string): Promise<string[]> =>
      on.data(await on.get(`/messages${query}`, manager.token)).map(({ id }: Json) => id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids(`?subject_id=${first.subject_id}`)).toEqual([first.id]);
    expect(await ids('?status=delivered&way=sms&template=appointment_reminder')).toEqual([second.id, first.id]);
    expect(await ids('?status=failed')).toEqual([]);
    expect(await ids('?date_to=2020-01-01')).toEqual([]);
    expect((await on.get('/messages', staff.token)).status).toBe(403);
    expect((await on.get(`/messages/${first.id}`, staff.token)).status).toBe(403);
    expect((await on.get(`/messages/${first.id}`, tenant.admin.token)).status).toBe(404);
  });

  it('tells of an erased patient no address, and waits for nothing', async () => {
    const own = await newOldTenant();
    const subject = await newSubject(own);
    const body = { template: 'appointment_reminder', subject_type: 'healthcare.appointment', subject_id: subject.id };
    const { id } = on.data(await send(body, own.admin.token));
    await messageIn(own, id, 'delivered');
    const erase = { reason: 'The patient has asked for it' };
    const erased = await on.post(`/healthcare/patients/${subject.patient_id}/erase`, erase, own.admin.token);
    expect(erased.status).toBe(200);
    expect(await messageIn(own, id, 'delivered')).toMatchObject({ to_hint: '' });
  });
});

describe('A-479: the outbox of development', () => {
  it('is filtered by way and template, and a page for browsers', async () => {
    const phone = newPhone();
    const { id } = on.data(await send(await messageBody(tenant, { phone_number: phone })));
    await messageIn(tenant, id, 'delivered');
    const listed = async (query: string): Promise<Json[]> =>
      (await call('GET', `/dev/messages?to=${encodeURIComponent(phone)}${query}`, {})).body.messages;
    expect(await listed('')).toMatchObject([{ id, way: 'sms', attachments: [], headers: {} }]);
    expect(await listed('&way=sms&template=appointment_reminder')).toHaveLength(1);
    expect(await listed('&way=email')).toEqual([]);
    expect(await listed('&template=receipt')).toEqual([]);
    const page = await call('GET', '/dev/messages?way=sms', { headers: { accept: 'text/html' } });
    expect([page.status, page.text.includes('<h2>'), page.text.includes('<script')]).toEqual([200, true, false]);
  });

  it('is not for other machines', async () => {
    const answer = await call('GET', '/dev/messages', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(answer.status).toBe(404);
  });
});
