import type { ExecutionContext } from '@nestjs/common';
import { AllowedAddresses, usualPolicy, type ApiKeyRights, type Rights } from '@usaha/core';
import { SessionOnly } from '../../wire/permissions.js';
import { AccessGuard } from './access.guard.js';

class Things {
  @SessionOnly()
  needsSession(): void {
    // A route: only its annotations are read.
  }

  open(): void {
    // Another one.
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

const request = (route: keyof Things, user: Rights) => {
  const context = {
    getArgByIndex: () => ({ method: 'GET', user, params: {} }),
    getHandler: () => Things.prototype[route],
    getClass: () => Things,
  } as unknown as ExecutionContext;
  return () => new AccessGuard().canActivate(context);
};

const key: ApiKeyRights = {
  id: 'k',
  scopes: ['*:read', '*:write'],
  allowed_addresses: new AllowedAddresses([]),
  rate_limit: null,
};

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
