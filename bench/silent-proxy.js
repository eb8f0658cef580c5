import { connect, createServer } from 'node:net';

/**
 * A TCP proxy before PostgreSQL's socket. `cut()` makes all its connections silent as those to a vanished host are: no FIN, no RST, and
 * what is sent is taken and thrown away. `reachable` says whether new connections pass.
 */
export async function startSilentProxy(socket) {
  const sockets = new Set();
  const pairs = new Set();
  const known = (one) => {
    sockets.add(one);
    return one.on('error', () => undefined).on('close', () => sockets.delete(one));
  };
  const proxy = {
    reachable: true,
    cut: () => pairs.forEach((pair) => (pair.isCut = true)),
    close: () => {
      server.close();
      for (const one of sockets) one.destroy();
    },
  };
  const server = createServer((client) => {
    const pair = { isCut: !proxy.reachable };
    pairs.add(pair);
    known(client);
    if (pair.isCut) return void client.resume();
    const backend = known(connect(socket));
    const pass = (from, to) => {
      from.on('data', (bytes) => pair.isCut || to.write(bytes));
      from.on('close', () => pair.isCut || to.destroy());
    };
    pass(client, backend);
    pass(backend, client);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(proxy, { port: server.address().port });
}
