import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { DomainError, unauthenticated } from '@usaha/shared';
import { accessOf } from '../wire/permissions.js';
import type { UsahaRequest } from './request.js';

/** 401 comes before everything but the route itself. Public routes ignore whatever token is sent. */
@Injectable()
export class TokenGuard extends AuthGuard('jwt') {
  override canActivate(
    context: ExecutionContext,
  ): ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']> {
    const request = context.switchToHttp().getRequest<UsahaRequest>();
    return accessOf(context.getHandler(), request.method).isPublic || super.canActivate(context);
  }

  /** Passport's way to hand over what it found: rights, an error of ours, or a reason of its own. */
  override handleRequest<T>(error: unknown, rights: T | false | null): T {
    if (error instanceof DomainError) throw error;
    if (error && !isTokenError(error)) throw error as Error;
    if (!rights) throw unauthenticated('A valid access token is needed: Authorization: Bearer <ACCESS_TOKEN>');
    return rights;
  }
}

const isTokenError = (error: unknown): boolean =>
  error instanceof Error && /JsonWebToken|TokenExpired|NotBefore/.test(error.name);
