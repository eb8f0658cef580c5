import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy before PostgreSQL, whose connections can be cut as a vanished host cuts them: no FIN, no RST, no answer. */
export interface SilentProxy {
  /** The URL through it of what a URL of a socket names. */
  through(url: string): string;
  /** From now on nothing passes on the connections that there are, in either direction; neither side is told. */
  cut(): void;
  /** Whether new connections reach the database; otherwise they are taken and never answered. */
  reachable: boolean;
  /** How many connections were taken so far. */
  readonly taken: number;
  close(): void;
}

/** @param socketFolder of the PostgreSQL behind it @param at the port; any unless told */
export async function startSilentProxy(socketFolder: string, at = 0): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  const pairs = new Set<{ isCut: boolean }>();
  const known = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  let taken = 0;
  let reachable = true;
  const server = createServer((client) => {
    taken += 1;
    const pair = { isCut: !reachable };
    pairs.add(pair);
    known(client);
    if (pair.isCut) return void client.resume();
    const backend = known(connect(`${socketFolder}/.s.PGSQL.5432`));
    const pass = (from: Socket, to: Socket) => {
      // Bytes after the cut are taken and thrown away: their sender believes that they have arrived.
      from.on('data', (bytes) => pair.isCut || to.write(bytes));
      from.on('close', () => pair.isCut || to.destroy());
    };
    pass(client, backend);
    pass(backend, client);
  });
  await new Promise<void>((done) => server.listen(at, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    through: (url) => url.replace(/@[^/]+\//, `@127.0.0.1:${port}/`),
    cut: () => {
      for (const pair of pairs) pair.isCut = true;
    },
    get reachable() {
      return reachable;
    },
    set reachable(value) {
      reachable = value;
    },
    get taken() {
      return taken;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
