import type { INestApplicationContext } from '@nestjs/common';
import {
  MessageCarriers,
  MessageSender,
  NotificationService,
  messagesWaiting,
  type Letter,
  type MessageDelivery,
  type OutgoingMessage,
  type SendingOptions,
  type Way,
} from '@usaha/core';
import { ALL_SHARDS, NO_TENANT, type Database } from '@usaha/shared';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { parties } from '../support/logistics.js';
import { NEVER_QUIET, newPhone } from '../support/messages.js';
import { openDatabase } from '../support/opened-database.js';
import { unique } from '../support/people.js';
import { malaysianDay } from '../support/retail.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  sendsNothing,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** reminders go by the first way that is open to their person, and once over all ways. */

jest.setTimeout(180_000);

const HOUR = 3_600_000;
const PUBLIC_URL = 'https://usaha.example';

let database: OwnDatabase;
let opened: Database;
let service: OwnService;
/** Two instances. */
let apps: INestApplicationContext[];
let tenant: OwnTenant;
let sent: OutgoingMessage[];
let letters: Letter[];
/** Letters by mail servers of businesses. */
let ownLetters: Letter[];
let answers: Partial<Record<Way, () => Promise<MessageDelivery> | MessageDelivery>>;

const carrierOf = (way: Way) => ({
  approvesAll: true,
  send: async (message: OutgoingMessage): Promise<MessageDelivery> => {
    sent.push(message);
    return (await answers[way]?.()) ?? { kind: 'accepted' };
  },
});
const mailerTo = (laid: () => Letter[]) => ({
  send: (letter: Letter): Promise<MessageDelivery> => {
    laid().push(letter);
    return Promise.resolve({ kind: 'accepted' });
  },
});
const mailer = mailerTo(() => letters);

beforeAll(async () => {
  database = await clonedDatabase();
  // The service has no carriers: its job would drop what the instances of the tests have queued.
  await sql(
    database.ownerUrl,
    `insert into core.job_leases (tenant_id, job, machine, holder, taken_at, until)
     values ($1, 'messages', '', gen_random_uuid(), now(), now() + interval '1 day')`,
    [NO_TENANT],
  );
  // In production and without a mail server it sends nothing, and so leaves the job to the instances of the tests.
  service = await startOwnService(database, sendsNothing);
  opened = await openDatabase(database.appUrl);
  apps = [await openContexts(opened, PUBLIC_URL), await openContexts(opened, PUBLIC_URL)];
  for (const app of apps)
    app.get(MessageCarriers).use({
      carriers: { whatsapp: carrierOf('whatsapp'), sms: carrierOf('sms'), email: carrierOf('email') },
      isOperators: () => true,
      make: () => ({ approvesAll: true, mailer: mailerTo(() => ownLetters), send: carrierOf('email').send }),
      isProduction: false,
    });
});
beforeEach(async () => {
  [sent, letters, ownLetters, answers] = [[], [], [], {}];
  tenant = await newTenantAt(service);
  await done('PUT', 'message-settings', NEVER_QUIET);
});
afterEach(async () => {
  // Reminders that a test has left behind do not concern the others.
  await sql(database.ownerUrl, "update core.tenants set status = 'suspended' where name like 'Kedai-%'");
});
afterAll(async () => {
  for (const app of apps ?? []) await app.close();
  await opened?.end();
  await stopOwnServices();
  await dropDatabases();
});

async function done(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await at(service).send(method, `/api/v1/${path}/`, { body, token: tenant.admin.token });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body?.data;
}
const post = (path: string, body: unknown): Promise<Json> => done('POST', path, body);

const failed = (error: unknown): never => {
  throw error;
};
/** A round of the job, and what it has queued is sent. @returns how many letters went */
async function remind(ahead = 0, of = apps[0]!, extra: Partial<SendingOptions> = {}): Promise<number> {
  const now = () => new Date(Date.now() + ahead);
  const count = await of.get(NotificationService).sendDue({ mailer, now, failed, ...extra });
  await of.get(MessageSender).sendDue({ now, failed, leastAge: 0, limitsNew: false });
  return count;
}

const newPatient = (extra: Json = {}): Promise<Json> =>
  post('healthcare/patients', {
    first_name: 'Siti',
    last_name: 'Nur',
    email: `${unique('pesakit')}@example.com`,
    phone_number: newPhone(),
    ...extra,
  });
async function book(patient: Json, hours = 5): Promise<Json> {
  const text = new Date(Date.now() + (hours + 8) * HOUR).toISOString();
  const when = { scheduled_date: text.slice(0, 10), scheduled_time: text.slice(11, 19) };
  return post('healthcare/appointments', { patient_id: patient.id, doctor_id: unique('dr'), ...when });
}
const isReminded = async ({ id }: Json): Promise<boolean> => {
  const [row] = await sql<{ reminder_sent: boolean }>(
    database.ownerUrl,
    'select reminder_sent from healthcare.appointments where id = $1',
    [id],
  );
  return row!.reminder_sent;
};
const messagesOf = (): Promise<Json[]> => done('GET', 'messages');
const claims = (): Promise<Json[]> =>
  sql(database.ownerUrl, 'select * from core.notifications where tenant_id = $1 order by claimed_at, id', [tenant.id]);
const waysOf = (): string[] => sent.map(({ way }) => way);

describe('a reminder of an appointment', () => {
  it('A-475: goes by SMS without an opt-in, by WhatsApp with one, and by letter to those with an address alone', async () => {
    const plain = await book(await newPatient());
    const opted = await book(await newPatient({ message_preferences: { whatsapp: true, language: 'en' } }));
    const written = await book(await newPatient({ phone_number: null }));
    const nowhere = await book(await newPatient({ phone_number: '03-1234 5678', email: null }));
    expect([await remind(), waysOf().sort(), letters.length]).toEqual([1, ['sms', 'whatsapp'], 1]);
    expect([await remind(), sent.length, letters.length]).toEqual([0, 2, 1]);
    const states = await Promise.all([plain, opted, written, nowhere].map(isReminded));
    expect(states).toEqual([true, true, true, false]);
    const listed = await messagesOf();
    expect(listed.map(({ subject_id }) => subject_id).sort()).toEqual([plain.id, opted.id].sort());
    expect(listed.map(({ language }) => language).sort()).toEqual(['en', 'ms']);
    expect(listed[0]).toMatchObject({ template: 'appointment_reminder', status: 'sent', created_by: null });
    const trail = await at(service).get(`/api/v1/audit/?record_id=${plain.id as string}`, tenant.admin.token);
    expect(trail.body.data.map(({ action }: Json) => action)).toContain('remind');
  });

  it('A-474: goes by e-mail after a refusal, under one claim', async () => {
    answers.sms = () => ({ kind: 'refused', reason: '400', code: '400' });
    const appointment = await book(await newPatient());
    expect([await remind(), waysOf(), letters]).toEqual([0, ['sms', 'email'], []]);
    expect([await isReminded(appointment), (await claims()).length]).toEqual([true, 1]);
    expect([await remind(), sent.length]).toEqual([0, 2]);
  });

  it('A-474: of unknown outcome is not sent again, by any way', async () => {
    answers.sms = () => ({ kind: 'unknown', reason: 'no answer in time' });
    const appointment = await book(await newPatient());
    for (const ahead of [0, HOUR, 2 * HOUR]) expect(await remind(ahead)).toBe(0);
    expect([waysOf(), letters, await isReminded(appointment)]).toEqual([['sms'], [], false]);
    expect((await messagesOf())[0]).toMatchObject({ status: 'unknown', reason: 'no_outcome' });
  });

  it('that was claimed before the upgrade is not sent again, by any way', async () => {
    const appointment = await book(await newPatient());
    const occasion = new Date(
      appointment.scheduled_at ?? Date.parse(`${appointment.scheduled_date}T${appointment.scheduled_time}+08:00`),
    );
    await sql(
      database.ownerUrl,
      `insert into core.notifications (tenant_id, id, kind, subject_id, occasion, expires_at, claimed_at, outcome)
       values ($1, uuidv7(), 'healthcare.appointment_reminder', $2, $3, $4, now(), 'accepted')`,
      [tenant.id, appointment.id, occasion.toISOString(), occasion],
    );
    expect([await remind(), sent, letters]).toEqual([0, [], []]);
  });

  it('A-480: is counted while it is due and not sent', async () => {
    await book(await newPatient());
    const now = () => new Date();
    const waiting = () =>
      opened.work({ tenant_id: NO_TENANT, actor: null, now: now() }, (ctx) => messagesWaiting(ctx, ALL_SHARDS));
    const before = await waiting();
    await apps[0]!.get(NotificationService).sendDue({ mailer, now, failed });
    expect(await waiting()).toBe(before + 1);
    await remind();
    expect([await waiting(), waysOf()]).toEqual([before, ['sms']]);
  });

  it('is queued once by two instances at once', async () => {
    for (let i = 0; i < 8; i += 1) await book(await newPatient());
    await Promise.all(apps.map((app) => remind(0, app)));
    await remind();
    expect(new Set(sent.map(({ id }) => id)).size).toBe(8);
    expect([sent.length, (await claims()).length, (await messagesOf()).length]).toEqual([8, 8, 8]);
  });

  it('A-476: waits while it is quiet, and is dropped once consent is withdrawn or the appointment moves', async () => {
    // Quiet now, and for three hours: the appointments are later.
    const clock = (hours: number): string => new Date(Date.now() + (hours + 8) * HOUR).toISOString().slice(11, 16);
    await done('PUT', 'message-settings', { quiet_from: clock(-1), quiet_to: clock(3) });
    const [patient, mover, sooner] = [await newPatient(), await newPatient(), await newPatient()];
    const [withdrawn, moved] = [await book(patient, 8), await book(mover, 8)];
    await book(sooner, 2);
    await remind();
    // A reminder that makes no sense by then goes by e-mail.
    expect(sent.map(({ way, to }) => [way, to])).toEqual([['email', sooner.email]]);
    await done('PUT', `healthcare/patients/${patient.id}`, { pdpa_consent: false });
    const text = new Date(Date.now() + 17 * HOUR).toISOString();
    await done('PUT', `healthcare/appointments/${moved.id}`, {
      scheduled_date: text.slice(0, 10),
      scheduled_time: text.slice(11, 19),
    });
    await remind(4 * HOUR);
    const about = async ({ id }: Json): Promise<Json[]> =>
      (await messagesOf()).filter(({ subject_id }) => subject_id === id);
    expect(await about(withdrawn)).toMatchObject([{ status: 'dropped', reason: 'no_consent' }]);
    expect((await about(moved)).map(({ status }) => status).sort()).toEqual(['dropped', 'sent']);
    expect(sent.filter(({ way }) => way === 'sms')).toHaveLength(1);
  });

  it('takes the next way after a report of failure though it counts as sent by then', async () => {
    const patient = await newPatient();
    await book(patient);
    await remind();
    const [message] = await messagesOf();
    await sql(
      database.ownerUrl,
      "update core.messages set status = 'waiting', ways = '{email}', way = 'email', due_at = now(), ended_at = null where id = $1",
      [message!.id],
    );
    await remind();
    expect(waysOf()).toEqual(['sms', 'email']);
  });

  it('A-476: is a letter no more often than the business allows, messages by e-mail included', async () => {
    answers.sms = () => ({ kind: 'refused', reason: '400', code: '400' });
    await done('PUT', 'message-settings', { daily_limits: { email: 2 } });
    await book(await newPatient());
    await remind();
    expect(waysOf()).toEqual(['sms', 'email']);
    for (let i = 0; i < 3; i += 1) await book(await newPatient({ phone_number: null }));
    expect([await remind(), await remind(), letters.length]).toEqual([1, 0, 1]);
  });

  it('A-475: is no letter where the business does not send by e-mail', async () => {
    await done('PUT', 'message-settings', { ways: ['sms'] });
    await book(await newPatient());
    await book(await newPatient({ phone_number: null }));
    expect([await remind(), waysOf(), letters]).toEqual([0, ['sms'], []]);
  });

  it('is neither queued nor sent by the server of the business while messages are held', async () => {
    const appointment = await book(await newPatient());
    expect(await remind(0, apps[0], { holdsMessages: true })).toBe(1);
    expect([waysOf(), letters.length, await isReminded(appointment)]).toEqual([[], 1, true]);
  });
});

it('A-473: the mail server of a business carries its reminders, and the operator’s none of them', async () => {
  await done('PUT', 'message-accounts/email', { smtp_url: 'smtp://8.8.8.8:2525', from: 'hello@kedai.example' });
  await book(await newPatient({ phone_number: null }));
  expect([await remind(), letters.length, ownLetters.length]).toEqual([1, 0, 1]);
  expect(ownLetters[0]?.stop_url).toMatch(/^https:\/\/usaha\.example\/stop\//);
  const account = await done('GET', 'message-accounts/email');
  expect(account.verified_at).not.toBeNull();
  await book(await newPatient({ phone_number: null }));
  expect([await remind(0, apps[0], { mailer: null }), ownLetters.length]).toEqual([1, 2]);
});

it('guardians are told of an absence and of fees by SMS, in one message a day each', async () => {
  await post('modules/education/enable', {
    configuration: { education: { notify_guardians: ['absence', 'overdue'] } },
  });
  const phone_number = newPhone();
  const student = await post('education/students', {
    first_name: unique('Aina'),
    last_name: 'binti Ali',
    parent_guardian: { name: 'Ali bin Abu', phone_number, email: `${unique('wali')}@example.com` },
    pdpa_consent: true,
  });
  await post('education/attendance', { student_id: student.id, date: malaysianDay(0), status: 'absent' });
  const fee = await post('education/fees', { fee_type: 'tuition', amount: 180 });
  await post('education/invoices', {
    fee_id: fee.id,
    student_ids: [student.id],
    period: malaysianDay(-3).slice(0, 7),
    due_date: malaysianDay(-3),
  });
  expect([await remind(), letters]).toEqual([0, []]);
  const texts = sent.map(({ text }) => text).sort();
  expect(texts).toEqual([
    expect.stringMatching(/^RM0\.00 .+: Aina\S* binti Ali tidak hadir pada \d\d\/\d\d\/\d{4}: -\.$/),
    expect.stringMatching(/^RM0\.00 .+: Yuran RM 180\.00 bagi Aina\S* binti Ali tertunggak sejak \d\d\/\d\d\/\d{4}\.$/),
  ]);
  expect([await remind(), sent.length]).toEqual([0, 2]);
  await done('PUT', `education/students/${student.id}`, { message_preferences: { sms: false } });
  await post('education/attendance', { student_id: student.id, date: malaysianDay(-1), status: 'absent' });
  expect([await remind(), letters.length, sent.length]).toEqual([1, 1, 2]);
});

describe('the receiver of a shipment', () => {
  const ship = async (destination: Json, contact_preferences?: Json): Promise<Json> => {
    const shipment = await post('logistics/shipments', {
      ...parties,
      destination: {
        ...parties.destination,
        email: `${unique('penerima')}@example.com`,
        phone_number: newPhone(),
        ...destination,
      },
    });
    if (contact_preferences)
      await post('logistics/schedules', {
        shipment_id: shipment.id,
        scheduled_date: malaysianDay(1),
        contact_preferences,
      });
    await post(`logistics/shipments/${shipment.id}/update-status`, { status: 'in_transit' });
    return shipment;
  };

  it('is told as the schedule allows: by WhatsApp, by SMS, by letter', async () => {
    const [whatsapp, sms, none] = [newPhone(), newPhone(), newPhone()];
    const opted = await ship({ phone_number: whatsapp }, { whatsapp: true });
    await ship({ phone_number: sms });
    const written = await ship({ phone_number: none }, { sms: false });
    expect([await remind(), await remind()]).toEqual([1, 0]);
    expect(sent.map(({ way, to }) => [way, to])).toEqual(
      expect.arrayContaining([
        ['whatsapp', whatsapp],
        ['sms', sms],
      ]),
    );
    expect([sent.length, letters.map(({ to }) => to.address)]).toEqual([2, [written.destination.email]]);
    const bySms = sent.find(({ way }) => way === 'sms')!;
    expect(bySms.text).toMatch(/^RM0\.00 .+ dalam perjalanan\./);
    expect(bySms.text).not.toMatch(/https?:/);
    const byWhatsApp = sent.find(({ way }) => way === 'whatsapp')!;
    expect(byWhatsApp.parameters.at(-1)).toMatch(/^https:\/\/usaha\.example\/track\//);
    await post(`logistics/shipments/${opted.id}/update-status`, { status: 'delivered' });
    expect([await remind(), sent.at(-1)]).toMatchObject([0, { way: 'whatsapp', template: 'shipment_delivered' }]);
  });

  it('who was told by SMS before the upgrade is not told again', async () => {
    const { id } = await ship({});
    await sql(
      database.ownerUrl,
      `insert into core.notifications (tenant_id, id, kind, subject_id, occasion, expires_at, claimed_at, outcome)
       values ($1, uuidv7(), 'logistics.receiver_text', $2, 'in_transit', now() + interval '1 day', now(), 'accepted')`,
      [tenant.id, id],
    );
    expect([await remind(), sent, letters]).toEqual([0, [], []]);
  });
});
