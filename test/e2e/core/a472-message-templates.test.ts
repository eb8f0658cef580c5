import { readFileSync } from 'node:fs';
import { type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';

/** one table of templates for all tenants; a tenant says which of them are sent, and what WhatsApp calls them. */

interface Stated {
  name: string;
  category: string;
  parameters?: string[];
  ways: string[];
}
const stated = (
  JSON.parse(readFileSync('test/specification/payments-messages.json', 'utf8')) as { templates: Stated[] }
).templates;

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const listed = async (token = tenant.admin.token): Promise<Json[]> =>
  on.data(await on.get('/message-templates', token));
const one = async (name: string, of = tenant): Promise<Json> =>
  (await listed(of.admin.token)).find((template) => template.name === name);

describe('A-472: the templates of messages', () => {
  it('are those that are stated, with a text for each of their ways in both languages', async () => {
    const viewer = await newUser(tenant, 'user');
    const found = await listed(viewer.token);
    expect(found.map(({ name, category, ways }) => ({ name, category, ways }))).toEqual(
      stated.map(({ name, category, ways }) => ({ name, category, ways })),
    );
    for (const { name, parameters, ways, texts, enabled, whatsapp } of found) {
      const { parameters: theirs = [] } = stated.find((template) => template.name === name) as Stated;
      expect([name, parameters.map((parameter: Json) => parameter.name)]).toEqual([name, theirs]);
      expect([enabled, whatsapp]).toEqual([true, null]);
      for (const language of ['en', 'ms'])
        for (const way of ['whatsapp', 'sms', 'email'])
          expect([name, way, texts[language][way] !== null]).toEqual([name, way, ways.includes(way)]);
    }
  });

  it('are changed by administrators alone, field by field, and for the tenant alone', async () => {
    const manager = await newUser(tenant, 'manager');
    expect((await on.put('/message-templates/absence', { enabled: false }, manager.token)).status).toBe(403);
    const whatsapp = { name: 'usaha_absence', languages: { ms: 'ms' } };
    const first = await on.put('/message-templates/absence', { whatsapp }, tenant.admin.token);
    expect(first.status).toBe(200);
    expect(on.data(first)).toMatchObject({
      enabled: true,
      whatsapp: { ...whatsapp, languages: { en: null, ms: 'ms' } },
    });
    await on.put('/message-templates/absence', { enabled: false }, tenant.admin.token);
    expect(await one('absence')).toMatchObject({ enabled: false, whatsapp: { name: 'usaha_absence' } });
    await on.put('/message-templates/absence', { whatsapp: null, enabled: true }, tenant.admin.token);
    expect(await one('absence')).toMatchObject({ enabled: true, whatsapp: null });
    expect(await one('absence', await newTenant())).toMatchObject({ enabled: true, whatsapp: null });
  });

  it('two first changes at once are both kept', async () => {
    const own = await newTenant();
    const whatsapp = { name: 'usaha_receipt', languages: { en: 'en_US' } };
    const answers = await Promise.all(
      [{ enabled: false }, { whatsapp }].map((body) => on.put('/message-templates/receipt', body, own.admin.token)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await one('receipt', own)).toMatchObject({ enabled: false, whatsapp: { name: 'usaha_receipt' } });
  });

  it.each([
    ['absence', { whatsapp: { name: 'Absence!', languages: { en: 'en' } } }, 'whatsapp.name'],
    ['absence', { whatsapp: { name: 'absence', languages: {} } }, 'whatsapp.languages'],
    ['absence', { whatsapp: { name: 'absence', languages: { en: 'EN' } } }, 'whatsapp.languages.en'],
    ['absence', { enabled: null }, 'enabled'],
    ['stock_alerts', { whatsapp: { name: 'stock', languages: { en: 'en' } } }, 'whatsapp'],
  ])('%s refuses %j, and names %s', async (name, body, field) => {
    const answer = await on.put(`/message-templates/${name}`, body, tenant.admin.token);
    expect([answer.status, answer.text.includes(`"${field}"`)]).toEqual([400, true]);
    expect((await one(name)).whatsapp).toBeNull();
  });

  it('unknown ones are 404 with any body', async () => {
    for (const name of ['nothing', 'constructor', '__proto__'])
      for (const body of [{ enabled: true }, { enabled: 1 }])
        expect((await on.put(`/message-templates/${name}`, body, tenant.admin.token)).status).toBe(404);
  });

  it('show what WhatsApp is asked to approve, in each language', async () => {
    const asked = async (query: string): Promise<Json> =>
      on.data(await on.get(`/message-templates/payment_received/whatsapp${query}`, tenant.admin.token));
    const english = await asked('');
    expect(english).toMatchObject({ name: 'payment_received', language: 'en', category: 'UTILITY' });
    expect(english.body).toMatch(/\{\{1\}\}.*\{\{2\}\}.*\{\{4\}\}.*\{\{3\}\}.*\{\{5\}\}/);
    expect(english.samples).toHaveLength(5);
    expect((await asked('?language=ms')).body).toContain('Terima kasih');
    const none = await on.get('/message-templates/stock_alerts/whatsapp', tenant.admin.token);
    expect(none.status).toBe(404);
  });
});
