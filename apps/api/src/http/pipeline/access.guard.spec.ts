import { Controller, type ExecutionContext } from '@nestjs/common';
import { AllowedAddresses, usualPolicy, type ApiKeyRights, type Rights } from '@usaha/core';
import { Needs, OfModule, OpenWithoutFactor, SessionOnly, StepUp } from '../../wire/permissions.js';
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

/** Of accounts, where a user without a factor enrols one. */
@Controller('api/v1/auth/anything')
class Accounts {
  route(): void {
    // A route.
  }
}

/** Of another path that begins alike. */
@Controller('api/v1/authors')
class Authors {
  @OpenWithoutFactor()
  opened(): void {
    // A route that says so.
  }

  @StepUp()
  guarded(): void {
    // A route that needs a recent code.
  }

  route(): void {
    // A route.
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
    getArgByIndex: () => ({ method, user, params: {}, usaha: {} }),
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

describe('A-428: a user without the factor that the policy asks for', () => {
  const asked = (mfa: 'administrators' | 'everyone', more: Partial<Rights> = {}): Rights => ({
    ...rights(),
    policy: { ...usualPolicy, mfa },
    ...more,
  });
  const on = (user: Rights, handler: () => void, controller: object) => () =>
    new AccessGuard().canActivate(contextOf(user, 'GET', handler, controller));
  const refusal = expect.objectContaining({ kind: 'forbidden', code: 'MFA_ENROLMENT_REQUIRED' }) as Error;

  it('reaches accounts and what is opened, and nothing else', () => {
    expect(on(asked('everyone'), Accounts.prototype.route, Accounts)()).toBe(true);
    expect(on(asked('everyone'), Authors.prototype.opened, Authors)()).toBe(true);
    expect(on(asked('everyone'), Authors.prototype.route, Authors)).toThrow(refusal);
    expect(on(asked('everyone'), Things.prototype.open, Things)).toThrow(refusal);
  });

  it('is one of those whom the policy means', () => {
    const staff = { actor: { ...rights().actor, role: 'staff' as const } };
    expect(on(asked('administrators', staff), Things.prototype.open, Things)()).toBe(true);
    expect(on(asked('administrators'), Things.prototype.open, Things)).toThrow(refusal);
    expect(on(asked('everyone', staff), Things.prototype.open, Things)).toThrow(refusal);
    expect(on(asked('everyone', { has_factor: true }), Things.prototype.open, Things)()).toBe(true);
    expect(on(rights(), Things.prototype.open, Things)()).toBe(true);
  });

  it('is no API key', () => {
    expect(on(asked('everyone', { api_key: key }), Things.prototype.open, Things)()).toBe(true);
  });
});

describe('A-427: a route that needs a recent code', () => {
  const guarded = (more: Partial<Rights>) => () =>
    new AccessGuard().canActivate(contextOf({ ...rights(), ...more }, 'GET', Authors.prototype.guarded, Authors));
  const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

  it('asks users with a factor that was verified more than ten minutes ago, or never in the session', () => {
    const refusal = expect.objectContaining({
      kind: 'unauthenticated',
      code: 'STEP_UP_REQUIRED',
      authenticate: 'Bearer error="insufficient_user_authentication", acr_values="mfa", max_age="600"',
    }) as Error;
    expect(guarded({ has_factor: true, mfa_at: ago(601) })).toThrow(refusal);
    expect(guarded({ has_factor: true, mfa_at: null })).toThrow(refusal);
    expect(guarded({ has_factor: true, mfa_at: ago(599) })()).toBe(true);
  });

  it('asks no user without one', () => {
    expect(guarded({ has_factor: false, mfa_at: null })()).toBe(true);
    expect(guarded({})()).toBe(true);
  });
});
