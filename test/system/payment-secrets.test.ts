import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FAKE_BRAND_ID, startFakeChip, type FakeChip } from '../../tools/fake-chip.js';
import type { Json } from '../support/client.js';
import { appointmentBody } from '../support/healthcare.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { NEVER_QUIET } from '../support/messages.js';
import { callBack, callbackPath } from '../support/payment-callbacks.js';
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

/**
 * Payments and messages that go well, fail and are forged: afterwards no key, token, number, code or body of them stands in any table or in
 * the log.
 */

jest.setTimeout(300_000);

const CHIP_KEY = 'kunci-rahsia-chip-8831';
const SMS_KEY = 'kunci-rahsia-sms-5517';
const ACCESS_TOKEN = 'EAAG-token-rahsia-4409';
const APP_SECRET = 'aplikasi-rahsia-7720';
const MAIL = { user: 'pengirim', pass: 'laluan-rahsia-6612' };
const PHONE = '+60129987761';
const EMAIL = 'penerima-rahsia@example.com';
const WRITTEN = 'keterangan-yang-dimeterai';
const BODY = 'badan-yang-rahsia-9034';

let database: OwnDatabase;
let chip: FakeChip;
let mail: MailServer;
let service: OwnService;
const answers: ((response: ServerResponse) => void)[] = [];
const gateway: Server = createServer((request, response) => {
  request.resume();
  const answer = answers.shift() ?? ((to) => void to.end('{"status":"queued"}'));
  request.on('end', () => answer(response));
});

/** What must stand nowhere, by what it is. */
const planted = new Map<string, string>([
  ['key of CHIP', CHIP_KEY],
  ['key of the SMS gateway', SMS_KEY],
  ['token of WhatsApp', ACCESS_TOKEN],
  ['secret of WhatsApp', APP_SECRET],
  ['password of the mail server', MAIL.pass],
  ['number of a recipient', PHONE.slice(1)],
  ['address of a recipient', EMAIL],
  ['description of a request', WRITTEN],
  ['body of a request', BODY],
]);

beforeAll(async () => {
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
  database = await clonedDatabase();
  [chip, mail] = await Promise.all([startFakeChip({ secret_key: CHIP_KEY }), startMailServer(MAIL)]);
  service = await startOwnService(database, {
    LOG_LEVEL: 'trace',
    PUBLIC_URL: 'https://usaha.example',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    SMTP_URL: mail.url.replace('smtp://', `smtp://${MAIL.user}:${MAIL.pass}@`),
    MAIL_FROM: 'mesej@usaha.example',
  });
});
afterAll(async () => {
  await stopOwnServices();
  await Promise.all([chip.stop(), mail.stop()]);
  gateway.closeAllConnections();
  await new Promise<void>((done) => gateway.close(() => done()));
  await dropDatabases();
});

async function send(tenant: OwnTenant, method: string, path: string, body?: Json, headers = {}): Promise<Json> {
  const said = body === undefined ? {} : { body };
  const options = { token: tenant.admin.token, headers, ...said };
  const answer = await at(service).send(method, `/api/v1/${path}/`, options);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}
const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) as string;
const newPatient = (tenant: OwnTenant): Promise<Json> =>
  send(tenant, 'POST', 'healthcare/patients', { first_name: 'Siti', last_name: 'Nur' });

/** A request of a bill, with all that may go wrong on its page. */
async function requested(tenant: OwnTenant): Promise<Json> {
  const { id: patient_id } = await newPatient(tenant);
  const items = [{ description: 'Rundingan', quantity: 1, unit_price: 80 }];
  const { id: subject_id } = await send(tenant, 'POST', 'healthcare/billing', { patient_id, items });
  const subject = { subject_type: 'healthcare.bill', subject_id, method: 'duitnow_qr', description: WRITTEN };
  const request = await send(tenant, 'POST', 'payment-requests', subject, { 'idempotency-key': `one-${subject_id}` });
  const page = `${service.baseUrl}${new URL(request.url).pathname}`;
  const post = (body: string, type = 'application/json') =>
    fetch(page, { method: 'POST', headers: { 'content-type': type, accept: 'application/json' }, body });
  for (const wrong of [`{"method":"${BODY}"}`, `{"${BODY}`, BODY, `{"x":"${BODY.repeat(200)}"}`])
    expect((await post(wrong)).status).toBeGreaterThanOrEqual(400);
  await fetch(page, { headers: { accept: 'text/html' } });
  await fetch(`${page}x?${BODY}`);
  return request;
}

async function calledBack(tenant: OwnTenant, name: 'sandbox' | 'chip', attempt_id: string): Promise<void> {
  planted.set(`key of the callbacks of ${name}`, callbackPath(tenant.id, name).split('/').at(-1) as string);
  const path = `${service.baseUrl}${callbackPath(tenant.id, name)}`;
  const headers = { 'usaha-signature': `t=1,v1=${BODY}`, 'x-signature': BODY };
  for (const body of [BODY, JSON.stringify({ attempt_id, text: BODY })])
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(401);
  await fetch(`${path}x`, { method: 'POST', headers, body: BODY });
}

async function payAtSandbox(): Promise<void> {
  const tenant = await newTenantAt(service);
  const { signing_secret } = await send(tenant, 'GET', 'payment-account');
  planted.set('secret of the sandbox', signing_secret);
  const request = await requested(tenant);
  planted.set('token of a page', lastPart(request.url));
  planted.set('token of the payer', lastPart(request.waiting.redirect_url));
  planted.set('code of an attempt', request.waiting.qr);
  const [{ id: attempt_id }] = await send(tenant, 'GET', `payment-requests/${request.id}/attempts`);
  await calledBack(tenant, 'sandbox', attempt_id);
  const payer = `${service.baseUrl}${new URL(request.waiting.redirect_url).pathname}`;
  const decide = (body: string) =>
    fetch(payer, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect((await decide(`{"outcome":"${BODY}"}`)).status).toBe(400);
  expect((await decide('{"outcome":"pay","callback":false}')).status).toBe(200);
  expect((await callBack(tenant.id, { attempt_id, server: service.baseUrl })).status).toBe(200);
  expect(await send(tenant, 'GET', `payment-requests/${request.id}`)).toMatchObject({ status: 'paid' });
}

async function payAtChip(): Promise<void> {
  const tenant = await newTenantAt(service);
  const account = { gateway: 'chip', brand_id: FAKE_BRAND_ID, secret_key: CHIP_KEY, api_url: chip.api_url };
  const wrong = { ...account, secret_key: `${CHIP_KEY}x` };
  const options = { token: tenant.admin.token, body: wrong };
  expect((await at(service).send('PUT', '/api/v1/payment-account/', options)).status).toBe(400);
  await send(tenant, 'PUT', 'payment-account', account);
  const request = await requested(tenant);
  planted.set('token of another page', lastPart(request.url));
  const [{ id: attempt_id }] = await send(tenant, 'GET', `payment-requests/${request.id}/attempts`);
  for (const fault of ['500', 'cut', 'html', 'half']) {
    chip.faults.push(fault);
    await at(service).post(`/api/v1/payment-requests/${request.id}/check/`, {}, tenant.admin.token);
  }
  chip.faults.length = 0;
  await calledBack(tenant, 'chip', attempt_id);
}

async function tell(): Promise<void> {
  const tenant = await newTenantAt(service);
  await send(tenant, 'PUT', 'message-settings', NEVER_QUIET);
  const api_url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const meta = { phone_number_id: '10654', access_token: ACCESS_TOKEN, app_secret: APP_SECRET, api_url };
  const { verify_token, webhook_url } = await send(tenant, 'PUT', 'message-accounts/whatsapp', meta);
  planted.set('token of the callbacks of WhatsApp', verify_token);
  planted.set('key of the callbacks of WhatsApp', lastPart(webhook_url));
  const http = { provider: 'http', url: `${api_url}/send`, body: '{"to":"{to}","text":"{text}"}' };
  await send(tenant, 'PUT', 'message-accounts/sms', { ...http, headers: { 'X-Api-Key': SMS_KEY } });
  const { id: patient_id } = await newPatient(tenant);
  const { id: subject_id } = await send(tenant, 'POST', 'healthcare/appointments', appointmentBody(patient_id));
  // Refused by SMS, with an answer that says more than it should, and sent by e-mail.
  answers.push((response) => void response.writeHead(400).end(`${PHONE} ${SMS_KEY}`));
  const message = { template: 'appointment_reminder', subject_type: 'healthcare.appointment', subject_id };
  const to = { phone: PHONE, email: EMAIL };
  const { id } = await send(tenant, 'POST', 'messages', { ...message, to, ways: ['sms', 'email'] });
  await eventually('the message is sent', async () => {
    const { status } = await send(tenant, 'GET', `messages/${id}`);
    return status === 'sent';
  });
  expect(mail.received.map((letter) => letter.to)).toEqual([EMAIL]);
  const forged = { 'x-hub-signature-256': `sha256=${BODY}` };
  const webhook = `${service.baseUrl}${new URL(webhook_url).pathname}`;
  expect((await fetch(webhook, { method: 'POST', headers: forged, body: BODY })).status).toBe(401);
  const token = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': verify_token });
  expect((await fetch(`${webhook}?${token.toString()}&hub.challenge=1`)).status).toBe(200);
}

/** Every row of every table. */
async function rows(): Promise<Map<string, string>> {
  const tables = await sql<{ path: string }>(
    database.ownerUrl,
    `select n.nspname || '.' || c.relname as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  const found = new Map<string, string>();
  for (const { path } of tables) {
    const list = await sql<{ row: string }>(database.ownerUrl, `select row_to_json(t)::text as row from ${path} t`);
    found.set(path, list.map(({ row }) => row).join('\n'));
  }
  return found;
}

it('nothing of it stands in any table or in the log', async () => {
  await payAtSandbox();
  await payAtChip();
  await tell();
  const tables = await rows();
  // The search finds texts of these tables that are no secret.
  expect(tables.get('core.payment_requests')).toContain('healthcare.bill');
  expect(tables.get('core.messages')).toContain('appointment_reminder');
  const log = service.output();
  expect(log).toContain('/pay/:token');
  const found = [...planted].flatMap(([what, secret]) => [
    ...[...tables].flatMap(([path, text]) => (text.includes(secret) ? [`${what} in ${path}`] : [])),
    ...(log.includes(secret) ? [`${what} in the log`] : []),
  ]);
  expect(found).toEqual([]);
});
