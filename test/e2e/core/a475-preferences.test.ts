import { call, type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newClient } from '../../support/beauty.js';
import { newStudent } from '../../support/education.js';
import { messageBody, messageIn, messagesTo, newOldTenant, newPhone, newSubject } from '../../support/messages.js';
import { newCustomer } from '../../support/retail.js';
import type { TestTenant } from '../../support/people.js';

/** a person says by which ways and in which language messages come. */

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newOldTenant();
});

const nothing = { whatsapp: null, sms: null, email: null, language: null };
const token = () => tenant.admin.token;
const send = (body: Json) => on.post('/messages', body, token());
const preferring = (message_preferences: Json) => messageBody(tenant, { message_preferences });

const persons: [string, () => Promise<{ id: string }>][] = [
  ['/retail/customers', () => newCustomer(tenant)],
  ['/beauty/clients', () => newClient(tenant)],
  ['/education/students', () => newStudent(tenant)],
  ['/healthcare/patients', async () => ({ id: (await newSubject(tenant)).patient_id as string })],
];

describe('A-475: message_preferences', () => {
  it.each(persons)('are merged by PUT of %s', async (path, make) => {
    const { id } = await make();
    const put = async (message_preferences: unknown) => {
      const answer = await on.put(`${path}/${id}`, { message_preferences }, token());
      expect([answer.status, answer.text.slice(0, 300)]).toMatchObject([200, expect.anything()]);
      return on.data(answer).message_preferences;
    };
    expect(await put({ sms: false })).toEqual({ ...nothing, sms: false });
    expect(await put({ whatsapp: true, language: 'en' })).toEqual({
      ...nothing,
      whatsapp: true,
      sms: false,
      language: 'en',
    });
    expect(await put({ sms: null })).toEqual({ ...nothing, whatsapp: true, language: 'en' });
    const untouched = await on.put(`${path}/${id}`, {}, token());
    expect(on.data(untouched).message_preferences).toEqual({ ...nothing, whatsapp: true, language: 'en' });
    expect(await put(null)).toBeNull();
    for (const [wrong, field] of [
      [{ sms: 'yes' }, 'message_preferences.sms'],
      [{ language: 'zh' }, 'message_preferences.language'],
      [true, 'message_preferences'],
    ]) {
      const answer = await on.put(`${path}/${id}`, { message_preferences: wrong }, token());
      expect([answer.status, answer.text.includes(`"${field as string}"`)]).toEqual([400, true]);
    }
    const trail = await on.get(`/audit?record_id=${id}`, token());
    expect(trail.text).not.toContain('"language":"en"');
  });

  it('open WhatsApp by true alone, and choose the language', async () => {
    const phone = newPhone();
    const body = await messageBody(tenant, {
      phone_number: phone,
      message_preferences: { whatsapp: true, language: 'en' },
    });
    const answer = await send(body);
    expect([answer.status, on.data(answer).way, on.data(answer).language]).toEqual([201, 'whatsapp', 'en']);
    await messageIn(tenant, on.data(answer).id, 'delivered');
    expect(await messagesTo(phone)).toMatchObject([{ way: 'whatsapp', language: 'en' }]);
    const without = await send(await preferring({ whatsapp: null }));
    expect([without.status, on.data(without).way, on.data(without).language]).toEqual([201, 'sms', 'ms']);
  });

  it('close a way by false, and all of them by three', async () => {
    const answer = await send(await preferring({ sms: false }));
    expect([answer.status, on.data(answer).way]).toEqual([201, 'email']);
    const none = await send(await preferring({ whatsapp: false, sms: false, email: false }));
    expect([none.status, none.body.error.details.ways]).toEqual([
      409,
      { whatsapp: 'refused_by_person', sms: 'refused_by_person', email: 'refused_by_person' },
    ]);
  });
});

describe('A-475: the page of a link to stop letters', () => {
  it('is none for a wrong link, whichever body comes with it', async () => {
    const answer = await call('POST', '/stop/abc', { body: { resume: true }, headers: { accept: 'application/json' } });
    expect(answer.status).toBe(404);
  });
});
