import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { SessionRegistry, type TokenClaims } from '@usaha/core';
import { DomainError, unauthenticated } from '@usaha/shared';
import { accessOf } from '../../wire/permissions.js';
import { isBearerToken } from './bearer.js';
import { KeyGuard } from './key-guard.js';
import { requestOf, responseOf, type UsahaRequest } from './request.js';
import { sentKeyOf } from './sent-key.js';
import { messages } from '../messages.js';
import { VerifiedTokens } from './verified-tokens.js';

/** 401 comes before everything but the route itself. Public routes ignore every token. */
@Injectable()
export class TokenGuard extends AuthGuard('jwt') {
  constructor(
    private readonly verified: VerifiedTokens,
    private readonly sessions: SessionRegistry,
    private readonly keys: KeyGuard,
  ) {
    super();
  }

  /** Without a promise where the token and its session's rights are known: most are. */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = requestOf(context);
    const { isPublic, takesFile } = accessOf(context.getHandler(), request.method);
    if (isPublic) return true;
    request.usaha.takesFile = takesFile;
    const key = sentKeyOf(request);
    if (key) return this.keys.admit(request, responseOf(context), key);
    const { authorization } = request.headers;
    const claims = this.verified.get(authorization);
    if (!claims) return this.verify(context, authorization);
    const rights = this.sessions.cache.get(claims.sid, Date.now());
    if (!rights) return this.ask(request, claims);
    request.user = rights;
    return true;
  }

  private async verify(context: ExecutionContext, authorization: string | undefined): Promise<boolean> {
    if (!isBearerToken(authorization)) throw tokenNeeded();
    const passed = (await super.canActivate(context)) as boolean;
    if (authorization !== undefined && passed) this.verified.remember(authorization);
    return passed;
  }

  private async ask(request: UsahaRequest, claims: TokenClaims): Promise<boolean> {
    request.user = this.handleRequest(null, await this.sessions.rights(claims, new Date()));
    return true;
  }

  /** Passport's way to hand over what it found: rights, an error of the service, or its reason. */
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
