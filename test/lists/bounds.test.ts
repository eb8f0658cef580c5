import { randomUUID } from 'node:crypto';
import { lookUp, documents, operations, type DocumentedOperation, type Schema } from '../support/operations.js';
import { call, type Json } from '../support/client.js';
import { newTenant } from '../support/people.js';
import { inTurns } from '../support/retail.js';

/**
 * Everything that is sent has its bound (texts and lists here, values and levels of a whole body in the parser, the bytes of open
 * objects where they are written), and so has every list that is answered. test/lists/validated.test.ts holds that the
 * documents say what is validated.
 */

interface Stated extends Schema {
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  contentEncoding?: string;
  oneOf?: Stated[];
  allOf?: Stated[];
}

/** Elements of one list of a body. */
const MAX_ITEMS = 1_000;
const FIXED = ['date', 'date-time', 'time', 'uuid'];

/** Every schema within one, with where it stands. */
function visit(
  on: DocumentedOperation['on'],
  schema: Stated,
  at: string,
  see: (found: Stated, at: string) => void,
  above: string[] = [],
): void {
  const { $ref } = schema;
  if ($ref !== undefined) {
    if (!above.includes($ref)) visit(on, lookUp(on, $ref), at, see, [...above, $ref]);
    return;
  }
  see(schema, at);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const part of parts) visit(on, part, at, see, above);
  if (schema.items) visit(on, schema.items, `${at}[]`, see, above);
  for (const [name, of] of Object.entries(schema.properties ?? {})) visit(on, of, `${at}.${name}`, see, above);
}

const hasType = ({ type }: Stated, name: string): boolean => [type].flat().includes(name);

/** A pattern from beginning to end without anything that repeats at will. */
const isBoundedPattern = (pattern = ''): boolean => /^\^.*\$$/.test(pattern) && !/[^\\][*+]|\{\d+,\}/.test(pattern);

/** Files in JSON: what may be in them, and how much, is the domain's rule, and a body has its own size. */
const isFile = ({ contentEncoding }: Stated): boolean => contentEncoding === 'base64';

const isBoundedText = ({ maxLength, enum: values, const: value, format = '', pattern }: Stated): boolean =>
  maxLength !== undefined ||
  values !== undefined ||
  value !== undefined ||
  FIXED.includes(format) ||
  isBoundedPattern(pattern);

function unbounded(operation: DocumentedOperation, schema: Stated, where: string): string[] {
  const found: string[] = [];
  visit(operation.on, schema, where, (one, at) => {
    if (hasType(one, 'string') && !isBoundedText(one) && !isFile(one)) found.push(`${operation.name}: text ${at}`);
    if (hasType(one, 'array') && !((one.maxItems ?? Infinity) <= MAX_ITEMS))
      found.push(`${operation.name}: list ${at}`);
  });
  return found;
}

it('A-179: every text and every list of every body has a bound, and every text of a query', () => {
  const bodies = operations.flatMap((operation) =>
    operation.body ? unbounded(operation, lookUp(operation.on, operation.body), 'body') : [],
  );
  const queries = operations.flatMap((operation) =>
    operation.query.flatMap(({ name, schema }) => unbounded(operation, schema, `?${name}`)),
  );
  expect([...bodies, ...queries]).toEqual([]);
});

it('A-179: every operation that takes a body refuses one of more than 10,000 values, before it looks at anything else', async () => {
  const { token } = (await newTenant()).admin;
  const body = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`key_${i}`, 1]));
  const takesBody = operations.filter((operation) => operation.body);
  const heard = await inTurns(
    6,
    takesBody.map(({ on, method, path, name }) => async () => {
      const answer = await call(
        method,
        path.replace(/\{\w+\}/g, () => randomUUID()),
        { token, body },
      );
      const fields = answer.status === 400 ? on.error(answer).errors.map(({ field }: Json) => field) : answer.status;
      return [name, fields];
    }),
  );
  expect(heard.length).toBeGreaterThan(100);
  expect(heard).toEqual(takesBody.map(({ name }) => [name, ['body']]));
});

/** Lists of records that come without pages, by operation and place, and what bounds each. */
const bounds: readonly (readonly [RegExp, string])[] = [
  [/^GET \/api\/v1\/imports\/{import_id}\/ \.data\.errors$/, 'the first 100 errors'],
  [
    /\/(reports\/[^/]+|inventory\/report)\/ \.data\.rows$/,
    'read and sent a thousand rows at a time, nothing of which is kept',
  ],
  [/\/modules\/ /, 'there are five modules'],
  [/\/api-keys\/scopes\/ /, 'as many as there are operations'],
  [/\/webhooks\/\{webhook_id\}\/(deliveries\/\{delivery_id\}|test)\/ \.data\.attempts/, 'the newest hundred'],
  [/\/events\/ /, 'at most a hundred'],
  [/\/webhooks\/event-types\/ /, 'as many as are declared'],
  [/\/message-templates\/ /, 'as many as the table has'],
  [/\/message-usage\/ \.data\.rows/, 'days, ways or templates'],
  [/\/payment-requests\/report\/ \.data\.rows$/, 'days, means or kinds of documents'],
  [/\/messages\/\{message_id\}\/ \.data\.tries/, 'five attempts by each of three ways'],
  [/\/einvoices\/\{einvoice_id\}\/ \.data\.refers_to/, 'a note changes one document'],
  [/\/einvoices\/\{einvoice_id\}\/ \.data\.errors/, 'as many as there are fields in a document of 300 KB'],
  [/\/einvoices\/overview\/ \.data\.rows/, 'kinds of documents by currency'],
  [/\/einvoices\/overview\/ \.data\.documents/, 'the consolidated ones of one month, of up to 290,000 bytes each'],
  [/\/einvoices\/rules\/ /, 'as many as the tables have'],
  [/\/einvoices\/settings\/ \.data\.(problems|simulated)/, 'at most one for each field'],
  [/\/einvoices\/simulator\/ \.data\.(faults|rejections)/, 'at most a hundred'],
  [/\/payment-account\/ \.data\.methods$/, 'there are four ways to pay'],
  [/\/payment-methods\/ /, 'a tenant keeps at most a thousand (PaymentMethodService)'],
  [/\/auth\/sessions\/ /, 'the newest thousand of one user (SessionService)'],
  [/\/loyalty\/tiers\/ /, 'the four tiers'],
  [/\/export\/ /, 'what is held on one person'],
  [/\/schedule\/ /, 'at most 31 days of one person, or the subjects of one class'],
  [/\/free-slots\/ /, 'one day of those who give one service'],
  [/\/classes\/\{class_id\}\/attendance\/ /, 'one day of one class'],
  [/\/report-card\/ /, 'one year of one student'],
  [/\{(sale|bill|appointment|route|package|membership|class|enrollment|staff)_id\}\/ /, 'what one body may hold'],
  [/\/education\/invoices\/\{invoice_id\}\/ \.data\.discounts/, 'the discounts of one run'],
  [/\/education\/invoices\/\{invoice_id\}\/ \.data\.instalments/, 'at most 60'],
  [/\/households\/\{household_id\}\/(statement\/)? /, 'at most 20 guardians and 50 students'],
  [/\/households\/\{household_id\}\/bill\/ /, 'at most 500 invoices'],
  [/\/payments\/\{payment_id\}\/ \.data\.refunds/, 'each gives back a part of one amount'],
  [/\/tracking\/\{tracking_number\}\/ /, 'what was written to one shipment, one entry a request'],
  [/\/proof-of-delivery\/ /, 'the pictures that one body may hold'],
];

/** Lists of objects that an answer holds at its top. */
function listsOf({ on, method, path }: DocumentedOperation): string[] {
  const said: Json = documents[on.name].paths[path][method.toLowerCase()].responses['200'];
  const schema: Stated | undefined = said?.content?.['application/json']?.schema;
  const lists: string[] = [];
  if (schema)
    visit(on, schema, '', (one, at) => {
      const items = one.items?.$ref ? (lookUp(on, one.items.$ref) as Stated) : one.items;
      if (hasType(one, 'array') && items?.properties && one.maxItems === undefined) lists.push(at);
    });
  return lists;
}

it('every list of records has pages, or is bounded by something that is known', () => {
  const reads = operations.filter(({ method }) => method === 'GET');
  const unpaged = reads.filter(({ query }) => !query.some(({ name }) => name === 'page'));
  const lists = unpaged.flatMap((operation) => listsOf(operation).map((at) => `${operation.name} ${at}`));
  expect(lists.filter((list) => !bounds.some(([which]) => which.test(list)))).toEqual([]);
  expect(bounds.filter(([which]) => !lists.some((list) => which.test(list)))).toEqual([]);
});
