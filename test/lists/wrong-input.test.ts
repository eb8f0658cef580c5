import { call, type Answer } from '../support/client.js';
import { expectRefusal } from '../support/core-shapes.js';
import { operations, type DocumentedOperation } from '../support/operations.js';
import { newTenant, type Person } from '../support/people.js';
import { inTurns } from '../support/retail.js';
import { newWorld, rightRequest, type RightRequest, type World } from '../support/right-requests.js';
import { stateOf } from '../support/tenant-state.js';
import { wrongBodiesOf, wrongQueriesOf, type WrongInput } from '../support/wrong-values.js';

/**
 * What the published documents do not allow is refused with 400 in the surface's shape, names every wrong field and no
 * other, and changes nothing. What only the domain can know is tested with its resource.
 */

jest.setTimeout(180_000);

const withBody = operations.filter(({ body }) => body);
const withQuery = operations.filter(({ query }) => query.length > 0);

let world: World;
let sender: Person;
const right = new Map<DocumentedOperation, RightRequest>();
beforeAll(async () => {
  world = await newWorld(await newTenant());
  sender = world.tenant.admin;
  await inTurns(
    12,
    operations.map((operation) => async () => {
      right.set(operation, await rightRequest(operation, world, sender));
    }),
  );
});

function objection(operation: DocumentedOperation, fields: readonly string[], answer: Answer): string | null {
  try {
    expectRefusal(operation.on, answer, 400);
    const named: string[] = operation.on.error(answer).errors.map(({ field }: { field: string }) => field);
    // What is within something wrong may be named beside it.
    const outermost = named.filter((name) => !fields.some((field) => name.startsWith(`${field}.`)));
    expect(outermost.sort()).toEqual([...fields].sort());
    return null;
  } catch (error) {
    return (error as Error).message.replace(/\s+/g, ' ').slice(0, 400);
  }
}

it('has a right body of every operation that takes one', () => {
  expect(withBody.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([]);
});

/** All of an operation's, one after the other; several operations side by side. @returns what is against the promise */
async function refused(
  which: readonly DocumentedOperation[],
  inputs: (operation: DocumentedOperation, request: RightRequest) => WrongInput[],
  send: (operation: DocumentedOperation, request: RightRequest, input: WrongInput['input']) => Promise<Answer>,
): Promise<string[]> {
  const found = await inTurns(
    12,
    which.map((operation) => async () => {
      const request = right.get(operation) as RightRequest;
      const wrong: string[] = [];
      for (const { what, fields, input } of inputs(operation, request)) {
        const against = objection(operation, fields, await send(operation, request, input));
        if (against !== null) wrong.push(`${operation.name} with ${what}: ${against}`);
      }
      return wrong;
    }),
  );
  return found.flat();
}

it('is refused in bodies', async () => {
  const before = await stateOf(world.tenant.id);
  const wrong = await refused(
    withBody,
    ({ on, body }, request) => wrongBodiesOf(on, body as string, request.body),
    ({ method, isPublic }, { path }, body) =>
      call(method, path, { token: isPublic ? undefined : sender.token, body: body as object }),
  );
  expect(wrong).toEqual([]);
  expect(await stateOf(world.tenant.id)).toEqual(before);
});

it('is refused in queries', async () => {
  const wrong = await refused(
    withQuery,
    ({ on, query }) => wrongQueriesOf(on, query),
    ({ method }, { path }, query) =>
      call(method, `${path}${path.includes('?') ? '&' : '?'}${query}`, { token: sender.token }),
  );
  expect(wrong).toEqual([]);
});

it('is made of every field and every parameter that can be wrong', () => {
  for (const operation of withBody) {
    const request = right.get(operation) as RightRequest;
    expect(wrongBodiesOf(operation.on, operation.body as string, request.body).length).toBeGreaterThan(1);
  }
  expect(withQuery.filter(({ on, query }) => wrongQueriesOf(on, query).length === 0)).toEqual([]);
});
