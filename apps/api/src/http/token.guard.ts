import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { SessionRegistry, TokenService, type Rights } from '@usaha/core';
import { DomainError, unauthenticated } from '@usaha/shared';
import { accessOf } from '../wire/permissions.js';
import { isBearerToken } from './bearer.js';
import { requestOf } from './request.js';
import { messages } from '../messages.js';

/** How many tokens are remembered as verified: the oldest make room. */
const MOST_TOKENS = 10_000;

/** 401 comes before everything but the route itself. Public routes ignore whatever token is sent. */
@Injectable()
export class TokenGuard extends AuthGuard('jwt') {
  /** Headers whose token was verified here, by what they say. Rights are not: those are asked for every time. */
  private readonly verified = new Map<string, { session_id: string; expires: number }>();

  constructor(
    private readonly tokens: TokenService,
    private readonly sessions: SessionRegistry,
  ) {
    super();
  }

  /** Without a promise where the token is known: most are. */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = requestOf(context);
    if (accessOf(context.getHandler(), request.method).isPublic) return true;
    const { authorization } = request.headers;
    const rights = this.rightsOfVerified(authorization);
    if (!rights) return this.verify(context, authorization);
    request.user = rights;
    return true;
  }

  private async verify(context: ExecutionContext, authorization: string | undefined): Promise<boolean> {
    if (!isBearerToken(authorization)) throw tokenNeeded();
    const passed = (await super.canActivate(context)) as boolean;
    if (authorization !== undefined && passed) this.remember(authorization);
    return passed;
  }

  /** A signature does not change: verified once, only expiry and the session's rights are asked for again. */
  private rightsOfVerified(authorization: string | undefined): Rights | undefined {
    const known = authorization === undefined ? undefined : this.verified.get(authorization);
    if (!known) return undefined;
    const now = Date.now();
    return known.expires > now ? this.sessions.cache.get(known.session_id, now) : undefined;
  }

  private remember(authorization: string): void {
    if (this.verified.has(authorization)) return;
    const claims = this.tokens.read('access', authorization.slice(authorization.indexOf(' ') + 1).trim());
    if (!claims) return;
    if (this.verified.size >= MOST_TOKENS) this.verified.delete(this.verified.keys().next().value as string);
    this.verified.set(authorization, { session_id: claims.sid, expires: claims.exp * 1_000 });
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
