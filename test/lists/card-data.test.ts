import { columnsOf } from '@usaha/shared';
import { PAN, forbidden, withCards } from '../support/card-bodies.js';
import { call, type Answer, type Json } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { dump } from '../support/dump.js';
import { openDatabase } from '../support/opened-database.js';
import { operations, type DocumentedOperation } from '../support/operations.js';
import { newTenant } from '../support/people.js';
import { inTurns } from '../support/retail.js';
import { newWorld, rightRequest, type RightRequest, type World } from '../support/right-requests.js';
import { logLines } from '../support/secrets.js';
import { workerState } from '../support/state.js';

/**
 * a card's number or security code that is sent to any operation, in any text, key or open object, is
 * in no answer, no row and no line of the log. The requests are made of the schemas, so that a new field is found by itself.
 */

jest.setTimeout(180_000);

/** Under other names than those of their columns: what names a record, whose number they are, or is a secret by itself. */
const named = /(?:^|_)ids?$|_by$|password|_token$|phone$|^tracking_numbers$/;
/** Codes of a fixed shape, which no card has. */
const shaped = new Set(['currency', 'cvv', 'to']);

/** Operations that take no free text: only codes, numbers of another kind, and names of records. */
const onlyCodes = [
  'POST /api/v1/tenants/{tenant_id}/exports/',
  'POST /api/v1/users/{user_id}/invitation/',
  'POST /api/v1/users/{user_id}/change-password/',
  'POST /api/v1/api-keys/{api_key_id}/rotate/',
  'POST /api/v1/subscriptions/',
  'PUT /api/v1/subscriptions/{subscription_id}/',
  'PUT /api/v1/payment-account/duitnow-qr/',
  'POST /api/v1/payment-requests/{payment_request_id}/confirm/',
  'PUT /api/v1/payment-account/',
  'PUT /api/v1/account-policy/',
  'PUT /api/v1/message-accounts/sms/',
  'PUT /api/v1/message-accounts/email/',
  'POST /api/v1/message-accounts/{way}/test/',
  'PUT /api/v1/einvoices/settings/certificate/',
  'POST /api/v1/einvoices/consolidations/',
  'POST /api/v1/einvoices/tin/validate/',
  'PUT /api/v1/message-templates/{name}/',
  'POST /api/v1/messages/',
  'PUT /api/v1/message-settings/',
  'POST /api/v1/imports/',
  'POST /api/v1/webhooks/{webhook_id}/rotate-secret/',
  'POST /api/v1/webhooks/{webhook_id}/replay/',
  'POST /api/v1/files/{file_id}/link/',
  'POST /api/v1/utils/validate-phone/',
  'POST /api/v1/utils/validate-registration/',
  'POST /api/v1/healthcare/patients/{patient_id}/merge/',
  'POST /api/v1/beauty/client-packages/{client_package_id}/redeem/',
  'POST /api/v1/logistics/routes/{route_id}/optimize/',
];

let spared: (name: string) => boolean;
let world: World;
beforeAll(async () => {
  const database = await openDatabase(workerState().ownerUrl as string);
  const codes = new Set(
    database.entities.flatMap(({ entity }) =>
      // A sender's name is a copy of a shipment's text, from which cards were cut: other names are no codes.
      [...columnsOf(entity).values()].filter(({ code, name }) => code && name !== 'name').map(({ name }) => name),
    ),
  );
  await database.end();
  spared = (name) => codes.has(name) || shaped.has(name) || named.test(name);
  world = await newWorld(await newTenant());
});

interface Sent {
  operation: DocumentedOperation;
  answer: Answer;
  body: string;
}

/** Sends a card in every field, and where some cannot hold a text once more without those. */
async function send(operation: DocumentedOperation, { path, body }: RightRequest): Promise<Sent[]> {
  const left = new Set<string>();
  const sent: Sent[] = [];
  for (let tries = 0; tries < 6; tries++) {
    const filled = withCards(operation, body, { spared, left });
    const answer = await call(operation.method, path, {
      token: operation.isPublic ? undefined : world.tenant.admin.token,
      // Not as a body: what is remembered as a secret would end the test at the first answer that shows it.
      raw: JSON.stringify(filled),
      headers: { 'content-type': 'application/json' },
    });
    sent.push({ operation, answer, body: JSON.stringify(filled) });
    if (answer.status < 300) break;
    const errors: { field: string }[] = operation.on.error(answer).errors ?? [];
    for (const { field } of errors) left.add(field);
  }
  return sent;
}

/** The surroundings of a find, so that it can be found in the code. */
const around = (text: string): string => text.slice(Math.max(0, text.search(forbidden) - 60)).slice(0, 100);

it('A-168: no operation keeps, shows or logs a card that was sent to it', async () => {
  // Fields of a session's operations are secrets, and the one that disables a module names the tenant alone.
  const writing = operations.filter(({ body, path }) => body && !/\/auth\/|\/disable\//.test(path));
  const requests = await inTurns(
    6,
    writing.map((operation) => () => rightRequest(operation, world, world.tenant.admin)),
  );
  const sent = await inTurns(
    6,
    writing.map((operation, i) => () => send(operation, requests[i] as RightRequest)),
  ).then((all) => all.flat());

  const last = [...new Map(sent.map((one) => [one.operation.name, one])).values()];
  expect(last.filter(({ answer }) => answer.status >= 300).map(({ answer }) => answer.text)).toEqual([]);
  const without = last.filter(({ body }) => !forbidden.test(body)).map(({ operation }) => operation.name);
  expect(without).toEqual(onlyCodes);

  const shown = sent.filter(({ answer }) => forbidden.test(answer.text));
  expect(shown.map(({ operation, answer }) => `${operation.name}: ${around(answer.text)}`)).toEqual([]);
  await expectNothingKept();
});

it('A-168: nor one that came in a header', async () => {
  const headers = { 'X-Request-Id': PAN, 'Idempotency-Key': PAN, 'User-Agent': PAN };
  const body = { first_name: 'Siti', last_name: 'Nur' };
  const create = () => call('POST', '/api/v1/retail/customers/', { token: world.tenant.admin.token, body, headers });
  const [first, again] = [await create(), await create()];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(on.data(again).id).toBe(on.data(first).id);
  expect(first.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  await expectNothingKept();
});

/** Neither rows nor lines of the log. */
async function expectNothingKept(): Promise<void> {
  const kept = [...(await dump())].flatMap(([table, rows]) =>
    rows.split('\n').flatMap((row) => (forbidden.test(row) ? [`${table}: ${around(row)}`] : [])),
  );
  expect(kept).toEqual([]);
  expect(logLines().filter((line) => forbidden.test(line))).toEqual([]);
}

it('A-168: barcodes, telephone and order numbers stay as they are, even where they could be the number of a card', async () => {
  const digits = '6304000000000000';
  const kept = async (path: string, body: object): Promise<Json> =>
    on.data(await on.post(path, body, world.tenant.admin.token));
  const product = {
    name: 'Teh',
    sku: digits,
    selling_price: 1,
    barcode: digits,
    attributes: { barcode: digits, x: digits },
  };
  const { sku, barcode, attributes } = await kept('/retail/products', product);
  expect([sku, barcode, attributes]).toEqual([digits, digits, { barcode: digits, x: '•••• 0000' }]);
  const party = { name: 'Siti', phone_number: digits, address: { city: 'Ipoh' } };
  const shipment = await kept('/logistics/shipments', {
    origin: party,
    destination: party,
    customer_reference: digits,
  });
  expect([shipment.customer_reference, shipment.origin.phone_number]).toEqual([digits, digits]);
  const paid = { student_id: world.records.student_id, amount: 1, transaction_id: digits, receipt_number: digits };
  const { transaction_id, receipt_number } = await kept('/education/payments', paid);
  expect([transaction_id, receipt_number]).toEqual([digits, digits]);
});
