import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import {
  Database,
  DomainError,
  FairLimit,
  NO_TENANT,
  Page,
  kernelMessages,
  timesWhatIsFree,
  unavailable,
  type Context,
} from '@usaha/shared';
import { catchError, from, lastValueFrom, mergeMap, type Observable } from 'rxjs';
import { findersOf } from '../wire/records.js';
import { StreamedFile } from '../wire/streamed-file.js';
import { TAG, type Tagged } from '../wire/present.js';
import { ROUTE_SHAPE, type RouteShape } from '../wire/route.js';
import { StreamedFileSender } from './streamed-file.sender.js';
import { IdempotentRequest } from './idempotency.js';
import { cacheControl, expectedVersions, isCurrent, linksOf } from './conditional-headers.js';
import { setLocation } from './created.js';
import { ownerOf, type UsahaRequest, type UsahaResponse } from './request.js';
import { UnsentAnswers } from './unsent-answers.js';
import { languageHeaders } from '../wire/language.decorator.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Around every operation of both surfaces: gives it its context, ends its transaction, and puts the result into the
 * surface's words. Nothing is answered before it is committed.
 */
@Injectable()
export class SurfaceInterceptor implements NestInterceptor {
  /**
   * For answers that are read from the database by and by: half of its connections remain for all others, and one tenant leaves
   * places to the next.
   */
  private readonly streams: FairLimit;

  constructor(
    private readonly database: Database,
    private readonly modules: ModuleRef,
    private readonly unsent: UnsentAnswers,
  ) {
    this.streams = new FairLimit(Math.max(1, Math.floor(database.poolState.most / 2)), timesWhatIsFree(1));
  }

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<UsahaRequest>();
    const response = http.getResponse<UsahaResponse>();
    this.unsent.requireRoom(ownerOf(request));
    const context = this.open(request, response);
    const handler = execution.getHandler();
    const shape = Reflect.getMetadata(ROUTE_SHAPE, handler) as RouteShape;
    request.usaha.route = (request.route as { path: string } | undefined)?.path;
    const once = IdempotentRequest.of(request, handler);
    if (once) return from(this.onlyOnce(once, execution, next, context));
    return next.handle().pipe(
      mergeMap(async (result: unknown) => {
        if (result instanceof StreamedFile)
          return StreamedFileSender.open(result, request, response, context, this.streams);
        await context.db.commit();
        return this.speak(request, response, shape, result);
      }),
      catchError((error: unknown) => from(this.fail(execution, request, context, error))),
    );
  }

  /**
   * The same for a request with an Idempotency-Key: claim and answer are in the write's own transaction, so that a
   * parallel second request waits and gets the first answer. Kept are 2xx and 402, never another refusal.
   */
  private async onlyOnce(
    once: IdempotentRequest,
    execution: ExecutionContext,
    next: CallHandler,
    context: Mutable<Context>,
  ): Promise<unknown> {
    const request = execution.switchToHttp().getRequest<UsahaRequest>();
    const response = execution.switchToHttp().getResponse<UsahaResponse>();
    try {
      const claim = await once.claim(context);
      if (claim.kind === 'answered') {
        // In the language that it was first given in, whatever is asked for now: it is the same answer.
        await context.db.commit();
        response.setHeader('Cache-Control', cacheControl(request.path));
        response.setHeader('Idempotent-Replayed', 'true');
        response.locals.status = claim.status;
        const answer = JSON.parse(claim.answer) as unknown;
        if (claim.status === 201) setLocation(request, response, request.usaha.dialect?.inside(answer));
        return answer;
      }
      context.claim = { id: claim.id, unanswered: claim.kind === 'unanswered' };
      const shape = Reflect.getMetadata(ROUTE_SHAPE, execution.getHandler()) as RouteShape;
      const result = await lastValueFrom(next.handle());
      const answer = this.speak(request, response, shape, result);
      await once.remember(context, claim.id, response.statusCode, answer);
      await context.db.commit();
      return answer;
    } catch (error) {
      return this.fail(execution, request, context, error, once);
    }
  }

  private open(request: UsahaRequest, response: UsahaResponse): Mutable<Context> {
    const tenant_id = request.user?.tenant_id ?? NO_TENANT;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const db = this.database.transaction(tenant_id, { owner: ownerOf(request), reads });
    request.usaha.abandon = () => db.abandon();
    const context: Mutable<Context> = {
      tenant_id,
      actor: request.user?.actor ?? null,
      now: new Date(),
      db,
      expected_versions: expectedVersions(request.headers['if-match']),
      get signal() {
        return (request.usaha.gone ??= goneOf(response));
      },
    };
    request.usaha.context = context;
    return context;
  }

  private speak(request: UsahaRequest, response: UsahaResponse, shape: RouteShape, result: unknown): unknown {
    const { dialect } = request.usaha;
    if (!dialect) throw new Error('An operation stands outside both surfaces');
    response.setHeader('Cache-Control', cacheControl(request.path));
    if (result instanceof Page) {
      const [path = '', query] = request.originalUrl.split('?', 2);
      const links = linksOf(dialect, path, new URLSearchParams(query), result);
      if (links !== '') response.setHeader('Link', links);
      return dialect.page(shape.list ?? '', result.rows, {
        ...result.request,
        total: result.total,
        pages: result.pages,
      });
    }
    if (response.statusCode === 201) setLocation(request, response, result);
    const tag = (result as Tagged | null)?.[TAG];
    if (tag !== undefined) {
      response.setHeader('ETag', tag);
      const reads = request.method === 'GET' || request.method === 'HEAD';
      if (reads && isCurrent(request.headers['if-none-match'], tag)) {
        response.locals.status = 304;
        return undefined;
      }
    }
    return dialect.single(result);
  }

  private async fail(
    execution: ExecutionContext,
    request: UsahaRequest,
    context: Context,
    error: unknown,
    once?: IdempotentRequest,
  ): Promise<unknown> {
    if (error instanceof DomainError && error.kind === 'payment_failed')
      return this.refused(execution, request, context, error, once);
    await context.db.rollback();
    if (error instanceof DomainError && error.kind === 'invalid') await this.findRecords(execution, request);
    throw error;
  }

  /**
   * A record that is not there is not found, however wrong body or query were: asked once something was wrong, so
   * that the good path pays nothing for it. @throws not_found
   */
  private async findRecords(execution: ExecutionContext, request: UsahaRequest): Promise<void> {
    for (const [parameter, service] of findersOf(execution.getClass())) {
      const id = request.params[parameter];
      if (typeof id !== 'string') continue;
      // That of the request has ended.
      const context = this.open(request, execution.switchToHttp().getResponse<UsahaResponse>());
      request.usaha.abandon = () => context.db.abandon();
      try {
        await this.modules.get(service, { strict: false }).get(context, id);
      } finally {
        await context.db.rollback();
      }
    }
  }

  /** A payment that failed is kept, and so is the answer that says it: the one refusal that is committed. */
  private async refused(
    execution: ExecutionContext,
    request: UsahaRequest,
    context: Context,
    error: DomainError,
    once?: IdempotentRequest,
  ): Promise<unknown> {
    const { dialect } = request.usaha;
    const response = execution.switchToHttp().getResponse<UsahaResponse>();
    if (!dialect) throw error;
    const answer = dialect.error(error.in(languageHeaders(request, response)), new Date().toISOString());
    const status = dialect.status.payment_failed;
    if (once && context.claim) await once.remember(context, context.claim.id, status, answer);
    await context.db.commit();
    response.setHeader('Cache-Control', cacheControl(request.path));
    response.locals.status = status;
    return answer;
  }
}

/** Tells when nobody waits for the answer any more. */
function goneOf(response: UsahaResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort(unavailable(kernelMessages.tookTooLong())));
  if (response.destroyed) gone.abort(unavailable(kernelMessages.tookTooLong()));
  return gone.signal;
}
