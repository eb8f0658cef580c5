import { randomUUID } from 'node:crypto';
import { call, type Json } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { expectRefusal } from '../support/core-shapes.js';
import { operations, type DocumentedOperation } from '../support/operations.js';
import { newTenant, unique } from '../support/people.js';
import { inTurns } from '../support/retail.js';
import { newWorld, optionsOf, rightRequest, type World } from '../support/right-requests.js';
import { nameOf, servedRoutes } from '../support/system-routes.js';

/** Every operation of both surfaces, by an API key with its scope and by one with all scopes but that. */

jest.setTimeout(180_000);

interface Keyed {
  operation: DocumentedOperation;
  /** Null where no key has access. */
  scope: string | null;
}

let world: World;
let keyed: Keyed[];
/** By the scopes that they hold. */
const keys = new Map<string, string>();

async function keyOf(scopes: string[]): Promise<string> {
  const name = scopes.join(' ');
  const known = keys.get(name);
  if (known !== undefined) return known;
  const body = { name: unique('key'), role: 'admin', scopes };
  const answer = await on.post('/api-keys', body, world.tenant.admin.token);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  const { key } = on.data(answer);
  keys.set(name, key);
  return key;
}

beforeAll(async () => {
  const [{ declared }, tenant] = await Promise.all([servedRoutes(), newTenant()]);
  world = await newWorld(tenant);
  const routes = new Map(declared.map((route) => [nameOf(route), route]));
  keyed = operations.flatMap((operation) => {
    const route = routes.get(nameOf({ method: operation.method, path: operation.path.replace(/\/$/, '') }));
    if (!route) throw new Error(`${operation.name} is no route`);
    return route.isPublic ? [] : [{ operation, scope: route.scope }];
  });
  // One after the other: makers of keys take turns.
  for (const scope of scopesOf()) {
    await keyOf([scope]);
    await keyOf(without(scope));
  }
  for (const { operation, scope } of keyed) if (scope !== null) await keyOf(needed(operation.name, scope));
});

const scopesOf = (): string[] => [...new Set(keyed.flatMap(({ scope }) => scope ?? []))].sort();
/** All other scopes: of every other module, and the other one of this. */
const without = (scope: string): string[] => scopesOf().filter((other) => other !== scope);

/** @returns what each failing one has against the promise */
async function failing(which: readonly Keyed[], check: (one: Keyed) => Promise<void>): Promise<string[]> {
  const found = await inTurns(
    12,
    which.map((one) => async () => {
      try {
        await check(one);
        return [];
      } catch (error) {
        return [`${one.operation.name}: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 300)}`];
      }
    }),
  );
  return found.flat();
}

/** A refused request looks at no record and no field. */
const inVain = ({ method, path }: DocumentedOperation, token: string) =>
  call(
    method,
    path.replace(/\{\w+\}/g, () => randomUUID()),
    { token, ...(method === 'GET' ? {} : { body: {} }) },
  );

function expectReason({ on: surface }: DocumentedOperation, answer: Json, code: string, details: Json): void {
  const isContract = surface.name === 'contract';
  expectRefusal(surface, answer, 403, isContract ? 'FORBIDDEN' : code);
  expect(surface.error(answer).details ?? {}).toEqual({
    ...(isContract ? { reason: code.toLowerCase() } : {}),
    ...details,
  });
}

it('are all there: some need a session, and the others have more than 15 scopes', () => {
  expect(keyed.length).toBeGreaterThan(300);
  expect(keyed.filter(({ scope }) => scope === null).length).toBeGreaterThan(15);
  expect(scopesOf().length).toBeGreaterThan(15);
});

/** An export of a list needs what the list needs, too. */
const needed = (name: string, scope: string): string[] =>
  name === 'GET /api/v1/exports/{resource}/' ? [scope, 'retail:read'] : [scope];

/** A module is disabled while nothing else is asked of it, and then enabled again. */
const isSwitch = ({ operation: { name } }: Keyed): boolean =>
  /\/(modules|events)\/(.*\/)?(enable|disable)\/$/.test(name);

it('with the scope, in the role of an administrator, it is done', async () => {
  const check = async ({ operation, scope }: Keyed): Promise<void> => {
    const request = await rightRequest(operation, world, world.tenant.admin);
    const answer = await call(
      operation.method,
      request.path,
      optionsOf(request, await keyOf(needed(operation.name, scope as string))),
    );
    if (!operation.successes.includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`);
  };
  const scoped = keyed.filter(({ scope }) => scope !== null);
  const wrong = await failing(
    scoped.filter((one) => !isSwitch(one)),
    check,
  );
  const switches = scoped.filter(isSwitch).sort((a, b) => (a.operation.path < b.operation.path ? -1 : 1));
  expect(switches).toHaveLength(4);
  for (const one of switches) wrong.push(...(await failing([one], check)));
  expect(wrong).toEqual([]);
});

it('with all other scopes it is refused, by the name of the scope', async () => {
  const wrong = await failing(
    keyed.filter(({ scope }) => scope !== null),
    async ({ operation, scope }) => {
      const answer = await inVain(operation, await keyOf(without(scope as string)));
      expectReason(operation, answer, 'SCOPE_MISSING', { scope });
    },
  );
  expect(wrong).toEqual([]);
});

it('what needs a session is refused with every scope', async () => {
  const key = await keyOf(['*:read', '*:write']);
  const wrong = await failing(
    keyed.filter(({ scope }) => scope === null),
    async ({ operation }) => {
      expectReason(operation, await inVain(operation, key), 'SESSION_REQUIRED', {});
    },
  );
  expect(wrong).toEqual([]);
});

it('with *:read every reading operation, and with *:write every writing one is open, and no other', async () => {
  const [read, write] = [await keyOf(['*:read']), await keyOf(['*:write'])];
  const wrong = await failing(
    keyed.filter(({ scope }) => scope !== null),
    async ({ operation, scope }) => {
      const [open, closed] = scope?.endsWith(':read') ? [read, write] : [write, read];
      expectReason(operation, await inVain(operation, closed), 'SCOPE_MISSING', { scope });
      const { status, text } = await inVain(operation, open);
      if (status === 401 || status === 403 || status >= 500) throw new Error(`${status} ${text}`);
    },
  );
  expect(wrong).toEqual([]);
});
