import type { FactorState } from '@usaha/core';
import { field } from '../../../wire/field.js';

/** No code is longer, with the spaces that people type. */
const MOST_CHARACTERS = 40;
/** Modules of a QR code are written one by one. */
const LONGEST_SVG = 200_000;

const code = (description: string, options: { optional?: true } = {}): PropertyDecorator =>
  field.password(description, { example: '492039', max: MOST_CHARACTERS, ...options });

/** POST /api/v1/auth/mfa/totp/. */
export class EnrolBody {
  @field.password('Your password') password!: string;
  @code('Code of your present authenticator, or a recovery code; needed where you have a second factor', {
    optional: true,
  })
  code?: string | null;
}

/** POST /api/v1/auth/mfa/totp/confirm/. */
export class ConfirmBody {
  @code('Code that your authenticator shows for the new secret') code!: string;
}

/** Operations that ask for a code of the present factor. */
export class CodeBody {
  @code('Code of your authenticator, or an unused recovery code') code!: string;
}

/** POST /api/v1/auth/mfa/verify/. */
export class VerifyBody {
  @field.text(
    'Token of a sign-in that was refused with MFA_REQUIRED',
    'AZjzomscfD6dKh8uPUxbagGY86JrHHw-nSofLj1MW2oB…',
    {
      max: 200,
    },
  )
  mfa_token!: string;
  @code('Code of the authenticator, or an unused recovery code') code!: string;
}

@field.record('The second factor of the signed-in user (A-422)')
export class MfaView {
  @field.flag('Whether sign-in asks for a second factor', true) enabled!: boolean;
  @field.instant('Since when; null without a factor (UTC)', { nullable: true }) confirmed_at!: Date | null;
  @field.count('Recovery codes that are not used', 10, { max: 10 }) recovery_codes_left!: number;
  @field.flag('Whether the account policy asks you for a second factor (A-428)', false) required!: boolean;
}

@field.record('A secret that waits for its first code (A-422)')
export class EnrolmentView {
  @field.text('Secret in base 32, to type into an authenticator; shown here only', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
  secret!: string;
  @field.text(
    'URI of the secret, for an authenticator on the same device',
    'otpauth://totp/Usaha:din%40pakdin.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Usaha&algorithm=SHA1&digits=6&period=30',
    { max: 1_000 },
  )
  otpauth_uri!: string;
  @field.text('The URI as QR code: an SVG', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 57 57"></svg>', {
    max: LONGEST_SVG,
  })
  qr_svg!: string;
  @field.instant('When the secret ends without a code of it (UTC)') expires_at!: Date;
}

const recoveryCodes = (): PropertyDecorator =>
  field.texts('Ten recovery codes, shown here only; each stands in for one code', ['7K2MQ-XW4TD']);

@field.record('A second factor in use (A-422)')
export class ConfirmedView {
  @field.flag('Always true', true) enabled!: boolean;
  @recoveryCodes() recovery_codes!: string[];
}

@field.record('New recovery codes; those before are refused (A-425)')
export class RecoveryCodesView {
  @recoveryCodes() recovery_codes!: string[];
}

@field.record('The end of a second factor')
export class DisabledView {
  @field.flag('Always false', false) enabled!: boolean;
}

export const mfaView = (state: FactorState): MfaView => state;

@field.record('A second factor that was verified once more (A-427)')
export class StepUpView {
  @field.instant('When it was verified (UTC)') mfa_at!: Date;
  @field.instant('Until when operations do not ask again (UTC)') expires_at!: Date;
}

export const stepUpView = (verified: StepUpView): StepUpView => verified;
