import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A letter as it came in. */
export interface Received {
  to: string;
  /** Headers and body, undone of their transfer encoding. */
  text: string;
  raw: string;
}

export interface MailServer {
  /** smtp://… */
  url: string;
  received: Received[];
  /** What the next letters meet; nothing unusual unless set. */
  behaviour: {
    /** Called when a client connects; until it is done the client is not greeted. */
    connected?: () => void | Promise<void>;
    /** A refusal of a recipient. */
    recipient?: (address: string) => string | undefined;
    /** A refusal of a letter, once it is there whole. */
    letter?: () => string | undefined;
    /** Whether the connection breaks once the letter is there whole, before it is answered. */
    breaks?: boolean;
  };
  stop(): Promise<void>;
}

const refusal = (text: string): Error =>
  Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) });

function decoded(raw: string): string {
  const quoted = raw
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));
  return quoted.replace(/=\?UTF-8\?Q\?([^?]*)\?=\s*/gi, (_, text: string) => text.replaceAll('_', ' '));
}

/** One that takes every recipient and, before it has seen it, no letter. */
export async function startRefusingMailServer(answer: string): Promise<Pick<MailServer, 'url' | 'stop'>> {
  const server = createServer((socket) => {
    const answers: Record<string, string> = { DATA: answer, QUIT: '221 Bye' };
    socket.write('220 localhost ESMTP\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString('utf8').split('\r\n').filter(Boolean))
        socket.write(`${answers[line] ?? '250 OK'}\r\n`);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, stop: () => new Promise((done) => server.close(() => done())) };
}

/** What smtp-server has of a connection, as far as it is needed here. */
interface Connection {
  connectionReady(): void;
}

/** Greets at once: smtp-server lets a tenth of a second pass, to find out clients that talk before they are greeted. */
function greetAtOnce(server: SMTPServer): void {
  const own = server as unknown as { connections: Set<Connection>; connect(...args: unknown[]): void };
  const connect = own.connect.bind(server);
  own.connect = (...args) => {
    const before = new Set(own.connections);
    connect(...args);
    for (const connection of own.connections) {
      if (before.has(connection)) continue;
      connection.connectionReady();
      // Its timer goes on.
      connection.connectionReady = () => undefined;
    }
  };
}

/** A mail server in this process. @param account which is asked for where it is given @param at the port; any unless told */
export async function startMailServer(account?: { user: string; pass: string }, at = 0): Promise<MailServer> {
  const received: Received[] = [];
  const behaviour: MailServer['behaviour'] = {};
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: account === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.pass
        ? done(null, { user: username })
        : done(refusal('535 Wrong account')),
    onConnect: (_session, done) => {
      void Promise.resolve(behaviour.connected?.()).then(() => done());
    },
    onRcptTo: ({ address }, _session, done) => {
      const refused = behaviour.recipient?.(address);
      done(refused === undefined ? null : refusal(refused));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (behaviour.breaks) {
          for (const socket of sockets) socket.destroy();
          return;
        }
        const refused = behaviour.letter?.();
        if (refused !== undefined) return done(refusal(refused));
        const raw = Buffer.concat(chunks).toString('utf8');
        const to = session.envelope.rcptTo.map(({ address }) => address).join(',');
        received.push({ to, raw, text: decoded(raw) });
        done();
      });
    },
  });
  greetAtOnce(server);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(at, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    behaviour,
    stop: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
