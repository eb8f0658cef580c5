import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/**
 * Takes no more connections, and ends each that there is with its next answer, which says so (`Connection: close`): a client
 * loses no request that it sends meanwhile. An idle connection ends after the server's `keepAliveTimeout`, as always.
 * @returns when no connection is left
 */
export function endWithAnswers(server: Server): Promise<void> {
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  });
  // That of http ends idle connections at once, on which a request may be on its way.
  return new Promise((closed) => NetServer.prototype.close.call(server, () => closed()));
}
