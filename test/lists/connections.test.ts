import { randomUUID } from 'node:crypto';
import { call, type Answer, type Json } from '../support/client.js';
import { clonedDatabase, dropDatabases } from '../support/system-database.js';
import {
  newTenantAt,
  pause,
  signInAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
} from '../support/system-service.js';

/**
 * No refusal keeps a connection: every operation of both surfaces is asked for what it refuses (records that are not there,
 * later pages of owners that are not there, wrong bodies and queries, a key that is claimed for nothing), and afterwards
 * the pool has all its connections back. One that is kept is kept permanently, and ten of them end the service for everybody.
 */

// Some thousand requests, on a machine that may be busy.
jest.setTimeout(300_000);

/** How long a connection may be on its way back to the pool. */
const BACK_WITHIN_MS = 3_000;
/** How many operations are asked at once: fewer than the pool has connections, with room for reading the counters. */
const AT_ONCE = 8;
/** Once this number is lost, the others would only wait for the rest of the pool. */
const ENOUGH = 6;

interface Refusable {
  method: string;
  /** With the parameters of its path in braces. */
  path: string;
  query: string[];
  /** Fields of its body; undefined where it has none. */
  body?: string[];
}

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

async function operationsOf(service: OwnService): Promise<Refusable[]> {
  const documents = await Promise.all(
    ['contract', 'reference'].map(async (name) => (await call('GET', `/docs/${name}.json`, {}, service.baseUrl)).body),
  );
  return documents.flatMap((document: Json) => {
    const resolved = (part: Json): Json =>
      part?.$ref
        ? part.$ref
            .slice(2)
            .split('/')
            .reduce((at: Json, key: string) => at[key], document)
        : part;
    return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, about]) => {
        const parameters: Json[] = (about.parameters ?? []).map(resolved);
        const schema = resolved(about.requestBody?.content['application/json']?.schema);
        return {
          method: method.toUpperCase(),
          path,
          query: parameters.filter((one) => one.in === 'query').map((one) => one.name as string),
          ...(schema ? { body: Object.keys(schema.properties ?? {}) } : {}),
        };
      }),
    );
  });
}

/** One request, as far as it differs from the operation. */
interface Attempt {
  query?: string;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
  anonymous?: true;
  /** How often it is sent: what hangs on which of two statements is faster does not show each time. */
  times?: number;
}

/** Requests of an operation that it should refuse; what it does not refuse may keep no connection either. */
function attemptsAt({ method, query, body }: Refusable): Attempt[] {
  const every = (value: string) => query.map((name) => `${name}=${value}`).join('&');
  const reads: Attempt[] = [
    {},
    { query: 'page=2', times: 20 },
    { query: 'page=0' },
    { query: every('%00') },
    { query: every('x') },
    { query: every(randomUUID()) },
    { headers: { accept: 'application/pdf' } },
  ];
  const wrong = Object.fromEntries((body ?? []).map((name) => [name, [[]]]));
  const halfWrong = Object.fromEntries((body ?? []).map((name, i) => [name, i % 2 === 0 ? randomUUID() : -1]));
  const bodies: Attempt[] = [{}, { body: {} }, { body: wrong }, { body: halfWrong }, { raw: '{' }];
  const headers: Record<string, string>[] = [{}, { 'idempotency-key': randomUUID() }, { 'if-match': '"0"' }];
  const writes = bodies.flatMap((attempt) => headers.map((sent): Attempt => ({ ...attempt, headers: sent })));
  return [{ anonymous: true }, ...(method === 'GET' ? reads : writes)];
}

describe('the pool of connections', () => {
  let service: OwnService;
  let token: string;
  let email: string;
  beforeAll(async () => {
    service = await startOwnService(await clonedDatabase());
    const { admin } = await newTenantAt(service);
    email = admin.email;
    token = admin.token;
  });

  const busy = async (): Promise<number> => {
    const { text } = await call('GET', '/metrics', {}, service.baseUrl);
    return Number(/^database_pool_connections\{state="busy"\} (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
  };

  /** How many connections are still taken once those on their way back are back. */
  async function kept(before: number): Promise<number> {
    const end = Date.now() + BACK_WITHIN_MS;
    for (;;) {
      const more = (await busy()) - before;
      if (more <= 0 || Date.now() > end) return more;
      await pause(10);
    }
  }

  const send = ({ method, path }: Refusable, attempt: Attempt, bearer: string): Promise<Answer> => {
    const { query, body, raw, headers = {}, anonymous } = attempt;
    const named = path.replace(/\{\w+\}/g, () => randomUUID());
    const options = {
      ...(anonymous ? {} : { token: bearer }),
      body,
      raw,
      headers: raw === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    };
    return call(method, query ? `${named}?${query}` : named, options, service.baseUrl);
  };

  it('has all its connections back after every refusal, a few operations at a time', async () => {
    const operations = await operationsOf(service);
    expect(operations.length).toBeGreaterThan(100);
    const keeping: string[] = [];
    const refusing = new Set<string>();
    let asked = 0;
    const nameOf = ({ method, path }: Refusable): string => `${method} ${path}`;
    const askFor = async (operation: Refusable): Promise<void> => {
      const name = nameOf(operation);
      // Signing out ends the session that it is done with.
      const ends = operation.path.includes('/auth/logout');
      for (const attempt of attemptsAt(operation)) {
        const bearer = ends ? (await signInAt(service, email)).token : token;
        for (let time = 0; time < (attempt.times ?? 1); time += 1) {
          const { status } = await send(operation, attempt, bearer);
          if (status >= 400) refusing.add(name);
          expect([name, attempt, status < 500]).toEqual([name, attempt, true]);
        }
      }
    };
    let lost = 0;
    while (operations.length > asked && lost < ENOUGH) {
      const batch = operations.slice(asked, asked + AT_ONCE);
      asked += batch.length;
      await Promise.all(batch.map(askFor));
      const more = await kept(lost);
      if (more > 0) keeping.push(`one of ${batch.map(nameOf).join(', ')} keeps ${more}`);
      lost += Math.max(0, more);
    }
    expect(keeping).toEqual([]);
    expect(operations.map(nameOf).filter((name) => !refusing.has(name))).toEqual([]);
  });
});
