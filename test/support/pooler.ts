import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface Backend {
  socket: Socket;
  client?: Client;
}

interface Client {
  socket: Socket;
  backend?: Backend;
  /** Answers that are still to come: PostgreSQL says ReadyForQuery once for each Sync and each simple query. */
  owed: number;
}

/** A pooler in transaction mode that knows nothing of prepared statements, as PgBouncer was before 1.21. */
export interface Pooler {
  /** The URL through it of what a URL of a socket names. */
  through(url: string): string;
  close(): void;
}

/** Calls `each` with every whole message, as it was sent. */
function read(socket: Socket, each: (type: string, message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = 0; rest.length >= 5 && rest.length >= (end = 1 + rest.readInt32BE(1)); rest = rest.subarray(end))
      each(String.fromCharCode(rest[0] as number), rest.subarray(0, end));
  });
}

/** @param socketFolder of the PostgreSQL behind it; everybody is to come as the same role, to the same database */
export async function startPooler(socketFolder: string): Promise<Pooler> {
  /** Between two transactions; the last one used is the next one taken. */
  const idle: Backend[] = [];
  const sockets = new Set<Socket>();
  const known = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };

  /** A connection to PostgreSQL for each client; once it is signed in, it is anybody's. */
  function open(client: Client, startup: Buffer): void {
    const backend: Backend = { socket: known(connect(`${socketFolder}/.s.PGSQL.5432`)), client };
    client.owed = 1;
    client.backend = backend;
    backend.socket.write(startup);
    read(backend.socket, (type, message) => {
      backend.client?.socket.write(message);
      if (type !== 'Z' || !backend.client) return;
      backend.client.owed -= 1;
      const isBetween = message.toString('latin1', 5) === 'I' && backend.client.owed === 0;
      if (!isBetween) return;
      backend.client.backend = undefined;
      backend.client = undefined;
      idle.push(backend);
    });
  }

  const server = createServer((socket) => {
    const client: Client = { socket: known(socket), owed: 0 };
    socket.once('data', (startup: Buffer) => {
      open(client, startup);
      read(socket, (type, message) => {
        if (type === 'X') return void socket.end();
        const backend = (client.backend ??= idle.pop());
        if (!backend) return void socket.destroy();
        backend.client = client;
        if (type === 'Q' || type === 'S') client.owed += 1;
        backend.socket.write(message);
      });
    });
    socket.on('close', () => client.backend?.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    through: (url) => url.replace(/@[^/]+\//, `@127.0.0.1:${port}/`),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
