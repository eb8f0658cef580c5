import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { messageBody, messageIn, newMessage, newOldTenant, newSubject } from '../../support/messages.js';
import { newTenant, newUser, operator, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';
import { eventually } from '../../support/system-service.js';

/** when messages go, how many of them, and what they cost. */

const PATH = '/message-settings';
const usual = {
  ways: ['whatsapp', 'sms', 'email'],
  quiet_from: '21:00',
  quiet_to: '09:00',
  daily_limits: { whatsapp: 200, sms: 200, email: 500 },
  monthly_budget: null,
  language: 'ms',
};
const put = (tenant: TestTenant, body: Json) => on.put(PATH, body, tenant.admin.token);
const read = async (tenant: TestTenant): Promise<Json> => on.data(await on.get(PATH, tenant.admin.token));
const send = (tenant: TestTenant, body: Json) => on.post('/messages', body, tenant.admin.token);
/** Hours of the clock of Malaysia around now. */
const clock = (hours: number): string => new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(11, 16);

describe('A-476: message-settings', () => {
  it('are the usual ones until they are changed, and merged', async () => {
    const tenant = await newTenant();
    expect(await read(tenant)).toEqual(usual);
    const answer = await put(tenant, { ways: ['email', 'sms'], daily_limits: { sms: 7 }, monthly_budget: 12.5 });
    expect([answer.status, on.data(answer)]).toEqual([
      200,
      { ...usual, ways: ['email', 'sms'], daily_limits: { ...usual.daily_limits, sms: 7 }, monthly_budget: 12.5 },
    ]);
    await put(tenant, { quiet_from: '22:30', language: 'en', monthly_budget: null });
    expect(await read(tenant)).toEqual({
      ...usual,
      ways: ['email', 'sms'],
      daily_limits: { ...usual.daily_limits, sms: 7 },
      quiet_from: '22:30',
      language: 'en',
    });
  });

  it('are made once by two first changes at once', async () => {
    const tenant = await newTenant();
    const answers = await Promise.all([put(tenant, { language: 'en' }), put(tenant, { quiet_to: '08:00' })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read(tenant)).toEqual({ ...usual, language: 'en', quiet_to: '08:00' });
  });

  it.each([
    [{ ways: [] }, 'ways'],
    [{ ways: ['fax'] }, 'ways'],
    [{ ways: ['sms', 'sms'] }, 'ways'],
    [{ quiet_from: '24:00' }, 'quiet_from'],
    [{ quiet_to: '9:00' }, 'quiet_to'],
    [{ daily_limits: { sms: 1_001 } }, 'daily_limits.sms'],
    [{ daily_limits: { whatsapp: 1_001 } }, 'daily_limits.whatsapp'],
    [{ daily_limits: { email: 501 } }, 'daily_limits.email'],
    [{ daily_limits: { sms: -1 } }, 'daily_limits.sms'],
    [{ monthly_budget: -1 }, 'monthly_budget'],
    [{ language: 'zh' }, 'language'],
  ])('refuse %j, and change nothing', async (wrong, field) => {
    const tenant = await newTenant();
    const answer = await put(tenant, { quiet_from: '20:00', ...wrong });
    expect([answer.status, answer.text.includes(`"${field}"`)]).toEqual([400, true]);
    expect(await read(tenant)).toEqual(usual);
  });

  it('are for administrators', async () => {
    const tenant = await newTenant();
    const { token } = await newUser(tenant, 'manager');
    expect([(await on.get(PATH, token)).status, (await on.put(PATH, {}, token)).status]).toEqual([403, 403]);
  });
});

describe('A-476: a message by hand', () => {
  it('goes by the ways and in the language of the settings', async () => {
    const tenant = await newOldTenant();
    await put(tenant, { ways: ['email', 'sms'], language: 'en' });
    expect(on.data(await send(tenant, await messageBody(tenant)))).toMatchObject({ way: 'email', language: 'en' });
  });

  it('is 429 beyond the limit of the day, which holds for its way alone', async () => {
    const tenant = await newOldTenant();
    await put(tenant, { daily_limits: { sms: 2 } });
    const bodies = [];
    for (let i = 0; i < 5; i += 1) bodies.push(await messageBody(tenant));
    const answers = await Promise.all(bodies.map((body) => send(tenant, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    const byEmail = await send(tenant, { ...(await messageBody(tenant)), ways: ['email'] });
    expect(byEmail.status).toBe(201);
  });

  it('costs nothing and is counted by day, way and template', async () => {
    const tenant = await newOldTenant();
    const first = await newMessage(tenant);
    await messageIn(tenant, first.id, 'delivered');
    const second = await send(tenant, { ...(await messageBody(tenant)), ways: ['email'] });
    await messageIn(tenant, on.data(second).id, 'delivered');
    const manager = await newUser(tenant, 'manager');
    const usage = async (query: string): Promise<Json> =>
      on.data(await on.get(`/message-usage${query}`, manager.token));
    expect(await usage('?group_by=way')).toEqual({
      rows: [
        { group: 'email', messages: 1, parts: 1, cost: 0 },
        { group: 'sms', messages: 1, parts: 1, cost: 0 },
      ],
      totals: { messages: 2, parts: 2, cost: 0 },
    });
    expect((await usage('?group_by=template')).rows).toEqual([
      { group: 'appointment_reminder', messages: 2, parts: 2, cost: 0 },
    ]);
    expect((await usage('')).totals).toEqual({ messages: 2, parts: 2, cost: 0 });
    expect(await usage('?date_to=2020-01-31')).toEqual({ rows: [], totals: { messages: 0, parts: 0, cost: 0 } });
    const other = await newTenant();
    expect((await usage(`?tenant_id=${other.id}`)).rows).toEqual([]);
    const foreign = await on.get(`/message-usage?tenant_id=${tenant.id}`, other.admin.token);
    expect(on.data(foreign).rows).toEqual([]);
    expect((await on.get('/message-usage', (await newUser(tenant, 'staff')).token)).status).toBe(403);
    const { token } = await operator();
    const asked = async (tenant_id: string) => on.get(`/message-usage?tenant_id=${tenant_id}`, token);
    expect(on.data(await asked(tenant.id.toUpperCase())).totals.messages).toBe(2);
    const unknown = await asked('none');
    expect([unknown.status, on.data(unknown).rows]).toEqual([200, []]);
  });

  it('waits while it is quiet, and not by e-mail', async () => {
    const tenant = await newOldTenant();
    await put(tenant, { quiet_from: clock(-1), quiet_to: clock(2) });
    const byEmail = await send(tenant, { ...(await messageBody(tenant)), ways: ['email'] });
    await messageIn(tenant, on.data(byEmail).id, 'delivered');
    const { id } = await newMessage(tenant);
    const waiting = await eventually('a message that waits', async () => {
      const found = on.data(await on.get(`/messages/${id}`, tenant.admin.token));
      return found.not_before === null ? null : found;
    });
    expect(waiting).toMatchObject({ status: 'waiting', way: 'sms', tries: [] });
    const left = new Date(waiting.not_before as string).getTime() - Date.now();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(2 * 3_600_000);
  });

  it('goes by e-mail where it makes no sense after the quiet hours', async () => {
    const tenant = await newOldTenant();
    await put(tenant, { quiet_from: clock(-1), quiet_to: clock(5) });
    const { id } = await newSubject(tenant);
    // The appointment is in three hours: before they end.
    await sql(
      workerState().ownerUrl as string,
      "update healthcare.appointments set scheduled_at = now() + interval '3 hours' where id = $1",
      [id],
    );
    const body = { template: 'appointment_reminder', subject_type: 'healthcare.appointment', subject_id: id };
    const sent = await send(tenant, body);
    expect([sent.status, on.data(sent).way]).toEqual([201, 'sms']);
    expect(await messageIn(tenant, on.data(sent).id, 'delivered')).toMatchObject({ way: 'email' });
    const smsAlone = await send(tenant, { ...body, ways: ['sms'], to: { phone: '+60123450101' } });
    expect(await messageIn(tenant, on.data(smsAlone).id, 'dropped')).toMatchObject({ reason: 'quiet_hours' });
  });
});
