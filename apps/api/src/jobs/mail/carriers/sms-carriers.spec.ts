import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressGuard, type HttpSettings, type OutgoingMessage } from '@usaha/core';
import { HttpSms } from './http-sms.js';
import { TwilioSms } from './twilio-sms.js';
import { WhatsAppCloud } from './whatsapp-cloud.js';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A gateway of this process. */
class FakeGateway {
  url = '';
  readonly seen: Seen[] = [];
  answer: (response: ServerResponse) => void = (response) => response.end('{"id": "x1"}');
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      this.seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      this.answer(response);
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }
}

const TEXT = 'RM0.00 Kedai "Seri" & Co: pukul 16:30\n{to}';
const message: OutgoingMessage = {
  id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
  tenant_id: '0198f3a2-6b1c-7c3e-9d2a-000000000001',
  template: 'appointment_reminder',
  way: 'sms',
  language: 'ms',
  to: '+60123450101',
  text: TEXT,
  parameters: [],
  letter: null,
  whatsapp: null,
  callback_url: null,
};
const guard = new AddressGuard(['127.0.0.0/8']);

let gateway: FakeGateway;
beforeEach(async () => {
  gateway = new FakeGateway();
  await gateway.start();
});
afterEach(() => gateway.stop());

const usual = (): HttpSettings => ({
  url: `${gateway.url}/send`,
  method: 'POST',
  headers: { authorization: 'Bearer rahsia' },
  body: '{"to": "{to}", "text": "{text}", "ref": "{id}", "from": "{from}"}',
  content_type: 'application/json',
  from: 'KEDAI',
  id_path: null,
  success_match: null,
  status_params: null,
});
const send = (given: Partial<HttpSettings> = {}, options: { timeoutMs?: number; guard?: AddressGuard } = {}) =>
  new HttpSms({ ...usual(), ...given }, { guard, ...options }).send(message);

describe('any gateway with an HTTP interface (A-477)', () => {
  it('gets the message as JSON, once, each value in its place', async () => {
    expect(await send({ id_path: 'id' })).toEqual({ kind: 'accepted', carrier_id: 'x1' });
    const [seen, ...more] = gateway.seen;
    expect(more).toEqual([]);
    expect(seen?.headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer rahsia' });
    expect(JSON.parse(seen?.body ?? '')).toEqual({ to: message.to, text: TEXT, ref: message.id, from: 'KEDAI' });
  });

  it('gets it as a form, or in the query', async () => {
    await send({ content_type: 'application/x-www-form-urlencoded', body: 'to={to}&text={text}' });
    expect(Object.fromEntries(new URLSearchParams(gateway.seen[0]?.body))).toEqual({ to: message.to, text: TEXT });
    await send({ method: 'GET', url: `${gateway.url}/send?to={to}&text={text}`, body: null });
    const { searchParams } = new URL(gateway.seen[1]?.url ?? '', gateway.url);
    expect([gateway.seen[1]?.method, Object.fromEntries(searchParams)]).toEqual([
      'GET',
      { to: message.to, text: TEXT },
    ]);
  });

  it.each([
    [400, 'refused'],
    [404, 'refused'],
    [401, 'unreachable'],
    [403, 'unreachable'],
    [408, 'postponed'],
    [425, 'postponed'],
    [429, 'postponed'],
    [500, 'postponed'],
    [503, 'postponed'],
    [302, 'refused'],
  ])('means by %i: %s', async (status, kind) => {
    gateway.answer = (response) => response.writeHead(status, { location: `${gateway.url}/elsewhere` }).end('no');
    expect((await send()).kind).toBe(kind);
    expect(gateway.seen).toHaveLength(1);
  });

  it('refuses by an answer 2xx without what an accepted one contains', async () => {
    gateway.answer = (response) => response.end('{"status": "ok"}');
    expect((await send({ success_match: '"ok"' })).kind).toBe('accepted');
    expect(await send({ success_match: '"queued"' })).toMatchObject({ kind: 'refused', code: '200' });
  });

  it('leaves it unknown where it has the request and does not answer, cuts, or answers half', async () => {
    gateway.answer = () => undefined;
    expect(await send({}, { timeoutMs: 300 })).toMatchObject({ kind: 'unknown' });
    gateway.answer = (response) => response.destroy();
    expect((await send()).kind).toBe('unknown');
    gateway.answer = (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{');
      setTimeout(() => response.destroy(), 20);
    };
    expect((await send({ success_match: 'ok' })).kind).toBe('unknown');
  });

  it('is unreachable where no connection comes about, and where the guard shuts it', async () => {
    const { url } = gateway;
    await gateway.stop();
    expect((await send({ url })).kind).toBe('unreachable');
    await gateway.start();
    const shut = await send({}, { guard: new AddressGuard() });
    expect([shut.kind, gateway.seen]).toEqual(['unreachable', []]);
  });

  it('says no secret, address or number in its reasons', async () => {
    gateway.answer = (response) => response.writeHead(400).end(`no ${message.to} Bearer rahsia`);
    expect(JSON.stringify(await send())).not.toMatch(/rahsia|0123450101|127\.0/);
  });
});

describe('Twilio (A-477)', () => {
  const twilio = (from: string, given: Partial<OutgoingMessage> = {}) =>
    new TwilioSms({ account_sid: 'AC123', auth_token: 'rahsia', from, api_url: gateway.url }, { guard }).send({
      ...message,
      ...given,
    });

  it('gets a form with HTTP Basic', async () => {
    gateway.answer = (response) => response.writeHead(201).end('{"sid": "SM1"}');
    expect(await twilio('+15005550006')).toEqual({ kind: 'accepted', carrier_id: 'SM1' });
    const [seen] = gateway.seen;
    expect([seen?.method, seen?.url]).toEqual(['POST', '/2010-04-01/Accounts/AC123/Messages.json']);
    expect(seen?.headers.authorization).toBe(`Basic ${Buffer.from('AC123:rahsia').toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(seen?.body))).toEqual({
      To: message.to,
      Body: TEXT,
      From: '+15005550006',
    });
    await twilio('MG0123456789abcdef0123456789abcdef');
    expect(gateway.seen[1]?.body).toContain('MessagingServiceSid=MG0123');
  });

  it('is told where to report, with our id in the address', async () => {
    await twilio('+15005550006', { callback_url: 'https://usaha.example/callbacks/messages/sms/AZ' });
    expect(new URLSearchParams(gateway.seen[0]?.body).get('StatusCallback')).toBe(
      `https://usaha.example/callbacks/messages/sms/AZ?id=${message.id}`,
    );
  });

  it('tells its code of a refusal', async () => {
    gateway.answer = (response) => response.writeHead(400).end('{"code": 21211, "message": "Invalid To"}');
    expect(await twilio('+15005550006')).toMatchObject({ kind: 'refused', code: '21211' });
  });
});

describe('WhatsApp (A-477)', () => {
  const cloud = (given: Partial<OutgoingMessage> = {}, hasUsualNames = false) =>
    new WhatsAppCloud(
      { phone_number_id: '10654', access_token: 'rahsia', app_secret: 's', api_url: gateway.url },
      { guard, version: 'v26.0', hasUsualNames },
    ).send({ ...message, way: 'whatsapp', parameters: ['Siti', 'Kedai'], ...given });

  it('gets the approved template, its parameters in order and our id', async () => {
    gateway.answer = (response) => response.end('{"messages": [{"id": "wamid.HB"}]}');
    const whatsapp = { name: 'usaha_reminder', language: 'ms' };
    expect(await cloud({ whatsapp })).toEqual({ kind: 'accepted', carrier_id: 'wamid.HB' });
    const [seen] = gateway.seen;
    expect([seen?.method, seen?.url, seen?.headers.authorization]).toEqual([
      'POST',
      '/v26.0/10654/messages',
      'Bearer rahsia',
    ]);
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '60123450101',
      type: 'template',
      template: {
        name: 'usaha_reminder',
        language: { code: 'ms' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Siti' },
              { type: 'text', text: 'Kedai' },
            ],
          },
        ],
      },
      biz_opaque_callback_data: message.id,
    });
  });

  it('is told whose message it is where all businesses have one number', async () => {
    await cloud({}, true);
    expect(JSON.parse(gateway.seen[0]?.body ?? '')).toMatchObject({
      template: { name: 'appointment_reminder', language: { code: 'ms' } },
      biz_opaque_callback_data: `${message.tenant_id}.${message.id}`,
    });
  });

  it.each([
    [400, 131026, 'refused'],
    [400, 132001, 'refused'],
    [400, 133010, 'refused'],
    [400, 100, 'refused'],
    [400, 130429, 'postponed'],
    [500, 131000, 'postponed'],
    [401, 190, 'unreachable'],
    [403, 10, 'unreachable'],
    [400, 131042, 'unreachable'],
    [503, null, 'postponed'],
    [401, null, 'unreachable'],
  ])('means by %i with the code %s: %s', async (status, code, kind) => {
    gateway.answer = (response) =>
      response.writeHead(status).end(code === null ? 'no' : JSON.stringify({ error: { code, message: message.to } }));
    const delivery = await cloud();
    expect(delivery.kind).toBe(kind);
    expect(JSON.stringify(delivery)).not.toContain('123450101');
  });
});
