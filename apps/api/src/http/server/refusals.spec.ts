import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pino from 'pino';
import { answerRefusals } from './refusals.js';

/** What a server with very short times answers to these bytes. */
async function answerTo(bytes: string, afterwards = ''): Promise<string> {
  const impatient = { headersTimeout: 60, requestTimeout: 60, connectionsCheckingInterval: 20 };
  const server = createServer(impatient, (_request, response) => {
    response.writeHead(200, { 'Content-Length': 2 });
    response.write('o');
  });
  answerRefusals(server, pino({ level: 'silent' }), { 'X-Always': 'yes' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.write(bytes);
  if (afterwards) socket.once('data', () => socket.write(afterwards));
  await once(socket, 'close');
  server.close();
  return text;
}

it('headers that take too long are refused in JSON: 408', async () => {
  const [head = '', body = ''] = (await answerTo('GET /api/v1/users/ HTTP/1.1\r\nHost: x\r\n')).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(head).toMatch(/^X-Request-Id: [\w-]{36}\r$/m);
  expect(head).toMatch(/^X-Always: yes\r$/m);
  expect(head).toMatch(/^Connection: close$/m);
  expect(JSON.parse(body)).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('in time') });
});

it('an answer that has begun is not mixed with another: the connection ends', async () => {
  const request = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const answer = await answerTo(request, 'this is no chunk\r\n');
  expect(answer.match(/HTTP\/1\.1/g) ?? []).toHaveLength(1);
});

it('a refused client that keeps its side open holds no connection', async () => {
  const server = createServer();
  answerRefusals(server, pino({ level: 'silent' }), {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  const connections = () => promisify(server.getConnections.bind(server))();
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk) => (text += chunk.toString()));
  try {
    socket.write('this is no HTTP\r\n\r\n');
    await once(socket, 'end');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    for (let waited = 0; (await connections()) > 0 && waited < 3_000; waited += 50) await sleep(50);
    expect(await connections()).toBe(0);
  } finally {
    socket.destroy();
    server.close();
  }
});
