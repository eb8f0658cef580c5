import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuthService, UserService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { ClientAddress, Ctx } from '../../wire/context.decorator.js';
import { Needs, NotIdempotent, Public, Tenantless } from '../../wire/permissions.js';
import { Acts, Creates } from '../../wire/route.js';
import { LoginBody, LoginView, LogoutView, RefreshBody, RefreshView, loginView } from './auth.wire.js';
import { RegisterBody, RegisteredView, newUser, registeredView } from './users.wire.js';

@ApiTags('auth')
@Controller('api/v1/auth')
export class ReferenceAuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly users: UserService,
  ) {}

  @Acts('login', LoginView, {
    summary: 'Sign in',
    description:
      'With username or e-mail, password, and the tenant. An unknown tenant is 404; a wrong password, an unknown account and a suspended tenant are the same 401 (A-36). After 20 wrong sign-ins within 15 minutes for one account from one address the next is 429 (A-28).',
  })
  @Public()
  async login(
    @Ctx() ctx: Context,
    @ClientAddress() address: string,
    @Body() { username, password, tenant_id }: LoginBody,
  ) {
    return loginView(
      await this.auth.login(ctx, {
        identity: username,
        anyName: true,
        password,
        tenant: tenant_id,
        needsTenant: false,
        address,
      }),
    );
  }

  @Creates('register', RegisteredView, {
    summary: 'Register an account',
    description:
      'An account without a tenant: it can sign in here and create one (A-32, A-33). Username and e-mail are unique among such accounts (A-34).',
  })
  @Public()
  async register(@Ctx() ctx: Context, @Body() body: RegisterBody) {
    return registeredView(await this.users.register(ctx, newUser(body)));
  }

  @Acts('refresh', RefreshView, {
    summary: 'Refresh',
    description: 'A new access token for a refresh token, which stays valid and is not replaced (A-42).',
  })
  @Public()
  async refresh(@Ctx() ctx: Context, @Body() { refresh_token }: RefreshBody): Promise<RefreshView> {
    return { access_token: await this.auth.refresh(ctx, refresh_token) };
  }

  @Acts('logout', LogoutView, {
    summary: 'Sign out',
    description:
      'Ends the session of the token in hand: it and its refresh token are refused from now on, on every instance (A-43).',
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  async logout(@Ctx() ctx: Context): Promise<LogoutView> {
    await this.auth.logout(ctx);
    return { message: 'Signed out' };
  }
}
