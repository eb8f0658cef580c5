import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const script = resolve(__dirname, 'database-server.mjs');

/** A PostgreSQL of the tests' own, held by a process that runs the build as production does. */
export interface DatabaseServer {
  url(user: string, database: string): string;
  /** @returns the names of the migrations that were run */
  migrate(url: string): Promise<string[]>;
  letAppRoleLogIn(ownerUrl: string): Promise<void>;
  /** Stops it, and starts it again at the same place. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The URL of another role or database on the same server. */
export function urlWith(url: string, change: { user?: string; database?: string }): string {
  const match = /^(postgresql:\/\/)([^@]*)@([^/]+)\/([^?]*)(.*)$/.exec(url);
  if (!match) throw new Error('Not a URL of the tests’ own database server');
  const [, scheme, credentials = '', place, database, rest] = match;
  const user = change.user === undefined ? credentials : credentials.replace(/^[^:]*/, change.user);
  return `${scheme}${user}@${place}/${change.database ?? database}${rest}`;
}

interface Reply {
  id: number;
  result?: unknown;
  error?: string;
}

export async function startDatabaseServer(dir: string, options: object = {}): Promise<DatabaseServer> {
  const child = spawn(process.execPath, [script, dir, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const waiting = new Map<number, (reply: Reply) => void>();
  child.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply));
  const reply = (id: number) =>
    new Promise<unknown>((done, fail) => {
      waiting.set(id, ({ result, error }) => (error === undefined ? done(result) : fail(new Error(error))));
      void exited.then(() => fail(new Error('The database server’s process ended')));
    });
  let calls = 0;
  const ask = (name: string, ...args: unknown[]) => {
    calls += 1;
    const answered = reply(calls);
    child.send({ id: calls, name, args });
    return answered;
  };
  const own = (await reply(0)) as string;
  return {
    url: (user, database) => urlWith(own, { user, database }),
    migrate: (url) => ask('migrate', url) as Promise<string[]>,
    letAppRoleLogIn: (ownerUrl) => ask('letAppRoleLogIn', ownerUrl) as Promise<void>,
    restart: () => ask('restart') as Promise<void>,
    stop: async () => {
      await ask('stop');
      await exited;
    },
  };
}
