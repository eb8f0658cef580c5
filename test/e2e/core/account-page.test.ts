import { baseUrl, contract, reference } from '../../support/client.js';
import { expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { lettersTo, tokenTo } from '../../support/letters.js';
import { PASSWORD, newAccount, newTenant, newUser } from '../../support/people.js';
import { logLines } from '../../support/secrets.js';

/** The page of a link, for the person who got the letter. */

const NEW = 'Baharu-Sekali-9';

interface Page {
  status: number;
  text: string;
  headers: Headers;
}

async function page(token: string, options: RequestInit = {}): Promise<Page> {
  const response = await fetch(`${baseUrl()}/account/${token}`, { redirect: 'manual', ...options });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
const submit = (token: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  page(token, { method: 'POST', body: new URLSearchParams(fields), headers });
const both = (password: string) => ({ password, password_again: password });

async function asked(email: string, tenant_id?: string): Promise<string> {
  const before = (await lettersTo(email)).length;
  expect((await reference.post('/auth/forgot-password/', { email, tenant_id })).status).toBe(200);
  return tokenTo(email, before);
}

describe('the page of a link to set a password', () => {
  it('asks twice, takes the password once, and is gone: GET 200, GET 200, POST 200, POST 404 (A-406)', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    const token = await asked(user.email, tenant.id);
    for (let i = 0; i < 2; i += 1) {
      const shown = await page(token);
      expect(shown.status).toBe(200);
      for (const part of [tenant.name, user.email, 'name="password"', 'name="password_again"', '<html lang="en">'])
        expect(shown.text).toContain(part);
    }
    expect((await page(token, { method: 'HEAD' })).status).toBe(200);
    const done = await submit(token, both(NEW));
    expect([done.status, done.text.includes('Your password is set')]).toEqual([200, true]);
    expect((await submit(token, both(NEW))).status).toBe(404);
    expect((await page(token)).status).toBe(404);
    expect((await on.login(user.email, NEW, tenant.id)).status).toBe(200);
    expectRefusal(on, await on.login(user.email, PASSWORD, tenant.id), 401);
  });

  it('shows the form again with what was wrong, in the language of the reader; nothing is consumed', async () => {
    const account = await newAccount();
    const token = await asked(account.email);
    const malay = { 'accept-language': 'ms' };
    const differ = await submit(token, { password: NEW, password_again: `${NEW}x` }, malay);
    expect([differ.status, differ.text.includes('Kedua-dua kata laluan tidak sama')]).toEqual([400, true]);
    expect(differ.headers.get('content-language')).toBe('ms');
    const short = await submit(token, both('pendek'));
    expect([short.status, /Password must have at least 8 characters/.test(short.text)]).toEqual([400, true]);
    for (const wrong of [{ password: NEW }, { password_again: NEW }, {}] as Record<string, string>[])
      expect((await submit(token, wrong)).status).toBe(400);
    const others: RequestInit[] = [
      { method: 'POST', body: JSON.stringify(both(NEW)), headers: { 'content-type': 'application/json' } },
      { method: 'POST', body: new URLSearchParams(both('a'.repeat(40_000))) },
      { method: 'POST' },
      {
        method: 'POST',
        body: `password=${NEW}&password=${NEW}&password_again=${NEW}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ];
    for (const options of others) expect((await page(token, options)).status).toBe(400);
    for (const { text } of [differ, short]) expect(text).not.toContain(NEW);
    expect((await submit(token, both(NEW), malay)).status).toBe(200);
  });

  it('is taken by one of ten forms that are sent at once', async () => {
    const account = await newAccount();
    const token = await asked(account.email);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => submit(token, both(`${NEW}-${i}`))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
  });

  it('says as JSON whose it is, and until when (A-406)', async () => {
    const tenant = await newTenant();
    const token = await asked(tenant.admin.email, tenant.id);
    const { text, headers } = await page(token, { headers: { accept: 'application/json' } });
    expect(headers.get('content-type')).toContain('application/json');
    const { expires_at, ...said } = JSON.parse(text) as Record<string, string>;
    expect(said).toEqual({ purpose: 'reset', email: tenant.admin.email, business: tenant.name });
    const minutes = (Date.parse(expires_at as string) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThanOrEqual(60);
    const gone = await page('A'.repeat(88), { headers: { accept: 'application/json' } });
    expect([gone.status, (JSON.parse(gone.text) as { error: { code: string } }).error.code]).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('runs no script, is shown in no frame, sent nowhere else, found by no search engine and kept by no cache', async () => {
    const account = await newAccount();
    const { headers, text } = await page(await asked(account.email));
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|script-src/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|https?:\/\//i);
  });

  it('shows names as text: nothing in them becomes an element', async () => {
    const tenant = await newTenant({ name: `<img src=x onerror=alert(1)>"'&` });
    const { text } = await page(await asked(tenant.admin.email, tenant.id));
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
    expect(text).not.toContain('<img');
  });
});

it('tokens that are none are one and the same page, in any path', async () => {
  const account = await newAccount();
  const token = await asked(account.email);
  const wrong = [
    'A'.repeat(88),
    'A'.repeat(87),
    `${token}x`,
    'x',
    '%00',
    '%E0%A4%A',
    '..%2f..',
    `${token}/x`,
    token.slice(0, 80),
  ];
  const texts = new Set<string>();
  for (const one of wrong) {
    const answer = await page(one);
    expect([one, answer.status]).toEqual([one, 404]);
    texts.add(answer.text);
  }
  expect(texts.size).toBe(1);
  expect((await page(`${token}?next=https://evil.example`)).text).not.toContain('evil.example');
  const put = await page(token, { method: 'PUT' });
  expect([404, 405]).toContain(put.status);
  expect((await page(token)).status).toBe(200);
});

it('logs have the path without its token', async () => {
  const account = await newAccount();
  const token = await asked(account.email);
  await page(token);
  await submit(token, both(NEW));
  await contract.get('/nothing');
  const lines = logLines().join('\n');
  if (lines === '') return;
  expect(lines).toContain('/account/:token');
  expect(lines).not.toContain(token);
});
