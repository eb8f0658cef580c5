import { Injectable } from '@nestjs/common';
import { includesRole, type Context } from '@usaha/shared';
import { ApiKeyRepository } from '../api-key/api-key.repository.js';
import type { ApiKeyRights, Rights } from '../auth/rights-cache.js';
import { ModuleService } from '../module/module.service.js';
import { UserRepository } from '../user/user.repository.js';

/** As much of rights as decides which files they open. */
export type FileRights = Pick<Rights, 'actor' | 'disabled_modules'> & { api_key?: Pick<ApiKeyRights, 'scopes'> };

/** The present rights of users and API keys that made links. */
@Injectable()
export class LinkMakers {
  constructor(
    private readonly users: UserRepository,
    private readonly keys: ApiKeyRepository,
    private readonly modules: ModuleService,
  ) {}

  /** @returns null for a user who is not active, and for an API key that is not accepted */
  async rightsOf(ctx: Context, id: string): Promise<FileRights | null> {
    const [user, key, disabled_modules] = await Promise.all([
      this.users.find(ctx, id),
      this.keys.find(ctx, id),
      this.modules.disabledIn(ctx),
    ]);
    const shared = { user_id: id, session_id: id, is_operator: false };
    if (user?.is_active) {
      const { number, role } = user;
      // Managers and administrators see all of logistics, drivers too.
      const driver_id = includesRole(role, 'manager') ? null : user.driver_id;
      return { actor: { ...shared, number, role, driver_id }, disabled_modules };
    }
    if (!key || key.stateAt(ctx.now) !== 'active') return null;
    const { role, scopes } = key;
    return {
      actor: { ...shared, kind: 'api_key', number: null, role, driver_id: null },
      disabled_modules,
      api_key: { scopes },
    };
  }
}
