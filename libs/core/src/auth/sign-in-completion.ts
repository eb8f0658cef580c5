import { Injectable } from '@nestjs/common';
import { unauthenticated, type Context } from '@usaha/shared';
import type { Tenant } from '../tenant/tenant.entity.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import type { User } from '../user/user.entity.js';
import { messages } from '../user/user.messages.js';
import { UserRepository } from '../user/user.repository.js';
import type { SignInWay } from './sign-in-entry.entity.js';
import { SignInLimiter, addressMark, type CountedTry } from './sign-in-limiter.js';
import { SessionRegistry } from './session.registry.js';
import { SignInTrail, type Client } from './sign-in-trail.js';
import { TokenService } from './token.service.js';

export interface SignedIn {
  access_token: string;
  refresh_token: string;
  user: User;
  /** null for an account that has no tenant yet. */
  tenant: Tenant | null;
}

/** A sign-in that nothing is missing of. */
export interface RightSignIn {
  user: User;
  tenant: Tenant | null;
  counted: CountedTry;
  client: Client;
  way: SignInWay;
}

/** Ends a sign-in that was right: its tries are forgotten, and a session begins. */
@Injectable()
export class SignInCompletion {
  private readonly limiter = new SignInLimiter();

  constructor(
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRegistry,
    private readonly tokens: TokenService,
    private readonly trail: SignInTrail,
  ) {}

  /** In the user's tenant. @throws unauthenticated, by COMMIT at the latest, where tenant or user were shut out meanwhile */
  async complete(ctx: Context, { user, tenant, counted, client, way }: RightSignIn): Promise<SignedIn> {
    // Meanwhile tenant or user may have been shut out, and all their sessions ended: this would be one more.
    const shutOut = (): Error => unauthenticated(messages.wrongNameOrPassword());
    if (tenant) await this.tenants.requireActive(ctx, shutOut);
    await this.limiter.succeeded(ctx, counted, { account: user.id });
    this.users.markLogin(ctx, user, way === 'code' ? addressMark(ctx, client.address) : counted.from, shutOut);
    this.trail.succeeded(ctx, user, way, client);
    const session_id = this.sessions.begin(ctx, user.id, {
      lifetime: this.tokens.sessionLifetime,
      client,
      mfa_at: way === 'code' ? ctx.now : null,
    });
    const subject = { user_id: user.id, tenant_id: user.tenant_id, session_id };
    return {
      access_token: this.tokens.issue('access', subject, ctx.now),
      refresh_token: this.tokens.issue('refresh', subject, ctx.now),
      user,
      tenant,
    };
  }
}
