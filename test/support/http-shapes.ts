import type { Answer, Json } from './client.js';
import { contract } from './client.js';
import { contractSurface, type Surface } from './core-surfaces.js';
import { unique, type TestTenant } from './people.js';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What a client never gets to see of the service's internals. */
const internals =
  /\\n\s*at |\((?:file:|node:|\/)[^)]*:\d+:\d+\)|node_modules|\b(?:select|insert|update|delete) .+\b(?:from|into|set)\b|constraint|pg_/i;

const codes: Readonly<Record<number, string>> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
};

const sorted = (record: Json): string[] => Object.keys(record).sort();

function expectFields(errors: Json): void {
  expect(errors.length).toBeGreaterThan(0);
  for (const { reason, ...error } of errors) {
    expect([undefined, 'duplicate']).toContain(reason);
    expect(error).toEqual({ field: expect.stringMatching(/\S/), message: expect.stringMatching(/\S/) });
  }
}

/** The contract surface: one of its four schemas, exactly. */
export function expectContractError({ status, body }: Answer): void {
  const keys =
    status === 400
      ? ['code', 'errors', 'message']
      : status === 401 || status === 404
        ? ['code', 'message', 'timestamp']
        : ['code', 'details', 'message', 'timestamp'];
  expect(sorted(body)).toEqual(keys);
  if (status === 400) expectFields(body.errors);
  else expect(body.timestamp).toMatch(INSTANT);
  if (keys.includes('details')) expect(body.details).toEqual(expect.any(Object));
}

/** The reference surface: `success: false` and the error, exactly. */
export function expectReferenceError({ status, body }: Answer): void {
  expect(sorted(body)).toEqual(['error', 'success']);
  expect(body.success).toBe(false);
  const { errors, details, ...always } = body.error;
  expect(sorted(always)).toEqual(['code', 'message', 'timestamp']);
  expect(always.timestamp).toMatch(INSTANT);
  if (status === 400) expectFields(errors);
  if (errors !== undefined) expectFields(errors);
  if (details !== undefined) expect(details).toEqual(expect.any(Object));
}

/** A refusal in the surface's own words: status, code, exact keys, a message for people, nothing of the inside. */
export function expectError(on: Surface, answer: Answer, status: number, code = codes[status]): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: expect.any(Object) });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  (on === contractSurface ? expectContractError : expectReferenceError)(answer);
  const error = on.error(answer);
  // A duplicate is a conflict, too.
  expect(code === codes[409] && error.code === 'DUPLICATE' ? code : error.code).toBe(code);
  expect(error.message).toMatch(/\S/);
  expect(answer.text).not.toMatch(internals);
}

/** A 400 that names this field. */
export function expectWrong(on: Surface, answer: Answer, field: string): void {
  expectError(on, answer, 400);
  expect(on.error(answer).errors.map((error: Json) => error.field)).toContain(field);
}

/** Users without passwords, so that nothing waits for their hashes; in the order of their creation. */
export async function pendingUsers(tenant: TestTenant, count: number, role = 'STAFF'): Promise<Json[]> {
  const made: Json[] = [];
  for (let i = 0; i < count; i += 1) {
    const body = { email: `${unique('pending')}@example.com`, first_name: `Siti ${i}`, last_name: 'Nur', role };
    const answer = await contract.post('/users', body, { token: tenant.admin.token });
    if (answer.status !== 201) throw new Error(`A user was not created: ${answer.text}`);
    made.push(answer.body);
  }
  return made;
}
