import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { SessionRegistry, TokenService, type TokenClaims } from '@usaha/core';
import { BoundedCache, DomainError, unauthenticated } from '@usaha/shared';
import { accessOf } from '../wire/permissions.js';
import { isBearerToken } from './bearer.js';
import { requestOf, type UsahaRequest } from './request.js';
import { messages } from '../messages.js';

/** Tokens that are remembered as verified, ours with some 450 characters each: padded ones take the place of more. */
const TOKENS = { entries: 10_000, characters: 8_000_000 };

/** 401 comes before everything but the route itself. Public routes ignore whatever token is sent. */
@Injectable()
export class TokenGuard extends AuthGuard('jwt') {
  /** Headers whose token was verified here, with what it says. Rights are not: those are asked for every time. */
  private readonly verified = new BoundedCache<string, TokenClaims>(TOKENS);

  constructor(
    private readonly tokens: TokenService,
    private readonly sessions: SessionRegistry,
  ) {
    super();
  }

  /** Without a promise where the token and its session's rights are known: most are. */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = requestOf(context);
    if (accessOf(context.getHandler(), request.method).isPublic) return true;
    const { authorization } = request.headers;
    const claims = this.verifiedClaims(authorization);
    if (!claims) return this.verify(context, authorization);
    const rights = this.sessions.cache.get(claims.sid, Date.now());
    if (!rights) return this.ask(request, claims);
    request.user = rights;
    return true;
  }

  private async verify(context: ExecutionContext, authorization: string | undefined): Promise<boolean> {
    if (!isBearerToken(authorization)) throw tokenNeeded();
    const passed = (await super.canActivate(context)) as boolean;
    if (authorization !== undefined && passed) this.remember(authorization);
    return passed;
  }

  private async ask(request: UsahaRequest, claims: TokenClaims): Promise<boolean> {
    request.user = this.handleRequest(null, await this.sessions.rights(claims, new Date()));
    return true;
  }

  /** A signature does not change: verified once, only expiry and the session's rights are asked for again. */
  private verifiedClaims(authorization: string | undefined): TokenClaims | undefined {
    const known = authorization === undefined ? undefined : this.verified.get(authorization);
    return known && known.exp * 1_000 > Date.now() ? known : undefined;
  }

  private remember(authorization: string): void {
    const claims = this.tokens.read('access', authorization.slice(authorization.indexOf(' ') + 1).trim());
    if (claims) this.verified.set(authorization, claims);
  }

  /** Passport's way to hand over what it found: rights, an error of ours, or a reason of its own. */
  override handleRequest<T>(error: unknown, rights: T | false | null): T {
    if (error instanceof DomainError) throw error;
    if (error && !isTokenError(error)) throw error as Error;
    if (!rights) throw tokenNeeded();
    return rights;
  }
}

const tokenNeeded = (): DomainError => unauthenticated(messages.tokenNeeded());

const isTokenError = (error: unknown): boolean =>
  error instanceof Error && /JsonWebToken|TokenExpired|NotBefore/.test(error.name);
