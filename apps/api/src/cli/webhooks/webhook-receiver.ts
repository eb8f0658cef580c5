import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSignedBy } from '@usaha/core';

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  /** Where it receives. */
  url: string;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** 0: one that the system chooses. */
  port: number;
  /** The status that it answers. */
  status: number;
  /** Settles once the endpoint is made; requests wait for it. */
  secret: Promise<string>;
  say(line: string): void;
}

/** Bytes of a body, of which the service sends 5 KB at most. */
const MOST_BYTES = 1_048_576;
/** Seconds that the time of a request may differ from that of this machine (Standard Webhooks). */
const TOLERANCE = 300;

/** Escapes of a terminal do not reach it: other programs of this machine may send any text. */
const printable = (text: string): string => text.replace(/\p{C}/gu, '.');

/** Receives webhooks, and says of each the time, type, sequence, attempt, verdict on the signature, and body. */
export async function receiveWebhooks({ port, status, secret, say }: ReceiverOptions): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    readBody(request)
      .then(async (body) => {
        if (body !== null) for (const line of linesOf(request, body, await secret)) say(printable(line));
        response.writeHead(body === null ? 413 : status).end();
      })
      .catch(() => request.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @returns null for a body that is too large, once it is through */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MOST_BYTES) chunks.push(chunk);
  }
  return length > MOST_BYTES ? null : Buffer.concat(chunks).toString();
}

function linesOf({ headers }: IncomingMessage, body: string, secret: string): string[] {
  const header = (name: string): string => String(headers[name] ?? '');
  const timestamp = Number(header('webhook-timestamp'));
  const message = { id: header('webhook-id'), timestamp, body };
  const seconds = Math.abs(Date.now() / 1_000 - timestamp);
  const isSigned = isSignedBy(secret, message, header('webhook-signature'));
  const sequence = header('usaha-sequence');
  const said = [
    new Date().toISOString(),
    typeOf(body),
    sequence === '' ? 'no sequence' : `sequence ${sequence}`,
    `attempt ${header('usaha-attempt')}`,
    !isSigned
      ? 'the signature does NOT hold'
      : seconds > TOLERANCE
        ? 'the signature is too old'
        : 'the signature holds',
  ];
  return [said.join('  '), body];
}

function typeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { type?: unknown }).type);
  } catch {
    return 'a body that is no JSON';
  }
}
