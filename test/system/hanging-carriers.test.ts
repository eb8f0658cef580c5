import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../support/client.js';
import { appointmentBody } from '../support/healthcare.js';
import { NEVER_QUIET } from '../support/messages.js';
import { clonedDatabase, dropDatabases } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** Carriers that accept messages and never answer, of twenty businesses at once: those of another business leave in time. */

jest.setTimeout(300_000);

const HANGING = 20;
/** Messages of each: one after the other they would take a carrier's patience each. */
const EACH = 4;
/** A carrier has fifteen seconds for an answer; a round waits for one of each that hangs. */
const IN_TIME_S = 60;

let service: OwnService;
let hanging: Server;
let answering: Server;
let seen = 0;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listening = (server: Server): Promise<void> => new Promise((done) => server.listen(0, '127.0.0.1', done));
const closed = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise<void>((done) => server.close(() => done()));
};

beforeAll(async () => {
  hanging = createServer(() => (seen += 1));
  answering = createServer((request, response) => {
    request.resume().on('end', () => response.end('{"status":"queued"}'));
  });
  await Promise.all([hanging, answering].map(listening));
  service = await startOwnService(await clonedDatabase(), { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' });
});
afterAll(async () => {
  await stopOwnServices();
  await Promise.all([hanging, answering].map(closed));
  await dropDatabases();
});

const send = async (tenant: OwnTenant, method: string, path: string, body: Json): Promise<Json> => {
  const answer = await at(service).send(method, `/api/v1/${path}/`, { token: tenant.admin.token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};

/** A business with an account at a gateway of short messages. */
async function business(gateway: Server): Promise<OwnTenant> {
  const tenant = await newTenantAt(service);
  await send(tenant, 'PUT', 'message-settings', NEVER_QUIET);
  const url = `http://127.0.0.1:${portOf(gateway)}/send`;
  await send(tenant, 'PUT', 'message-accounts/sms', { provider: 'http', url, body: '{"to":"{to}","text":"{text}"}' });
  return tenant;
}

let numbers = 0;
async function remind(tenant: OwnTenant): Promise<string> {
  const phone_number = `+601255${String((numbers += 1)).padStart(5, '0')}`;
  const patient = { first_name: 'Siti', last_name: 'Nur', phone_number };
  const { id: patient_id } = await send(tenant, 'POST', 'healthcare/patients', patient);
  const visit = appointmentBody(patient_id, { doctor_id: `dr-${phone_number}` });
  const { id: subject_id } = await send(tenant, 'POST', 'healthcare/appointments', visit);
  const subject = { subject_type: 'healthcare.appointment', subject_id };
  return (await send(tenant, 'POST', 'messages', { template: 'appointment_reminder', ...subject, ways: ['sms'] })).id;
}

it('its message is sent while theirs wait, and theirs are never sent twice', async () => {
  const own = await business(answering);
  const others: OwnTenant[] = [];
  for (let i = 0; i < HANGING; i += 1) others.push(await business(hanging));
  await Promise.all(
    others.map(async (tenant) => {
      for (let i = 0; i < EACH; i += 1) await remind(tenant);
    }),
  );
  await eventually('some carriers hang', () => seen >= 8, 60);
  const id = await remind(own);
  const began = Date.now();
  await eventually(
    'the message is sent',
    async () => {
      const { body } = await at(service).get(`/api/v1/messages/${id}/`, own.admin.token);
      return body.data.status === 'sent';
    },
    IN_TIME_S,
  );
  expect(Date.now() - began).toBeLessThan(IN_TIME_S * 1_000);
  expect(seen).toBeLessThanOrEqual(HANGING * EACH);
});
