import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that has arrived. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** An answer in JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** A server on the loopback that answers each request as it is told, and keeps what has arrived. */
export class AnsweringServer {
  readonly received: ReceivedRequest[] = [];
  answer: Answer = json(200, {});

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        this.received.push({ method, url, headers, body: Buffer.concat(pieces).toString() });
        this.answer(response, request);
      });
    });
  }

  static async listen(): Promise<AnsweringServer> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new AnsweringServer(server);
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Ends its connections; it may be called again. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((done) => void this.server.close(() => done()));
  }
}
