import { type Json } from '../support/client.js';
import { appointmentBody } from '../support/healthcare.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** no message is sent twice, although processes die between a send and its outcome. */

jest.setTimeout(300_000);

let database: OwnDatabase;
let mail: MailServer;
beforeEach(async () => {
  database = await clonedDatabase();
  mail = await startMailServer();
});
afterEach(async () => {
  await stopOwnServices();
  await mail.stop();
});
afterAll(() => dropDatabases());

const start = (): Promise<OwnService> =>
  startOwnService(database, { SMTP_URL: mail.url, MAIL_FROM: 'mesej@usaha.example' }, { movesClock: true });
const moveClock = (service: OwnService, ahead: number): Promise<void> =>
  new Promise((done) => {
    service.child.once('message', () => done());
    service.child.send({ ahead });
  });

async function send(service: OwnService, { admin }: OwnTenant): Promise<Json> {
  const person = { first_name: 'Siti', last_name: 'Nur', email: 'siti@example.com' };
  const patient = await at(service).post('/api/v1/healthcare/patients/', person, admin.token);
  const body = appointmentBody(patient.body.data.id);
  const appointment = await at(service).post('/api/v1/healthcare/appointments/', body, admin.token);
  const sent = await at(service).post(
    '/api/v1/messages/',
    {
      template: 'appointment_reminder',
      subject_type: 'healthcare.appointment',
      subject_id: appointment.body.data.id,
      ways: ['email'],
    },
    admin.token,
  );
  expect([sent.status, sent.text]).toEqual([201, sent.text]);
  return sent.body.data;
}

const read = async (service: OwnService, { admin }: OwnTenant, id: string): Promise<Json> =>
  (await at(service).get(`/api/v1/messages/${id}/`, admin.token)).body.data;

it('a process that is killed once the letter has left leaves it unknown, and no other sends it again', async () => {
  const first = await start();
  const tenant = await newTenantAt(first);
  let taken = 0;
  mail.behaviour.letter = () => {
    taken += 1;
    first.child.kill('SIGKILL');
    return undefined;
  };
  const { id } = await send(first, tenant);
  await eventually('the letter', () => taken === 1, 60);
  const [claim] = await sql<{ claimed: boolean; outcome: string | null }>(
    database.ownerUrl,
    `select m.claimed_at is not null as claimed, t.outcome from core.messages m
       join core.message_tries t on t.tenant_id = m.tenant_id and t.message_id = m.id where m.id = $1`,
    [id],
  );
  expect(claim).toEqual({ claimed: true, outcome: null });

  const second = await start();
  await moveClock(second, 121_000);
  const message = await eventually(
    'an end of the message',
    async () => {
      const found = await read(second, tenant, id);
      return found.status === 'waiting' ? null : found;
    },
    60,
  );
  expect(message).toMatchObject({ status: 'unknown', reason: 'no_outcome', sent_at: null });
  expect(message.tries).toMatchObject([{ way: 'email', outcome: 'unknown' }]);
  expect(taken).toBe(1);
});

it('a refusal is the end by the only way, and is told to programs', async () => {
  const service = await start();
  const tenant = await newTenantAt(service);
  mail.behaviour.recipient = () => '550 5.1.1 No such mailbox siti@example.com';
  const { id } = await send(service, tenant);
  const message = await eventually('an end of the message', async () => {
    const found = await read(service, tenant, id);
    return found.status === 'waiting' ? null : found;
  });
  expect(message).toMatchObject({ status: 'failed', reason: 'refused' });
  expect(message.tries).toMatchObject([{ way: 'email', outcome: 'refused', code: '550 5.1.1' }]);
  expect(JSON.stringify(message)).not.toContain('siti@example.com');
});

it('two instances send each of many messages once', async () => {
  const [first, second] = [await start(), await start()];
  const tenant = await newTenantAt(first);
  const sent = await Promise.all(Array.from({ length: 8 }, (_, i) => send(i % 2 === 0 ? first : second, tenant)));
  for (const { id } of sent)
    await eventually('a sent message', async () => (await read(first, tenant, id)).status === 'sent', 60);
  expect(mail.received).toHaveLength(8);
});
