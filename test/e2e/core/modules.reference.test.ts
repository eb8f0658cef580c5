import { contractSurface as contract, referenceSurface as on, UNKNOWN_ID } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, expectSameRefusal, not } from '../../support/core-shapes.js';
import { newTenant, operator, type TestTenant } from '../../support/people.js';
import { moduleKeys, shapes } from '../../support/subscription-shapes.js';

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const configuration = { retail: { enable_loyalty_program: true, enable_inventory_alerts: false } };
const enable = (module: string, body: unknown, who = token) => on.post(`/modules/${module}/enable`, body, who);
const disable = (module: string, who = token) => on.send('POST', `/modules/${module}/disable`, { token: who });
const read = (module: string, who = token) => on.get(`/modules/${module}/configuration`, who);

describe('GET /api/v1/modules/', () => {
  it('answers the five modules as an array, never paged', async () => {
    for (const query of ['', '?page=2&page_size=1']) {
      const answer = await on.get(`/modules${query}`, token);
      expect(answer.status).toBe(200);
      expectKeys(answer.body, ['success', 'data']);
      expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(moduleKeys);
    }
  });

  it('shows each with features as texts and both prices', async () => {
    for (const entry of (await on.get('/modules', token)).body.data) {
      expectKeys(entry, shapes.reference.entry);
      expectKeys(entry.pricing, ['monthly', 'yearly']);
      expect(entry.features.every((feature: unknown) => typeof feature === 'string')).toBe(true);
      expect([typeof entry.pricing.monthly, typeof entry.pricing.yearly]).toEqual(['number', 'number']);
    }
  });
});

describe('POST /api/v1/modules/{module_id}/enable/', () => {
  it('answers 200 and what was sent', async () => {
    const answer = await enable('retail', { tenant_id: tenant.id, configuration });
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    const { warnings, ...shown } = answer.body.data;
    expect(shown).toEqual({ module_id: 'retail', tenant_id: tenant.id, is_enabled: true, configuration, usable: true });
    expect(warnings).toEqual([]);
    expect((await read('retail')).body.data).toEqual(shown);
  });

  it.each([undefined, {}, { tenant_id: null }, { configuration: null }])('takes the body %j', async (body) => {
    const answer = await enable('beauty', body);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      module_id: 'beauty',
      tenant_id: tenant.id,
      is_enabled: true,
      configuration: { beauty: {} },
      usable: true,
      warnings: [],
    });
  });

  it.each(['retail', 'RETAIL', '00000000-0000-7000-8000-0000000000a1'])('knows the module as %s', async (id) => {
    expect((await enable(id, { configuration })).body.data).toMatchObject({ module_id: 'retail', configuration });
  });

  it('keeps the configuration verbatim, unknown keys too', async () => {
    const sent = { retail: { enable_loyalty_program: false, points: { per: [1, 'two', null] } }, custom: 5 };
    expect((await enable('retail', { configuration: sent })).body.data.configuration).toEqual(sent);
    expect((await enable('retail', { configuration: {} })).body.data.configuration).toEqual({});
  });

  it('refuses wrong bodies, and changes nothing', async () => {
    await enable('retail', { configuration });
    for (const value of [...not.object, 'x'])
      expectInvalid(on, await enable('retail', { configuration: value }), 'configuration');
    for (const value of [5, {}, 'abc', UNKNOWN_ID])
      expectInvalid(on, await enable('retail', { tenant_id: value }), 'tenant_id');
    for (const value of ['x', 5, [], null])
      expectInvalid(on, await enable('retail', { configuration: { retail: value } }), 'configuration.retail');
    for (const flag of ['enable_loyalty_program', 'enable_inventory_alerts']) {
      for (const value of ['true', 1, null, {}])
        expectInvalid(
          on,
          await enable('retail', { configuration: { retail: { [flag]: value } } }),
          `configuration.retail.${flag}`,
        );
    }
    expect((await read('retail')).body.data).toMatchObject({ is_enabled: true, configuration });
  });

  it('refuses the tenant of another, also to the operator', async () => {
    const other = await newTenant();
    expectInvalid(on, await enable('retail', { tenant_id: other.id }), 'tenant_id');
    expectInvalid(on, await enable('retail', { tenant_id: other.id }, (await operator()).token), 'tenant_id');
    expect((await read('retail', other.admin.token)).body.data.is_enabled).toBe(false);
  });

  it('makes one of it, however many ask at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => enable('logistics', { configuration: { logistics: { number: i } } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    const sent = answers.map(({ body }) => body.data.configuration.logistics.number);
    expect(sent).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(sent).toContain((await read('logistics')).body.data.configuration.logistics.number);
  });

  it('gives the configuration another ETag', async () => {
    const tags = [(await read('retail')).headers.get('etag')];
    for (const body of [{ configuration }, { configuration: { retail: {} } }])
      tags.push((await enable('retail', body)).headers.get('etag'));
    expect(new Set(tags).size).toBe(3);
    expect((await read('retail')).headers.get('etag')).toBe(tags[2]);
  });
});

describe('POST /api/v1/modules/{module_id}/disable/', () => {
  it('answers 200, keeps the configuration, and may be repeated', async () => {
    await enable('retail', { configuration });
    for (const _ of [1, 2]) {
      const answer = await disable('retail');
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({
        module_id: 'retail',
        tenant_id: tenant.id,
        is_enabled: false,
        configuration,
        usable: false,
      });
    }
    expect((await enable('retail', undefined)).body.data).toMatchObject({ is_enabled: true, configuration });
  });

  it('takes one that was never touched', async () => {
    const answer = await disable('education');
    expect(answer.body.data).toMatchObject({ is_enabled: false, configuration: { education: {} } });
  });
});

describe('A-335: a configuration that has no effect', () => {
  const warningsOf = async (sent: unknown, language = 'en') => {
    const headers = { 'Accept-Language': language };
    const answer = await on.send('POST', '/modules/retail/enable', { token, headers, body: { configuration: sent } });
    expect([answer.status, answer.body.data.configuration]).toEqual([200, sent]);
    return answer.body.data.warnings;
  };

  it('is stored, with a warning that names the nearest known key', async () => {
    const sent = { retail: { enable_loyalty_programme: true } };
    expect(await warningsOf(sent)).toEqual([expect.stringContaining('did you mean enable_loyalty_program?')]);
    expect(await warningsOf(sent, 'ms')).toEqual([expect.stringContaining('enable_loyalty_program?')]);
  });

  it('is warned of for a value that does not fit, and the settings of another module', async () => {
    expect(await warningsOf({ retail: { default_tax_rate: 'six' } })).toEqual([
      'retail.default_tax_rate is of another type or out of its range: it counts as not set',
    ]);
    expect(await warningsOf({ beauty: { default_tax_rate: 8 } })).toEqual([expect.stringContaining('enable beauty')]);
    expect(await warningsOf({ retail: { default_tax_rate: 0 }, audit_retention_years: 8 })).toEqual([]);
  });

  it('says of each module whether it is usable, for this tenant alone', async () => {
    const other = await newTenant();
    const usable = async (who: string) =>
      Object.fromEntries(
        (await on.get('/modules', who)).body.data.map((entry: { id: string; usable: boolean }) => [
          entry.id,
          entry.usable,
        ]),
      );
    const all = Object.fromEntries(moduleKeys.map((key) => [key, true]));
    expect(await usable(token)).toEqual(all);
    await disable('beauty');
    expect(await usable(token)).toEqual({ ...all, beauty: false });
    expect(await usable(other.admin.token)).toEqual(all);
    await enable('beauty', undefined);
    expect(await usable(token)).toEqual(all);
  });

  it('a disabled module is named in the details of the 403, on both surfaces', async () => {
    await disable('retail');
    const refused = await on.get('/retail/products', token);
    expectRefusal(on, refused, 403, 'MODULE_DISABLED');
    expect(refused.body.error.details).toEqual({ module: 'retail' });
    const onContract = await contract.get('/retail/products', token);
    expect([onContract.status, onContract.body.code, onContract.body.details]).toEqual([
      403,
      'MODULE_DISABLED',
      { module: 'retail' },
    ]);
  });
});

describe('GET /api/v1/modules/{module_id}/configuration/', () => {
  it('of one that was never touched says so', async () => {
    for (const key of moduleKeys) {
      const answer = await read(key);
      expect(answer.status).toBe(200);
      expectKeys(answer.body.data, shapes.reference.usage);
      expect(answer.body.data).toEqual({
        module_id: key,
        tenant_id: tenant.id,
        is_enabled: false,
        configuration: { [key]: {} },
        usable: true,
      });
    }
  });
});

describe('modules on the reference surface', () => {
  it('that do not exist are not found, with any body', async () => {
    const missing = await read(UNKNOWN_ID);
    expectRefusal(on, missing, 404);
    for (const id of [UNKNOWN_ID, 'nope', '1', '%00', 'constructor']) {
      expectSameRefusal(missing, await read(id));
      expectSameRefusal(missing, await enable(id, {}));
      expectSameRefusal(missing, await enable(id, { configuration: 'x' }));
      expectSameRefusal(missing, await enable(id, { tenant_id: UNKNOWN_ID }));
      expectSameRefusal(missing, await disable(id));
    }
  });

  it('are nothing to who is not signed in', async () => {
    expectRefusal(on, await on.get('/modules'), 401);
    expectRefusal(on, await on.get('/modules/retail/configuration'), 401);
    expectRefusal(on, await on.post('/modules/retail/enable', { configuration: 'x' }), 401);
    expectRefusal(on, await on.send('POST', '/modules/retail/disable'), 401);
  });
});
