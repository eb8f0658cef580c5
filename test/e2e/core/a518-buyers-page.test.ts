import { baseUrl, call, type Json } from '../../support/client.js';
import { expectKeys } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { askEinvoice, enableEinvoices, soldSource } from '../../support/einvoices.js';
import { letterTo } from '../../support/letters.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { newProduct, sell } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';
import { eventually } from '../../support/system-service.js';

/** the page on which the buyer of a document asks for its e-invoice, and its link. */

const asPage = (language = 'en') => ({ accept: 'text/html', 'accept-language': language });
const AS_JSON = { accept: 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded', ...asPage() };
const buyer = {
  ...{ name: 'Siti Rahsia', email: 'siti.rahsia@example.com', phone: '+60123450101', tin: 'IG123456789' },
  ...{ line1: '12, Jalan Telawi 3', city: 'Kuala Lumpur', postcode: '59100', state: '14', country: 'MYS' },
};

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
  await enableEinvoices(tenant);
});

type Source = Awaited<ReturnType<typeof soldSource>>;
const linkOf = ({ module, kind, id }: Source, of = tenant) =>
  on.get(`/einvoices/request-link?module=${module}&kind=${kind}&id=${id}`, of.admin.token);

async function newPage(sale: Json = {}): Promise<{ path: string; source: Source }> {
  const source = await soldSource(tenant, sale);
  const { url } = on.data(await linkOf(source));
  return { path: new URL(url).pathname, source };
}
const ask = (path: string, body: Json = buyer) => call('POST', path, { body, headers: AS_JSON });
/** Sales are told at most 31 days later, so the day is moved in the table; e-invoices were on then. */
async function soldAgo({ id }: Source, days: number): Promise<void> {
  const [ownerUrl, day] = [workerState().ownerUrl as string, new Date(Date.now() - days * 86_400_000)];
  await sql(ownerUrl, 'update retail.sales set sold_at = $3 where tenant_id = $1 and id = $2', [tenant.id, id, day]);
  await sql(ownerUrl, "update einvoice.settings set start_date = '2020-01-01' where tenant_id = $1", [tenant.id]);
}
const ofSource = async ({ id }: Source): Promise<Json[]> =>
  on.rows(await on.get(`/einvoices?source_id=${id}`, tenant.admin.token), 'einvoices');

describe('GET einvoices/request-link/', () => {
  it('has the address, the state and the end of the month', async () => {
    const data = on.data(await linkOf(await soldSource(tenant)));
    expectKeys(data, ['url', 'state', 'until']);
    expect(data.state).toBe('open');
    expect(data.url).toMatch(/\/einvoice\/[\w-]{68}$/);
    expect(data.until).toMatch(/T16:00:00(\.000)?Z$/);
  });

  it('is 404 of another tenant’s document, of an unknown one, and with e-invoices off', async () => {
    const other = await newTenant();
    const source = await soldSource(tenant);
    expect((await linkOf(source, other)).status).toBe(404);
    await enableEinvoices(other);
    const unknown = { ...source, id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a' };
    const answers = [await linkOf(source, other), await linkOf(unknown), await linkOf({ ...source, kind: 'refund' })];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('names a parameter that is missing', async () => {
    const { status, body } = await on.get('/einvoices/request-link?module=retail&kind=sale', tenant.admin.token);
    expect([status, body.error.errors[0].field]).toEqual([400, 'id']);
  });
});

describe('GET /einvoice/{token}', () => {
  it.each([
    ['en', 'Ask for an e-invoice', 'Telephone'],
    ['ms', 'Minta e-invois', 'Telefon'],
  ])('is a form in %s without a script', async (language, title, label) => {
    const { path } = await newPage();
    const page = await call('GET', path, { headers: asPage(language) });
    expect(page.status).toBe(200);
    for (const said of [
      `<html lang="${language}">`,
      title,
      label,
      'RM 21.20',
      'name="viewport"',
      'autocomplete="email"',
    ])
      expect(page.text).toContain(said);
    expect(page.text).not.toMatch(/<script|javascript:|\son\w+=|src=/i);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*form-action 'self';/);
    expect(['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => page.headers.get(name))).toEqual([
      'no-store',
      'noindex, nofollow',
      'no-referrer',
    ]);
  });

  it('labels every control', async () => {
    const { path } = await newPage();
    const { text } = await call('GET', path, { headers: asPage() });
    const controls = [...text.matchAll(/<(?:input|select)[^>]* id="(\w+)"/g)].map(([, id]) => id);
    expect(controls).toHaveLength(14);
    expect(controls.filter((id) => !text.includes(`<label for="${id}">`))).toEqual([]);
  });

  it('is JSON for programs, with the keys that are stated', async () => {
    const { path } = await newPage();
    const { body } = await call('GET', path, { headers: AS_JSON });
    expectKeys(body, ['business', 'number', 'date', 'total', 'currency', 'state', 'until']);
    expect(body).toMatchObject({ total: 21.2, currency: 'MYR', state: 'open' });
  });

  it('is one 404 for a token of which one character is changed, or a bare number', async () => {
    const { path } = await newPage();
    const at = '/einvoice/'.length + 20;
    const changed = path.slice(0, at) + (path[at] === 'A' ? 'B' : 'A') + path.slice(at + 1);
    const wrong = [changed, path.slice(0, -1), '/einvoice/INV-2026-000001', `${path}%00`];
    const answers = await Promise.all(wrong.map((one) => call('GET', one, { headers: asPage() })));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await ask(changed)).status).toBe(404);
  });

  it('is closed once the month is over, and 404 sixty days later', async () => {
    const { path, source } = await newPage();
    await soldAgo(source, 45);
    expect((await call('GET', path, { headers: AS_JSON })).body.state).toBe('closed');
    expect((await ask(path)).status).toBe(409);
    expect((await call('GET', path, { headers: asPage() })).text).not.toContain('<form');
    await soldAgo(source, 100);
    expect((await linkOf(source)).status).toBe(404);
    expect((await call('GET', path, { headers: asPage() })).status).toBe(404);
    expect((await ask(path)).status).toBe(404);
  });
});

describe('POST /einvoice/{token}', () => {
  it('of JSON makes the e-invoice without an account, and shows nothing of the buyer', async () => {
    const { path, source } = await newPage();
    const answer = await ask(path);
    expect([answer.status, answer.body]).toEqual([202, { state: 'asked' }]);
    const [made, ...more] = await ofSource(source);
    expect(more).toEqual([]);
    expect(made).toMatchObject({ consolidated: false, buyer: { name: 'Siti Rahsia', tin: 'IG123456789' } });
    for (const { text } of [
      await call('GET', path, { headers: AS_JSON }),
      await call('GET', path, { headers: asPage() }),
    ])
      expect(text).not.toMatch(/Rahsia|IG123456789|rahsia@/i);
    const again = await ask(path);
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    const entries = on.rows(await on.get(`/audit?record_id=${made?.id}`, tenant.admin.token), 'audit');
    for (const entry of entries) expect(entry.user_id ?? null).toBeNull();
  });

  it('of a form takes what was left empty as not given', async () => {
    const { path, source } = await newPage();
    const raw = new URLSearchParams({ ...buyer, id_type: '', id_value: '', sst_number: '', line2: '' }).toString();
    const answer = await call('POST', path, { raw, headers: FORM });
    expect(answer.status).toBe(202);
    expect(answer.text).toContain('The e-invoice has been asked for');
    expect(answer.text).not.toMatch(/Rahsia|<form/);
    expect(await ofSource(source)).toHaveLength(1);
  });

  it.each([
    ['email', { email: undefined }],
    ['email', { email: 'siti' }],
    ['tin', { tin: undefined }],
    ['postcode', { postcode: '5910' }],
    ['state', { state: undefined }],
    ['phone', { phone: '12' }],
  ])('names %s that is wrong, and makes nothing', async (field, wrong) => {
    const { path, source } = await newPage();
    const answer = await ask(path, { ...buyer, ...wrong });
    expect([answer.status, answer.body.error.code, answer.body.error.errors[0].field]).toEqual([
      400,
      'VALIDATION_ERROR',
      field,
    ]);
    expect(await ofSource(source)).toEqual([]);
  });

  it('shows an error next to its field, and not what was entered', async () => {
    const { path } = await newPage();
    const raw = new URLSearchParams({ ...buyer, postcode: '5910' }).toString();
    const { status, text } = await call('POST', path, { raw, headers: FORM });
    expect(status).toBe(400);
    expect(text).toMatch(/id="postcode"[^>]*aria-describedby="postcode-error"/);
    expect(text).toMatch(/<p class="error" id="postcode-error">/);
    expect(text).not.toMatch(/Rahsia|IG123456789|5910"/);
  });

  it('takes no body above 16 KB, and none that is no object', async () => {
    const { path } = await newPage();
    expect((await ask(path, { ...buyer, name: 'a'.repeat(17_000) })).status).toBe(413);
    const headers = { 'content-type': 'application/json' };
    expect((await call('POST', path, { raw: '[1]', headers })).status).toBe(400);
    expect((await call('POST', path, { raw: '{', headers })).status).toBe(400);
  });

  it.each([
    ['en', 'Your e-invoice', 'is valid', 'SIMULATION'],
    ['ms', 'E-invois anda', 'telah disahkan', 'SIMULASI'],
  ])(
    'tells the buyer once it is valid, in the language of the page: %s',
    async (language, subject, said, simulated) => {
      const { path, source } = await newPage();
      const email = `buyer-${source.id}@example.com`;
      const answer = await call('POST', path, {
        body: { ...buyer, email },
        headers: { ...AS_JSON, 'accept-language': language },
      });
      expect(answer.status).toBe(202);
      const letter = await letterTo(email);
      const [made] = await ofSource(source);
      expect(made?.status).toBe('valid');
      for (const text of [said, simulated, made?.number, `${baseUrl()}${made?.validation_url}`])
        expect(letter.text).toContain(text);
      expect(letter.subject).toContain(subject);
      expect(letter.text).not.toContain('IG123456789');
      expect((await call('GET', path, { headers: AS_JSON })).body.state).toBe('issued');
    },
  );

  it('gives a buyer to the e-invoice that waits for one', async () => {
    const product = await newProduct(tenant, { tax_rate: 0 });
    const { id } = await sell(tenant, [{ product_id: product.id, quantity: 1, unit_price: 12_000 }]);
    const source = { module: 'retail', kind: 'sale', id };
    const path = new URL(on.data(await linkOf(source)).url).pathname;
    const [waiting] = await eventually('a blocked e-invoice', async () => {
      const found = await ofSource(source);
      return found.length > 0 && found;
    });
    expect(waiting).toMatchObject({ status: 'blocked', buyer: null });
    expect((await call('GET', path, { headers: AS_JSON })).body.state).toBe('open');
    expect((await ask(path)).status).toBe(202);
    const made = await ofSource(source);
    expect(made.map(({ id }) => id)).toEqual([waiting?.id]);
    expect(made[0]?.buyer.name).toBe('Siti Rahsia');
    expect((await ask(path)).status).toBe(409);
  });

  it('is closed for a sale of before e-invoices were turned on', async () => {
    const later = await newTenant();
    const source = await soldSource(later, { sold_at: new Date(Date.now() - 86_400_000).toISOString() });
    await enableEinvoices(later);
    expect(on.data(await linkOf(source, later)).state).toBe('closed');
  });

  it('is refused after five in an hour, with the time to wait', async () => {
    const { path } = await newPage();
    for (let i = 0; i < 5; i += 1) expect((await ask(path, {})).status).toBe(400);
    const { status, headers } = await ask(path);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('has one winner among five and a request of the business', async () => {
    const { path, source } = await newPage();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => ask(path)),
      askEinvoice(tenant, {
        source,
        buyer: { name: 'Lain', tin: 'IG123456789', phone: '+60123450101', address: { line1: 'A', city: 'B' } },
      }),
    ]);
    expect(answers.filter(({ status }) => status === 201 || status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(await ofSource(source)).toHaveLength(1);
  });

  it('goes without where a consolidation came first', async () => {
    const { path, source } = await newPage();
    const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
    const [asked] = await Promise.all([
      ask(path),
      on.post('/einvoices/consolidations', { month, module: 'retail' }, tenant.admin.token),
    ]);
    expect([202, 409]).toContain(asked.status);
    const own = await ofSource(source);
    expect(own).toHaveLength(asked.status === 202 ? 1 : 0);
    expect((await call('GET', path, { headers: AS_JSON })).body.state).toMatch(
      asked.status === 202 ? /asked|issued/ : /closed/,
    );
  });
});
