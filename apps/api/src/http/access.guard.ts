import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { NO_TENANT, forbidden } from '@usaha/shared';
import { accessOf, moduleOf, permissions } from '../wire/permissions.js';
import { readBody } from './body.js';
import type { UsahaRequest, UsahaResponse } from './request.js';
import { messages } from '../messages.js';

/** After the token: the body's syntax, then whether this role may do this, and whether the module is usable. */
@Injectable()
export class AccessGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<UsahaRequest>();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      await readBody(request, http.getResponse<UsahaResponse>());
    const access = accessOf(context.getHandler(), request.method);
    const rights = request.user;
    if (access.isPublic || !rights) return access.isPublic;
    if (rights.tenant_id === NO_TENANT && !access.tenantless) {
      throw forbidden(messages.tenantRequired(), 'TENANT_REQUIRED');
    }
    if (!permissions[access.permission](rights, request.params as Record<string, string | undefined>)) {
      throw forbidden(messages.roleMayNot({ role: rights.actor.role }));
    }
    const module = moduleOf(context.getClass());
    if (module && rights.disabled_modules.includes(module)) {
      throw forbidden(messages.moduleDisabled({ module }), 'MODULE_DISABLED');
    }
    return true;
  }
}
