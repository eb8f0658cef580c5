import { appointmentBody } from '../support/healthcare.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  sendsNothing,
  startOwnService,
  stopOwnServices,
} from '../support/system-service.js';

jest.setTimeout(180_000);

/** A port that a business may name for its mail server. */
const PORT = 2525;
const HOUR_MS = 3_600_000;

let database: OwnDatabase;
let mail: MailServer;
beforeAll(async () => {
  database = await clonedDatabase();
  mail = await startMailServer(undefined, PORT);
});
afterAll(async () => {
  await stopOwnServices();
  await mail.stop();
  await dropDatabases();
});

it('A-473: in production without a carrier of the operator, the mail server of a business carries its reminders', async () => {
  const environment = { ...sendsNothing, WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', MAIL_TENANT_AGE_HOURS: '0' };
  const first = await startOwnService(database, environment);
  const { admin } = await newTenantAt(first);
  const account = { smtp_url: `smtp://127.0.0.1:${PORT}`, from: 'hello@klinik.example' };
  const set = await at(first).put('/api/v1/message-accounts/email/', account, admin.token);
  expect([set.status, set.text]).toEqual([200, set.text]);
  const email = `${unique('siti')}@example.com`;
  const person = { first_name: 'Siti', last_name: 'Nur', email };
  const patient = await at(first).post('/api/v1/healthcare/patients/', person, admin.token);
  // Five hours from now, in Malaysian time.
  const local = new Date(Date.now() + 13 * HOUR_MS).toISOString();
  const when = { scheduled_date: local.slice(0, 10), scheduled_time: local.slice(11, 19) };
  const body = appointmentBody(patient.body.data.id, { doctor_id: unique('dr'), ...when });
  expect((await at(first).post('/api/v1/healthcare/appointments/', body, admin.token)).status).toBe(201);
  await first.stop();
  // It looks for reminders when it starts.
  await startOwnService(database, environment);
  await eventually('the reminder is there', () => mail.received.some(({ to }) => to === email));
});
