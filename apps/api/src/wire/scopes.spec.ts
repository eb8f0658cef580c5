import { ApiTags } from './for-documents.js';
import { Needs, OfModule, SessionOnly, accessOf } from './permissions.js';
import { holdsScope, scopeOf } from './scopes.js';

class Routes {
  plain(): void {
    // A route: only its annotations are read.
  }

  @Needs('read')
  reading(): void {
    // One that reads.
  }

  @Needs('audit.read')
  narrow(): void {
    // One that needs more than reading.
  }

  @SessionOnly()
  closed(): void {
    // One for sessions.
  }
}

@ApiTags('users')
class Tagged extends Routes {}

@ApiTags('products')
@OfModule('retail')
class OfRetail extends Routes {}

// A copy of the route: its annotations are remembered with the first method.
const scope = (controller: object, route: keyof Routes, method: string) =>
  scopeOf(controller, accessOf(Routes.prototype[route].bind({}), method));

describe('A-416: the scope of a route', () => {
  it('is of the module, otherwise of the tag', () => {
    const access = accessOf(Routes.prototype.plain, 'GET');
    expect(scopeOf(OfRetail, access)).toBe('retail:read');
    expect(scopeOf(Tagged, access)).toBe('users:read');
    expect(scopeOf(Routes, access)).toBeNull();
  });

  it.each(['POST', 'PUT', 'DELETE'])('is write for %s', (method) => {
    expect(scope(Tagged, 'plain', method)).toBe('users:write');
  });

  it.each(['GET', 'HEAD'])('is read for %s', (method) => {
    expect(scope(Tagged, 'plain', method)).toBe('users:read');
  });

  it('is read where reading is all that it needs', () => {
    expect(scopeOf(Tagged, accessOf(Routes.prototype.reading, 'POST'))).toBe('users:read');
    expect(scopeOf(Tagged, accessOf(Routes.prototype.narrow, 'GET'))).toBe('users:read');
  });

  it('is none for sessions only', () => {
    expect(scopeOf(Tagged, accessOf(Routes.prototype.closed, 'GET'))).toBeNull();
  });

  it('is held by itself and by that of every module; write does not hold read', () => {
    expect(holdsScope(['users:read'], 'users:read')).toBe(true);
    expect(holdsScope(['*:read'], 'users:read')).toBe(true);
    expect(holdsScope(['users:write', '*:write', 'retail:read'], 'users:read')).toBe(false);
    expect(holdsScope(['users:read', '*:read'], 'users:write')).toBe(false);
    expect(holdsScope([], 'users:read')).toBe(false);
  });
});
