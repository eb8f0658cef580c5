import { createHmac } from 'node:crypto';
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

/** an answer to the operator's number at WhatsApp names no business. It stops those that have written to its sender. */

jest.setTimeout(300_000);

const PUBLIC = 'https://usaha.example';
const SECRET = 'rahsia-aplikasi';
const MEANT_DAYS = 90;

let database: OwnDatabase;
let service: OwnService;
let webhook: string;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database, {
    PUBLIC_URL: PUBLIC,
    WHATSAPP_PHONE_NUMBER_ID: '10654',
    WHATSAPP_ACCESS_TOKEN: 'EAAG-rahsia-token',
    WHATSAPP_APP_SECRET: SECRET,
  });
  const [, path] = /WhatsApp reports to https:\/\/usaha\.example(\S+),/.exec(service.output()) ?? [];
  if (path === undefined) throw new Error('The service does not say where WhatsApp reports to');
  webhook = path;
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

/** A tenant that has written to a number. */
async function writerTo(to: string): Promise<OwnTenant> {
  const tenant = await newTenantAt(service);
  const answer = await at(service).post('/api/v1/message-accounts/whatsapp/test/', { to }, tenant.admin.token);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  await eventually('the attempt', async () => {
    const { body } = await at(service).get(`/api/v1/messages/${answer.body.data.id}/`, tenant.admin.token);
    return body.data.tries.length > 0;
  });
  return tenant;
}

async function answer(froms: readonly string[], text: string, secret = SECRET): Promise<number> {
  const messages = froms.map((from) => ({ from: from.slice(1), type: 'text', text: { body: text } }));
  const body = JSON.stringify({ entry: [{ changes: [{ value: { messages } }] }] });
  const headers = { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
  return (await fetch(`${service.baseUrl}${webhook}`, { method: 'POST', headers, body })).status;
}

const stops = async (): Promise<string[]> =>
  (await sql<{ tenant_id: string }>(database.ownerUrl, 'select tenant_id from core.letter_stops')).map(
    ({ tenant_id }) => tenant_id,
  );

it('STOP stops each business that has written to the number, and no other', async () => {
  const [to, another] = ['+60123450201', '+60123450202'];
  const [first, second] = [await writerTo(to), await writerTo(to)];
  const untouched = await writerTo(another);
  expect([await answer([to], 'STOP', 'wrong'), await stops()]).toEqual([401, []]);
  expect([await answer([to], 'Terima kasih'), await stops()]).toEqual([200, []]);
  expect([await answer([to], 'Stop.'), await answer([to], 'BERHENTI')]).toEqual([200, 200]);
  expect((await stops()).sort()).toEqual([first.id, second.id].sort());
  const test = (tenant: OwnTenant, number: string) =>
    at(service).post('/api/v1/message-accounts/whatsapp/test/', { to: number }, tenant.admin.token);
  const refused = await test(first, to);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('"whatsapp":"stopped"')]);
  expect((await test(first, '+60123450203')).status).toBe(201);
  expect((await test(untouched, '+60123450204')).status).toBe(201);
});

it('a business that wrote longer ago than three months is not meant', async () => {
  const to = '+60123450205';
  const tenant = await writerTo(to);
  const age = `update core.messages set created_at = now() - interval '${MEANT_DAYS + 1} days' where tenant_id = $1`;
  await sql(database.ownerUrl, age, [tenant.id]);
  expect([await answer([to], 'STOP'), (await stops()).includes(tenant.id)]).toEqual([200, false]);
});

it('of one callback two hundred answers are followed', async () => {
  const to = '+60123450206';
  const tenant = await writerTo(to);
  const strangers = Array.from({ length: 200 }, (_, i) => `+60111000${String(i).padStart(4, '0')}`);
  expect([await answer([...strangers, to], 'STOP'), (await stops()).includes(tenant.id)]).toEqual([200, false]);
  expect([await answer([to, ...strangers], 'STOP'), (await stops()).includes(tenant.id)]).toEqual([200, true]);
});

it('the number stands in no row in clear, and not in the log', async () => {
  const rows = await sql(database.ownerUrl, 'select row_to_json(r)::text as row from core.messages r');
  expect(JSON.stringify(rows)).not.toMatch(/12345020\d/);
  expect(service.output()).not.toMatch(/12345020\d|rahsia/);
});
