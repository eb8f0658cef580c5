import { createHash } from 'node:crypto';
import {
  AnsweringServer,
  json,
  type Answer,
  type ReceivedRequest,
} from '../../../../../test/support/answering-server.js';
import { MyInvoisClient } from './myinvois-client.js';

describe('client of MyInvois (A-513, A-521, A-522)', () => {
  let server: AnsweringServer;
  let client: MyInvoisClient;
  const now = new Date('2026-11-28T08:00:00.000Z');

  beforeEach(async () => {
    server = await AnsweringServer.listen();
    client = new MyInvoisClient(server.url, fetch, 300);
  });
  afterEach(() => server.close());

  it('signs in as the SDK says, and keeps the token until a minute before its end', async () => {
    server.answer = json(200, { access_token: 'abc', expires_in: 3600, token_type: 'Bearer' });
    const own = { client_id: 'id 1', client_secret: 's&cret', on_behalf_of: null };
    expect(await client.signIn(own, now)).toEqual({
      outcome: 'done',
      value: { token: 'abc', expires_at: new Date(now.getTime() + 3_540_000) },
      correlation_id: null,
    });
    await client.signIn({ ...own, on_behalf_of: 'C2584563200' }, now);
    expect(server.received.map(({ method, url, body }) => [method, url, body])).toEqual(
      Array(2).fill([
        'POST',
        '/connect/token',
        'client_id=id+1&client_secret=s%26cret&grant_type=client_credentials&scope=InvoicingAPI',
      ]),
    );
    expect(server.received.map(({ headers }) => headers.onbehalfof)).toEqual([undefined, 'C2584563200']);
    server.answer = json(400, { error: 'invalid_client' });
    expect(await client.signIn(own, now)).toMatchObject({ outcome: 'refused', status: 400 });
  });

  it('submits the bytes of a text, with their SHA-256 in hex', async () => {
    server.answer = json(202, {
      submissionUID: 'S1',
      acceptedDocuments: [{ uuid: 'U1', invoiceCodeNumber: 'INV-1' }],
      rejectedDocuments: [
        {
          invoiceCodeNumber: 'INV-2',
          error: { errorCode: 'Error03', innerError: [{ errorCode: 'DS302', error: 'Twice', errorMs: 'Dua' }] },
        },
      ],
    });
    const text = '{"a":"é"}';
    expect(await client.submit('token', [{ number: 'INV-1', text }])).toMatchObject({
      outcome: 'done',
      value: {
        submission_uid: 'S1',
        accepted: [{ number: 'INV-1', uuid: 'U1' }],
        rejected: [{ number: 'INV-2', errors: [{ code: 'Error03/DS302', message: { en: 'Twice', ms: 'Dua' } }] }],
      },
    });
    const { headers, body } = server.received[0] as ReceivedRequest;
    expect(headers.authorization).toBe('Bearer token');
    const { documents } = JSON.parse(body) as { documents: Record<string, string>[] };
    expect(documents).toEqual([
      {
        format: 'JSON',
        document: Buffer.from(text).toString('base64'),
        documentHash: createHash('sha256').update(text).digest('hex'),
        codeNumber: 'INV-1',
      },
    ]);
  });

  it('knows a TIN by 200 and 404', async () => {
    server.answer = json(200, {});
    expect(await client.isKnown('t', 'C2584563200', 'BRN', '202001234567')).toMatchObject({ value: true });
    expect(server.received[0]?.url).toBe('/api/v1.0/taxpayer/validate/C2584563200?idType=BRN&idValue=202001234567');
    server.answer = json(404, {});
    expect(await client.isKnown('t', 'C2584563200', 'BRN', '1')).toMatchObject({ outcome: 'done', value: false });
    server.answer = json(400, { error: { errorCode: 'BadArgument' } });
    expect(await client.isKnown('t', 'x', 'BRN', '1')).toMatchObject({ outcome: 'refused', status: 400 });
  });

  it('reads a submission, details and a search', async () => {
    const document = {
      uuid: 'U1',
      internalId: 'INV-1',
      status: 'Valid',
      longId: 'L1',
      submissionUid: 'S1',
      totalPayableAmount: 10.1,
    };
    server.answer = json(200, {
      overallStatus: 'in progress',
      documentSummary: [{ ...document, status: 'Submitted' }],
    });
    expect(await client.submission('t', 'S1')).toMatchObject({
      value: { is_over: false, documents: [{ status: 'submitted' }] },
    });
    server.answer = json(200, {
      overallStatus: 'valid',
      documentSummary: [{ ...document, dateTimeValidated: '2026-11-28T07:00:00Z' }],
    });
    const validated_at = new Date('2026-11-28T07:00:00Z');
    expect(await client.submission('t', 'S1')).toMatchObject({
      value: {
        is_over: true,
        documents: [{ status: 'valid', long_id: 'L1', total: 10.1, validated_at, rejection_at: null }],
      },
    });
    const error = {
      errorCode: 'Error02',
      innerError: [{ errorCode: 'CF364', error: 'no', propertyPath: 'Invoice.Tax' }],
    };
    const steps = [
      { name: 'Step01', status: 'Valid' },
      { name: 'Step02', status: 'Invalid', error },
    ];
    server.answer = json(200, { ...document, status: 'Invalid', validationResults: { validationSteps: steps } });
    expect(await client.details('t', 'U1')).toMatchObject({
      value: {
        document: { status: 'invalid' },
        errors: [{ code: 'Error02/CF364', path: 'Invoice.Tax', message: { en: 'no' } }],
      },
    });
    server.answer = json(200, { result: [{ ...document, total: 5 }], metadata: { totalPages: 3 } });
    const found = await client.search('t', { from: now, to: now, type_code: '01', page: 2 });
    expect(found).toMatchObject({ value: { pages: 3, documents: [{ number: 'INV-1' }] } });
    expect(server.received.at(-1)?.url).toContain('submissionDateFrom=2026-11-28T08%3A00%3A00Z');
  });

  it('tells of each call how it ended (A-532)', async () => {
    const told: unknown[] = [];
    const telling = new MyInvoisClient(server.url, fetch, 300, (call, outcome, seconds) =>
      told.push([call, outcome, seconds > 0]),
    );
    server.answer = json(503, {});
    await telling.submission('t', 'S1');
    server.answer = json(200, { uuid: 'U1', status: 'Cancelled' });
    await telling.cancel('t', 'U1', 'Salah');
    // That a TIN is unknown is an answer.
    server.answer = json(404, {});
    await telling.isKnown('t', 'C1234567890', 'BRN', '202001234567');
    server.answer = json(400, {});
    await telling.isKnown('t', 'C1234567890', 'BRN', '202001234567');
    expect(told).toEqual([
      ['submission', 'later', true],
      ['cancel', 'done', true],
      ['taxpayer', 'done', true],
      ['taxpayer', 'refused', true],
    ]);
  });

  it('cancels with a reason', async () => {
    server.answer = json(200, { uuid: 'U1', status: 'Cancelled' });
    expect(await client.cancel('t', 'U1', 'Salah')).toMatchObject({ outcome: 'done' });
    expect(server.received[0]).toMatchObject({
      method: 'PUT',
      url: '/api/v1.0/documents/state/U1/state',
      body: '{"status":"cancelled","reason":"Salah"}',
    });
    server.answer = json(400, { error: { errorCode: 'OperationPeriodOver', error: 'over' } });
    expect(await client.cancel('t', 'U1', 'x')).toMatchObject({
      outcome: 'refused',
      errors: [{ code: 'OperationPeriodOver' }],
    });
  });

  const call = async () => client.submit('t', [{ number: 'INV-1', text: '{}' }]);
  const endings: [what: string, told: Answer, outcome: object][] = [
    ['429 with Retry-After', json(429, {}, { 'retry-after': '7' }), { outcome: 'later', retry_after_ms: 7000 }],
    ['503', json(503, {}), { outcome: 'later', status: 503, retry_after_ms: null }],
    ['401', json(401, {}), { outcome: 'later', status: 401 }],
    ['403', json(403, { error: { errorCode: 'IncorrectSubmitter' } }), { outcome: 'refused', status: 403 }],
    ['422, an identical submission', json(422, {}, { 'retry-after': '60' }), { outcome: 'unsure', status: 422 }],
    ['500', json(500, {}, { correlationId: 'C-1' }), { outcome: 'unsure', status: 500, correlation_id: 'C-1' }],
    [
      'a redirect, which is not followed',
      json(302, {}, { location: 'http://127.0.0.1:1/' }),
      { outcome: 'unsure', status: 302 },
    ],
    ['202 with a strange answer', json(202, { acceptedDocuments: [{}] }), { outcome: 'unsure', status: 202 }],
    ['202 in HTML', (response) => response.writeHead(202).end('<p>'), { outcome: 'unsure' }],
    ['no answer', () => undefined, { outcome: 'unsure', status: null }],
    ['a cut connection', (_, request) => request.socket.destroy(), { outcome: 'unsure', status: null }],
    [
      'an answer without end',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"documents":');
      },
      { outcome: 'unsure', status: null },
    ],
  ];
  it.each(endings)('tells %s by what may have been done', async (_, told, outcome) => {
    server.answer = told;
    expect(await call()).toMatchObject(outcome);
    expect(server.received).toHaveLength(1);
  });

  it('tells a refused connection as surely not done', async () => {
    await server.close();
    expect(await client.submit('t', [])).toMatchObject({ outcome: 'later', status: null });
  });
});
