import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { AddressGuard, type WebhookOutcome } from '@usaha/core';
import { selfSigned } from '../../../../../test/support/self-signed.js';
import { HttpWebhookSender, type SenderOptions } from './http-webhook-sender.js';

const open = ['127.0.0.0/8', '::1/128'];
const body = '{"id":"msg_1","name":"茶"}';
const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_1' };

const servers: (Server | ReturnType<typeof createServer>)[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function portOf<S extends Server | ReturnType<typeof createServer>>(
  server: S,
  host = '127.0.0.1',
): Promise<number> {
  servers.push(server);
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Received {
  method?: string;
  url?: string;
  httpVersion: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver that answers as told, and what it received. */
async function receiver(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, httpVersion, headers } = request;
      received.push({ method, url, httpVersion, headers, body: Buffer.concat(chunks).toString() });
      answer(response, request);
    });
  });
  return { port: await portOf(server), received };
}

/** A receiver below HTTP. */
async function socketReceiver(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onSocket(socket);
  });
  server.on('close', () => sockets.clear());
  const port = await portOf(server);
  const close = server.close.bind(server);
  server.close = (done) => {
    for (const socket of sockets) socket.destroy();
    return close(done);
  };
  return port;
}

const send = (url: string, options: SenderOptions = {}, guard = new AddressGuard(open)): Promise<WebhookOutcome> =>
  new HttpWebhookSender(guard, { timeoutMs: 3_000, ...options }).send({ url, headers, body });

const failed = (error: string, status_code: number | null = null) => expect.objectContaining({ error, status_code });

describe('A-440: the request', () => {
  it('is a POST by HTTP/1.1 with the bytes of the body, the host and its port, on a connection that is closed', async () => {
    const { port, received } = await receiver((response) => response.writeHead(204).end());
    const outcome = await send(`http://127.0.0.1:${port}/hook?a=b%20c`);
    expect(outcome).toEqual({
      status_code: 204,
      error: null,
      duration_ms: expect.any(Number),
      response_excerpt: null,
      retry_after_ms: null,
    });
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/hook?a=b%20c',
        httpVersion: '1.1',
        headers: { ...headers, host: `127.0.0.1:${port}`, connection: 'close', 'content-length': '27' },
        body,
      },
    ]);
  });

  it('goes through no proxy of the environment', async () => {
    const { port, received } = await receiver((response) => response.end());
    const proxy = await receiver((response) => response.end());
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'all_proxy', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names)
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`;
    try {
      await send(`http://127.0.0.1:${port}/`);
    } finally {
      for (const [name, value] of before)
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
    }
    expect([received.length, proxy.received.length]).toEqual([1, 0]);
  });

  it('reaches IPv6 addresses, and the names of this machine', async () => {
    const server = createServer((_, response) => response.end('six'));
    const port = await portOf(server, '::1');
    expect(await send(`http://[::1]:${port}/`)).toMatchObject({ error: null, response_excerpt: 'six' });
    // 127.0.0.1 refuses, and the second address of the name is tried.
    expect(await send(`http://localhost:${port}/`)).toMatchObject({ error: null, response_excerpt: 'six' });
  });

  it('throws for a header that no request can have, before it connects', async () => {
    const sender = new HttpWebhookSender(new AddressGuard(open));
    const url = 'http://127.0.0.1:1/';
    await expect(sender.send({ url, headers: { 'x-a': 'b\r\nc: d' }, body })).rejects.toThrow('Invalid character');
  });
});

describe('A-442: the outcome', () => {
  it.each([200, 201, 202, 204, 299])('of %i is success', async (status) => {
    const { port } = await receiver((response) => response.writeHead(status, { 'retry-after': '5' }).end());
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      status_code: status,
      error: null,
      retry_after_ms: null,
    });
  });

  it.each([300, 400, 401, 404, 410, 429, 500, 503])('of %i is failure', async (status) => {
    const { port } = await receiver((response) => response.writeHead(status).end('no'));
    const outcome = await send(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ status_code: status, error: 'http', response_excerpt: 'no', retry_after_ms: null });
  });

  it.each([301, 302, 303, 307, 308])('of %i is failure: one request, however it redirects', async (status) => {
    const { port, received } = await receiver((response, { headers }) =>
      response.writeHead(status, { location: `http://${headers.host}/hook` }).end(),
    );
    expect(await send(`http://127.0.0.1:${port}/hook`)).toEqual(failed('http', status));
    expect(received).toHaveLength(1);
  });

  it('of 101 is failure', async () => {
    const port = await socketReceiver((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')),
    );
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual(failed('http', 101));
  });

  it('says what Retry-After of a failure asks for', async () => {
    const clock = () => Date.parse('2026-11-28T03:00:00Z');
    for (const [header, ms] of [
      ['120', 120_000],
      ['Sat, 28 Nov 2026 03:00:30 GMT', 30_000],
      ['999999999', 86_400_000],
    ] as const) {
      const { port } = await receiver((response) => response.writeHead(429, { 'retry-after': header }).end());
      expect(await send(`http://127.0.0.1:${port}/`, { clock })).toMatchObject({ error: 'http', retry_after_ms: ms });
    }
  });

  it('is a timeout where the receiver hangs', async () => {
    const { port } = await receiver(() => undefined);
    const began = performance.now();
    const outcome = await send(`http://127.0.0.1:${port}/`, { timeoutMs: 300 });
    expect(outcome).toEqual(failed('timeout'));
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(outcome.duration_ms).toBeGreaterThanOrEqual(299);
  });

  it('is a timeout where it drips headers, or the body of a success', async () => {
    const drips: NodeJS.Timeout[] = [];
    const drip = (start: string) => (socket: Socket) => {
      socket.write(start);
      drips.push(setInterval(() => socket.write('a'), 20));
    };
    try {
      const slow = await socketReceiver(drip('HTTP/1.1 200 OK\r\nx-slow: '));
      expect(await send(`http://127.0.0.1:${slow}/`, { timeoutMs: 300 })).toEqual(failed('timeout'));
      const slower = await socketReceiver(drip('HTTP/1.1 200 OK\r\n\r\n'));
      expect(await send(`http://127.0.0.1:${slower}/`, { timeoutMs: 300 })).toMatchObject({
        error: 'timeout',
        status_code: 200,
        response_excerpt: expect.stringMatching(/^a+$/),
      });
      // The status decides: a receiver that is gone stays gone.
      const gone = await socketReceiver(drip('HTTP/1.1 410 Gone\r\n\r\n'));
      expect(await send(`http://127.0.0.1:${gone}/`, { timeoutMs: 300 })).toEqual(failed('http', 410));
    } finally {
      drips.forEach(clearInterval);
    }
  });

  it('is a timeout where informational answers never end', async () => {
    let told: NodeJS.Timeout | undefined;
    const port = await socketReceiver((socket) => {
      told = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 10);
    });
    expect(await send(`http://127.0.0.1:${port}/`, { timeoutMs: 300 })).toEqual(failed('timeout'));
    clearInterval(told);
  });

  it('is http where a hundred informational answers came before it', async () => {
    let told: NodeJS.Timeout | undefined;
    let written = 0;
    const port = await socketReceiver((socket) => {
      told = setInterval(() => {
        written += 50;
        socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50));
      }, 5);
    });
    const outcome = await send(`http://127.0.0.1:${port}/`);
    clearInterval(told);
    expect(outcome).toEqual(failed('http'));
    expect(written).toBeLessThan(2_000);
  });

  it('is closed where the connection ends or is reset without a whole answer', async () => {
    const kinds: ((socket: Socket) => void)[] = [
      (socket) => socket.destroy(),
      (socket) => socket.once('data', () => socket.end()),
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-le')),
    ];
    for (const kind of kinds)
      expect(await send(`http://127.0.0.1:${await socketReceiver(kind)}/`)).toEqual(failed('closed'));
    const half = await socketReceiver((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')),
    );
    expect(await send(`http://127.0.0.1:${half}/`)).toMatchObject({
      error: 'closed',
      status_code: 200,
      response_excerpt: 'half',
    });
  });

  it('is http where the answer is none, or its headers are too large', async () => {
    for (const answer of ['SSH-2.0-OpenSSH_9.2\r\n', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`]) {
      const port = await socketReceiver((socket) => socket.once('data', () => socket.end(answer)));
      expect(await send(`http://127.0.0.1:${port}/`)).toEqual(failed('http'));
    }
  });

  it('is connect where no receiver listens', async () => {
    const server = createTcpServer();
    const port = await portOf(server);
    await new Promise((resolve) => server.close(resolve));
    servers.pop();
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual(failed('connect'));
    expect(await send(`http://localhost:${port}/`)).toEqual(failed('connect'));
  });

  it('is dns where the name has no address, and a timeout where DNS does not answer', async () => {
    const missing = new AddressGuard(open, () =>
      Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })),
    );
    expect(await send('https://unknown.example.com/', {}, missing)).toEqual(failed('dns'));
    const silent = new AddressGuard(
      open,
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('cancelled')));
        }),
    );
    expect(await send('https://silent.example.com/', { timeoutMs: 200 }, silent)).toEqual(failed('timeout'));
  });

  it('throws what is at fault in the service itself', async () => {
    const broken = new AddressGuard(open, () => Promise.reject(new TypeError('a mistake')));
    await expect(send('https://unknown.example.com/', {}, broken)).rejects.toThrow('a mistake');
  });

  it('is none where the service stops: the reason is thrown at once', async () => {
    const { port, received } = await receiver(() => undefined);
    const stop = new AbortController();
    const sender = new HttpWebhookSender(new AddressGuard(open));
    const sent = sender.send({ url: `http://127.0.0.1:${port}/`, headers, body, signal: stop.signal });
    const refused = expect(sent).rejects.toThrow('stopping');
    while (received.length === 0) await sleep(5);
    stop.abort(new Error('stopping'));
    await refused;
  });
});

describe('A-442: what is read of an answer', () => {
  it('is 64 KB of 100 MB, then the connection ends', async () => {
    let written = 0;
    const closed = new Promise<void>((resolve) => {
      servers.push(
        createServer((request, response) => {
          request.resume();
          response.on('close', resolve);
          const chunk = Buffer.alloc(64 * 1_024, 'x');
          const more = (): void => {
            while (written < 100 * 2 ** 20 && !response.destroyed) {
              written += chunk.length;
              if (!response.write(chunk)) return void response.once('drain', more);
            }
          };
          more();
        }).listen(0, '127.0.0.1'),
      );
    });
    const server = servers.at(-1) as Server;
    await once(server, 'listening');
    const outcome = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(outcome).toMatchObject({ error: null, status_code: 200, response_excerpt: 'x'.repeat(1_024) });
    await closed;
    // The rest is what buffers of the system hold.
    expect(written).toBeLessThan(20 * 2 ** 20);
  });

  it('is not decoded: a bomb stays as small as it was sent', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20));
    const { port } = await receiver((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const outcome = await send(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ error: null, status_code: 200 });
    expect(Buffer.byteLength(outcome.response_excerpt ?? '')).toBeLessThanOrEqual(1_024);
  });

  it('is shown printable, at most 1 KB', async () => {
    const { port } = await receiver((response) =>
      response.end(`a\u0000b\u001b[31m\r\n\tc\u202e ${'茶'.repeat(1_000)}`),
    );
    const { response_excerpt } = await send(`http://127.0.0.1:${port}/`);
    expect(response_excerpt).toMatch(/^a\.b\.\[31m c\. 茶+$/);
    expect(Buffer.byteLength(response_excerpt ?? '')).toBeLessThanOrEqual(1_024);
  });
});

describe('A-450: TLS', () => {
  const certified = selfSigned('localhost', '127.0.0.1');
  const tlsReceiver = (options: object = certified) =>
    portOf(createTlsServer(options, (request, response) => response.end(String(request.headers.host))));

  it('is verified: a certificate of a known authority delivers, to a name and an address', async () => {
    const port = await tlsReceiver();
    for (const host of ['localhost', '127.0.0.1'])
      expect(await send(`https://${host}:${port}/`, { ca: certified.cert })).toMatchObject({
        error: null,
        response_excerpt: `${host}:${port}`,
      });
  });

  it('refuses a certificate that signs itself in every environment, and sends nothing', async () => {
    const { port, received } = await receiver((response) => response.end());
    expect(await send(`https://127.0.0.1:${port}/`)).toEqual(failed('tls'));
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(await send(`https://127.0.0.1:${await tlsReceiver()}/`)).toEqual(failed('tls'));
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
    expect(received).toEqual([]);
  });

  it('refuses the certificate of another host', async () => {
    const other = selfSigned('other.example.com', '127.0.0.9');
    const port = await tlsReceiver(other);
    for (const host of ['localhost', '127.0.0.1'])
      expect(await send(`https://${host}:${port}/`, { ca: other.cert })).toEqual(failed('tls'));
  });

  it('refuses TLS 1.1', async () => {
    const old = { ...certified, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    expect(await send(`https://127.0.0.1:${await tlsReceiver(old)}/`, { ca: certified.cert })).toEqual(failed('tls'));
    const new12 = { ...certified, maxVersion: 'TLSv1.2' };
    expect(await send(`https://127.0.0.1:${await tlsReceiver(new12)}/`, { ca: certified.cert })).toMatchObject({
      error: null,
    });
  });

  it('is a timeout where the handshake hangs', async () => {
    const port = await socketReceiver(() => undefined);
    expect(await send(`https://127.0.0.1:${port}/`, { timeoutMs: 200 })).toEqual(failed('timeout'));
  });
});

describe('A-450: the address at the socket', () => {
  it('is one that was judged: nothing is sent where the name leads inside at the attempt (rebinding)', async () => {
    const { port, received } = await receiver((response) => response.end());
    let asked = 0;
    const rebinding = new AddressGuard([], () => Promise.resolve([asked++ === 0 ? '93.184.216.34' : '127.0.0.1']));
    const url = `https://rebinding.example.com:${port}/`;
    await rebinding.requireAllowed(url);
    expect(await send(url, {}, rebinding)).toEqual(failed('blocked'));
    expect([asked, received.length]).toEqual([2, 0]);
  });

  it('is asked of DNS once, and the socket gets what was judged', async () => {
    const { port, received } = await receiver((response) => response.end());
    let asked = 0;
    const guard = new AddressGuard(open, () => Promise.resolve([asked++ === 0 ? '127.0.0.1' : '127.0.0.9']));
    expect(await send(`http://once.example.com:${port}/`, {}, guard)).toMatchObject({ error: null });
    expect([asked, received.length]).toEqual([1, 1]);
    expect(received[0]?.headers.host).toBe(`once.example.com:${port}`);
  });

  it('is compared before a byte is written, also where it is not the one that was judged', async () => {
    let connections = 0;
    let bytes = 0;
    const port = await socketReceiver((socket) => {
      connections += 1;
      socket.on('data', (chunk) => (bytes += chunk.length));
    });
    const guard = new AddressGuard(open);
    // A guard that judges another address than the socket reaches.
    guard.addressesOf = () => Promise.resolve(['93.184.216.34']);
    guard.allows = (_url, address) => address !== '127.0.0.1';
    for (const scheme of ['http', 'https'])
      expect(await send(`${scheme}://127.0.0.1:${port}/`, {}, guard)).toEqual(failed('blocked'));
    await sleep(50);
    expect([connections, bytes]).toEqual([2, 0]);
  });

  it.each(['http://10.0.0.1/', 'https://0x0a000001/', 'https://[::ffff:10.0.0.1]/', 'https://169.254.169.254/'])(
    'is not tried where it is %s',
    async (url) => {
      const outcome = await send(url);
      expect(outcome).toEqual(failed('blocked'));
      expect(outcome.duration_ms).toBeLessThan(1_000);
    },
  );
});
