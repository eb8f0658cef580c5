/** What is measured: requests as raw HTTP, the same bytes for both servers. */

let created = 0;

function http(method, path, { tenant, body }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: bench',
    ...(tenant ? [`X-Tenant: ${tenant.id}`, `Authorization: Bearer ${tenant.token}`] : []),
    ...(text ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

/**
 * name → connections, the ratio aimed at, requests until V8 has compiled what there is to compile, and how the n-th request is made of the facts: which tenants there are, whose
 * users, and the tokens to work with.
 */
export const scenarios = {
  get: {
    title: 'GET one user',
    connections: 32,
    warmUp: 4_000,
    aim: 0.4,
    request: ({ read }, n) => http('GET', `/v1/users/${read.ids[n % read.ids.length]}`, { tenant: read }),
  },
  list: {
    title: 'list 20 of 2,000 users',
    connections: 32,
    warmUp: 3_000,
    aim: 0.7,
    request: ({ read }) => http('GET', '/v1/users?limit=20', { tenant: read }),
  },
  create: {
    title: 'create a user',
    connections: 32,
    warmUp: 3_000,
    aim: 0.6,
    request: ({ create }) =>
      http('POST', '/v1/users', {
        tenant: create,
        body: {
          email: `new${process.pid}-${(created += 1)}@bench.example`,
          first_name: 'Mei Ling',
          last_name: 'Tan',
          role: 'STAFF',
          phone: '+60165550102',
          permissions: ['reports.view'],
        },
      }),
  },
  login: {
    title: 'login',
    connections: 8,
    warmUp: 150,
    aim: 0.9,
    request: ({ read, password }, n) =>
      http('POST', '/v1/auth/login', {
        body: { email: read.emails[n % read.emails.length], password, tenant_slug: read.slug },
      }),
  },
};
