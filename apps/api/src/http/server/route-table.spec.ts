import { RouteTable } from './route-table.js';

const table = new RouteTable();
table.fill([
  { method: 'GET', path: '/v1/users' },
  { method: 'POST', path: '/v1/users' },
  { method: 'GET', path: '/v1/users/:user_id' },
  { method: 'PUT', path: '/v1/users/:user_id' },
  { method: 'POST', path: '/api/v1/users/:user_id/change-password/' },
]);

describe('the methods of a path', () => {
  it.each([
    ['/v1/users', ['GET', 'HEAD', 'POST']],
    ['/v1/users/', ['GET', 'HEAD', 'POST']],
    ['/V1/Users', []],
    ['/v1/users/7', ['GET', 'HEAD', 'PUT']],
    ['/v1/users/7/', ['GET', 'HEAD', 'PUT']],
    ['/api/v1/users/7/change-password', ['POST']],
    ['/api/v1/users/7/change-password/', ['POST']],
    ['/v1/users/7/8', []],
    ['/v1/user', []],
    ['/v1/usersx', []],
    ['/x/v1/users', []],
    ['/api/v1/users/7/change_password', []],
    ['/', []],
  ])('of %s are %j', (path, methods) => expect(table.methodsOf(path)).toEqual(methods));

  it('are none before the table is filled', () => expect(new RouteTable().methodsOf('/v1/users')).toEqual([]));
});

describe('what the log says of a path: words of ours and ids, and nothing that a client made up', () => {
  const all = new RouteTable();
  const id = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
  all.fill([
    { method: 'GET', path: '/v1/users/:user_id' },
    { method: 'POST', path: '/api/v1/users/:user_id/change-password/' },
    { method: 'GET', path: '/api/v1/shipments/tracking/:tracking_number/' },
    { method: 'GET', path: '/track/:token' },
    { method: 'GET', path: '/files/:token' },
    { method: 'GET', path: '/' },
  ]);

  it.each([
    ['/', '/'],
    [`/v1/users/${id}`, `/v1/users/${id}`],
    [`/v1//users/${id.toUpperCase()}/`, `/v1//users/${id.toUpperCase()}/`],
    ['/api/v1/users/42/change-password/', '/api/v1/users/42/change-password/'],
    ['/v1/users/aina@example.com', '/v1/users/:user_id'],
    ['/v1/users/900101145678', '/v1/users/:user_id'],
    ['/v1/users/aina@example.com/secret', '/v1/users/:user_id/…'],
    ['/v1/user/aina@example.com', '/v1/…'],
    ['/V1/users/7', '/…'],
    ['/eyJhbGciOi.token', '/…'],
    ['/api/v1/shipments/tracking/MY261122W7Q2R5TX/', '/api/v1/shipments/tracking/:tracking_number/'],
    ['/track/AZ-j_omscfD6', '/track/:token'],
    ['/track/01a2036c-d89f-7000-8000-010d8fa143cd', '/track/:token'],
    ['/files/01a2036c-d89f-7000-8000-010d8fa143cd', '/files/:token'],
    ['/TRACK/AZ-j_omscfD6', '/…'],
    ['/%74rack/AZ-j_omscfD6', '/…'],
    ['/track%2FAZ-j_omscfD6', '/…'],
    ['/__proto__/constructor', '/…'],
  ])('%s is %s (A-317)', (path, shown) => expect(all.shown(path)).toBe(shown));
});

describe('the route of a request', () => {
  const found = new RouteTable();
  const id = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
  const noop = (): void => undefined;
  found.fill(
    (
      [
        ['GET', '/v1/users'],
        ['POST', '/v1/users'],
        ['GET', '/v1/users/:user_id'],
        ['GET', '/v1/users/me'],
        ['GET', '/v1/sales/today'],
        ['GET', '/v1/sales/:sale_id'],
        ['DELETE', '/v1/sales/:sale_id'],
        ['POST', '/api/v1/users/:id/change-password/'],
        ['GET', '/v1/a/:x/c'],
        ['GET', '/v1/a/b/:y'],
        ['GET', '/v1/files/*rest'],
        ['GET', '/v1/{:maybe}'],
        ['HEAD', '/v1/heads'],
        ['GET', '/v1/heads'],
        ['GET', '/v1/links/:token'],
      ] as const
    ).map(([method, path]) => ({ method, path, dispatch: noop })),
  );
  const routeOf = (method: string, path: string) => {
    const route = found.find(method, path);
    return route && [route.template, route.params];
  };

  it.each<[string, string, string, object]>([
    ['GET', '/v1/users', '/v1/users', {}],
    ['HEAD', '/v1/users/', '/v1/users', {}],
    ['GET', `/v1/users/${id}`, '/v1/users/:user_id', { user_id: id }],
    ['POST', '/api/v1/users/7/change-password', '/api/v1/users/:id/change-password/', { id: '7' }],
    ['POST', '/api/v1/users/7/change-password/', '/api/v1/users/:id/change-password/', { id: '7' }],
    // The one that stands first, as the router has it.
    ['GET', '/v1/users/me', '/v1/users/:user_id', { user_id: 'me' }],
    ['GET', '/v1/sales/today', '/v1/sales/today', {}],
    ['DELETE', '/v1/sales/today', '/v1/sales/:sale_id', { sale_id: 'today' }],
    ['GET', '/v1/a/b/c', '/v1/a/:x/c', { x: 'b' }],
    ['GET', '/v1/a/b/d', '/v1/a/b/:y', { y: 'd' }],
    ['GET', '/v1/a/d/c', '/v1/a/:x/c', { x: 'd' }],
    ['HEAD', '/v1/heads', '/v1/heads', {}],
    ['GET', '/v1/users/__proto__', '/v1/users/:user_id', { user_id: '__proto__' }],
    ['GET', '/v1/users/:user_id', '/v1/users/:user_id', { user_id: ':user_id' }],
  ])('%s %s is %s %j', (method, path, template, params) => expect(routeOf(method, path)).toEqual([template, params]));

  it.each([
    ['GET', '/v1/users'],
    ['GET', '/v1/users/'],
    ['GET', `/v1/users/${id.toUpperCase()}`],
    ['GET', '/v1/users/aina@example.com'],
    ['GET', '/v1/users/900101145678'],
    ['POST', '/api/v1/users/42/change-password/'],
    ['POST', '/api/v1/users/aina/change-password/'],
    ['GET', '/v1/links/7'],
    ['GET', `/v1/links/${id}`],
  ])('%s %s may be logged as it is where what is shown of it is no less', (method, path) =>
    expect(found.find(method, path)?.isPlain).toBe(found.shown(path) === path),
  );

  it.each([
    ['PUT', '/v1/users'],
    ['get', '/v1/users'],
    ['GET', '/v1/Users'],
    ['GET', '/v1/users/7/8'],
    ['GET', '/v1/users//'],
    ['GET', '/v1//users'],
    ['GET', '//v1/users'],
    ['GET', '/v1/a//c'],
    ['GET', '/'],
    ['GET', ''],
    ['GET', '*'],
    ['GET', 'http://x/v1/users'],
    // For the router to look at: what is written with escapes, and templates of other kinds.
    ['GET', '/v1/users/%37'],
    ['GET', '/v1/users/7#8'],
    ['GET', '/v1/files/a'],
    ['GET', '/v1/__proto__'],
  ])('%s %s is none', (method, path) => expect(routeOf(method, path)).toBeUndefined());
});
