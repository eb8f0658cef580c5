import { contractSurface as on, everyRole, UNKNOWN_ID, referenceSurface } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
} from '../../support/core-shapes.js';
import { newAccount, newTenant, type TestTenant } from '../../support/people.js';
import { moduleKeys, shapes } from '../../support/subscription-shapes.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

describe('GET /v1/modules', () => {
  it('answers the five modules of the catalogue and their pagination', async () => {
    const answer = await on.get('/modules', token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['modules', 'pagination']);
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 5, pages: 1 });
    expect(answer.body.modules.map(({ slug }: { slug: string }) => slug)).toEqual(moduleKeys);
    for (const module of answer.body.modules) {
      expectKeys(module, shapes.contract.module);
      expect(module).toEqual({
        id: expect.stringMatching(UUID),
        name: expect.stringMatching(/\S/),
        slug: module.industry.toLowerCase(),
        description: expect.stringMatching(/\S/),
        industry: module.industry,
        version: '1.0.0',
        status: 'ACTIVE',
        features: expect.any(Object),
        requirements: expect.any(Object),
        created_at: expect.stringMatching(INSTANT),
        updated_at: expect.stringMatching(INSTANT),
      });
      for (const field of ['features', 'requirements']) expect(Array.isArray(module[field])).toBe(false);
    }
  });

  it('is the same for every tenant and every time', async () => {
    const other = await newTenant();
    expect((await on.get('/modules', other.admin.token)).body).toEqual((await on.get('/modules', token)).body);
  });

  it('is paged', async () => {
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await on.get(`/modules?page=${page}&limit=2`, token);
      expect(body.pagination).toEqual({ page, limit: 2, total: 5, pages: 3 });
      seen.push(...body.modules.map(({ slug }: { slug: string }) => slug));
    }
    expect(seen).toEqual(moduleKeys);
    expect((await on.get('/modules?page=1000000000000', token)).body.modules).toEqual([]);
    for (const parameter of ['page', 'limit']) {
      for (const value of ['0', '-1', 'abc', '1.5'])
        expectInvalid(on, await on.get(`/modules?${parameter}=${value}`, token), parameter);
    }
  });

  it('is narrowed by industry in any case; an unknown one finds nothing (A-11)', async () => {
    const found = async (industry: string) =>
      (await on.get(`/modules?industry=${industry}`, token)).body.modules.map(({ slug }: { slug: string }) => slug);
    expect(await found('RETAIL')).toEqual(['retail']);
    expect(await found('beauty')).toEqual(['beauty']);
    expect(await found('NOSUCH')).toEqual([]);
    expect(await found('')).toEqual(moduleKeys);
  });
});

describe('GET /v1/modules/{module_id}', () => {
  it('answers a module by its id and by its slug, in any case', async () => {
    for (const module of (await on.get('/modules', token)).body.modules) {
      for (const id of [module.id, module.id.toUpperCase(), module.slug, module.slug.toUpperCase()]) {
        const answer = await on.get(`/modules/${id}`, token);
        expect([answer.status, answer.body]).toEqual([200, module]);
      }
    }
  });

  it('answers 304 to who has it', async () => {
    const tag = (await on.get('/modules/retail', token)).headers.get('etag') as string;
    const again = await on.send('GET', '/modules/retail', { token, headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });

  it('does not find any other', async () => {
    const missing = await on.get(`/modules/${UNKNOWN_ID}`, token);
    expectRefusal(on, missing, 404);
    for (const id of ['nope', '1', '%00', 'constructor', 'retail%20'])
      expectSameRefusal(missing, await on.get(`/modules/${id}`, token));
  });
});

describe('modules on the contract surface', () => {
  it('are read by every role, and by no caller who is not signed in', async () => {
    for (const { token: who } of Object.values(await everyRole(tenant))) {
      expect((await on.get('/modules', who)).status).toBe(200);
      expect((await on.get('/modules/retail', who)).status).toBe(200);
    }
    expectRefusal(on, await on.get('/modules'), 401);
    expectRefusal(on, await on.get('/modules/retail'), 401);
  });

  it('need a tenant (A-33)', async () => {
    const { token: without } = await newAccount();
    expectRefusal(on, await on.get('/modules', without), 403, 'TENANT_REQUIRED');
  });

  it('stay ACTIVE when a tenant disables any of them (A-69)', async () => {
    await referenceSurface.post('/modules/retail/disable', undefined, token);
    expect((await on.get('/modules/retail', token)).body.status).toBe('ACTIVE');
  });
});
