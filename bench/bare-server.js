/**
 * What this machine can do at best with node:http and pg: the same operations on the same rows with prepared statements,
 * and without authentication, validation, row level security, logging or error handling. The tenant is a header.
 */
import { verify } from '@node-rs/argon2';
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { beautyAnswer } from './bare-beauty.js';
import { educationAnswer } from './bare-education.js';
import { healthcareAnswer } from './bare-healthcare.js';
import { logisticsAnswer } from './bare-logistics.js';
import { retailAnswer } from './bare-retail.js';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
  pipeline: true,
});

const userColumns =
  'id, tenant_id, email, first_name, last_name, phone, role, status, last_login, created_at, updated_at, mfa_enabled';
const tenantColumns =
  'id, name, slug, email, phone, address, business_type, subscription_plan, pricing_model, status, logo_url, settings, created_at, updated_at';

const statements = Object.fromEntries(
  Object.entries({
    get: `select ${userColumns} from core.users where tenant_id = $1 and id = $2 and deleted_at is null`,
    list: `select ${userColumns} from core.users where tenant_id = $1 and deleted_at is null order by id desc limit $2 offset $3`,
    count: 'select count(*)::int from core.users where tenant_id = $1 and deleted_at is null',
    create: `insert into core.users (tenant_id, id, created_at, updated_at, username, email, first_name, last_name, phone, role, status, permissions, mfa_enabled)
      values ($1, uuidv7(), now(), now(), $2, $2, $3, $4, $5, $6, 'pending', $7, false) returning ${userColumns}`,
    tenant: `select ${tenantColumns} from core.tenants where slug = $1 and deleted_at is null`,
    account: `select password_hash, ${userColumns} from core.users where tenant_id = $1 and lower(email) = lower($2) and deleted_at is null`,
    session:
      "insert into core.sessions (tenant_id, id, user_id, created_at, expires_at) values ($1, $2, $3, now(), now() + interval '30 days')",
  }).map(([name, text]) => [name, { name, text, rowMode: 'array' }]),
);

const rowsOf = async (db, statement, values) => (await db.query({ ...statements[statement], values })).rows;

const viewOf = (columns) => {
  const names = columns.split(', ');
  return (row) => Object.fromEntries(names.map((name, i) => [name, row[i]]));
};
const tenantOf = viewOf(tenantColumns);
const tenantView = (row) => {
  const tenant = tenantOf(row);
  for (const set of ['business_type', 'subscription_plan', 'pricing_model', 'status'])
    tenant[set] = tenant[set].toUpperCase();
  return tenant;
};
const userView = (row) => ({
  id: row[0],
  tenant_id: row[1],
  email: row[2],
  first_name: row[3],
  last_name: row[4],
  phone: row[5],
  role: row[6].toUpperCase(),
  status: row[7].toUpperCase(),
  last_login: row[8],
  created_at: row[9],
  updated_at: row[10],
  mfa_enabled: row[11],
});

async function get(tenant_id, id) {
  const [row] = await rowsOf(pool, 'get', [tenant_id, id]);
  return userView(row);
}

async function list(tenant_id, query) {
  const page = Number(query.get('page') ?? 1);
  const limit = Number(query.get('limit') ?? 20);
  // Both statements in one round trip, as pipelining allows.
  const client = await pool.connect();
  const [rows, [[total]]] = await Promise.all([
    rowsOf(client, 'list', [tenant_id, limit, (page - 1) * limit]),
    rowsOf(client, 'count', [tenant_id]),
  ]);
  client.release();
  return { users: rows.map(userView), pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

async function create(tenant_id, { email, first_name, last_name, phone, role, permissions = [] }) {
  const values = [tenant_id, email, first_name, last_name, phone, role.toLowerCase(), permissions];
  const [row] = await rowsOf(pool, 'create', values);
  return userView(row);
}

async function login({ email, password, tenant_slug }) {
  const [tenant] = await rowsOf(pool, 'tenant', [tenant_slug]);
  const [[hash, ...user]] = await rowsOf(pool, 'account', [tenant[0], email]);
  if (!(await verify(hash, password))) throw new Error('Wrong password');
  await rowsOf(pool, 'session', [tenant[0], randomUUID(), user[0]]);
  const token = () => randomBytes(48).toString('base64url');
  return { access_token: token(), refresh_token: token(), user: userView(user), tenant: tenantView(tenant) };
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function answer(request) {
  const { method, url, headers } = request;
  const tenant_id = headers['x-tenant'];
  if (method === 'GET' && url.startsWith('/v1/users/')) return [200, await get(tenant_id, url.slice(10))];
  if (method === 'GET' && url.startsWith('/v1/users?'))
    return [200, await list(tenant_id, new URLSearchParams(url.slice(10)))];
  if (method === 'POST' && url === '/v1/users') return [201, await create(tenant_id, await bodyOf(request))];
  if (method === 'POST' && url === '/v1/auth/login') return [200, await login(await bodyOf(request))];
  const asked = { method, url, tenant_id };
  const read = () => bodyOf(request);
  for (const answerOf of [retailAnswer, healthcareAnswer, educationAnswer, beautyAnswer, logisticsAnswer]) {
    const found = await answerOf(pool, asked, read);
    if (found) return found;
  }
  return [404, {}];
}

const server = createServer((request, response) => {
  answer(request).then(
    ([status, body]) => {
      const bytes = Buffer.from(JSON.stringify(body));
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
      response.end(bytes);
    },
    (error) => {
      console.error(error);
      response.writeHead(500, { 'Content-Length': 0 }).end();
    },
  );
});

server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
