import { baseUrl, type Json } from '../../support/client.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { newFile, uploadForm, uploadRaw } from '../../support/files.js';
import { newTenant, newUser, operator, unique, type Person, type TestTenant } from '../../support/people.js';
import { png } from '../../support/pictures.js';
import { logLines } from '../../support/secrets.js';

/** Links that open files without a token. */

let tenant: TestTenant;
let admin: Person;
beforeAll(async () => {
  tenant = await newTenant();
  admin = tenant.admin;
});

const linkOf = async (id: string, { token }: Pick<Person, 'token'> = admin, body: Json = {}): Promise<string> => {
  const answer = await on.post(`/files/${id}/link`, body, token);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return new URL(on.data(answer).url).pathname;
};
const open = (path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Json } = {}) =>
  fetch(`${baseUrl()}${path}`, { method, headers, redirect: 'manual' });
const statusOf = async (path: string): Promise<number> => (await open(path)).status;
const lastChanged = (path: string): string => `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;

describe('A-488: a link', () => {
  it('opens the content without a token, and tells it to no other site and no search engine', async () => {
    const { id, sha256 } = await newFile(tenant, 'Sambal', { name: 'resipi.txt' });
    const before = Date.now();
    const made = on.data(await on.post(`/files/${id}/link`, {}, admin.token));
    expectKeys(made, ['url', 'expires_at']);
    expect(made.url).toMatch(/^http:\/\/[^/]+\/files\/[\w-]{100}$/);
    const ends = new Date(made.expires_at).getTime();
    expect(ends - before).toBeGreaterThan(598_000);
    expect(ends - Date.now()).toBeLessThanOrEqual(600_000);
    const answer = await open(new URL(made.url).pathname);
    expect([answer.status, await answer.text()]).toEqual([200, 'Sambal']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="resipi.txt"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'private, no-cache',
      etag: `"${sha256}"`,
    });
  });

  it('answers HEAD, ranges and conditions, and refuses other methods', async () => {
    const { id, sha256 } = await newFile(tenant, '0123456789');
    const path = await linkOf(id);
    const head = await open(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const part = await open(path, { headers: { range: 'bytes=5-9' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 5-9/10', '56789']);
    expect((await open(path, { headers: { 'if-none-match': `"${sha256}"` } })).status).toBe(304);
    const posted = await open(path, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('shows pictures and PDF, and saves other files', async () => {
    const shown = async (content: string | Buffer, filename: string) => {
      const { id } = on.data(await uploadForm(admin, content, { filename }));
      return (await open(await linkOf(id))).headers.get('content-disposition');
    };
    expect(await shown(png(), 'a.png')).toBe('inline; filename="a.png"');
    expect(await shown('%PDF-1.7', 'a.pdf')).toBe('inline; filename="a.pdf"');
    expect(await shown('text', 'a.txt')).toBe('attachment; filename="a.txt"');
  });

  it('lasts from 30 s to an hour', async () => {
    const { id } = await newFile(tenant);
    for (const expires_in of [29, 3_601, 30.5, 'x'])
      expectInvalid(on, await on.post(`/files/${id}/link`, { expires_in }, admin.token), 'expires_in');
    for (const expires_in of [30, 3_600]) {
      const { expires_at } = on.data(await on.post(`/files/${id}/link`, { expires_in }, admin.token));
      expect(Math.round((new Date(expires_at).getTime() - Date.now()) / 1_000)).toBeCloseTo(expires_in, -1);
    }
  });

  it('is made by callers who read the file, and not of a file that is not there', async () => {
    const { id } = on.data(await uploadRaw(await newUser(tenant, 'manager'), 'theirs'));
    const { token } = await newUser(tenant, 'staff');
    expectRefusal(on, await on.post(`/files/${id}/link`, {}, token), 404);
    expectRefusal(on, await on.post(`/files/${UNKNOWN_ID}/link`, { expires_in: 1 }, admin.token), 404);
    expectRefusal(on, await on.post(`/files/${id}/link`, {}, (await newTenant()).admin.token), 404);
    expectRefusal(on, await on.post(`/files/${id}/link`, {}), 401);
  });
});

describe('A-488: a link ends, and is then one 404', () => {
  /** All that an answer tells, but for what differs from request to request. */
  const shownAt = async (path: string) => {
    const answer = await open(path, { headers: { accept: 'text/html' } });
    const told = [
      'cache-control',
      'content-security-policy',
      'content-type',
      'referrer-policy',
      'x-robots-tag',
      'etag',
    ];
    return [answer.status, ...told.map((name) => answer.headers.get(name)), await answer.text()];
  };

  it('where a character is changed, the file deleted or the link renewed', async () => {
    const [one, two] = await Promise.all([newFile(tenant), newFile(tenant)]);
    const [path, old] = await Promise.all([linkOf(one.id), linkOf(two.id)]);
    const renewed = await linkOf(two.id, admin, { renew: true });
    await on.send('DELETE', `/files/${one.id}`, { token: admin.token });
    const paths = [lastChanged(renewed), path, old, '/files/', '/files/x', `${renewed}%41`, `${renewed}/more`];
    const answers = await Promise.all(paths.map(shownAt));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.slice(0, 2)).toEqual([404, 'no-store']);
    expect(answers[0]?.at(-1)).toContain('This link does not exist or has ended');
    expect(await statusOf(renewed)).toBe(200);
  });

  it('in JSON and in Malay where it is asked so', async () => {
    const path = '/files/x';
    const json = await open(path, { headers: { accept: 'application/json', 'accept-language': 'ms' } });
    expect(await json.json()).toEqual({
      error: {
        code: 'NOT_FOUND',
        message: 'Pautan ini tidak wujud atau telah tamat. Minta pautan baharu daripada pengirimnya.',
      },
    });
    expect((await open(path, { method: 'HEAD' })).status).toBe(404);
  });

  it('with its time', async () => {
    const { id } = await newFile(tenant);
    const path = await linkOf(id, admin, { expires_in: 30 });
    expect(await statusOf(path)).toBe(200);
    await new Promise((done) => setTimeout(done, 30_500));
    expect(await statusOf(path)).toBe(404);
  }, 60_000);

  it('with the deactivation, the deletion and the lost right of its maker', async () => {
    const own = await newTenant();
    const file = on.data(await uploadRaw(own.admin, 'of the administrator'));
    const [second, third] = await Promise.all([newUser(own, 'admin'), newUser(own, 'admin')]);
    const [bySecond, byThird] = await Promise.all([linkOf(file.id, second), linkOf(file.id, third)]);
    expect([await statusOf(bySecond), await statusOf(byThird)]).toEqual([200, 200]);
    const change = (id: string, body: Json) => on.put(`/users/${id}`, body, own.admin.token);
    // A manager reads no file that another user uploaded and no record has.
    await change(second.id, { role: 'manager' });
    expect(await statusOf(bySecond)).toBe(404);
    await change(second.id, { role: 'admin' });
    expect(await statusOf(bySecond)).toBe(200);
    await change(second.id, { is_active: false });
    expect(await statusOf(bySecond)).toBe(404);
    await on.send('DELETE', `/users/${third.id}`, { token: own.admin.token });
    expect(await statusOf(byThird)).toBe(404);
  });

  it('while the business is suspended', async () => {
    const own = await newTenant();
    const path = await linkOf((await newFile(own)).id, own.admin);
    const { token } = await operator();
    await on.put(`/tenants/${own.id}`, { is_active: false }, token);
    expect(await statusOf(path)).toBe(404);
    await on.put(`/tenants/${own.id}`, { is_active: true }, token);
    expect(await statusOf(path)).toBe(200);
  });

  it('with the API key that made it, and with its scope', async () => {
    const body = { name: unique('key'), role: 'staff', scopes: ['files:read', 'files:write'] };
    const { id, key } = on.data(await on.post('/api-keys', body, admin.token));
    const file = on.data(await uploadRaw({ token: key }, 'of a program'));
    const path = await linkOf(file.id, { token: key });
    expect(await statusOf(path)).toBe(200);
    await on.put(`/api-keys/${id}`, { scopes: ['retail:read'] }, admin.token);
    expect(await statusOf(path)).toBe(404);
    await on.put(`/api-keys/${id}`, { scopes: ['files:read'] }, admin.token);
    expect(await statusOf(path)).toBe(200);
    const renewed = await on.post(`/files/${file.id}/link`, { renew: true }, key);
    expectRefusal(on, renewed, 403, 'SCOPE_MISSING');
    await on.send('DELETE', `/api-keys/${id}`, { token: admin.token });
    expect(await statusOf(path)).toBe(404);
  });
});

it('A-488: parallel renewals leave no earlier link, and each answers one that opens or has ended', async () => {
  const { id } = await newFile(tenant);
  const before = await linkOf(id);
  const made = await Promise.all(Array.from({ length: 5 }, () => linkOf(id, admin, { renew: true })));
  expect(await statusOf(before)).toBe(404);
  const statuses = await Promise.all(made.map(statusOf));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

it('A-488: the audit trail names who made a link, and neither it nor the log holds one', async () => {
  const { id } = await newFile(tenant);
  const path = await linkOf(id, admin, { renew: true });
  await open(path);
  const entries = on.rows(await on.get(`/audit?record_id=${id}`, admin.token), 'audit');
  expect(entries.map(({ action }: Json) => action)).toEqual(expect.arrayContaining(['create', 'renew_links', 'link']));
  const token = path.slice('/files/'.length);
  expect(JSON.stringify(entries)).not.toContain(token);
  const lines = logLines();
  expect(lines.some((line) => line.includes('/files/:token'))).toBe(true);
  expect(lines.filter((line) => line.includes(token))).toEqual([]);
});
