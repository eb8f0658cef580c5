import type { ExecutionContext } from '@nestjs/common';
import { AllowedAddresses, usualPolicy, type ApiKeyRights, type Rights } from '@usaha/core';
import { Needs, OfModule, SessionOnly } from '../../wire/permissions.js';
import { AccessGuard } from './access.guard.js';

@OfModule('retail')
class Things {
  @SessionOnly()
  needsSession(): void {
    // A route: only its annotations are read.
  }

  open(): void {
    // Another one.
  }

  @Needs('read')
  asks(): void {
    // One that only reads.
  }
}

/** Of a controller that has neither module nor tag. */
class Unnamed {
  route(): void {
    // A route.
  }
}

const rights = (api_key?: ApiKeyRights): Rights => ({
  tenant_id: 'tenant',
  actor: { user_id: 'u', number: 1, role: 'admin', session_id: 's', is_operator: false, driver_id: null },
  owner: 't',
  disabled_modules: [],
  mfa_at: null,
  policy: usualPolicy,
  ...(api_key && { api_key }),
});

const contextOf = (user: Rights, method: string, handler: () => void, controller: object) =>
  ({
    getArgByIndex: () => ({ method, user, params: {} }),
    getHandler: () => handler,
    getClass: () => controller,
  }) as unknown as ExecutionContext;

const request = (route: keyof Things, user: Rights) => () =>
  new AccessGuard().canActivate(contextOf(user, 'GET', Things.prototype[route], Things));

const keyWith = (...scopes: string[]): ApiKeyRights => ({
  id: 'k',
  scopes,
  allowed_addresses: new AllowedAddresses([]),
  rate_limit: null,
});
const key = keyWith('*:read', '*:write');

describe('A-417: a route for sessions only', () => {
  it('refuses API keys with every scope', () => {
    expect(request('needsSession', rights(key))).toThrow(
      expect.objectContaining({ kind: 'forbidden', code: 'SESSION_REQUIRED' }),
    );
    expect(request('open', rights(key))()).toBe(true);
  });

  it('is open to the session of a user', () => {
    expect(request('needsSession', rights())()).toBe(true);
  });
});

describe('A-416: the scope of a route', () => {
  const missing = (scope: string) =>
    expect.objectContaining({ kind: 'forbidden', code: 'SCOPE_MISSING', details: { scope } }) as Error;

  it.each([['retail:read'], ['*:read'], ['beauty:read', 'retail:read']])('is held by %s %s', (...scopes) => {
    expect(request('open', rights(keyWith(...scopes)))()).toBe(true);
  });

  it.each([[], ['retail:write'], ['*:write'], ['beauty:read'], ['retail:read2'], ['retail'], ['*']])(
    'is not held by %s: it is named',
    (...scopes) => {
      expect(request('open', rights(keyWith(...scopes)))).toThrow(missing('retail:read'));
    },
  );

  it('is asked of API keys alone', () => {
    expect(request('open', rights())()).toBe(true);
  });

  it('of a controller that has neither module nor tag is held by no key', () => {
    const asked = () => new AccessGuard().canActivate(contextOf(rights(key), 'GET', Unnamed.prototype.route, Unnamed));
    expect(asked).toThrow(expect.objectContaining({ code: 'SESSION_REQUIRED' }));
  });
});
