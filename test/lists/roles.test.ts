import { call, type Answer } from '../support/client.js';
import { everyRole, roles, type Role } from '../support/core-surfaces.js';
import { expectRefusal } from '../support/core-shapes.js';
import { askedOperations, operations, type DocumentedOperation } from '../support/operations.js';
import { newAccount, newTenant, type Person } from '../support/people.js';
import { inTurns } from '../support/retail.js';
import {
  newWorld,
  optionsOf,
  rightRequest,
  tenantWithoutModules,
  type RightRequest,
  type World,
} from '../support/right-requests.js';

/**
 * The rights of each role, operation by operation: the matrix is written here as the specification's readings have it,
 * and not taken from the service, so that either can be found wrong by the other.
 */

jest.setTimeout(180_000);

type Caller = Role | 'TENANTLESS';
const everybody: Caller[] = ['ADMIN', 'MANAGER', 'STAFF', 'VIEWER'];
const withTenantless: Caller[] = [...everybody, 'TENANTLESS'];
const writers: Caller[] = ['ADMIN', 'MANAGER', 'STAFF'];

/** Of several that fit, the first holds. Paths without the surface's prefix and without a slash at the end. */
const matrix: [operations: RegExp, mayDoIt: Caller[]][] = [
  [/^POST \/auth\/(login|refresh|register|forgot-password|reset-password)$/, withTenantless],
  [/^(GET|POST) \/auth\/mfa(\/|$)/, withTenantless],
  [/^POST \/auth\/(logout|sessions\/end-others)$/, withTenantless],
  [/^GET \/auth\/(me|sessions)$/, withTenantless],
  [/^DELETE \/auth\/sessions\/{session_id}$/, withTenantless],

  [/^GET \/tenants$/, ['ADMIN']],
  [/^GET \/tenants\/{tenant_id}$/, everybody],
  [/^POST \/tenants$/, ['ADMIN', 'TENANTLESS']],
  [/^(PUT|DELETE) \/tenants\/{tenant_id}$/, ['ADMIN']],

  // Each for the own account: see below.
  [/^POST \/users\/{user_id}\/change-password$/, withTenantless],
  [/^POST \/users\/{user_id}\/end-sessions$/, ['ADMIN']],
  [/^POST \/users\/{user_id}\/reset-mfa$/, ['ADMIN']],
  [/^GET \/users\/{user_id}\/export$/, ['ADMIN']],
  [/^POST \/users\/{user_id}\/erase$/, ['ADMIN']],
  [/^(GET|POST) \/tenants\/{tenant_id}\/exports(\/{export_id})?$/, ['ADMIN']],
  [/^GET \/users(\/{user_id})?$/, everybody],
  [/^(POST|PUT|DELETE) \/users(\/{user_id})?$/, ['ADMIN']],

  [/^GET \/(subscriptions|modules)(\/|$)/, everybody],
  [/^(POST|PUT) \/(subscriptions|modules)(\/|$)/, ['ADMIN']],

  [/^GET \/(payment-methods|payments)(\/|$)/, everybody],
  [/^POST \/payments\/{payment_id}\/refund$/, ['ADMIN']],
  [/^(POST|DELETE) \/(payment-methods|payments)(\/|$)/, ['ADMIN', 'MANAGER']],

  [/^GET \/api-keys\/scopes$/, ['ADMIN']],
  [/^(GET|POST) \/events(\/.*)?$/, ['ADMIN']],
  [/^GET \/files(\/.*)?$/, everybody],
  // A reading, for browsers.
  [/^POST \/files\/{file_id}\/link$/, everybody],
  [/^(POST|PUT|DELETE) \/files(\/.*)?$/, ['ADMIN', 'MANAGER', 'STAFF']],
  [/^\w+ \/payment-differences(\/.*)?$/, ['ADMIN', 'MANAGER']],
  [/^GET \/payment-requests\/report$/, ['ADMIN', 'MANAGER']],
  [/^\w+ \/payment-requests\/{payment_request_id}\/refunds$/, ['ADMIN', 'MANAGER']],
  [/^GET \/payment-requests(\/.*)?$/, everybody],
  [/^POST \/payment-requests(\/.*)?$/, writers],
  [/^GET \/webhooks\/event-types$/, everybody],
  [/^\w+ \/webhooks(\/.*)?$/, ['ADMIN']],
  // The rights of the list hold as well.
  [/^GET \/exports\/{resource}$/, ['ADMIN', 'MANAGER']],
  [/^\w+ \/imports(\/.*)?$/, ['ADMIN', 'MANAGER']],
  [/^GET \/audit$/, ['ADMIN']],
  [/^GET \/bin$/, writers],
  [/^POST \/users\/{user_id}\/restore$/, ['ADMIN']],
  [/^POST \/(healthcare|logistics)\/\w+\/{\w+}\/restore$/, ['ADMIN', 'MANAGER']],
  [/^(GET|PUT) \/account-policy$/, ['ADMIN']],
  [/^GET \/einvoices(\/(rules|overview|request-link|buyers(\/{buyer_id})?|{einvoice_id}(\/pdf)?))?$/, everybody],
  [/^POST \/einvoices(\/{einvoice_id}\/retry)?$/, writers],
  [/^(GET|POST) \/einvoices\/{einvoice_id}\/(raw|discard|cancel|notes)$/, ['ADMIN', 'MANAGER']],
  [/^POST \/einvoices\/consolidations$/, ['ADMIN', 'MANAGER']],
  [/^(POST|PUT|DELETE) \/einvoices\/buyers(\/{buyer_id})?$/, writers],
  [/^GET \/einvoices\/settings$/, ['ADMIN', 'MANAGER']],
  [/^(PUT|DELETE) \/einvoices\/settings(\/certificate)?$/, ['ADMIN']],
  [/^POST \/einvoices\/settings\/check$/, ['ADMIN']],
  [/^POST \/einvoices\/tin\/validate$/, writers],
  [/^(GET|PUT) \/einvoices\/simulator(\/documents)?$/, ['ADMIN']],
  [/^POST \/messages$/, writers],
  [/^GET \/messages(\/{message_id})?$/, ['ADMIN', 'MANAGER']],
  [/^(GET|PUT) \/message-settings$/, ['ADMIN']],
  [/^GET \/message-usage$/, ['ADMIN', 'MANAGER']],
  [/^(GET|PUT|DELETE|POST) \/message-accounts(\/.*)?$/, ['ADMIN']],
  [/^GET \/message-templates(\/.*)?$/, everybody],
  [/^PUT \/message-templates\/{name}$/, ['ADMIN']],
  [/^\w+ \/payment-account(\/.*)?$/, ['ADMIN']],
  [/^\w+ \/api-keys(\/.*)?$/, ['ADMIN']],
  [/^(GET|POST) \/users\/(invitations|{user_id}\/invitation)$/, ['ADMIN']],
  [/^POST \/auth\/(me\/email|confirm-email)$/, withTenantless],
  [/^POST \/utils\//, withTenantless],

  [/^GET \/healthcare\/patients\/{patient_id}\/(export|accesses)$/, ['ADMIN']],
  [/^POST \/healthcare\/patients\/{patient_id}\/merge$/, ['ADMIN']],
  [/^POST \/healthcare\/patients\/{patient_id}\/erase$/, ['ADMIN']],
  [/^GET \/education\/students\/{student_id}\/export$/, ['ADMIN']],
  [/^POST \/education\/students\/{student_id}\/erase$/, ['ADMIN']],
  [/^GET \/logistics\/drivers\/{driver_id}\/export$/, ['ADMIN']],
  [/^POST \/logistics\/drivers\/{driver_id}\/erase$/, ['ADMIN']],
  [/^GET \/logistics\/vehicles\/{vehicle_id}\/positions$/, ['ADMIN', 'MANAGER']],
  [/^GET \/beauty\/(clients\/{client_id}|staff\/{staff_id})\/export$/, ['ADMIN']],
  [/^POST \/beauty\/(clients\/{client_id}|staff\/{staff_id})\/erase$/, ['ADMIN']],
  [/^GET \/retail\/customers\/{customer_id}\/export$/, ['ADMIN']],
  [/^POST \/retail\/customers\/{customer_id}\/erase$/, ['ADMIN']],

  [/^DELETE \/(healthcare|logistics)\//, ['ADMIN', 'MANAGER']],

  [/^POST \/retail\/sales\/{sale_id}\/void$/, ['ADMIN', 'MANAGER']],
  [/^POST \/education\/payments\/{payment_id}\/void$/, ['ADMIN', 'MANAGER']],
  [/^POST \/education\/invoices\/{invoice_id}\/(cancel|credit-notes)$/, ['ADMIN', 'MANAGER']],
  [/^POST \/healthcare\/(billing\/.*\/void|vaccinations\/{vaccination_id}\/void)$/, ['ADMIN', 'MANAGER']],
  [/^POST \/healthcare\/billing\/{bill_id}\/(cancel|credit-notes|refund)$/, ['ADMIN', 'MANAGER']],
  [/^POST \/logistics\/drivers\/{driver_id}\/cod-remittances\/{remittance_id}\/void$/, ['ADMIN', 'MANAGER']],
  [/^POST \/logistics\/shipments\/{shipment_id}\/proof-of-delivery\/correction$/, ['ADMIN', 'MANAGER']],
  [/^POST \/logistics\/shipments\/{shipment_id}\/invoice\/(cancel|credit-notes)$/, ['ADMIN', 'MANAGER']],
  [/^POST \/logistics\/cod-payouts(\/{payout_id}\/void)?$/, ['ADMIN', 'MANAGER']],
  [
    /^POST \/beauty\/(appointments\/{appointment_id}\/refunds|client-packages\/{client_package_id}\/(void|refund))$/,
    ['ADMIN', 'MANAGER'],
  ],
  [/^GET \/beauty\/reports\/commissions$/, ['ADMIN', 'MANAGER']],

  [/^GET \/(retail|healthcare|education|logistics|beauty)\//, everybody],
  [/^(POST|PUT|DELETE) \/(retail|healthcare|education|logistics|beauty)\//, writers],
];

/** Operations of a module are closed to a tenant that has disabled it. */
const OF_MODULE = /^\w+ \/(retail|healthcare|education|logistics|beauty)\//;

/** What a path names here is everybody's, and so no other tenant's. */
const EVERYBODYS =
  /{(module_id|doctor_id|teacher_id|resource|name|way)}$|{(module_id|doctor_id|teacher_id|resource|name|way)}\//;

const short = ({ method, path }: DocumentedOperation): string =>
  `${method} ${path.replace(/^\/(api\/)?v1/, '').replace(/\/$/, '')}`;
const allowed = (operation: DocumentedOperation): Caller[] =>
  matrix.find(([pattern]) => pattern.test(short(operation)))?.[1] ?? [];

let world: World;
/** Its modules are turned off and on. */
let spare: World;
let people: Record<Role, Person>;
let sparePeople: Record<Role, Person>;
let tenantless: Person;
beforeAll(async () => {
  const [tenant, other] = await Promise.all([newTenant(), newTenant()]);
  [world, spare, people, sparePeople, tenantless] = await Promise.all([
    newWorld(tenant),
    newWorld(other),
    everyRole(tenant),
    everyRole(other),
    newAccount(),
  ]);
});

const isSwitch = (operation: DocumentedOperation) => /^POST \/modules\//.test(short(operation));
const endsSessions = (operation: DocumentedOperation) =>
  /logout$|change-password$|\/auth\/sessions\//.test(short(operation));
const worldOf = (operation: DocumentedOperation): World => (isSwitch(operation) ? spare : world);
const personOf = (operation: DocumentedOperation, caller: Caller): Person =>
  caller === 'TENANTLESS' ? tenantless : (isSwitch(operation) ? sparePeople : people)[caller];

/** A request with separate records, sent by a user who may send it. */
async function send(operation: DocumentedOperation, person: Person): Promise<Answer> {
  const request = await rightRequest(operation, worldOf(operation), person);
  return call(operation.method, request.path, optionsOf(request, request.token ?? person.token));
}

/** A refused request changes nothing, and so one request is sent by one role after the other. */
const inVain = new Map<DocumentedOperation, Promise<RightRequest>>();
async function sendInVain(operation: DocumentedOperation, token?: string): Promise<Answer> {
  const known = inVain.get(operation) ?? rightRequest(operation, worldOf(operation), people.STAFF);
  inVain.set(operation, known);
  const request = await known;
  return call(operation.method, request.path, optionsOf(request, token));
}

/** Sends every operation, a few at a time. @returns what each failing one has against the promise */
async function failing(
  which: readonly DocumentedOperation[],
  check: (operation: DocumentedOperation) => Promise<void>,
): Promise<string[]> {
  const found = await inTurns(
    12,
    which.map((operation) => async () => {
      try {
        await check(operation);
        return [];
      } catch (error) {
        return [`${operation.name}: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 300)}`];
      }
    }),
  );
  return found.flat();
}

it('knows every operation, and every line of the matrix some', () => {
  expect(operations.filter((operation) => allowed(operation).length === 0).map(({ name }) => name)).toEqual([]);
  const built = matrix.filter(([pattern]) => operations.some((operation) => pattern.test(short(operation))));
  expect(built).toEqual(matrix);
});

describe.each([...roles, 'TENANTLESS'] as Caller[])('%s', (caller) => {
  it('is granted what the matrix allows, and does it', async () => {
    const mine = askedOperations.filter((operation) => allowed(operation).includes(caller));
    const check = async (operation: DocumentedOperation) => {
      // A caller that takes a tenant has one.
      const person = caller === 'TENANTLESS' ? await newAccount() : personOf(operation, caller);
      const { status, text } = await send(operation, person);
      if (!operation.successes.includes(status)) throw new Error(`${status} ${text}`);
    };
    const wrong = await failing(
      mine.filter((operation) => !endsSessions(operation)),
      check,
    );
    for (const operation of mine.filter(endsSessions)) wrong.push(...(await failing([operation], check)));
    expect(wrong).toEqual([]);
  });

  it('is refused everything else with 403', async () => {
    const others = askedOperations.filter((operation) => !allowed(operation).includes(caller));
    const code = caller === 'TENANTLESS' ? 'TENANT_REQUIRED' : 'FORBIDDEN';
    const wrong = await failing(others, async (operation) =>
      expectRefusal(operation.on, await sendInVain(operation, personOf(operation, caller).token), 403, code),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a caller without a token', () => {
  it('is granted what is public, and refused everything else with 401', async () => {
    const wrong = await failing(askedOperations, async (operation) => {
      if (!operation.isPublic) expectRefusal(operation.on, await sendInVain(operation), 401);
      else {
        const request = await rightRequest(operation, world);
        expect(operation.successes).toContain((await call(operation.method, request.path, optionsOf(request))).status);
      }
    });
    expect(wrong).toEqual([]);
  });
});

describe('an administrator of another tenant', () => {
  it('finds nothing under any path that names a record (A-51)', async () => {
    const { admin } = await newTenant();
    const named = askedOperations.filter(({ path }) => path.includes('{') && !EVERYBODYS.test(path));
    const wrong = await failing(named, async (operation) => {
      expectRefusal(operation.on, await sendInVain(operation, admin.token), 404);
    });
    expect(wrong).toEqual([]);
  });

  it('sees nothing of this tenant in any list', async () => {
    const { admin } = await newTenant();
    // They need to be told a service or shipments, and none were named.
    const refused: Record<string, number> = {
      '/api/v1/beauty/free-slots/': 400,
      '/api/v1/logistics/shipments/labels/': 400,
      // Its document was not named.
      '/api/v1/einvoices/overview/': 400,
      '/api/v1/einvoices/request-link/': 400,
      // Its feed is off.
      '/api/v1/events/': 409,
      // It has no code.
      '/api/v1/payment-account/duitnow-qr/': 404,
    };
    const lists = askedOperations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
    const wrong = await failing(lists, async ({ path }) => {
      const { status, text } = await call('GET', path, { token: admin.token });
      const shown = Object.values(world.records).filter((id) => text.includes(id));
      expect([status, shown]).toEqual([refused[path] ?? 200, []]);
    });
    expect(wrong).toEqual([]);
  });
});

/** Its feed is off, it has no code, and no e-invoices of a disabled module. */
const withoutOne: Readonly<Record<string, number>> = {
  'GET /events': 409,
  'GET /payment-account/duitnow-qr': 404,
  'GET /einvoices/request-link': 404,
};

describe('a tenant that has disabled every module', () => {
  it('is refused all of them, and nothing else (A-60)', async () => {
    const { admin } = await tenantWithoutModules();
    const wrong = await failing(askedOperations, async (operation) => {
      if (OF_MODULE.test(short(operation)))
        expectRefusal(operation.on, await sendInVain(operation, admin.token), 403, 'MODULE_DISABLED');
      else if (operation.method === 'GET' && !operation.path.includes('{'))
        expect((await sendInVain(operation, admin.token)).status).toBe(withoutOne[short(operation)] ?? 200);
    });
    expect(wrong).toEqual([]);
  });
});

describe('every user, on the own account', () => {
  const paths = (id: string) => [`/v1/users/${id}`, `/api/v1/users/${id}/`];

  it('may change the own names, and those of no other user', async () => {
    for (const role of roles.filter((name) => name !== 'ADMIN')) {
      const { id, token } = people[role];
      for (const path of paths(id))
        expect((await call('PUT', path, { token, body: { first_name: 'Aina' } })).status).toBe(200);
      for (const path of paths(people.ADMIN.id))
        expect((await call('PUT', path, { token, body: { first_name: 'Aina' } })).status).toBe(403);
    }
  });

  it('may change the own password, and that of no other user (A-45)', async () => {
    const body = { current_password: people.STAFF.password, new_password: 'An0therPass!' };
    for (const role of roles.filter((name) => name !== 'STAFF')) {
      const path = `/api/v1/users/${people.STAFF.id}/change-password/`;
      expect((await call('POST', path, { token: people[role].token, body })).status).toBe(403);
    }
  });
});
