import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { enableEinvoices, newEinvoice } from '../../support/einvoices.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** a user does with an e-invoice what its status allows, and nothing else. */

let tenant: TestTenant;
let id: string;
beforeAll(async () => {
  tenant = await newTenant();
  await enableEinvoices(tenant, { individual: 'on_request' });
  ({ id } = await newEinvoice(tenant));
});

/** Left by each act that it allows. */
const statuses: Readonly<Record<string, readonly string[]>> = {
  draft: [],
  blocked: ['retry', 'discard'],
  queued: ['discard'],
  sending: [],
  submitted: [],
  valid: ['cancel', 'notes'],
  invalid: ['retry', 'discard'],
  cancelled: [],
  discarded: [],
};
const bodies: Readonly<Record<string, Json>> = {
  retry: {},
  discard: {},
  cancel: { reason: 'Silap' },
  notes: { kind: 'credit_note', reason: 'Silap' },
};

/** Not due, so that no job goes on with it meanwhile. */
const set = (status: string) =>
  sql(
    workerState().ownerUrl as string,
    `update einvoice.documents set status = $3, due_at = null where tenant_id = $1 and id = $2`,
    [tenant.id, id, status],
  );
const read = async (): Promise<Json> => on.data(await on.get(`/einvoices/${id}`, tenant.admin.token));
const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error?.code];

const refused = Object.entries(statuses).flatMap(([status, allowed]) =>
  Object.keys(bodies)
    .filter((verb) => !allowed.includes(verb))
    .map((verb): [string, string] => [status, verb]),
);

it.each(refused)('A-520: one that is %s is refused %s, and stays as it is', async (status, verb) => {
  await set(status);
  const before = await read();
  const answer = await on.post(`/einvoices/${id}/${verb}`, bodies[verb], tenant.admin.token);
  expect(codeOf(answer)).toEqual([409, 'WRONG_STATUS']);
  expect(await read()).toEqual(before);
});
