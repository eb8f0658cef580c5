import { beautyShapes, newBeautyAppointment, newClient, newService, newStaffMember } from '../../support/beauty.js';
import type { Answer, Json } from '../../support/client.js';
import { UNKNOWN_ID, everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { INSTANT, UUID, expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const TEN = '2030-06-10T10:00:00+08:00';

let tenant: TestTenant;
let token: string;
let client: Json;
let facial: Json;
let haircut: Json;
let mei: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  [client, facial, haircut, mei] = await Promise.all([
    newClient(tenant),
    newService(tenant, { duration_minutes: 45 }),
    newService(tenant, { name: 'Haircut', price: 45.5 }),
    newStaffMember(tenant),
  ]);
});

const tryBook = (services: unknown, extra: Record<string, unknown> = {}): Promise<Answer> =>
  on.post('/beauty/appointments', { client_id: client.id, services, ...extra }, token);
const book = async (services: unknown, extra: Record<string, unknown> = {}): Promise<Json> =>
  must(await tryBook(services, extra), 201);
const tryChange = (id: string, body: unknown, by = token) => on.put(`/beauty/appointments/${id}`, body, by);
const change = async (id: string, body: unknown): Promise<Json> => must(await tryChange(id, body), 200);
const read = async (id: string): Promise<Json> => must(await on.get(`/beauty/appointments/${id}`, token), 200);
const act = (id: string, action: string, body?: unknown) =>
  on.send('POST', `/beauty/appointments/${id}/${action}`, { token, body });
const list = async (query: string): Promise<string[]> =>
  on.rows(await on.get(`/beauty/appointments?page_size=100&${query}`, token), 'appointments').map(({ id }) => id);
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const line = (extra: Record<string, unknown> = {}) => ({ service_id: facial.id, ...extra });
const linesOf = (appointment: Json) => appointment.services.map((one: Json) => [one.service_name, one.price]);

describe('POST /api/v1/beauty/appointments/', () => {
  it('A-109, A-241: fills names, price and end; times come back as they were sent', async () => {
    const made = await book([line({ staff_id: mei.id, start_time: TEN }), line({ service_id: haircut.id })]);
    expectKeys(made, beautyShapes.appointment);
    for (const one of made.services) expectKeys(one, beautyShapes.appointmentLine);
    expect(made).toEqual({
      id: expect.stringMatching(UUID),
      client_id: client.id,
      walk_in: false,
      products: [],
      invoice_number: null,
      services: [
        {
          service_id: facial.id,
          service_name: 'Facial',
          staff_id: mei.id,
          staff_name: 'Mei Ling',
          start_time: TEN,
          end_time: '2030-06-10T10:45:00+08:00',
          price: 80,
        },
        {
          service_id: haircut.id,
          service_name: 'Haircut',
          staff_id: null,
          staff_name: null,
          start_time: null,
          end_time: null,
          price: 45.5,
        },
      ],
      total_price: 125.5,
      total_duration_minutes: 75,
      status: 'pending',
      payment_status: 'pending',
      payment_method: null,
      total_amount: null,
      discount_amount: 0,
      amount_paid: 0,
      amount_refunded: 0,
      payment_received: null,
      notes: null,
      special_requests: null,
      reminder_preferences: null,
      services_rendered: [],
      staff_notes: null,
      follow_up_required: false,
      follow_up_date: null,
      cancellation_reason: null,
      cancelled_by: null,
      refund_amount: null,
      checked_in_at: null,
      started_at: null,
      completed_at: null,
      cancelled_at: null,
      warnings: [],
      created_at: expect.stringMatching(INSTANT),
      updated_at: made.created_at,
    });
    expect(await read(made.id)).toEqual(made);
  });

  it('A-241: echoes any representation; a missing end has the form of its start', async () => {
    const given = [
      { start_time: '2030-06-10T02:00:00Z' },
      { start_time: '2030-06-10 10:00' },
      { start_time: '10:00' },
      { start_time: '23:30:00' },
      { start_time: '2030-06-10T10:00:00.250+0800', end_time: '11:00' },
      { start_time: '2030-06-10T10:00:00', end_time: '2030-06-10T03:00:00Z' },
    ];
    const made = await book(given.map(line));
    expect(made.services.map((one: Json) => [one.start_time, one.end_time])).toEqual([
      ['2030-06-10T02:00:00Z', '2030-06-10T02:45:00Z'],
      ['2030-06-10 10:00', '2030-06-10 10:45'],
      ['10:00:00', '10:45:00'],
      ['23:30:00', '00:15:00'],
      ['2030-06-10T10:00:00.250+0800', '11:00:00'],
      ['2030-06-10T10:00:00', '2030-06-10T03:00:00Z'],
    ]);
    expect(made.total_duration_minutes).toBe(45 * 4 + 60 + 60);
    expect(await change(made.id, await read(made.id))).toEqual(made);
  });

  it('A-111: two at one time of one member are accepted; so are closed hours', async () => {
    const services = [line({ staff_id: mei.id, start_time: '2030-06-10T03:00:00+08:00' })];
    await book(services);
    await book([...services, ...services]);
  });

  it.each([
    ['client_id', { client_id: undefined }],
    ['client_id', { client_id: UNKNOWN_ID }],
    ['client_id', { client_id: 'x' }],
    ['services', { services: undefined }],
    ['services', { services: null }],
    ['services', { services: [] }],
    ['services', { services: {} }],
    ['services', { services: Array.from({ length: 1_001 }, () => ({ service_id: UNKNOWN_ID })) }],
    ['status', { status: 'booked' }],
    ['payment_status', { payment_status: null }],
    ['reminder_preferences.reminder_hours_before', { reminder_preferences: { reminder_hours_before: 1.5 } }],
    ['reminder_preferences.email', { reminder_preferences: { email: 'yes' } }],
  ])('refuses what is wrong with %s: %j', async (field, wrong) => {
    const before = await list('');
    expectInvalid(on, await tryBook([line()], wrong), field);
    expect(await list('')).toEqual(before);
  });

  it.each([
    ['services.1.service_id', { service_id: UNKNOWN_ID }],
    ['services.1.service_id', { service_id: 7 }],
    ['services.1.staff_id', { staff_id: UNKNOWN_ID }],
    ['services.1.staff_id', { staff_id: 'mei' }],
    ['services.1.start_time', { start_time: '2030-06-10' }],
    ['services.1.start_time', { start_time: '2030-02-30T10:00:00+08:00' }],
    ['services.1.start_time', { start_time: '25:00:00' }],
    ['services.1.start_time', { start_time: '24:00:00' }],
    ['services.1.start_time', { start_time: '' }],
    ['services.1.start_time', { start_time: 10 }],
    ['services.1.end_time', { start_time: TEN, end_time: '2030-06-10' }],
    ['services.1.end_time', { start_time: TEN, end_time: '2030-06-10T09:59:59+08:00' }],
    ['services.1.end_time', { start_time: TEN, end_time: '09:00' }],
    ['services.1.end_time', { start_time: '10:00:00', end_time: '09:00:00' }],
    ['services.1.start_time', { start_time: '9999-12-31T23:50:00+08:00' }],
  ])('names %s of the line that is wrong: %j', async (field, wrong) => {
    const before = await list('');
    expectInvalid(on, await tryBook([line(), line(wrong)]), field);
    expect(await list('')).toEqual(before);
  });

  it('A-110: another tenant’s client, service and member are unknown', async () => {
    const other = await newTenant();
    const [foreignClient, foreignService, foreignMember] = await Promise.all([
      newClient(other),
      newService(other),
      newStaffMember(other),
    ]);
    expectInvalid(on, await tryBook([line()], { client_id: foreignClient.id }), 'client_id');
    expectInvalid(on, await tryBook([line({ service_id: foreignService.id })]), 'services.0.service_id');
    expectInvalid(on, await tryBook([line({ staff_id: foreignMember.id })]), 'services.0.staff_id');
    const { id } = await book([line()]);
    expectInvalid(on, await tryChange(id, { client_id: foreignClient.id }), 'client_id');
    const services_rendered = [{ service_id: facial.id }, { service_id: foreignService.id }];
    expectInvalid(on, await act(id, 'complete', { services_rendered }), 'services_rendered.1.service_id');
    expect((await read(id)).status).toBe('pending');
  });

  it('A-174: sums that cannot be kept are refused', async () => {
    const dear = await newService(tenant, { name: 'Dear', price: 999_999_999_999.99 });
    expectInvalid(on, await tryBook([line({ service_id: dear.id }), line()]), 'total_price');
    const long = await newService(tenant, { name: 'Long', duration_minutes: 2_000_000_000 });
    expectInvalid(on, await tryBook([line({ service_id: long.id }), line({ service_id: long.id })]), 'services');
  });

  it('A-255, A-168: numbers of cards are cut', async () => {
    const card = '4111 1111 1111 1111';
    const made = await book([line()], { payment_method: card, notes: `Card ${card}`, special_requests: card });
    expect([made.payment_method, made.notes, made.special_requests]).toEqual([
      '•••• 1111',
      'Card •••• 1111',
      '•••• 1111',
    ]);
  });

  it('A-109: sums in a body are ignored', async () => {
    const sent = { total_price: 1, total_duration_minutes: 1 };
    expect(await book([line()], sent)).toMatchObject({ total_price: 80, total_duration_minutes: 45 });
  });

  it('A-266: reminder_preferences are kept as sent, null unless they are, and refused where a stated key is wrong', async () => {
    expect((await book([line()])).reminder_preferences).toBeNull();
    for (const reminder_preferences of [{ email: false }, { sms: true, reminder_hours_before: 2 }, null]) {
      const { id } = await book([line()], { reminder_preferences });
      expect((await read(id)).reminder_preferences).toEqual(reminder_preferences);
    }
    const { id } = await book([line()], { reminder_preferences: { email: false } });
    for (const hours of [1.5, -1, '24', 2 ** 31])
      expectInvalid(
        on,
        await tryChange(id, { reminder_preferences: { reminder_hours_before: hours } }),
        'reminder_preferences.reminder_hours_before',
      );
    expectInvalid(on, await tryChange(id, { reminder_preferences: { sms: 1 } }), 'reminder_preferences.sms');
    for (const preferences of [[], 'email'])
      expectInvalid(on, await tryChange(id, { reminder_preferences: preferences }), 'reminder_preferences');
    expect((await read(id)).reminder_preferences).toEqual({ email: false });
  });

  it('A-181: further keys of reminder_preferences are kept', async () => {
    const reminder_preferences = { email: null, reminder_hours_before: 0, whatsapp: { at: 'noon' } };
    expect((await book([line()], { reminder_preferences })).reminder_preferences).toEqual(reminder_preferences);
  });
});

describe('A-108, A-242: the day of an appointment', () => {
  it('is that of its earliest start in Malaysia', async () => {
    const { id } = await book([
      line({ start_time: '2025-06-11T09:00:00+08:00' }),
      line({ start_time: '2025-06-09T16:30:00Z' }),
    ]);
    expect(await list('date_from=2025-06-10&date_to=2025-06-10')).toContain(id);
    expect(await list('date_from=2025-06-09&date_to=2025-06-10')).toContain(id);
    for (const day of ['2025-06-09', '2025-06-11'])
      expect(await list(`date_from=${day}&date_to=${day}`)).not.toContain(id);
  });

  it('is that of its creation without times, and with plain ones', async () => {
    const made = [await book([line()]), await book([line({ start_time: '10:00' })])];
    expect(await list(`date_from=${today()}&date_to=${today()}`)).toEqual(
      expect.arrayContaining(made.map(({ id }) => id)),
    );
  });

  it('stays where plain times are set by PUT', async () => {
    const { id, services } = await book([line({ start_time: TEN })]);
    const moved = await change(id, { services: [{ ...services[0], start_time: '11:00', end_time: '12:00' }] });
    expect(moved.services[0]).toMatchObject({ start_time: '11:00:00', end_time: '12:00:00' });
    expect(await list('date_from=2030-06-10&date_to=2030-06-10')).toContain(id);
  });
});

describe('PUT /api/v1/beauty/appointments/{appointment_id}/', () => {
  it('A-243: a line of a service that was there keeps its price, a new one takes today’s', async () => {
    const service = await newService(tenant);
    const { id } = await book([{ service_id: service.id }]);
    must(
      await on.put(`/beauty/services/${service.id}`, { price: 99, name: 'New name', duration_minutes: 90 }, token),
      200,
    );
    const back = await change(id, await read(id));
    expect([back.total_price, back.total_duration_minutes, linesOf(back)]).toEqual([80, 30, [['Facial', 80]]]);
    const more = await change(id, { services: [...back.services, { service_id: service.id }] });
    expect([more.total_price, more.total_duration_minutes, linesOf(more)]).toEqual([
      179,
      120,
      [
        ['Facial', 80],
        ['New name', 99],
      ],
    ]);
    expect(await read(id)).toEqual(more);
    const less = await change(id, { services: [more.services[1]] });
    expect([less.total_price, linesOf(less)]).toEqual([80, [['Facial', 80]]]);
  });

  it('A-18: absent fields stay, null clears, no services are refused', async () => {
    const made = await book([line({ start_time: TEN })], { notes: 'x', payment_method: 'cash' });
    expect(await change(made.id, {})).toEqual(made);
    const cleared = await change(made.id, { notes: null, payment_method: null });
    expect(cleared).toEqual({ ...made, notes: null, payment_method: null, updated_at: cleared.updated_at });
    for (const services of [[], null]) expectInvalid(on, await tryChange(made.id, { services }), 'services');
    expect(await read(made.id)).toEqual(cleared);
  });

  it('a GET body sent back changes nothing but updated_at, after prices changed and all was deleted, by STAFF too', async () => {
    const { STAFF } = await everyRole(tenant);
    const [visitor, service, member] = await Promise.all([
      newClient(tenant),
      newService(tenant),
      newStaffMember(tenant),
    ]);
    const lines = [
      { service_id: service.id, staff_id: member.id, start_time: '23:45' },
      { service_id: service.id, staff_id: member.id, start_time: TEN },
      { service_id: service.id },
    ];
    const { id } = await newBeautyAppointment(tenant, {
      client_id: visitor.id,
      services: lines,
      notes: 'n',
      payment_status: 'deposit with a friend',
      reminder_preferences: { email: false },
    });
    must(await on.put(`/beauty/services/${service.id}`, { price: 1, is_active: false }, token), 200);
    must(await on.put(`/beauty/staff/${member.id}`, { first_name: 'Other' }, token), 200);
    for (const path of [`services/${service.id}`, `staff/${member.id}`, `clients/${visitor.id}`])
      must(await on.send('DELETE', `/beauty/${path}`, { token }), 200);
    const seen = await read(id);
    const { updated_at: _, ...lasting } = seen;
    for (const by of [token, STAFF.token]) expect(must(await tryChange(id, seen, by), 200)).toMatchObject(lasting);
    expect(await read(id)).toMatchObject(lasting);
    expect(seen.services.map((one: Json) => [one.price, one.staff_name])).toEqual([
      [80, 'Mei Ling'],
      [80, 'Mei Ling'],
      [80, null],
    ]);
    // No change can name a deleted record again.
    expectInvalid(on, await tryChange(id, { services: [...seen.services, lines[2]] }), 'services.3.service_id');
    const other = { service_id: facial.id, staff_id: member.id };
    must(await tryChange(id, { services: [...seen.services, other] }), 200);
    expectInvalid(on, await tryBook([other]), 'services.0.staff_id');
    expectInvalid(on, await tryBook([line()], { client_id: visitor.id }), 'client_id');
    expect(await list(`client_id=${visitor.id}`)).toEqual([id]);
    expect(await list(`staff_id=${member.id}`)).toEqual([id]);
  });

  it('A-244: an inactive service is refused in a new line alone', async () => {
    const service = await newService(tenant);
    const { id, services } = await book([{ service_id: service.id }]);
    must(await on.put(`/beauty/services/${service.id}`, { is_active: false }, token), 200);
    expectInvalid(on, await tryBook([line(), { service_id: service.id }]), 'services.1.service_id');
    expect((await change(id, { services })).services).toEqual(services);
    expectInvalid(
      on,
      await tryChange(id, { services: [...services, { service_id: service.id }] }),
      'services.1.service_id',
    );
  });

  it('takes another client, and refuses an unknown one', async () => {
    const { id } = await book([line()]);
    const other = await newClient(tenant);
    expect((await change(id, { client_id: other.id.toUpperCase() })).client_id).toBe(other.id);
    expectInvalid(on, await tryChange(id, { client_id: UNKNOWN_ID }), 'client_id');
  });

  it('raises the tag with its lines, and refuses a change of another version', async () => {
    const { id, services } = await book([line({ start_time: TEN })]);
    const { headers } = await on.get(`/beauty/appointments/${id}`, token);
    const etag = headers.get('etag') as string;
    const moved = await change(id, { services: [{ ...services[0], staff_id: mei.id }] });
    expect(moved.services[0]).toEqual({ ...services[0], staff_id: mei.id, staff_name: 'Mei Ling' });
    const stale = await on.send('PUT', `/beauty/appointments/${id}`, {
      token,
      headers: { 'If-Match': etag },
      body: { notes: 'x' },
    });
    expect(stale.status).toBe(412);
  });
});

describe('A-112, A-249: what is done with an appointment', () => {
  const at = async (status: string): Promise<string> => (await book([line()], { status })).id;

  it('check-in confirms, a second one changes nothing, a start begins, complete ends', async () => {
    const id = await at('pending');
    const first = must(await act(id, 'check-in'), 200);
    expect(first).toMatchObject({ status: 'confirmed', checked_in_at: expect.stringMatching(INSTANT) });
    expect(must(await act(id, 'check-in'), 200).checked_in_at).toBe(first.checked_in_at);
    expect(must(await act(id, 'start'), 200)).toMatchObject({
      status: 'in_progress',
      started_at: expect.stringMatching(INSTANT),
    });
    for (const action of ['start', 'check-in']) expectRefusal(on, await act(id, action), 409);
    const done = must(await act(id, 'complete'), 200);
    expect(done).toMatchObject({
      status: 'completed',
      completed_at: expect.stringMatching(INSTANT),
      cancelled_at: null,
    });
    expect(await read(id)).toEqual(done);
  });

  it.each(['completed', 'cancelled', 'no_show'])('nothing is done with one that is %s', async (status) => {
    const id = await at(status);
    const before = await read(id);
    for (const action of ['cancel', 'check-in', 'start', 'complete'])
      expectRefusal(on, await act(id, action, action === 'cancel' || action === 'complete' ? {} : undefined), 409);
    expect(await read(id)).toEqual(before);
  });

  it('POST and PUT bring the moment of their status, and clear it where it is set back', async () => {
    const id = await at('in_progress');
    expect((await read(id)).started_at).toMatch(INSTANT);
    const done = await change(id, { status: 'completed' });
    expect(done).toMatchObject({ completed_at: expect.stringMatching(INSTANT), total_amount: null });
    expect(await change(id, { status: 'confirmed' })).toMatchObject({ status: 'confirmed', completed_at: null });
    must(await act(id, 'complete', { staff_notes: 'again' }), 200);
    expect(await change(id, { status: 'cancelled' })).toMatchObject({
      completed_at: null,
      cancelled_at: expect.stringMatching(INSTANT),
    });
    must(await tryChange(id, { status: 'no_show' }), 200);
    expectRefusal(on, await act(id, 'start'), 409);
  });

  it('A-155, A-248, A-255: cancel writes down why and who', async () => {
    const id = await at('pending');
    const cancelled = must(
      await act(id, 'cancel', { reason: 'Paid with 4111111111111111', cancelled_by: 'client' }),
      200,
    );
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'Paid with •••• 1111',
      cancelled_by: 'client',
      cancelled_at: expect.stringMatching(INSTANT),
    });
    expect(must(await act(await at('confirmed'), 'cancel'), 200).cancelled_by).toBe(tenant.admin.id);
    expectInvalid(on, await act(await at('pending'), 'cancel', { refund_amount: -1 }), 'refund_amount');
  });

  it('A-247: complete keeps what was done as it was sent, and changes no line and no price', async () => {
    const { id, services } = await book([line()]);
    const whole = {
      service_id: facial.id,
      notes: 'Mild redness',
      products_used: ['Serum', { product_id: 'x', quantity: 2 }],
      recommendations: ['SPF'],
    };
    const told = { staff_notes: 'Calm', follow_up_required: true, follow_up_date: '2030-07-08' };
    const body = { ...told, services_rendered: [whole, { service_id: haircut.id }] };
    const services_rendered = [whole, { service_id: haircut.id, notes: null, products_used: [], recommendations: [] }];
    const done = must(await act(id, 'complete', body), 200);
    expect(done).toMatchObject({ ...told, services_rendered, services, total_price: 80 });
    expect(await read(id)).toEqual(done);
    const history = await on.get(`/beauty/clients/${client.id}/history`, token);
    expect(on.rows(history, 'appointments').find((one) => one.id === id)).toEqual(done);
  });

  it.each([
    [
      'services_rendered.1.service_id',
      () => ({ services_rendered: [{ service_id: facial.id }, { service_id: UNKNOWN_ID }] }),
    ],
    ['services_rendered.0.service_id', () => ({ services_rendered: [{ notes: 'x' }] })],
    [
      'services_rendered.0.recommendations',
      () => ({ services_rendered: [{ service_id: facial.id, recommendations: 'SPF' }] }),
    ],
    ['payment_received', () => ({ payment_received: '80' })],
    ['payment_received', () => ({ payment_received: -1 })],
    ['total_amount', () => ({ total_amount: -0.01 })],
    ['follow_up_date', () => ({ follow_up_date: '2030-02-30' })],
    ['follow_up_required', () => ({ follow_up_required: 'yes' })],
  ])('refuses %s at complete', async (field, body) => {
    const id = await at('pending');
    const before = await read(id);
    expectInvalid(on, await act(id, 'complete', body()), field);
    expect(await read(id)).toEqual(before);
  });

  it('A-254: what was booked and deleted since can still be completed', async () => {
    const [visitor, service] = await Promise.all([newClient(tenant), newService(tenant)]);
    const { id } = await newBeautyAppointment(tenant, {
      client_id: visitor.id,
      services: [{ service_id: service.id }],
    });
    for (const path of [`services/${service.id}`, `clients/${visitor.id}`])
      must(await on.send('DELETE', `/beauty/${path}`, { token }), 200);
    const services_rendered = [{ service_id: service.id }];
    expect(must(await act(id, 'complete', { services_rendered }), 200)).toMatchObject({
      status: 'completed',
      services_rendered: [expect.objectContaining(services_rendered[0] as object)],
    });
  });

  it('A-86: an unknown one is 404 with any body', async () => {
    for (const action of ['cancel', 'check-in', 'start', 'complete'])
      expectRefusal(on, await act(UNKNOWN_ID, action, action.includes('c') ? { refund_amount: 'x' } : undefined), 404);
    expectRefusal(on, await tryChange(UNKNOWN_ID, { status: 'x' }), 404);
  });
});

describe('A-256: warnings', () => {
  it('come and go with what client and service say, in the language that is asked for', async () => {
    const visitor = await newClient(tenant, { allergies: ['Lavender'], medical_conditions: ['Asthma'] });
    const oily = await newService(tenant, { contraindications: ['lavender oil', 'Ekzema'] });
    const { id, warnings } = await newBeautyAppointment(tenant, {
      client_id: visitor.id,
      services: [{ service_id: oily.id }, { service_id: oily.id }, { service_id: facial.id }],
    });
    expect(warnings).toEqual(['Facial is not advised with lavender oil, and the client has stated Lavender']);
    const get = (headers: Record<string, string> = {}) =>
      on.send('GET', `/beauty/appointments/${id}`, { token, headers });
    const malay = await get({ 'Accept-Language': 'ms' });
    expect(on.data(malay).warnings).toEqual([
      'Facial tidak digalakkan bagi lavender oil, dan pelanggan telah menyatakan Lavender',
    ]);
    const english = await get();
    expect([english.headers.get('content-language'), malay.headers.get('content-language')]).toEqual(['en', 'ms']);
    expect(english.headers.get('etag')).not.toBe(malay.headers.get('etag'));
    must(await on.put(`/beauty/clients/${visitor.id}`, { allergies: [] }, token), 200);
    const without = await get({ 'If-None-Match': english.headers.get('etag') as string });
    expect([without.status, on.data(without).warnings]).toEqual([200, []]);
    must(await on.put(`/beauty/services/${oily.id}`, { contraindications: ['asthma (severe)'] }, token), 200);
    expect((await read(id)).warnings).toHaveLength(1);
    const turned = [{ service_id: facial.id }, { service_id: oily.id }];
    expect((await change(id, { services: turned })).warnings).toHaveLength(1);
    expect((await read(id)).warnings).toHaveLength(1);
    expect((await change(id, { services: [{ service_id: facial.id }] })).warnings).toEqual([]);
  });
});
