import { Body, Controller } from '@nestjs/common';
import { AuthService, UserService, type Client } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { FromClient, Ctx, MfaCode } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, NotIdempotent, Public, SessionOnly, Tenantless } from '../../../wire/permissions.js';
import { Acts, Creates } from '../../../wire/route.js';
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
      'Signs in with username or e-mail, password and tenant. An unknown tenant is answered with 404; a wrong password, an unknown account and a suspended tenant all with the same 401. After 20 failed sign-ins within 15 minutes for one name from one address, or 100 within an hour for one account from all addresses, further attempts are answered with 429; addresses from which the account has signed in before are spared the second limit (A-36, A-28, A-393). The right password of a user with a second factor opens no session: it is answered with 401, and WWW-Authenticate has a token for POST /api/v1/auth/mfa/verify/; with a code in the header Mfa-Code one step is enough (A-423).',
  })
  @Public()
  async login(
    @Ctx() ctx: Context,
    @FromClient() client: Client,
    @MfaCode() mfa_code: string | undefined,
    @Body() { username, password, tenant_id }: LoginBody,
  ) {
    return loginView(
      await this.auth.login(ctx, {
        identity: username,
        anyName: true,
        password,
        tenant: tenant_id,
        needsTenant: false,
        client,
        mfa_code,
      }),
    );
  }

  @Creates('register', RegisteredView, {
    summary: 'Register an account',
    description:
      'Creates an account without a tenant. The account can sign in on this surface and create a tenant. Username and e-mail are unique among such accounts (A-32, A-33, A-34).',
  })
  @Public()
  async register(@Ctx() ctx: Context, @Body() body: RegisterBody) {
    return registeredView(await this.users.register(ctx, newUser(body)));
  }

  @Acts('refresh', RefreshView, {
    summary: 'Refresh an access token',
    description:
      'Returns a new access token for a refresh token. The refresh token stays valid and is not replaced (A-42).',
  })
  @Public()
  async refresh(@Ctx() ctx: Context, @Body() { refresh_token }: RefreshBody): Promise<RefreshView> {
    return { access_token: await this.auth.refresh(ctx, refresh_token) };
  }

  @Acts('logout', LogoutView, {
    summary: 'Sign out',
    description:
      'Ends the session of the access token sent. Its access and refresh tokens are refused from then on (A-43).',
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  @SessionOnly()
  async logout(@Ctx() ctx: Context): Promise<LogoutView> {
    await this.auth.logout(ctx);
    return { message: 'Signed out' };
  }
}
