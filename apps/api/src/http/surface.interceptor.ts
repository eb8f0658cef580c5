import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Database, DomainError, NO_TENANT, Page, type Context } from '@usaha/shared';
import { catchError, from, mergeMap, type Observable } from 'rxjs';
import { FOUND_BY, type Finder } from '../wire/found-by.js';
import { TAG, type Tagged } from '../wire/present.js';
import { ROUTE_SHAPE, type RouteShape } from '../wire/route.js';
import { cacheControl, expectedVersions, isCurrent, linksOf } from './manners.js';
import type { UsahaRequest, UsahaResponse } from './request.js';

/**
 * Around every operation of both surfaces: gives it its context, ends its transaction, and puts the result into the
 * surface's words. Nothing is answered before it is committed.
 */
@Injectable()
export class SurfaceInterceptor implements NestInterceptor {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ModuleRef) private readonly modules: ModuleRef,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<UsahaRequest>();
    const response = http.getResponse<UsahaResponse>();
    const context = this.open(request);
    const shape = Reflect.getMetadata(ROUTE_SHAPE, execution.getHandler()) as RouteShape;
    request.usaha.route = (request.route as { path: string } | undefined)?.path;
    return next.handle().pipe(
      mergeMap(async (result: unknown) => {
        await context.db.commit();
        return this.speak(request, response, shape, result);
      }),
      catchError((error: unknown) => from(this.fail(execution, request, context, error))),
    );
  }

  private open(request: UsahaRequest): Context {
    const tenant_id = request.user?.tenant_id ?? NO_TENANT;
    const db = this.database.transaction(tenant_id);
    request.usaha.abandon = () => db.abandon();
    const context = {
      tenant_id,
      actor: request.user?.actor ?? null,
      now: new Date(),
      db,
      expected_versions: expectedVersions(request.headers['if-match']),
    };
    request.usaha.context = context;
    return context;
  }

  private speak(request: UsahaRequest, response: UsahaResponse, shape: RouteShape, result: unknown): unknown {
    const { dialect } = request.usaha;
    if (!dialect) throw new Error('An operation stands outside both surfaces');
    response.setHeader('Cache-Control', cacheControl(request.path));
    if (result instanceof Page) {
      const url = new URL(request.originalUrl, 'http://localhost');
      response.setHeader('Link', linksOf(dialect, url.pathname, url.searchParams, result));
      return dialect.page(shape.list ?? '', result.rows, {
        ...result.request,
        total: result.total,
        pages: result.pages,
      });
    }
    const tag = (result as Tagged | null)?.[TAG];
    if (tag !== undefined) {
      response.setHeader('ETag', tag);
      const reads = request.method === 'GET' || request.method === 'HEAD';
      if (reads && isCurrent(request.headers['if-none-match'], tag)) {
        response.status(304);
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
  ): Promise<never> {
    await context.db.rollback();
    // A record that is not there is not found, however wrong the body was; the good path pays nothing for this.
    const finder = Reflect.getMetadata(FOUND_BY, execution.getHandler()) as Finder | undefined;
    const id = finder && request.params[finder.parameter];
    if (finder && typeof id === 'string' && error instanceof DomainError && error.kind === 'invalid') {
      try {
        await this.modules.get(finder.service, { strict: false }).get(context, id);
      } finally {
        await context.db.rollback();
      }
    }
    throw error;
  }
}
