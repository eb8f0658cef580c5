import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that are not answered yet: more than clients have that send the next before the answer. */
export const MOST_AT_ONCE = 16;
/** So many more, and the client does not listen either. */
const FLOOD = 256;

/** What a connection has asked for and not got yet. */
interface Asked {
  unanswered: number;
  /** The newest of them. */
  last?: ServerResponse;
  /** Requests that nobody hears any more: there are some once the connection is to end. */
  unheard: number;
}

/**
 * Bounds what one connection may ask for before it has its answers. Thousands of requests fit into one packet (HTTP/1.1
 * pipelining), and Node hands over all of them before it looks at another connection: five clients kept everybody waiting for
 * twelve seconds. Beyond the bound nothing more is heard: the connection ends with the answers to what was taken, the last of
 * which says so (`Connection: close`) where it can, and clients send the rest again on another (RFC 9112, 9.3.2).
 * It stands before everything else that listens for requests: the way to the first middleware is most of a refusal's cost.
 */
export function boundPipelining(server: Server): void {
  const connections = new WeakMap<Socket, Asked>();
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    let asked = connections.get(socket);
    if (asked === undefined) connections.set(socket, (asked = { unanswered: 0, unheard: 0 }));
    if (!isHeard(asked, socket)) return;
    const taken = asked;
    taken.unanswered += 1;
    taken.last = response;
    response.once('close', () => (taken.unanswered -= 1));
    for (const listener of listeners) listener.call(server, request, response);
  });
}

function isHeard(asked: Asked, socket: Socket): boolean {
  const { last } = asked;
  if (asked.unheard === 0 && (asked.unanswered < MOST_AT_ONCE || last === undefined)) return true;
  asked.unheard += 1;
  if (asked.unheard === 1 && last !== undefined) {
    if (!last.headersSent) last.setHeader('Connection', 'close');
    last.once('close', () => socket.destroySoon());
  }
  if (asked.unheard > FLOOD) socket.destroy();
  return false;
}
