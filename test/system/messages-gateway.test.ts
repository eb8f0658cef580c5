import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Json } from '../support/client.js';
import { appointmentBody } from '../support/healthcare.js';
import { parties } from '../support/logistics.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { NEVER_QUIET } from '../support/messages.js';
import { clonedDatabase, dropDatabases, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** a gateway of short messages that accepts, refuses or hangs, and what follows by the next way. */

jest.setTimeout(300_000);

const gateway = {
  seen: [] as string[],
  answer: (response: ServerResponse): void => void response.end('{"status":"queued"}'),
};
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
  request.on('end', () => {
    gateway.seen.push(body);
    gateway.answer(response);
  });
});

let database: OwnDatabase;
let mail: MailServer;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  database = await clonedDatabase();
  mail = await startMailServer();
  const { port } = server.address() as AddressInfo;
  const described = {
    url: `http://127.0.0.1:${port}/send`,
    headers: { authorization: 'Bearer rahsia-gerbang' },
    body: '{"to":"{to}","text":"{text}","ref":"{id}"}',
    success_match: 'queued',
  };
  service = await startOwnService(database, {
    SMTP_URL: mail.url,
    MAIL_FROM: 'mesej@usaha.example',
    SMS_PROVIDER: 'http',
    SMS_HTTP: JSON.stringify(described),
    PUBLIC_URL: 'https://usaha.example',
    MESSAGE_PRICES: 'sms=0.40',
  });
  tenant = await newTenantAt(service);
  await at(service).put('/api/v1/message-settings/', NEVER_QUIET, tenant.admin.token);
});
afterAll(async () => {
  await stopOwnServices();
  await mail.stop();
  server.closeAllConnections();
  await new Promise<void>((done) => server.close(() => done()));
  await dropDatabases();
});

/** A reminder by SMS, else by e-mail, of a new patient. */
async function send(phone_number: string): Promise<Json> {
  const { token } = tenant.admin;
  const person = { first_name: 'Siti', last_name: 'Nur', email: 'siti@example.com', phone_number };
  const patient = await at(service).post('/api/v1/healthcare/patients/', person, token);
  const body = appointmentBody(patient.body.data.id, { doctor_id: `dr-${phone_number}` });
  const appointment = await at(service).post('/api/v1/healthcare/appointments/', body, token);
  const subject = { subject_type: 'healthcare.appointment', subject_id: appointment.body.data.id };
  const message = { template: 'appointment_reminder', ...subject, ways: ['sms', 'email'], language: 'en' };
  const sent = await at(service).post('/api/v1/messages/', message, token);
  expect([sent.status, sent.text]).toEqual([201, sent.text]);
  return sent.body.data;
}

const ended = (id: string): Promise<Json> =>
  eventually(
    'an end of the message',
    async () => {
      const { body } = await at(service).get(`/api/v1/messages/${id}/`, tenant.admin.token);
      return body.data.status === 'waiting' ? null : body.data;
    },
    60,
  );
const outcomes = ({ tries }: Json): string[][] => tries.map(({ way, outcome }: Json) => [way, outcome]);

it('an accepted message is sent by SMS, and by no other way', async () => {
  const { id } = await send('+60123450101');
  expect(await ended(id)).toMatchObject({ way: 'sms', status: 'sent', delivered_at: null });
  const said = JSON.parse(gateway.seen.at(-1) as string);
  expect(said).toMatchObject({ to: '+60123450101', ref: id });
  expect(said.text).toMatch(/^RM0\.00 .+: Reminder of your appointment/);
  expect(mail.received).toEqual([]);
});

it('after a refusal it goes by e-mail', async () => {
  gateway.answer = (response) => void response.writeHead(400).end('no');
  const { id } = await send('+60123450102');
  const message = await ended(id);
  expect([message.way, message.status, outcomes(message)]).toEqual([
    'email',
    'sent',
    [
      ['sms', 'refused'],
      ['email', 'accepted'],
    ],
  ]);
  expect(mail.received).toHaveLength(1);
});

it('a gateway that hangs leaves it unknown, and nothing else is sent', async () => {
  const before = mail.received.length;
  gateway.answer = () => undefined;
  const { id } = await send('+60123450103');
  const message = await ended(id);
  expect([message.status, outcomes(message)]).toEqual(['unknown', [['sms', 'unknown']]]);
  expect(gateway.seen.filter((body) => body.includes(id))).toHaveLength(1);
  expect(mail.received).toHaveLength(before);
});

it('A-476: a budget is spent by SMS, administrators are told at 80 and 100 %, and e-mail is left', async () => {
  gateway.answer = (response) => void response.end('{"status":"queued"}');
  const { token } = tenant.admin;
  const usage = async (): Promise<Json> => (await at(service).get('/api/v1/message-usage/', token)).body.data.totals;
  // Of the tests before: a message that was taken, and one of unknown outcome.
  const { cost: before } = await usage();
  expect(before).toBeCloseTo(0.8, 5);
  const monthly_budget = before + 1;
  await at(service).put('/api/v1/message-settings/', { monthly_budget }, token);
  const told = () => mail.received.filter(({ text }) => text.includes('Bajet mesej')).length;
  const spent: Json[] = [];
  for (let i = 0; i < 4; i += 1) spent.push(await ended((await send(`+6012345011${i}`)).id));
  expect(spent.map(({ way, cost }) => [way, cost])).toEqual([
    ['sms', 0.4],
    ['sms', 0.4],
    ['sms', 0.4],
    ['email', 0],
  ]);
  expect((await usage()).cost).toBeCloseTo(before + 1.2, 5);
  await eventually('letters to the administrator', () => told() === 2, 60);
});

it('A-478: the tracking link of a shipment goes by e-mail, and by no SMS', async () => {
  const { token } = tenant.admin;
  const destination = { ...parties.destination, email: 'tan@example.com' };
  const made = await at(service).post('/api/v1/logistics/shipments/', { ...parties, destination }, token);
  expect([made.status, made.text]).toEqual([201, made.text]);
  const subject = { subject_type: 'logistics.shipment', subject_id: made.body.data.id };
  const message = { template: 'tracking_link', ...subject, language: 'en' };
  const bySms = await at(service).post('/api/v1/messages/', { ...message, ways: ['sms'] }, token);
  expect([bySms.status, bySms.body.error.details.ways]).toEqual([409, { sms: 'no_template' }]);
  const sent = await at(service).post('/api/v1/messages/', message, token);
  expect(sent.status).toBe(201);
  expect(await ended(sent.body.data.id)).toMatchObject({ way: 'email', status: 'sent' });
  expect(mail.received.at(-1)?.text).toMatch(/Follow it: https:\/\/usaha\.example\/track\/[\w-]+/);
});

it('A-477: the receipt of a sale carries its PDF', async () => {
  const { token } = tenant.admin;
  const product = await at(service).post(
    '/api/v1/retail/products/',
    { name: 'Buku', sku: 'BK-1', selling_price: 12, current_stock: 5 },
    token,
  );
  expect([product.status, product.text]).toEqual([201, product.text]);
  const items = [{ product_id: product.body.data.id, quantity: 1 }];
  const sale = await at(service).post('/api/v1/retail/sales/', { items, payment_method: 'cash' }, token);
  expect([sale.status, sale.text]).toEqual([201, sale.text]);
  const message = {
    template: 'receipt',
    subject_type: 'retail.sale',
    subject_id: sale.body.data.id,
    to: { email: 'pembeli@example.com' },
    ways: ['email'],
  };
  const sent = await at(service).post('/api/v1/messages/', message, token);
  expect([sent.status, sent.text]).toEqual([201, sent.text]);
  expect(await ended(sent.body.data.id)).toMatchObject({ way: 'email', status: 'sent' });
  const { raw } = mail.received.at(-1) as { raw: string };
  expect(raw).toMatch(/^Content-Type: application\/pdf; name=INV-\d{4}-\d{6}\.pdf\r?$/m);
  // %PDF-
  expect(raw).toMatch(/^JVBERi0/m);
});

it('neither the key of the gateway nor a number stands in the log', () =>
  expect(service.output()).not.toMatch(/rahsia-gerbang|\+?6012345010\d|siti@example\.com/));
