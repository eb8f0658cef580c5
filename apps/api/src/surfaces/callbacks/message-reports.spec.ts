import { createHmac } from 'node:crypto';
import type { HttpSettings } from '@usaha/core';
import {
  httpReports,
  isSignedByMeta,
  isSignedByTwilio,
  isStop,
  twilioReports,
  whatsAppTold,
  type MessageCallback,
} from './message-reports.js';

const ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const callback = (body: string, given: Partial<MessageCallback> & { headers?: Record<string, string> } = {}) => ({
  url: 'https://usaha.example/callbacks/messages/sms/AZ',
  query: {},
  body: Buffer.from(body),
  header: (name: string) => given.headers?.[name],
  ...given,
});

describe('a callback of WhatsApp (A-478)', () => {
  const meta = { phone_number_id: '1', access_token: 't', app_secret: 'rahsia', api_url: null };
  const signed = (body: string, secret = 'rahsia') =>
    callback(body, {
      headers: { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
    });

  it('is taken where Meta has signed its bytes', () => {
    expect(isSignedByMeta(signed('{}'), meta)).toBe(true);
    expect(isSignedByMeta(signed('{}', 'other'), meta)).toBe(false);
    expect(isSignedByMeta({ ...signed('{}'), body: Buffer.from('{ }') }, meta)).toBe(false);
    expect(isSignedByMeta(callback('{}'), meta)).toBe(false);
  });

  it('tells what became of messages, and what people answer', () => {
    const value = {
      statuses: [
        { id: 'wamid.1', status: 'delivered', timestamp: '1773131400', biz_opaque_callback_data: ID },
        { id: 'wamid.2', status: 'failed', timestamp: '1773131401', errors: [{ code: 131026 }] },
        { id: 'wamid.3', status: 'warming' },
      ],
      messages: [
        { from: '60123450101', type: 'text', text: { body: 'STOP' } },
        { from: '6012', type: 'image' },
      ],
    };
    const body = Buffer.from(JSON.stringify({ entry: [{ changes: [{ field: 'messages', value }] }] }));
    expect(whatsAppTold(body)).toEqual({
      reports: [
        { id: ID, status: 'delivered', at: new Date('2026-03-10T08:30:00Z'), code: null },
        { id: 'wamid.2', status: 'failed', at: new Date('2026-03-10T08:30:01Z'), code: '131026' },
      ],
      answers: [{ from: '60123450101', text: 'STOP' }],
    });
  });

  it.each([
    ['STOP', true],
    [' berhenti. ', true],
    ['Stop!', true],
    ['Jangan berhenti', false],
    ['stopwatch', false],
  ])('%j stops WhatsApp: %s', (text, stops) => expect(isStop(text)).toBe(stops));

  it.each(['', 'no JSON', '[]', 'null', '{"entry": 1}', '{"entry": [null, {"changes": [{"value": "x"}]}]}'])(
    'tells nothing by %j',
    (body) => expect(whatsAppTold(Buffer.from(body))).toEqual({ reports: [], answers: [] }),
  );
});

describe('a callback of Twilio (A-478)', () => {
  const account = { account_sid: 'AC1', auth_token: '12345', from: '+1', api_url: null };

  it('is signed as Twilio’s documented example is', () => {
    // docs: "Validating requests", the example of a form.
    const form = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675310',
      Digits: '1234',
      From: '+14158675310',
      To: '+18005551212',
    };
    const url = 'https://example.com/myapp.php?foo=1&bar=2';
    const body = new URLSearchParams(form).toString();
    const headers = { 'x-twilio-signature': 'L/OH5YylLD5NRKLltdqwSvS0BnU=' };
    expect(isSignedByTwilio(callback(body, { url, headers }), account)).toBe(true);
    expect(isSignedByTwilio(callback(`${body}&More=1`, { url, headers }), account)).toBe(false);
    expect(isSignedByTwilio(callback(body, { url: `${url}3`, headers }), account)).toBe(false);
  });

  it.each([
    ['delivered', 'delivered', null],
    ['undelivered', 'failed', '30003'],
    ['failed', 'failed', '30003'],
    ['sent', 'sent', null],
  ])('%s is %s', (said, status, code) => {
    const body = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: said, ...(code && { ErrorCode: code }) });
    expect(twilioReports(callback(body.toString(), { query: { id: ID } }))).toEqual([
      { id: ID, status, at: null, code },
    ]);
  });

  it('of a message that is queued tells nothing', () =>
    expect(twilioReports(callback('MessageSid=SM1&MessageStatus=queued'))).toEqual([]));
});

describe('a callback of a described gateway (A-478)', () => {
  const status_params = { id: 'ref', status: 'state', delivered: ['DELIVRD'], failed: ['UNDELIV'] };
  const settings = { status_params } as HttpSettings;

  it.each([
    ['its query', callback('', { query: { ref: ID, state: 'delivrd' } }), 'delivered', null],
    ['a form', callback(`ref=${ID}&state=UNDELIV`), 'failed', 'UNDELIV'],
    ['JSON', callback(JSON.stringify({ ref: 42, state: 'DELIVRD' })), 'delivered', null],
  ])('is read from %s', (_, given, status, code) => {
    const [report] = httpReports(given, settings);
    expect(report).toMatchObject({ status, code });
  });

  it('with another status, or without an id, tells nothing', () => {
    expect(httpReports(callback(`ref=${ID}&state=ACCEPTD`), settings)).toEqual([]);
    expect(httpReports(callback('state=DELIVRD'), settings)).toEqual([]);
    expect(httpReports(callback(`ref=${ID}&state=DELIVRD`), { status_params: null } as HttpSettings)).toEqual([]);
  });
});
