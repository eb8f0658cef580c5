import { call, type Json } from '../../support/client.js';

const documentOf = async (name: string): Promise<Json> => {
  const answer = await call('GET', `/docs/${name}.json`);
  expect(answer.status).toBe(200);
  return answer.body;
};

const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']);

/** Operations that the document opens to everybody, as `method path`. */
const openOf = (document: Json): string[] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([method, { security }]) => methods.has(method) && Array.isArray(security) && security.length === 0)
      .map(([method]) => `${method} ${path}`),
  );

describe('the landing page', () => {
  const accepting = (accept: string) => call('GET', '/', { headers: { accept } });

  it('says where documents and health are, as a page to browsers and as JSON to others, and all of it is there', async () => {
    const page = await accepting('text/html,application/xhtml+xml,*/*;q=0.8');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const links = [...page.text.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => `/${link}`);
    const { body, headers } = await accepting('*/*');
    expect(headers.get('vary')).toContain('Accept');
    const named = [...Object.values<string>(body.documents), ...Object.values<string>(body.openapi), body.health];
    expect([...named].sort()).toEqual([...links].sort());
    for (const path of named) expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
  });
});

describe('the documents (A-177)', () => {
  it('say version 1.0.0 of the contract (A-177)', async () => {
    expect((await documentOf('contract')).info.version).toBe('1.0.0');
  });

  it('declare the bearer token once, as the default of every operation (A-177)', async () => {
    for (const name of ['contract', 'reference']) {
      const { components, security } = await documentOf(name);
      expect(security).toHaveLength(1);
      const [scheme = ''] = Object.keys(security[0]);
      expect(components.securitySchemes[scheme]).toMatchObject({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' });
    }
  });

  it('open nothing but sign-in, refresh, registration, and what links of letters do (A-31, A-177, A-404, A-408, A-423)', async () => {
    expect(openOf(await documentOf('contract')).sort()).toEqual(['post /v1/auth/login', 'post /v1/auth/refresh']);
    const open = [
      'confirm-email',
      'forgot-password',
      'login',
      'mfa/verify',
      'refresh',
      'register',
      'reset-password',
    ].map((name) => `post /api/v1/auth/${name}/`);
    expect(openOf(await documentOf('reference')).sort()).toEqual(open);
  });

  it('ask for a token wherever they say so, and serve every path that they name (A-31, A-177)', async () => {
    for (const name of ['contract', 'reference']) {
      const document = await documentOf(name);
      const open = new Set(openOf(document));
      for (const [path, item] of Object.entries<Json>(document.paths))
        for (const method of Object.keys(item).filter((key) => methods.has(key))) {
          const { status } = await call(method.toUpperCase(), path.replace(/\{\w+\}/g, 'x'));
          expect([method, path, status]).toEqual([method, path, open.has(`${method} ${path}`) ? 400 : 401]);
        }
    }
  });

  it('name paths in the stated form: without a slash at the end, and with one (A-01)', async () => {
    for (const path of Object.keys((await documentOf('contract')).paths)) expect(path).toMatch(/^\/v1\/.*[^/]$/);
    for (const path of Object.keys((await documentOf('reference')).paths)) expect(path).toMatch(/^\/api\/v1\/.*\/$/);
  });
});
