import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { eventually } from './system-service.js';

/** A request as it came in. */
export interface ReceivedWebhook {
  /** When it was there whole, in milliseconds. */
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes as text. */
  body: string;
  event: ReceivedEvent;
}

/** The event in it. */
export interface ReceivedEvent {
  id: string;
  type: string;
  timestamp: string;
  tenant_id: string;
  actor_id: string | null;
  data: Record<string, unknown>;
}

/** An answer: a status, a status with headers and a body, or what is done with the response: nothing lets the client wait. */
export type ReceiverAnswer =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((response: ServerResponse, request: ReceivedWebhook) => void);

export interface WebhookReceiver {
  /** http://127.0.0.1:<port>/hook-… : a path that is nowhere else. */
  url: string;
  port: number;
  received: ReceivedWebhook[];
  /** The answers to the next requests, in turn; 204 once they are used up. */
  script: ReceiverAnswer[];
  /** The answer to requests that the script has none for; 204 unless set. */
  otherwise: ReceiverAnswer;
  /** Waits for requests. @param count how many in all @returns them all */
  waitFor(count: number): Promise<ReceivedWebhook[]>;
  stop(): Promise<void>;
}

let made = 0;

/** Receives webhooks on the loopback interface, in this process. */
export async function startReceiver({ port = 0 }: { port?: number } = {}): Promise<WebhookReceiver> {
  const sockets = new Set<Socket>();
  const received: ReceivedWebhook[] = [];
  const script: ReceiverAnswer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const event = JSON.parse(body) as ReceivedEvent;
      const one = { at: Date.now(), path: request.url ?? '', headers: request.headers, body, event };
      received.push(one);
      answer(response, script.shift() ?? receiver.otherwise, one);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const { port: listening } = server.address() as AddressInfo;
  made += 1;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${listening}/hook-${process.pid}-${made}`,
    port: listening,
    received,
    script,
    otherwise: 204,
    waitFor: (count) =>
      eventually(`${count} webhooks`, () => Promise.resolve(received.length >= count ? received : undefined)),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return receiver;
}

function answer(response: ServerResponse, how: ReceiverAnswer, request: ReceivedWebhook): void {
  if (typeof how === 'function') return how(response, request);
  const { status, headers, body } = typeof how === 'number' ? { status: how, headers: {}, body: '' } : how;
  response.writeHead(status, headers).end(body);
}

/** Verifies a request with the reference library of the standard. @throws where no signature is the secret's @returns the event */
export const verified = (secret: string, { body, headers }: Pick<ReceivedWebhook, 'body' | 'headers'>): ReceivedEvent =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as ReceivedEvent;

/** Whether a secret signed a request. */
export function isVerified(secret: string, request: Pick<ReceivedWebhook, 'body' | 'headers'>): boolean {
  try {
    verified(secret, request);
    return true;
  } catch {
    return false;
  }
}
