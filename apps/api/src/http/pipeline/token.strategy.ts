import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { SessionRegistry, TOKEN_ALGORITHM, TokenService, asClaims, type Rights } from '@usaha/core';
import { ExtractJwt, Strategy } from 'passport-jwt';

/** Verifies the bearer token, and asks the database what its session allows now. */
@Injectable()
export class TokenStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    tokens: TokenService,
    private readonly sessions: SessionRegistry,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: [TOKEN_ALGORITHM],
      issuer: 'usaha',
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: never) => void) => {
        const key = tokens.keyOf(token);
        // Without a key the verifier fails on a token without a signature, instead of refusing it.
        if (key) done(null, key as never);
        else done(new Error('The token names no key of ours'));
      },
    });
  }

  async validate(payload: unknown): Promise<Rights | null> {
    const claims = asClaims(payload, 'access');
    return claims && this.sessions.rights(claims, new Date());
  }
}
