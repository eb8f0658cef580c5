import { createHmac } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Json } from '../support/client.js';
import { appointmentBody } from '../support/healthcare.js';
import { NEVER_QUIET } from '../support/messages.js';
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

/** the carriers of a business, which speak as their documents say, and what they report later. */

jest.setTimeout(300_000);

interface Seen {
  url: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

const PUBLIC = 'https://usaha.example';
const SECRET = 'rahsia-aplikasi';
const TOKEN = 'EAAG-rahsia-token';

const carrier = {
  seen: [] as Seen[],
  answer: (_seen: Seen, response: ServerResponse): void => void response.end('{"messages": [{"id": "wamid.1"}]}'),
};
const server: Server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
  request.on('end', () => {
    const seen = { url: request.url ?? '', headers: request.headers, body };
    carrier.seen.push(seen);
    carrier.answer(seen, response);
  });
});

let database: OwnDatabase;
let mail: MailServer;
let service: OwnService;
let other: OwnService;
let tenant: OwnTenant;
let api_url: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  api_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  database = await clonedDatabase();
  mail = await startMailServer();
  const environment = { PUBLIC_URL: PUBLIC, WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' };
  service = await startOwnService(database, environment);
  other = await startOwnService(database, environment);
  tenant = await newTenantAt(service);
  await put('message-settings', NEVER_QUIET);
});
afterAll(async () => {
  await stopOwnServices();
  await mail.stop();
  server.closeAllConnections();
  await new Promise<void>((done) => server.close(() => done()));
  await dropDatabases();
});

const put = async (path: string, body: Json): Promise<Json> => {
  const answer = await at(service).send('PUT', `/api/v1/${path}/`, { token: tenant.admin.token, body });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body.data;
};
const test = async (way: string, to: string): Promise<Json> => {
  const answer = await at(service).post(`/api/v1/message-accounts/${way}/test/`, { to }, tenant.admin.token);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body.data;
};
const message = async (id: string): Promise<Json> =>
  (await at(service).get(`/api/v1/messages/${id}/`, tenant.admin.token)).body.data;
const untilItIs = (id: string, status: string): Promise<Json> =>
  eventually(
    `the message is ${status}`,
    async () => {
      const found = await message(id);
      return found.status === status ? found : null;
    },
    60,
  );
const pathOf = (url: string): string => url.slice(PUBLIC.length);
const callAt = (of: OwnService, path: string, body: string, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(`${of.baseUrl}${path}`, { method, headers, ...(method === 'POST' && { body }) });

describe('WhatsApp (A-477, A-478)', () => {
  let webhook: string;
  let verify_token: string;
  beforeAll(async () => {
    const account = { phone_number_id: '10654', access_token: TOKEN, app_secret: SECRET, api_url };
    const set = await put('message-accounts/whatsapp', account);
    ({ verify_token } = set);
    webhook = pathOf(set.webhook_url);
    await put('message-templates/test', { whatsapp: { name: 'usaha_cuba', languages: { ms: 'ms' } } });
  });
  const report = (id: string, status: string, more: Json = {}) =>
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        { changes: [{ field: 'messages', value: { statuses: [{ id, status, timestamp: '1773131400', ...more }] } }] },
      ],
    });
  const signed = (body: string, secret = SECRET) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });

  it('gets the approved template; delivered, read and late reports go forward only, at any instance', async () => {
    const { id } = await test('whatsapp', '+60123450101');
    await untilItIs(id, 'sent');
    const [seen] = carrier.seen;
    expect([seen?.url, seen?.headers.authorization]).toEqual(['/v26.0/10654/messages', `Bearer ${TOKEN}`]);
    expect(JSON.parse(seen?.body ?? '')).toMatchObject({
      to: '60123450101',
      template: { name: 'usaha_cuba', language: { code: 'ms' } },
      biz_opaque_callback_data: id,
    });
    const told = async (status: string, of = service): Promise<number> => {
      const body = report('wamid.1', status, { biz_opaque_callback_data: id });
      return (await callAt(of, webhook, body, signed(body))).status;
    };
    expect(await told('delivered')).toBe(200);
    expect((await message(id)).status).toBe('delivered');
    expect(await Promise.all(Array.from({ length: 10 }, (_, i) => told('read', i % 2 ? service : other)))).toEqual(
      Array(10).fill(200),
    );
    expect(await told('delivered')).toBe(200);
    expect(await told('failed')).toBe(200);
    const read = await message(id);
    expect(read).toMatchObject({ status: 'read', delivered_at: '2026-03-10T08:30:00.000Z' });
    const trail = await sql(
      database.ownerUrl,
      "select count(*) from kernel.audit_entries where record_id = $1 and action = 'report'",
      [id],
    );
    expect(Object.values(trail[0] as object)).toEqual(['2']);
    const account = await at(service).get('/api/v1/message-accounts/whatsapp/', tenant.admin.token);
    expect(account.body.data.verified_at).not.toBeNull();
  });

  it('a report before the answer counts, and is known by our id', async () => {
    let id = '';
    carrier.answer = ({ body }, response) => {
      id = JSON.parse(body).biz_opaque_callback_data;
      const text = report('wamid.2', 'delivered', { biz_opaque_callback_data: id });
      void callAt(service, webhook, text, signed(text)).then(() => response.end('{"messages": [{"id": "wamid.2"}]}'));
    };
    const sent = await test('whatsapp', '+60123450102');
    const found = await untilItIs(sent.id, 'delivered');
    expect([id, found.tries]).toEqual([sent.id, [expect.objectContaining({ outcome: 'accepted' })]]);
    carrier.answer = (_, response) => response.end('{"messages": [{"id": "wamid.1"}]}');
  });

  it('the answer STOP stops WhatsApp to the number altogether, for this business alone', async () => {
    const to = '+60123450104';
    const answer = (text: string) =>
      JSON.stringify({
        entry: [{ changes: [{ value: { messages: [{ from: to.slice(1), type: 'text', text: { body: text } }] } }] }],
      });
    const say = async (text: string) => (await callAt(other, webhook, answer(text), signed(answer(text)))).status;
    expect(await say('Terima kasih')).toBe(200);
    await untilItIs((await test('whatsapp', to)).id, 'sent');
    expect([await say('Berhenti'), await say('STOP')]).toEqual([200, 200]);
    const refused = await at(service).post('/api/v1/message-accounts/whatsapp/test/', { to }, tenant.admin.token);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('"whatsapp":"stopped"')]);
    await test('whatsapp', '+60123450105');
    const rows = await sql(database.ownerUrl, 'select row_to_json(r)::text as row from core.letter_stops r');
    expect([rows.length, JSON.stringify(rows).includes('123450104')]).toEqual([1, false]);
  });

  it('forged, foreign and unknown ones change nothing', async () => {
    const { id } = await test('whatsapp', '+60123450103');
    await untilItIs(id, 'sent');
    const body = report(id, 'failed', { biz_opaque_callback_data: id });
    const status = async (path: string, text: string, headers: Record<string, string>) =>
      (await callAt(service, path, text, headers)).status;
    expect(await status(webhook, body, {})).toBe(401);
    expect(await status(webhook, body, signed(body, 'other'))).toBe(401);
    expect(await status(webhook, `${body} `, signed(body))).toBe(401);
    expect(await status(`${webhook.slice(0, -1)}${webhook.endsWith('A') ? 'B' : 'A'}`, body, signed(body))).toBe(404);
    const elsewhere = await newTenantAt(service);
    const account = { phone_number_id: '1', access_token: 'x', app_secret: 'theirs' };
    const answer = await at(service).send('PUT', '/api/v1/message-accounts/whatsapp/', {
      token: elsewhere.admin.token,
      body: account,
    });
    expect(await status(pathOf(answer.body.data.webhook_url), body, signed(body, 'theirs'))).toBe(200);
    for (const unknown of ['wamid.unknown', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', ''])
      expect(await status(webhook, report(unknown, 'failed'), signed(report(unknown, 'failed')))).toBe(200);
    expect(await status(webhook, 'no JSON', signed('no JSON'))).toBe(200);
    expect(await status(webhook, 'x'.repeat(300_000), {})).toBe(413);
    expect((await message(id)).status).toBe('sent');
  });

  it('GET with the verify token answers the challenge, else 403', async () => {
    const ask = (token: string) =>
      callAt(
        service,
        `${webhook}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
        '',
        {},
        'GET',
      );
    const right = await ask(verify_token);
    expect([right.status, await right.text()]).toEqual([200, '1158201444']);
    expect((await ask(`${verify_token}x`)).status).toBe(403);
    expect((await callAt(service, webhook, '', {}, 'GET')).status).toBe(403);
  });
});

describe('a gateway of short messages (A-477, A-478)', () => {
  const send = async (phone_number: string): Promise<string> => {
    const { token } = tenant.admin;
    const person = { first_name: 'Siti', last_name: 'Nur', email: 'siti@example.com', phone_number };
    const patient = await at(service).post('/api/v1/healthcare/patients/', person, token);
    const body = appointmentBody(patient.body.data.id, { doctor_id: `dr-${phone_number}` });
    const appointment = await at(service).post('/api/v1/healthcare/appointments/', body, token);
    const sent = await at(service).post(
      '/api/v1/messages/',
      {
        template: 'appointment_reminder',
        subject_type: 'healthcare.appointment',
        subject_id: appointment.body.data.id,
        ways: ['sms', 'email'],
      },
      token,
    );
    expect([sent.status, sent.text]).toEqual([201, sent.text]);
    return sent.body.data.id as string;
  };

  it('Twilio’s report of a failure has the next way tried: by the mail server of the business', async () => {
    const account_sid = 'AC0123456789abcdef0123456789abcdef';
    const twilio = { provider: 'twilio', account_sid, auth_token: SECRET, from: '+60312345678', api_url };
    await put('message-accounts/sms', twilio);
    // The port of a fake is none of a mail server: it is set as it would be stored.
    await put('message-accounts/email', { smtp_url: 'smtp://mail.example:2525', from: 'hello@kedai.example' });
    carrier.answer = (_, response) => void response.writeHead(201).end('{"sid": "SM1"}');
    const id = await send('+60123450111');
    await untilItIs(id, 'sent');
    const form = new URLSearchParams(carrier.seen.at(-1)?.body);
    const url = form.get('StatusCallback') ?? '';
    expect(url).toMatch(new RegExp(`^${PUBLIC}/callbacks/messages/sms/[\\w-]+\\?id=${id}$`));
    const fields = { ErrorCode: '30003', MessageSid: 'SM1', MessageStatus: 'undelivered' };
    const text = Object.entries(fields).reduce((all, [name, value]) => all + name + value, url);
    const signature = createHmac('sha1', SECRET).update(text).digest('base64');
    const body = new URLSearchParams(fields).toString();
    const report = (given: string) =>
      callAt(service, pathOf(url), body, {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': given,
      });
    expect((await report('AAAA')).status).toBe(401);
    expect((await message(id)).status).toBe('sent');
    expect((await report(signature)).status).toBe(200);
    const next = await eventually(
      'the next way',
      async () => {
        const found = await message(id);
        return found.way === 'email' && found.tries.length > 1 ? found : null;
      },
      60,
    );
    expect(next.tries[0]).toMatchObject({ way: 'sms', outcome: 'refused', code: '30003' });
  });

  it('a described gateway reports in its own words', async () => {
    carrier.answer = (_, response) => response.end('{"data": {"id": 4711}}');
    const set = await put('message-accounts/sms', {
      provider: 'http',
      url: `${api_url}/send?to={to}`,
      body: '{"text": "{text}"}',
      headers: { 'X-Api-Key': SECRET },
      id_path: 'data.id',
      status_params: { id: 'ref', status: 'state', delivered: ['DELIVRD'], failed: ['UNDELIV'] },
    });
    const id = await send('+60123450112');
    await untilItIs(id, 'sent');
    expect(carrier.seen.at(-1)?.headers['x-api-key']).toBe(SECRET);
    const path = pathOf(set.webhook_url);
    expect((await callAt(other, `${path}?ref=4711&state=DELIVRD`, '', {}, 'GET')).status).toBe(200);
    expect((await message(id)).status).toBe('delivered');
  });
});

it('neither keys, tokens nor numbers stand in the log or in clear in the database', async () => {
  const rows = await sql(database.ownerUrl, 'select row_to_json(r)::text as row from core.message_accounts r');
  expect(JSON.stringify(rows)).not.toMatch(/rahsia/);
  for (const instance of [service, other]) {
    expect(instance.output()).not.toMatch(/rahsia|6012345\d{4}|siti@example/);
    expect(instance.output()).not.toMatch(/callbacks\/messages\/\w+\/[\w-]{20}/);
  }
});
