import { Injectable } from '@nestjs/common';
import { TokenService, type TokenClaims } from '@usaha/core';
import { BoundedCache } from '@usaha/shared/operation';

/** Tokens that are remembered as verified, ours with some 450 characters each: padded ones take the place of more. */
const TOKENS = { entries: 10_000, characters: 8_000_000 };

/** Authorization headers whose token was verified here, with what it says. Rights are not kept: those are asked for every time. */
@Injectable()
export class VerifiedTokens {
  private readonly verified = new BoundedCache<string, TokenClaims>(TOKENS);

  constructor(private readonly tokens: TokenService) {}

  /** A signature does not change: verified once, only expiry and the session's rights are asked for again. */
  get(authorization: string | undefined): TokenClaims | undefined {
    const known = authorization === undefined ? undefined : this.verified.get(authorization);
    return known && known.exp * 1_000 > Date.now() ? known : undefined;
  }

  /** @param authorization a header whose token was just verified */
  remember(authorization: string): void {
    const claims = this.tokens.read('access', authorization.slice(authorization.indexOf(' ') + 1).trim());
    if (claims) this.verified.set(authorization, claims);
  }
}
