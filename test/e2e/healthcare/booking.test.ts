import type { Answer, Json } from '../../support/client.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict } from '../../support/core-shapes.js';
import { appointmentBody, configureHealthcare, must, newAppointment, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { atOnce, withStatus } from '../../support/retail.js';

// Many requests at once, on a machine that may be busy.
jest.setTimeout(120_000);

let tenant: TestTenant;
let token: string;
let patient: Json;

async function clinic(settings: Record<string, unknown>, state: string | null = 'Selangor'): Promise<void> {
  tenant = await newTenant(state === null ? {} : { address: { state } });
  ({ token } = tenant.admin);
  patient = await newPatient(tenant);
  if (Object.keys(settings).length > 0) await configureHealthcare(tenant, settings);
}

const tryBook = (extra: Record<string, unknown> = {}): Promise<Answer> =>
  on.post('/healthcare/appointments', appointmentBody(patient.id, extra), token);
const book = (extra: Record<string, unknown> = {}) => newAppointment(tenant, { patient_id: patient.id, ...extra });
const change = (id: string, body: unknown) => on.put(`/healthcare/appointments/${id}`, body, token);
const act = (id: string, action: string) => on.send('POST', `/healthcare/appointments/${id}/${action}`, { token });
const tryOnContract = (appointment_date: string, doctor_id = '0198f3a2-6b1c-4c3e-9d2a-1f2e3d4c5b6a') =>
  contractSurface.post(
    '/healthcare/appointments',
    { patient_id: patient.id, doctor_id, appointment_date, duration: 30 },
    token,
  );
const count = async (): Promise<number> => on.total(await on.get('/healthcare/appointments', token));

describe('prevent_double_booking, not set', () => {
  it('lets all of twenty have the same time', async () => {
    await clinic({});
    expect(withStatus(await atOnce(20, () => tryBook()), 201)).toHaveLength(20);
    expect(await count()).toBe(20);
  });
});

describe('prevent_double_booking', () => {
  beforeEach(() => clinic({ prevent_double_booking: true }));

  it('gives a time to one of twenty, whose patients are not the same', async () => {
    const patients = await atOnce(4, () => newPatient(tenant));
    const answers = await atOnce(20, (i) => tryBook({ patient_id: patients[i % 4]!.id }));
    expect(withStatus(answers, 201)).toHaveLength(1);
    for (const refused of withStatus(answers, 409)) expectConflict(on, refused, 'scheduled_time');
    expect([withStatus(answers, 409).length, await count()]).toEqual([19, 1]);
  });

  it('gives it to one of twenty of both surfaces', async () => {
    const doctor_id = '0198f3a2-6b1c-4c3e-9d2a-1f2e3d4c5b6b';
    const answers = await atOnce(20, (i) =>
      i % 2 === 0 ? tryBook({ doctor_id }) : tryOnContract('2029-03-13T02:10:00Z', doctor_id),
    );
    expect([withStatus(answers, 201).length, withStatus(answers, 400, 409).length, await count()]).toEqual([1, 19, 1]);
  });

  it('lets appointments of moving parts through to one of them: twenty moved to one time', async () => {
    const waiting: Json[] = [];
    for (let i = 0; i < 20; i += 1)
      waiting.push(await book({ scheduled_date: `2029-05-${String(i + 1).padStart(2, '0')}` }));
    const answers = await atOnce(20, (i) => change(waiting[i]!.id, { scheduled_date: '2029-06-01' }));
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([1, 19]);
  });

  it.each([
    ['09:30:00', 30, true],
    ['09:30:00', 31, false],
    ['09:00:00', 120, false],
    ['10:00:00', 30, false],
    ['10:10:00', 5, false],
    ['10:29:59', 1, false],
    ['10:30:00', 30, true],
  ])('next to 10:00 to 10:30, at %s for %s minutes: free is %s', async (scheduled_time, duration_minutes, free) => {
    await book();
    const answer = await tryBook({ scheduled_time, duration_minutes });
    if (free) must(answer, 201);
    else expectConflict(on, answer, 'scheduled_time');
  });

  it('sees an appointment that ends after midnight', async () => {
    await book({ scheduled_time: '23:50:00', duration_minutes: 30 });
    expectConflict(on, await tryBook({ scheduled_date: '2029-03-14', scheduled_time: '00:10:00' }), 'scheduled_time');
    must(await tryBook({ scheduled_date: '2029-03-14', scheduled_time: '00:20:00' }), 201);
  });

  it('is of one doctor: another has the same time free', async () => {
    await book();
    must(await tryBook({ doctor_id: 'dr-lim' }), 201);
  });

  it('is refused on the contract surface with 400 and its own field', async () => {
    must(await on.post('/healthcare/appointments', appointmentBody(patient.id), token), 201);
    expect((await tryOnContract('2029-03-13T02:00:00Z')).status).toBe(201);
    expectConflict(contractSurface, await tryOnContract('2029-03-13T02:15:00Z'), 'appointment_date');
  });

  it('frees the time of what is over, cancelled or missed', async () => {
    for (const action of ['cancel', 'complete']) {
      const { id } = await book();
      expectConflict(on, await tryBook(), 'scheduled_time');
      must(await act(id, action), 200);
    }
    const { id } = await book();
    must(await change(id, { status: 'no_show' }), 200);
    must(await tryBook(), 201);
  });

  it('takes what is over at any time, and lets it come back only to a free one', async () => {
    await book();
    const old = await book({ status: 'completed' });
    expectConflict(on, await change(old.id, { status: 'scheduled' }), 'scheduled_time');
    expect(must(await change(old.id, { notes: 'x' }), 200).status).toBe('completed');
    must(await change(old.id, { status: 'scheduled', scheduled_time: '15:00' }), 200);
  });

  it('looks at one that moves, grows or gets another doctor, and never finds it in its own way', async () => {
    await book();
    const { id } = await book({ scheduled_time: '11:00:00' });
    expectConflict(on, await change(id, { scheduled_time: '10:15:00' }), 'scheduled_time');
    expectConflict(on, await change(id, { scheduled_time: '09:45:00', duration_minutes: 16 }), 'scheduled_time');
    must(await change(id, { scheduled_time: '11:10:00' }), 200);
    must(await change(id, { duration_minutes: 120 }), 200);
    const other = await book({ doctor_id: 'dr-lim' });
    expectConflict(on, await change(other.id, { doctor_id: 'dr-aminah' }), 'scheduled_time');
  });

  it('leaves overlaps that were there before as they are', async () => {
    await clinic({});
    const [one, two] = [await book(), await book()];
    await configureHealthcare(tenant, { prevent_double_booking: true });
    must(await change(one.id, { notes: 'x', doctor_id: one.doctor_id, scheduled_time: one.scheduled_time }), 200);
    must(await act(two.id, 'check-in'), 200);
    must(await act(two.id, 'start'), 200);
    expectConflict(on, await tryBook(), 'scheduled_time');
  });

  it('knows nothing of another business', async () => {
    await book();
    await clinic({ prevent_double_booking: true });
    must(await tryBook(), 201);
  });
});

describe('closed_on_public_holidays', () => {
  const on_day = (scheduled_date: string) => tryBook({ scheduled_date });

  it('refuses days of the state and of the country, and no others', async () => {
    await clinic({ closed_on_public_holidays: true });
    for (const day of ['2026-12-11', '2026-12-25', '2026-08-31', '2027-08-31'])
      expectConflict(on, await on_day(day), 'scheduled_date');
    for (const day of ['2026-12-24', '2026-12-12', '2028-08-31']) must(await on_day(day), 201);
    expectConflict(contractSurface, await tryOnContract('2026-12-24T16:30:00Z'), 'appointment_date');
    expect((await tryOnContract('2026-12-24T15:30:00Z')).status).toBe(201);
  });

  it('refuses those of the country where the state is not known', async () => {
    await clinic({ closed_on_public_holidays: true }, null);
    must(await on_day('2026-12-11'), 201);
    expectConflict(on, await on_day('2026-12-25'), 'scheduled_date');
  });

  it('looks at one that moves, and lets the rest of it be changed on a holiday', async () => {
    await clinic({});
    const [kept, moved] = [await book({ scheduled_date: '2026-12-25' }), await book()];
    await configureHealthcare(tenant, { closed_on_public_holidays: true });
    must(await change(kept.id, { notes: 'x' }), 200);
    expectConflict(on, await change(moved.id, { scheduled_date: '2026-12-25' }), 'scheduled_date');
    must(await tryBook({ scheduled_date: '2026-12-25', status: 'completed' }), 201);
  });
});

describe('avoid_prayer_times', () => {
  const at = (scheduled_date: string, scheduled_time: string) => tryBook({ scheduled_date, scheduled_time });

  it('refuses what begins within one', async () => {
    await clinic({ avoid_prayer_times: true });
    expectConflict(on, await at('2026-12-10', '13:15:00'), 'scheduled_time');
    expectConflict(on, await at('2026-12-10', '16:40:00'), 'scheduled_time');
    must(await at('2026-12-10', '12:30:00'), 201);
    must(await at('2026-12-10', '14:00:00'), 201);
    expectConflict(contractSurface, await tryOnContract('2026-12-10T05:15:00Z'), 'appointment_date');
  });

  it('refuses noon on Fridays, earlier on Borneo', async () => {
    await clinic({ avoid_prayer_times: true });
    expectConflict(on, await at('2026-12-11', '12:30:00'), 'scheduled_time');
    must(await at('2026-12-11', '12:00:00'), 201);
    await clinic({ avoid_prayer_times: true }, 'Sabah');
    expectConflict(on, await at('2026-12-11', '12:00:00'), 'scheduled_time');
    must(await at('2026-12-11', '14:00:00'), 201);
  });
});
