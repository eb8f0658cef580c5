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
