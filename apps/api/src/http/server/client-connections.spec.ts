import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MOST_IN_A_TURN } from '../limits/arrivals.js';
import { MOST_AT_ONCE, boundClients } from './client-connections.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function connected(answer: (response: ServerResponse) => void): Promise<{ server: Server; socket: Socket }> {
  const server = createServer((_request, response) => answer(response));
  server.on('checkExpectation', (_request, response: ServerResponse) => answer(response));
  boundClients(server, 100, () => 'one');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  return { server, socket: socket.on('error', () => undefined) };
}

/** The outcome of `count` requests that are sent on one connection before any is answered. */
async function pipelined(count: number, answer: (response: ServerResponse) => void, request = REQUEST) {
  let served = 0;
  const { server, socket } = await connected((response) => {
    served += 1;
    answer(response);
  });
  let [text, ended] = ['', false];
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.once('close', () => (ended = true));
  socket.write(request.repeat(count));
  const answers = () => text.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0;
  for (let waited = 0; !ended && answers() < count && waited < 5_000; waited += 20) await sleep(20);
  socket.destroy();
  server.close();
  return { served, answers: answers(), ended, saysSo: /^connection: close/im.test(text) };
}

const ways = [
  ['later', (response: ServerResponse) => setTimeout(() => response.end('later'), 20)],
  ['at once', (response: ServerResponse) => response.end('at once')],
] as const;

it.each(ways)('a few requests that are sent at once on one connection are all answered, %s', async (_when, answer) => {
  const sent = await pipelined(MOST_AT_ONCE, answer);
  expect(sent).toEqual({ served: MOST_AT_ONCE, answers: MOST_AT_ONCE, ended: false, saysSo: false });
});

it.each(ways)(
  'of some more the first are answered, %s, and the connection ends with them and says so',
  async (_when, answer) => {
    const sent = await pipelined(MOST_AT_ONCE + 20, answer);
    expect(sent).toEqual({ served: MOST_AT_ONCE, answers: MOST_AT_ONCE, ended: true, saysSo: true });
  },
);

// They come in one packet, and would all be worked on before anybody else is heard: those that have begun by then are.
it.each(ways)('of thousands no more are served, %s, and the connection ends at once', async (_when, answer) => {
  const { served, ended } = await pipelined(20_000, answer);
  expect({ served, ended }).toEqual({ served: MOST_IN_A_TURN, ended: true });
});

it('so it is with what Node itself asks about before it is a request', async () => {
  const [, [, atOnce]] = ways;
  const { served, ended } = await pipelined(
    20_000,
    atOnce,
    REQUEST.replace('\r\n\r\n', '\r\nExpect: miracles\r\n\r\n'),
  );
  expect({ served, ended }).toEqual({ served: MOST_IN_A_TURN, ended: true });
});

it('one after another there may be as many as ever', async () => {
  const { server, socket } = await connected((response) => response.end('ok'));
  try {
    for (let i = 0; i < 5 * MOST_AT_ONCE; i += 1) {
      socket.write(REQUEST);
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      expect(chunk.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
    }
  } finally {
    socket.destroy();
    server.close();
  }
});

it('a connection that ends has every request that was pipelined on it closed, and none twice', async () => {
  const responses: ServerResponse[] = [];
  const closed: number[] = [];
  const { server, socket } = await connected((response) => {
    const n = responses.push(response);
    response.on('close', () => closed.push(n));
  });
  socket.write(REQUEST.repeat(3));
  while (responses.length < 3) await sleep(5);
  socket.destroy();
  while (closed.length < 3) await sleep(5);
  for (const response of responses) response.end('too late');
  await sleep(20);
  expect(closed.toSorted()).toEqual([1, 2, 3]);
  expect(responses.every(({ destroyed }) => destroyed)).toBe(true);
  server.close();
});

describe('more connections than there may be', () => {
  const MOST = 10;
  let server: Server;
  let clients: { socket: Socket; isOpen: boolean; text: string }[];

  beforeEach(async () => {
    clients = [];
    // What asks to wait is answered with the request after it.
    const waiting: ServerResponse[] = [];
    server = createServer((request, response) => {
      if (request.url === '/wait') waiting.push(response);
      else for (const one of [...waiting.splice(0), response]) one.end('ok');
    });
    boundClients(server, MOST, () => 'one');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const { socket } of clients) socket.destroy();
    server.close();
  });

  async function open(sent = '') {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const client = { socket, isOpen: true, text: '' };
    socket.on('error', () => undefined).on('data', (chunk) => (client.text += chunk.toString()));
    socket.on('close', () => (client.isOpen = false));
    clients.push(client);
    await once(socket, 'connect');
    if (sent !== '') socket.write(sent);
    await sleep(20);
    return client;
  }
  const openOnes = () => clients.map(({ isOpen }) => isOpen);

  /** Whether the client is answered: soon, on a machine that has much to do. */
  async function isAnswered({ socket, text }: (typeof clients)[number]) {
    const [chunk] = text === '' ? ((await once(socket, 'data')) as [Buffer]) : [text];
    return chunk.toString().startsWith('HTTP/1.1 200 OK');
  }

  it('end those that ask for nothing, the longest first, and a client that asks is answered', async () => {
    const asking = await open('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n');
    for (let i = 0; i < 2 * MOST; i += 1) await open(i % 2 === 0 ? '' : 'GET / HT');
    const latest = await open(REQUEST);
    expect(openOnes()).toEqual([true, ...Array(12).fill(false), ...Array(9).fill(true)]);
    expect([await isAnswered(asking), await isAnswered(latest)]).toEqual([true, true]);
  });

  it('end those that have sent a part of a request, where all ask for something', async () => {
    const asking = await open('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n');
    const part = 'POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1';
    for (let i = 0; i < MOST; i += 1) await open(part);
    await open(REQUEST);
    expect(openOnes()).toEqual([true, false, false, ...Array(MOST - 1).fill(true)]);
    expect(await isAnswered(asking)).toBe(true);
  });

  it('end the newest, where all wait for answers', async () => {
    for (let i = 0; i < MOST; i += 1) await open('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n');
    await open();
    expect(openOnes()).toEqual([...Array(MOST).fill(true), false]);
  });
});
