import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Owner } from '@usaha/shared';
import { Arrivals } from '../limits/arrivals.js';

/** Requests of one connection that are not answered yet: more than clients have that send the next before the answer. */
export const MOST_AT_ONCE = 16;
/** With this many more, the client does not read either. */
const FLOOD = 256;

/** What a connection has asked for and not got yet. */
interface Asked {
  unanswered: Set<ServerResponse>;
  /** The newest of them. */
  last?: ServerResponse;
  /** Requests whose answers no client reads any more: there are some once the connection is to end. */
  unheard: number;
  /** When something was last asked or answered, in milliseconds of the process. */
  since: number;
}

/**
 * Bounds what clients may hold, since one of them is in everybody's way otherwise.
 *
 * One connection may ask for so much before it has its answers: thousands of requests fit into one packet (HTTP/1.1 pipelining),
 * and Node hands over all of them before it looks at another connection; five clients kept everybody waiting for twelve seconds.
 * Beyond the bound nothing more is heard: the connection ends with the answers to what was taken, the last of which says so
 * (`Connection: close`) where it can, and clients send the rest again on another (RFC 9112, 9.3.2).
 *
 * Fewer connections than files may be open. One more ends the connection that has been idle longest, then the one with the
 * oldest incomplete request. A thousand idle connections kept all clients out.
 *
 * Where a connection ends, every request that it still waits for is over: Node says so of the first alone, and the others
 * would be worked on without a reader.
 *
 * What arrives begins in turns: see `Arrivals`.
 *
 * It stands before everything else that listens for requests: the way to the first middleware is most of a refusal's cost.
 *
 * @param ownerOf whose turn a request is
 */
export function boundClients(server: Server, mostOpen: number, ownerOf: (request: IncomingMessage) => Owner): void {
  const connections = new Map<Socket, Asked>();
  const arrivals = new Arrivals();
  server.on('connection', (socket: Socket) => {
    const asked: Asked = { unanswered: new Set(), unheard: 0, since: performance.now() };
    connections.set(socket, asked);
    socket.once('close', () => {
      connections.delete(socket);
      closeQueued(asked);
    });
    if (connections.size > mostOpen) giveOneUp(connections, socket);
  });

  for (const event of ['request', 'checkExpectation']) {
    const listeners = server.listeners(event);
    // Without any, Node answers by itself.
    if (listeners.length === 0) continue;
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      const asked = connections.get(socket);
      // It was given up.
      if (asked === undefined || !isHeard(asked, socket)) return;
      asked.unanswered.add(response);
      asked.last = response;
      asked.since = performance.now();
      // Once is what it comes; taking a listener off costs more than all the rest here.
      response.on('close', () => {
        asked.unanswered.delete(response);
        asked.since = performance.now();
      });
      arrivals.add(() => ownerOf(request), {
        isOver: () => socket.destroyed,
        begin: () => {
          for (const listener of listeners) listener.call(server, request, response);
        },
      });
    });
  }
}

/** Says of responses that never came to their connection that they are closed, as Node does of the one that did. */
function closeQueued({ unanswered }: Asked): void {
  for (const response of unanswered) {
    if (response.socket !== null) continue;
    response.destroy();
    response.emit('close');
  }
}

function isHeard(asked: Asked, socket: Socket): boolean {
  const { last } = asked;
  if (asked.unheard === 0 && (asked.unanswered.size < MOST_AT_ONCE || last === undefined)) return true;
  asked.unheard += 1;
  if (asked.unheard === 1 && last !== undefined) {
    if (!last.headersSent) last.setHeader('Connection', 'close');
    last.once('close', () => socket.destroySoon());
  }
  if (asked.unheard > FLOOD) socket.destroy();
  return false;
}

/** Ends the connection whose loss costs least. Where all others wait for their answers, that is the newest. */
function giveOneUp(connections: Map<Socket, Asked>, newest: Socket): void {
  let [given, cost, since] = [newest, 2, 0];
  for (const [socket, asked] of connections) {
    if (socket === newest) continue;
    const costs = asked.unanswered.size === 0 ? 0 : asked.last?.req.complete === false ? 1 : 2;
    if (costs < cost || (costs === cost && cost < 2 && asked.since < since))
      [given, cost, since] = [socket, costs, asked.since];
  }
  connections.delete(given);
  given.destroy();
}
