import { Page } from '@usaha/shared';
import { contract } from '../../surfaces/contract/contract.js';
import { reference } from '../../surfaces/reference/reference.js';
import { cacheControl, expectedVersions, isCurrent, linksOf } from './conditional-headers.js';

describe('If-None-Match', () => {
  it.each([
    ['"1.3"', true],
    ['W/"1.3"', true],
    ['*', true],
    ['"1.2", "1.3"', true],
    ['"1.2",W/"1.3"', true],
    ['"1.2"', false],
    ['"1.33"', false],
    ['1.3', false],
    ['', false],
    [undefined, false],
    ['"a, "1.3"', false],
  ])('%j says that "1.3" is current: %j', (header, current) => expect(isCurrent(header, '"1.3"')).toBe(current));
});

describe('If-Match', () => {
  it.each<[string | undefined, number[] | undefined]>([
    [undefined, undefined],
    ['*', undefined],
    ['"1.3"', [3]],
    ['"1.3.lx2k9"', [3]],
    ['"1.3", "1.4"', [3, 4]],
    ['"1.3","another client\'s"', [3]],
    // A weak tag never matches strongly, a tag of another's and a text that is none match nothing: all refuse.
    ['W/"1.3"', []],
    ['"another"', []],
    ['nonsense', []],
    ['', []],
  ])('%j names the versions %j', (header, versions) => expect(expectedVersions(header)).toEqual(versions));
});

describe('Link', () => {
  const links = (dialect: typeof contract, path: string, query: string, page: number, total: number, size = 2) =>
    linksOf(dialect, path, new URLSearchParams(query), new Page([], total, { page, size }))
      .split(', ')
      .map((link) => /^<(.*)>; rel="(\w+)"$/.exec(link)?.slice(1) ?? [link])
      .map(([url, rel]) => `${rel} ${url}`);

  it('names first, previous, next and last, with the query as it was asked', () => {
    expect(links(contract, '/v1/users', 'role=STAFF&page=2&limit=2', 2, 5)).toEqual([
      'first /v1/users?role=STAFF&page=1&limit=2',
      'prev /v1/users?role=STAFF&page=1&limit=2',
      'next /v1/users?role=STAFF&page=3&limit=2',
      'last /v1/users?role=STAFF&page=3&limit=2',
    ]);
  });

  it('has no previous at the beginning and no next at the end', () => {
    expect(links(contract, '/v1/users', '', 1, 5).map((link) => link.split(' ')[0])).toEqual(['first', 'next', 'last']);
    expect(links(contract, '/v1/users', 'page=3', 3, 5).map((link) => link.split(' ')[0])).toEqual([
      'first',
      'prev',
      'last',
    ]);
  });

  it('leads back from beyond the end, and has one page where there is nothing', () => {
    expect(links(contract, '/v1/users', 'page=9', 9, 5)).toContain('prev /v1/users?page=3&limit=2');
    expect(links(contract, '/v1/users', '', 1, 0)).toEqual([
      'first /v1/users?page=1&limit=2',
      'last /v1/users?page=1&limit=2',
    ]);
  });

  it('speaks each surface’s own paths and parameters, whichever slash form was asked', () => {
    expect(links(reference, '/api/v1/users', 'page_size=500', 1, 1, 100)[0]).toBe(
      'first /api/v1/users/?page=1&page_size=100',
    );
    expect(links(contract, '/v1/users/', '', 1, 1)[0]).toBe('first /v1/users?page=1&limit=2');
  });

  it('says the size that is in effect, once, however often it was asked', () => {
    expect(links(contract, '/v1/users', 'limit=5&limit=9999&page=1&page=2', 1, 1)[0]).toBe(
      'first /v1/users?page=1&limit=2',
    );
  });

  it('keeps what was searched for in one piece', () => {
    expect(links(contract, '/v1/tenants', `search=${encodeURIComponent('a&b>, c')}`, 1, 1)[0]).toBe(
      'first /v1/tenants?search=a%26b%3E%2C+c&page=1&limit=2',
    );
  });
});

describe('Cache-Control', () => {
  it.each([
    '/v1/auth/login',
    '/api/v1/auth/login/',
    '/v1/healthcare/patients/1',
    '/api/v1/healthcare/',
    '/v1/auth',
    '/v1/users',
    '/api/v1/users/7/',
    '/api/v1/audit/',
    '/api/v1/retail/customers/1/',
  ])('of %s is no-store', (path) => expect(cacheControl(path)).toBe('no-store'));
  it.each([
    '/v1/userspace',
    '/v1/retail/products',
    '/api/v1/tenants/',
    '/v1/authors',
    '/v1/retail/auth',
    '/v2/auth/login',
  ])('of %s is private', (path) => expect(cacheControl(path)).toBe('private, no-cache'));
});
