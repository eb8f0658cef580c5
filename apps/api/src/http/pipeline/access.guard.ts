import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { STEP_UP_SECONDS, asksForFactor, type ApiKeyRights, type Rights } from '@usaha/core';
import { DomainError, NO_TENANT, forbidden } from '@usaha/shared';
import {
  accessOf,
  isClosedToDriver,
  isOfAuth,
  moduleOf,
  permissions,
  type RouteAccess,
} from '../../wire/permissions.js';
import { holdsScope, scopeOf } from '../../wire/scopes.js';
import { readBody } from './body.js';
import { requestOf, responseOf, type RequestState, type UsahaRequest } from './request.js';
import { messages } from '../messages.js';

/** After the token: the body's syntax, then whether this role may do this, and whether the module is usable. */
@Injectable()
export class AccessGuard implements CanActivate {
  /** Without a promise where there is no body to wait for. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = requestOf(context);
    return request.method === 'GET' || request.method === 'HEAD'
      ? isAllowed(context, request)
      : this.withBody(context, request);
  }

  private async withBody(context: ExecutionContext, request: UsahaRequest): Promise<boolean> {
    // A file is read once it may be sent, and where it goes is known.
    if (request.usaha.takesFile) request.body = {};
    else await readBody(request, responseOf(context));
    return isAllowed(context, request);
  }
}

/** @throws forbidden where it would help to know why */
function isAllowed(context: ExecutionContext, request: UsahaRequest): boolean {
  const { method, user: rights, params } = request;
  const access = accessOf(context.getHandler(), method);
  if (access.isPublic || !rights) return access.isPublic;
  requireAccess({ controller: context.getClass(), access, params: params as Params }, rights, request.usaha);
  return true;
}

type Params = Record<string, string | undefined>;

/** A route that a caller asks for. */
export interface AskedRoute {
  controller: object;
  access: RouteAccess;
  /** Of its path. */
  params: Params;
}

/** What a route asks of a signed-in caller. @throws forbidden, unauthenticated */
export function requireAccess({ controller, access, params }: AskedRoute, rights: Rights, state: RequestState): void {
  if (rights.api_key) requireScope(rights.api_key, controller, access, state);
  if (rights.tenant_id === NO_TENANT && !access.tenantless)
    throw forbidden(messages.tenantRequired(), 'TENANT_REQUIRED');
  requireFactor(controller, rights, access);
  if (!permissions[access.permission](rights, params))
    throw forbidden(messages.roleMayNot({ role: rights.actor.role }));
  const module = moduleOf(controller);
  if (module && rights.disabled_modules.includes(module))
    throw forbidden(messages.moduleDisabled({ module }), 'MODULE_DISABLED', { module });
  if (isClosedToDriver(rights, module, access)) throw forbidden(messages.driverMayNot());
  if (access.needsStepUp) requireStepUp(rights);
}

/** Role and scope must both allow a request of an API key. @throws forbidden */
function requireScope({ scopes }: ApiKeyRights, controller: object, access: RouteAccess, state: RequestState): void {
  const scope = scopeOf(controller, access);
  if (scope === null) {
    state.key_outcome = 'session_required';
    throw forbidden(messages.sessionRequired(), 'SESSION_REQUIRED');
  }
  if (holdsScope(scopes, scope)) return;
  state.key_outcome = 'scope';
  throw forbidden(messages.scopeMissing({ scope }), 'SCOPE_MISSING', { scope });
}

/** API keys are exempt. @throws forbidden */
function requireFactor(controller: object, rights: Rights, { isOpenWithoutFactor }: RouteAccess): void {
  const { has_factor, api_key, policy, actor } = rights;
  if (has_factor || api_key || !asksForFactor(policy, actor.role)) return;
  if (isOpenWithoutFactor || isOfAuth(controller)) return;
  throw forbidden(messages.factorRequired(), 'MFA_ENROLMENT_REQUIRED');
}

/** @throws unauthenticated where the factor was verified too long ago */
function requireStepUp({ has_factor, mfa_at }: Rights): void {
  if (!has_factor || (mfa_at !== null && Date.now() - mfa_at.getTime() <= STEP_UP_SECONDS * 1_000)) return;
  throw new DomainError('unauthenticated', messages.stepUpRequired(), {
    code: 'STEP_UP_REQUIRED',
    authenticate: `Bearer error="insufficient_user_authentication", acr_values="mfa", max_age="${STEP_UP_SECONDS}"`,
  });
}
