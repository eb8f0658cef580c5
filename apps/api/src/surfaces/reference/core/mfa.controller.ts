import { Body, Controller } from '@nestjs/common';
import { AuthService, FactorService, type Client } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { PdfRenderer } from '../../../render/pdf/pdf-renderer.js';
import { Ctx, FromClient } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, NotIdempotent, Public, SessionOnly, Tenantless } from '../../../wire/permissions.js';
import { Acts, Addition, Reads } from '../../../wire/route.js';
import { LoginView, loginView } from './auth.wire.js';
import {
  CodeBody,
  ConfirmBody,
  ConfirmedView,
  DisabledView,
  EnrolBody,
  EnrolmentView,
  MfaView,
  RecoveryCodesView,
  StepUpView,
  VerifyBody,
  mfaView,
  stepUpView,
} from './mfa.wire.js';

const LIMIT =
  'After ten wrong codes of a user within an hour, in all places together, further ones are answered with 429 (A-424).';

/** The second factor of the signed-in user: one for each membership, also of an account without a tenant. */
@ApiTags('auth')
@Controller('api/v1/auth/mfa')
export class ReferenceMfaController {
  constructor(
    private readonly auth: AuthService,
    private readonly factors: FactorService,
    private readonly drawings: PdfRenderer,
  ) {}

  @Reads('', MfaView, {
    summary: 'Read your second factor',
    description: 'Tells whether your account has a second factor, and how many recovery codes are left (A-422).',
  })
  @Tenantless()
  @SessionOnly()
  @Addition()
  async state(@Ctx() ctx: Context) {
    return mfaView(await this.factors.state(ctx));
  }

  @Acts('totp', EnrolmentView, {
    summary: 'Begin a second factor',
    description: `Makes a secret for an authenticator (TOTP: SHA-1, 30 seconds, 6 digits), which waits 15 minutes for its first code. A factor that you have holds until then, and a code of it is needed. A wrong password or code is answered with 400. ${LIMIT} (A-421, A-422)`,
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  @SessionOnly()
  @Addition()
  async begin(@Ctx() ctx: Context, @FromClient() client: Client, @Body() body: EnrolBody): Promise<EnrolmentView> {
    const enrolment = await this.factors.begin(ctx, body, client);
    // The thread that draws may have others before: no connection waits with it.
    await ctx.db.commitAndContinue();
    const svg = await this.drawings.render(ctx, 'qrCode', { text: enrolment.otpauth_uri });
    return { ...enrolment, qr_svg: Buffer.from(svg).toString('utf8') };
  }

  @Acts('totp/confirm', ConfirmedView, {
    summary: 'Confirm a second factor',
    description: `Takes the new secret into use after a code of it, and answers ten recovery codes. Your other sessions end. Without a secret that waits: 409. ${LIMIT}`,
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  @SessionOnly()
  @Addition()
  async confirm(
    @Ctx() ctx: Context,
    @FromClient() client: Client,
    @Body() { code }: ConfirmBody,
  ): Promise<ConfirmedView> {
    return { enabled: true, recovery_codes: await this.factors.confirm(ctx, code, client) };
  }

  @Acts('totp/disable', DisabledView, {
    summary: 'End your second factor',
    description: `Ends your second factor and its recovery codes after a code. Without a factor: 409. ${LIMIT}`,
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  @SessionOnly()
  @Addition()
  async disable(@Ctx() ctx: Context, @FromClient() client: Client, @Body() { code }: CodeBody): Promise<DisabledView> {
    await this.factors.disable(ctx, code, client);
    return { enabled: false };
  }

  @Acts('verify', LoginView, {
    summary: 'Finish a sign-in with a second factor',
    description: `Takes the mfa_token of a sign-in that was refused with MFA_REQUIRED, within five minutes, and a code; answers tokens for both surfaces. A wrong code is answered with 401 MFA_CODE_INVALID; a token that was used or has ended, or five wrong codes, with 401 MFA_TOKEN_INVALID. ${LIMIT} (A-423)`,
  })
  @Public()
  @Addition()
  async verify(@Ctx() ctx: Context, @FromClient() client: Client, @Body() body: VerifyBody) {
    return loginView(await this.auth.verify(ctx, { ...body, client }));
  }

  @Acts('step-up', StepUpView, {
    summary: 'Verify your second factor once more',
    description: `Takes a code, and keeps its time with your session: for ten minutes then, operations that answer 401 STEP_UP_REQUIRED do not ask again. Without a factor: 409. ${LIMIT} (A-427)`,
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  @SessionOnly()
  @Addition()
  async stepUp(@Ctx() ctx: Context, @FromClient() client: Client, @Body() { code }: CodeBody) {
    return stepUpView(await this.factors.stepUp(ctx, code, client));
  }

  @Acts('recovery-codes', RecoveryCodesView, {
    summary: 'Make new recovery codes',
    description: `Answers ten new recovery codes after a code; those before are refused. Without a factor: 409. ${LIMIT} (A-425)`,
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  @SessionOnly()
  @Addition()
  async renew(
    @Ctx() ctx: Context,
    @FromClient() client: Client,
    @Body() { code }: CodeBody,
  ): Promise<RecoveryCodesView> {
    return { recovery_codes: await this.factors.renewRecoveryCodes(ctx, code, client) };
  }
}
