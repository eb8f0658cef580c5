import { call, type Answer } from '../support/client.js';
import { expectRefusal } from '../support/core-shapes.js';
import { lookUp, operations, type DocumentedOperation, type Schema } from '../support/operations.js';
import { newTenant, type Person } from '../support/people.js';
import { inTurns } from '../support/retail.js';
import { newWorld, rightRequest, type RightRequest, type World } from '../support/right-requests.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';
import { eventually } from '../support/system-service.js';
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
  // The state of the tenant has the events of its feed: those of e-invoices, too, which the service makes later.
  await eventually('events are handed over', async () => {
    const waiting = `select 1 from kernel.outbox where tenant_id = $1 and handled_at is null and parked_at is null
       union all select 1 from einvoice.documents where tenant_id = $1 and status in ('queued', 'sending', 'submitted') limit 1`;
    return (await sql(workerState().ownerUrl as string, waiting, [world.tenant.id])).length === 0;
  });
});

function objection(operation: DocumentedOperation, fields: readonly string[], answer: Answer): string | null {
  try {
    expectRefusal(operation.on, answer, 400);
    const named: string[] = operation.on.error(answer).errors.map(({ field }: { field: string }) => field);
    // An object may be named by a field within it that is wrong or missing.
    const isWithin = (name: string, field: string): boolean => name === field || name.startsWith(`${field}.`);
    expect(named.filter((name) => !fields.some((field) => isWithin(name, field)))).toEqual([]);
    expect(fields.filter((field) => !named.some((name) => isWithin(name, field)))).toEqual([]);
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

/** A user made without a name, on the other surface, may be written back without one: a test of users holds the rest. */
const NAMELESS = ['PUT /v1/users/{user_id}.first_name', 'PUT /v1/users/{user_id}.last_name'];

it('A-18: what is required of a new record cannot be emptied by a PUT', () => {
  const schemaOf = ({ on, body }: DocumentedOperation): Schema => {
    const schema = lookUp(on, body as string);
    return schema.$ref ? lookUp(on, schema.$ref) : schema;
  };
  const emptied = withBody
    .filter(({ method }) => method === 'PUT')
    .flatMap((changing) => {
      const collection = changing.path.replace(/\{\w+\}\/?$/, '');
      const creating = withBody.find(
        ({ method, path }) => method === 'POST' && path.replace(/\/?$/, '/') === collection,
      );
      const { properties = {} } = schemaOf(changing);
      const required = creating ? (schemaOf(creating).required ?? []) : [];
      return required
        .filter((name) => name in properties && isEmptiable(properties[name] as Schema))
        .map((name) => `${changing.name}.${name}`);
    });
  expect(emptied.sort()).toEqual(NAMELESS);
});

/** Whether a schema lets null or a blank text stand. */
const isEmptiable = ({ type, anyOf, format, pattern, enum: choices }: Schema): boolean =>
  [type].flat().includes('null') ||
  (anyOf ?? []).some((one) => one.type === 'null') ||
  (type === 'string' && !format && !pattern && !choices);

it('is made of every field and every parameter that can be wrong', () => {
  for (const operation of withBody) {
    const request = right.get(operation) as RightRequest;
    expect(wrongBodiesOf(operation.on, operation.body as string, request.body).length).toBeGreaterThan(1);
  }
  expect(withQuery.filter(({ on, query }) => wrongQueriesOf(on, query).length === 0)).toEqual([]);
});
