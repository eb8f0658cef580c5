import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can stand still, as a stopped process does: connections are taken and none ends, and nothing is passed on. */
export interface PausingProxy {
  readonly port: number;
  pause(): void;
  /** Passes on what has come meanwhile. */
  resume(): void;
  close(): void;
}

/** @param port of what is behind it, on this machine */
export async function startPausingProxy(host: string, port: number): Promise<PausingProxy> {
  const sockets = new Set<Socket>();
  let waiting: Socket[] = [];
  let isPaused = false;
  const known = (socket: Socket): Socket => {
    sockets.add(socket);
    if (isPaused) socket.pause();
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const pass = (client: Socket): void => {
    const backend = known(connect(port, host));
    client.on('data', (bytes) => backend.write(bytes)).on('close', () => backend.destroy());
    backend.on('data', (bytes) => client.write(bytes)).on('close', () => client.destroy());
  };
  const server = createServer((client) => {
    known(client);
    if (isPaused) waiting.push(client);
    else pass(client);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    pause: () => {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isPaused = false;
      const left = waiting.filter((client) => !client.destroyed);
      waiting = [];
      for (const socket of sockets) socket.resume();
      for (const client of left) pass(client);
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
