import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { ApiKeyRights } from '@usaha/core';
import { NO_TENANT, forbidden } from '@usaha/shared';
import { accessOf, isClosedToDriver, moduleOf, permissions, type RouteAccess } from '../../wire/permissions.js';
import { holdsScope, scopeOf } from '../../wire/scopes.js';
import { readBody } from './body.js';
import { requestOf, responseOf, type UsahaRequest } from './request.js';
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
    await readBody(request, responseOf(context));
    return isAllowed(context, request);
  }
}

/** @throws forbidden where it would help to know why */
function isAllowed(context: ExecutionContext, { method, user: rights, params }: UsahaRequest): boolean {
  const access = accessOf(context.getHandler(), method);
  if (access.isPublic || !rights) return access.isPublic;
  if (rights.api_key) requireScope(rights.api_key, context.getClass(), access);
  if (rights.tenant_id === NO_TENANT && !access.tenantless)
    throw forbidden(messages.tenantRequired(), 'TENANT_REQUIRED');
  if (!permissions[access.permission](rights, params as Record<string, string | undefined>))
    throw forbidden(messages.roleMayNot({ role: rights.actor.role }));
  const module = moduleOf(context.getClass());
  if (module && rights.disabled_modules.includes(module))
    throw forbidden(messages.moduleDisabled({ module }), 'MODULE_DISABLED', { module });
  if (isClosedToDriver(rights, module, access)) throw forbidden(messages.driverMayNot());
  return true;
}

/** Role and scope must both allow a request of an API key. @throws forbidden */
function requireScope({ scopes }: ApiKeyRights, controller: object, access: RouteAccess): void {
  const scope = scopeOf(controller, access);
  if (scope === null) throw forbidden(messages.sessionRequired(), 'SESSION_REQUIRED');
  if (!holdsScope(scopes, scope)) throw forbidden(messages.scopeMissing({ scope }), 'SCOPE_MISSING', { scope });
}
