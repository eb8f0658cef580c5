import type { INestApplicationContext } from '@nestjs/common';
import { NotificationService } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { SmtpMailer } from '../../apps/api/dist/jobs/mail/smtp-mailer.js';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { openDatabase } from '../support/opened-database.js';
import { unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  sendsNothing,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** Reminders of a salon's appointments, against a real mail server. What holds of all of them is tried in reminders.test.ts. */

jest.setTimeout(120_000);

const HOUR = 3_600_000;
const SENDER = 'peringatan@salon.example';

let database: OwnDatabase;
let opened: Database;
let service: OwnService;
let app: INestApplicationContext;
let mail: MailServer;
let tenant: OwnTenant;
let facial: Json;

beforeAll(async () => {
  database = await clonedDatabase();
  // Without a mail server it looks for reminders once, at its start: there are none yet.
  service = await startOwnService(database, sendsNothing);
  opened = await openDatabase(database.appUrl);
  app = await openContexts(opened);
});
beforeEach(async () => {
  mail = await startMailServer();
  tenant = await newTenantAt(service);
  facial = await post('beauty/services', { name: 'Rahsia', price: 987.65, description: 'Rahsia' });
});
afterEach(async () => {
  await mail.stop();
  // Appointments that a test has left behind do not concern the others.
  await sql(database.ownerUrl, "update beauty.appointments set status = 'cancelled'");
});
afterAll(async () => {
  await app?.close();
  await opened?.end();
  await stopOwnServices();
  await dropDatabases();
});

const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Json> => {
  const answer = await at(service).send(method, `/api/v1/${path}/`, { token: tenant.admin.token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body?.data;
};
const post = (path: string, body: unknown): Promise<Json> => send('POST', path, body);
const newClient = (extra: Json = {}): Promise<Json> =>
  post('beauty/clients', { first_name: 'Siti', last_name: 'Nur', email: `${unique('klien')}@example.com`, ...extra });

/** A date-time in Malaysia, `hours` from now. */
const inHours = (hours: number): string =>
  `${new Date(Date.now() + (hours + 8) * HOUR).toISOString().slice(0, 19)}+08:00`;
const linesAt = (...starts: (string | null)[]) =>
  starts.map((start_time) => ({ service_id: facial.id, ...(start_time === null ? {} : { start_time }) }));
const book = async (hours = 5, extra: Json = {}): Promise<Json> =>
  post('beauty/appointments', {
    client_id: extra.client_id ?? (await newClient()).id,
    services: linesAt(inHours(hours)),
    ...extra,
  });
const change = ({ id }: Json, body: unknown): Promise<Json> => send('PUT', `beauty/appointments/${id}`, body);
const remind = (): Promise<number> =>
  app.get(NotificationService).sendDue({
    mailer: new SmtpMailer(mail.url, SENDER),
    now: () => new Date(),
    failed: (error) => {
      throw error;
    },
  });
const isSent = async ({ id }: Json): Promise<boolean> => {
  const [row] = await sql<{ reminder_sent: boolean }>(
    database.ownerUrl,
    'select reminder_sent from beauty.appointments where id = $1',
    [id],
  );
  return row!.reminder_sent;
};

describe('A-266: the letter', () => {
  it('names day, time and salon in both languages, and neither what is done nor what it costs', async () => {
    const client = await newClient({ allergies: ['Rahsia'], notes: 'Rahsia', marketing_consent: false });
    const member = await post('beauty/staff', { first_name: 'Rahsia', last_name: 'Besar' });
    const start_time = inHours(5);
    const appointment = await book(5, {
      client_id: client.id,
      services: [{ service_id: facial.id, staff_id: member.id, start_time }],
      notes: 'Rahsia',
      special_requests: 'Rahsia',
    });
    expect(await remind()).toBe(1);
    const [letter] = mail.received;
    expect(letter!.to).toBe(client.email);
    const time = start_time.slice(11, 16);
    for (const said of [time, 'Dear Siti Nur', 'Salam Siti Nur', 'Place: ', 'Tempat: ', 'Kedai-'])
      expect(letter!.text).toContain(said);
    for (const unsaid of [/rahsia/i, /987/]) expect(letter!.text).not.toMatch(unsaid);
    expect(await isSent(appointment)).toBe(true);
    const trail = await at(service).get(`/api/v1/audit/?record_id=${appointment.id}`, tenant.admin.token);
    expect(trail.body.data[0]).toMatchObject({ action: 'remind', actor_id: null, changes: {} });
  });

  it('is not sent to a client who refused consent, and is where nothing was said (A-374)', async () => {
    const [refused, silent] = [await newClient({ pdpa_consent: false }), await newClient()];
    for (const client of [refused, silent]) await book(5, { client_id: client.id });
    expect(await remind()).toBe(1);
    expect(mail.received.map(({ to }) => to)).toEqual([silent.email]);
  });

  it('is sent once, after any other change, and again for another time, another client, and a time come back to', async () => {
    const [first, other] = [inHours(5), await newClient()];
    const appointment = await book(5, { services: linesAt(first) });
    expect([await remind(), await remind()]).toEqual([1, 0]);
    await change(appointment, { notes: 'x', services: linesAt(first, inHours(9)) });
    expect(await remind()).toBe(0);
    await change(appointment, { services: linesAt(inHours(7)) });
    expect([await isSent(appointment), await remind(), await remind()]).toEqual([false, 1, 0]);
    for (const time of [inHours(8), first]) await change(appointment, { services: linesAt(time) });
    expect([await remind(), await remind()]).toEqual([1, 0]);
    await change(appointment, { client_id: other.id });
    expect([await remind(), await remind()]).toEqual([1, 0]);
    expect(mail.received.map(({ to }) => to === other.email)).toEqual([false, false, false, true]);
  });
});

describe('A-266: who is reminded', () => {
  it('goes to those with an address, for visits that will take place within the hours that the salon has set', async () => {
    const due = [await book(0.1), await book(23.9), await book(5, { status: 'confirmed' })];
    await book(-0.1);
    await book(24.1);
    for (const status of ['in_progress', 'completed', 'cancelled', 'no_show']) await book(5, { status });
    for (const email of [null, 'tiada', 'a@b.example, c@d.example'])
      await book(5, { client_id: (await newClient({ email })).id });
    expect(await remind()).toBe(3);
    for (const appointment of due) expect(await isSent(appointment)).toBe(true);
    await book(47);
    await post('modules/beauty/enable', { configuration: { beauty: { reminder_hours_before: 48 } } });
    expect(await remind()).toBe(2);
  });

  it('goes to no client of an appointment without a date: a plain time, or none', async () => {
    await book(5, { services: linesAt('23:59:59') });
    await book(5, { services: linesAt(null) });
    expect(await remind()).toBe(0);
  });

  it('follows reminder_preferences: no e-mail, and separate hours', async () => {
    await book(5, { reminder_preferences: { email: false } });
    await book(5, { reminder_preferences: { reminder_hours_before: 4 } });
    await book(5, { reminder_preferences: { reminder_hours_before: 0 } });
    const due = [
      await book(5, { reminder_preferences: { email: true, sms: false } }),
      await book(5, { reminder_preferences: { email: null, reminder_hours_before: null } }),
      await book(90, { reminder_preferences: { reminder_hours_before: 91 } }),
      await book(900, { reminder_preferences: { reminder_hours_before: 2_147_483_647 } }),
    ];
    expect(await remind()).toBe(4);
    for (const appointment of due) expect(await isSent(appointment)).toBe(true);
  });

  it('goes to no client who is deleted or erased, or the appointment cancelled (A-254)', async () => {
    const [deleted, erased, cancelled] = [await book(), await book(), await book()];
    await send('DELETE', `beauty/clients/${deleted.client_id}`);
    await post(`beauty/clients/${erased.client_id}/erase`, {});
    await post(`beauty/appointments/${cancelled.id}/cancel`, {});
    expect(await remind()).toBe(0);
  });

  it('goes to no client of a salon that disabled the module', async () => {
    await book();
    await post('modules/beauty/disable', undefined);
    expect(await remind()).toBe(0);
  });
});

describe('A-266: two instances', () => {
  it('send each reminder once', async () => {
    const booked: Json[] = [];
    for (let i = 0; i < 10; i += 1) booked.push(await book());
    const counts = await Promise.all([remind(), remind(), remind()]);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(10);
    expect(new Set(mail.received.map(({ to }) => to)).size).toBe(10);
    expect(mail.received).toHaveLength(10);
  });

  it('do so as services', async () => {
    const booked: Json[] = [];
    for (let i = 0; i < 10; i += 1) booked.push(await book());
    const reminding = () => startOwnService(database, { SMTP_URL: mail.url, MAIL_FROM: SENDER });
    await Promise.all([reminding(), reminding()]);
    await eventually('all are sent', async () => (await Promise.all(booked.map(isSent))).every(Boolean));
    expect(new Set(mail.received.map(({ to }) => to)).size).toBe(10);
    expect(mail.received).toHaveLength(10);
  });
});
