import { Injectable } from '@nestjs/common';
import { NO_TENANT, unauthenticated, type Context } from '@usaha/shared';
import type { ApiKey } from '../api-key/api-key.entity.js';
import { ApiKeyRepository } from '../api-key/api-key.repository.js';
import type { Tenant } from '../tenant/tenant.entity.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { messages } from '../user/user.messages.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import type { Rights } from './rights-cache.js';
import type { Session } from './session.entity.js';
import { SessionService } from './session.service.js';

/** The caller of a request, with the tenant in which the request acts. */
export interface Caller {
  /** null for an API key. */
  user: User | null;
  /** null for an account without a tenant. */
  tenant: Tenant | null;
  /** null for an API key. */
  session: Session | null;
  /** null for a user. */
  api_key: ApiKey | null;
}

/** Tells callers who they are. */
@Injectable()
export class CallerService {
  constructor(
    private readonly users: UserRepository,
    private readonly tenants: TenantRepository,
    private readonly sessions: SessionService,
    private readonly keys: ApiKeyRepository,
  ) {}

  /** @param rights of the request @throws not_found where the user, the session or the key has ended since the rights of the request were read */
  async describe(ctx: Context, { api_key }: Rights): Promise<Caller> {
    if (!ctx.actor) throw unauthenticated(messages.notSignedIn());
    const [user, tenant, session, key] = await Promise.all([
      api_key ? null : this.users.get(ctx, ctx.actor.user_id),
      ctx.tenant_id === NO_TENANT ? null : this.tenants.get(ctx, ctx.tenant_id),
      api_key ? null : this.sessions.get(ctx, ctx.actor.session_id),
      api_key ? this.keys.get(ctx, api_key.id) : null,
    ]);
    return { user, tenant, session, api_key: key };
  }
}
