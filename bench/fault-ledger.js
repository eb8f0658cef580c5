/** The writers of the faults, and what must be there after them. */
import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';

const WRITERS = 16;
const PATIENCE_MS = 65_000;
const CUSTOMERS = '/api/v1/retail/customers/';
const PAGE = 100;

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** @returns status 0 where there was no answer */
export async function call(port, method, path, { token, body, key, ms = PATIENCE_MS } = {}) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  if (key) headers['idempotency-key'] = key;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(ms),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  } catch {
    return { status: 0 };
  }
}

export async function newTenant(port) {
  const name = `f${randomUUID()}`;
  const account = { username: name, email: `${name}@example.com`, password: 'a password of the faults' };
  await call(port, 'POST', '/api/v1/auth/register/', { body: account });
  const signIn = await call(port, 'POST', '/api/v1/auth/login/', { body: account });
  const token = signIn.body.data.access_token;
  const tenant = { name, email: 'hello@example.com', business_type: 'RETAIL' };
  await call(port, 'POST', '/v1/tenants', { token, body: tenant });
  return token;
}

const someone = () => ({
  first_name: `F${randomUUID()}`,
  last_name: 'Nur',
  ic_number: `900101-14-${String(randomInt(10_000)).padStart(4, '0')}`,
});

/**
 * Writes until told to end, to all instances in turn; each write is repeated with its Idempotency-Key until it is acknowledged.
 * @param instances read before each request
 * @returns the acknowledged customers, and which answers there were
 */
export function writing(instances, tokens) {
  const [acknowledged, statuses] = [[], {}];
  let isOver = false;
  let turn = 0;
  const write = async (token) => {
    while (!isOver) {
      const [body, key] = [someone(), randomUUID()];
      for (let isDone = false; !isDone;) {
        const { port } = instances[(turn += 1) % instances.length];
        const { status } = await call(port, 'POST', CUSTOMERS, { token, key, body });
        statuses[status] = (statuses[status] ?? 0) + 1;
        isDone = status === 201;
        if (isDone) acknowledged.push(body);
        else if (isOver) isDone = true;
        else await pause(100);
      }
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, i) => write(tokens[i % tokens.length])));
  const end = async () => {
    isOver = true;
    await writers;
  };
  return { acknowledged, statuses, end };
}

/** Until ten readings at once of every instance are answered. @returns seconds since @param begun */
export async function untilItWorks(instances, tokens, begun) {
  for (;;) {
    const read = (i) =>
      call(instances[i % instances.length].port, 'GET', CUSTOMERS, { token: tokens[i % tokens.length], ms: 3_000 });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => read(i)));
    if (answers.every(({ status }) => status === 200)) return (performance.now() - begun) / 1_000;
    if (performance.now() - begun > 300_000) return Infinity;
    await pause(100);
  }
}

/** The acknowledged customers that are not there, that are there more than once, and whose sealed number is another one. */
export async function compare(ownerUrl, port, tokens, acknowledged) {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query(
    'select first_name, count(*)::int from retail.customers where first_name = any($1) group by 1',
    [acknowledged.map(({ first_name }) => first_name)],
  );
  await owner.end();
  const opened = await numbersOf(port, tokens);
  return {
    lost: acknowledged.length - rows.length,
    doubled: rows.filter(({ count }) => count > 1).length,
    changed: acknowledged.filter(({ first_name, ic_number }) => opened.get(first_name) !== ic_number).length,
  };
}

/** The sealed numbers as the service opens them, by first name. */
async function numbersOf(port, tokens) {
  const numbers = new Map();
  for (const token of tokens)
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const { body } = await call(port, 'GET', `${CUSTOMERS}?page=${page}&page_size=${PAGE}`, { token });
      for (const { first_name, ic_number } of body.data) numbers.set(first_name, ic_number);
      isLast = body.data.length < PAGE;
    }
  return numbers;
}
