import { Controller, Get, Post } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { ApiTags } from './for-documents.js';
import { Needs, OfModule, Public, SessionOnly } from './permissions.js';
import { ScopeCatalogue } from './scope-catalogue.js';

@ApiTags('products')
@OfModule('retail')
@Controller('api/v1/retail/products')
class Products {
  @Get(':product_id')
  get(): void {
    // A route: only its annotations are read.
  }

  @Get('')
  list(): void {
    // Another.
  }

  @Post(':product_id/check')
  @Needs('read')
  check(): void {
    // One that reads.
  }

  @Post('')
  create(): void {
    // One that writes.
  }
}

@ApiTags('auth')
@Controller('v1/auth')
class Auth {
  @Post('login')
  @Public()
  login(): void {
    // One without a token.
  }

  @Post('logout')
  @SessionOnly()
  logout(): void {
    // One for sessions.
  }
}

const surface = { controllers: new Map([Products, Auth].map((metatype) => [metatype, { metatype }])) };
const catalogue = new ScopeCatalogue(new Map([['a', surface]]) as unknown as ModulesContainer);

describe('A-416: the scopes of API keys', () => {
  it('are derived from the routes, with their operations as they are documented', () => {
    expect(catalogue.list()).toEqual([
      {
        scope: 'retail:read',
        operations: [
          { method: 'GET', path: '/api/v1/retail/products/' },
          { method: 'GET', path: '/api/v1/retail/products/{product_id}/' },
          { method: 'POST', path: '/api/v1/retail/products/{product_id}/check/' },
        ],
      },
      { scope: 'retail:write', operations: [{ method: 'POST', path: '/api/v1/retail/products/' }] },
    ]);
  });

  it('are kept each once, with those of all modules', () => {
    expect(catalogue.check(['retail:write', '*:read', 'retail:write'])).toEqual(['retail:write', '*:read']);
  });

  it.each([
    [[]],
    [['auth:write']],
    [['*']],
    [['retail']],
    [['retail:delete']],
    [['RETAIL:READ']],
    [['retail:read', ' retail:write']],
    [['__proto__']],
    [['']],
  ])('refuses %j by the name of the field', (scopes) => {
    expect(() => catalogue.check(scopes)).toThrow(
      expect.objectContaining({ kind: 'invalid', errors: [expect.objectContaining({ field: 'scopes' })] }),
    );
  });
});
