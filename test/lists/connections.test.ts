import { randomUUID } from 'node:crypto';
import { call } from '../support/client.js';
import { newTenant } from '../support/people.js';
import { eventually } from '../support/system-service.js';
import { buildApp, nameOf, type Operation } from '../support/system-routes.js';

/** Whatever is refused, and however far it had come: its connection is back in the pool. */

// Some hundreds of requests, on a machine that may be busy.
jest.setTimeout(180_000);

const AT_ONCE = 8;

async function pool(): Promise<Record<string, number>> {
  const { text } = await call('GET', '/metrics');
  const counts = [...text.matchAll(/^database_pool_connections\{state="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(counts.map(([, state, count]) => [state, Number(count)]));
}

/** What is wrong with a request: an id that is nobody's on a later page, a body of another shape, one that is no JSON. */
function refusals({ method, path }: Operation): { path: string; body?: unknown; raw?: string }[] {
  const unknown = `${path.replace(/\{\w+\}/g, () => randomUUID())}${path.startsWith('/api') ? '/' : ''}`;
  if (method === 'GET')
    return [{ path: unknown }, { path: `${unknown}?page=2&offset=20` }, { path: `${unknown}?page=x` }];
  return [
    { path: unknown, body: {} },
    { path: unknown, body: { a: [[]] } },
    { path: unknown, raw: '{' },
  ];
}

it('no operation keeps a connection that it was refused with', async () => {
  const { routes, close } = await buildApp();
  await close();
  const { admin } = await newTenant();
  // What ends the session would have all others refused at the door.
  const asked = routes.filter(({ path }) => /^\/(api\/)?v1\//.test(path) && !path.endsWith('/logout'));
  expect(asked.length).toBeGreaterThan(100);
  const lost: unknown[] = [];
  for (let first = 0; first < asked.length; first += AT_ONCE) {
    const some = asked.slice(first, first + AT_ONCE);
    await Promise.all(
      some.flatMap((operation) =>
        refusals(operation).map(({ path, ...sent }) => call(operation.method, path, { token: admin.token, ...sent })),
      ),
    );
    const idle = eventually('all connections are idle', async () => (await pool()).busy === 0, 5);
    await idle.catch(() => lost.push(...some.map(nameOf)));
  }
  expect(lost).toEqual([]);
  expect(await pool()).toMatchObject({ busy: 0, waiting: 0 });
});
