import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import {
  Database,
  DomainError,
  FairLimit,
  NO_TENANT,
  Page,
  RetryTransaction,
  proportionalQuota,
  unavailable,
  type Context,
} from '@usaha/shared';
import { kernelMessages } from '@usaha/shared/operation';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { CursorPage } from '../../wire/cursor-page.js';
import { findersOf } from '../../wire/records.js';
import { PartedFile } from '../../wire/parted-file.js';
import { StoredContent } from '../../wire/stored-content.js';
import { StreamedFile } from '../../wire/streamed-file.js';
import { KEPT, REPLAYED, TAG, type Kept, type Replayed, type Tagged } from '../../wire/present.js';
import { shapeOf, type RouteShape } from '../../wire/route.js';
import { validation } from '../../wire/validation.pipe.js';
import type { AroundHandler } from '../../internals/nest.js';
import { PartedFileSender } from '../server/parted-file.sender.js';
import { StoredContentSender } from '../server/stored-content.sender.js';
import { StreamedFileSender } from '../server/streamed-file.sender.js';
import { IdempotentRequest } from './idempotency.js';
import { cacheControl, expectedVersions, isCurrent, linksOf, nextOf } from './conditional-headers.js';
import { setLocation } from './created.js';
import { goneOf, onlyReads, ownerOf, requestOf, responseOf, type UsahaRequest, type UsahaResponse } from './request.js';
import { ResponseBackpressure } from '../limits/response-backpressure.js';
import { LatestCommit, requireListed, shownRows } from './list-parameters.js';
import { LargeBodyQueue, isLargeBody } from '../limits/large-body-queue.js';
import { UploadReceiver } from '../uploads/upload-receiver.js';
import { languageHeaders, languageOf } from '../../wire/language.decorator.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Around every operation of both surfaces: gives it its context, ends its transaction, and puts the result into the
 * surface's words. Nothing is answered before it is committed.
 */
@Injectable()
export class SurfaceInterceptor implements NestInterceptor, AroundHandler {
  /**
   * For answers that stream from the database: half of its connections remain for all others, and one tenant leaves
   * places to the next.
   */
  private readonly streams: FairLimit;

  constructor(
    private readonly database: Database,
    private readonly modules: ModuleRef,
    private readonly backpressure: ResponseBackpressure,
    private readonly large: LargeBodyQueue,
    private readonly uploads: UploadReceiver,
    private readonly latestCommit: LatestCommit,
  ) {
    this.streams = new FairLimit(Math.max(1, Math.floor(database.poolState.most / 2)), proportionalQuota(1));
  }

  /** As Nest calls it with another interceptor; on its own it is called with promises (`interceptWithPromises`). */
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.around(execution, () => lastValueFrom(next.handle())));
  }

  async around(execution: ExecutionContext, handle: () => Promise<unknown>): Promise<unknown> {
    const [request, response] = [requestOf(execution), responseOf(execution)];
    this.backpressure.requireRoom(ownerOf(request));
    // Its client has gone while it waited for its rights: nothing is read for it any more.
    if (response.destroyed && onlyReads(request)) throw unavailable(kernelMessages.tookTooLong());
    let result: unknown;
    try {
      result = await this.inTurn(execution, handle, request, response);
      return result;
    } finally {
      // The transaction of an answer that streams lasts until its end.
      if (!(result instanceof StreamedFileSender)) request.usaha.abandon = undefined;
      request.usaha.settled?.();
    }
  }

  private inTurn(
    execution: ExecutionContext,
    handle: () => Promise<unknown>,
    request: UsahaRequest,
    response: UsahaResponse,
  ): Promise<unknown> {
    if (request.usaha.takesFile) return this.withFile(execution, handle, request, response);
    const answer = () => this.answer(execution, handle, request, response);
    return isLargeBody(request) ? this.large.run(request, response, answer) : answer();
  }

  /** Receives the file first: neither a transaction nor a claim of an Idempotency-Key waits for a client. */
  private async withFile(
    execution: ExecutionContext,
    handle: () => Promise<unknown>,
    request: UsahaRequest,
    response: UsahaResponse,
  ): Promise<unknown> {
    request.usaha.route = (request.route as { path: string } | undefined)?.path;
    await validation.transform(request.query, { type: 'query', metatype: request.usaha.takesFile ?? undefined });
    const upload = await this.uploads.receive(request, goneOf(request, response));
    request.usaha.upload = upload;
    try {
      return await this.answer(execution, handle, request, response);
    } finally {
      await upload.discard();
    }
  }

  private async answer(
    execution: ExecutionContext,
    handle: () => Promise<unknown>,
    request: UsahaRequest,
    response: UsahaResponse,
    attempt = 1,
  ): Promise<unknown> {
    const context = this.open(request, response);
    const handler = execution.getHandler();
    request.usaha.route = (request.route as { path: string } | undefined)?.path;
    const once = IdempotentRequest.of(request, handler);
    try {
      if (once) return await this.onlyOnce(once, execution, handle, context);
      const result = await handle();
      if (result instanceof StreamedFile)
        return await StreamedFileSender.open(result, request, response, context, this.streams);
      if (result instanceof StoredContent) return await StoredContentSender.open(result, request, response, context);
      if (result instanceof PartedFile) return await PartedFileSender.open(result, request, response, context);
      await context.db.commit();
      return this.speak(request, response, shapeOf(handler), result);
    } catch (error) {
      if (!(error instanceof RetryTransaction)) return this.fail(execution, request, context, error, once);
      await context.db.rollback();
      if (!(await this.database.retries.mayRetry(context.db, error, attempt))) throw error;
      // Its time was up meanwhile, or the client has gone: nothing more is begun.
      if (response.headersSent || response.destroyed) throw unavailable(kernelMessages.tookTooLong());
      return this.answer(execution, handle, request, response, attempt + 1);
    }
  }

  /**
   * The same for a request with an Idempotency-Key: claim and answer are in the write's own transaction, so that a
   * parallel second request waits and gets the first answer. Kept are 2xx and 402, never another refusal.
   */
  private async onlyOnce(
    once: IdempotentRequest,
    execution: ExecutionContext,
    handle: () => Promise<unknown>,
    context: Mutable<Context>,
  ): Promise<unknown> {
    const [request, response] = [requestOf(execution), responseOf(execution)];
    const claim = await once.claim(context);
    if (claim.kind === 'answered') {
      // In the language of the first answer, also where another is asked for now: it is the same answer.
      await context.db.commit();
      response.setHeader('Cache-Control', cacheControl(request.path));
      response.setHeader('Idempotent-Replayed', 'true');
      response.locals.status = claim.status;
      const answer = JSON.parse(claim.answer) as unknown;
      if (claim.status === 201) setLocation(request, response, request.usaha.dialect?.inside(answer));
      return answer;
    }
    context.claim = { id: claim.id, unanswered: claim.kind === 'unanswered' };
    const result = await handle();
    const answer = this.speak(request, response, shapeOf(execution.getHandler()), result);
    const kept = (result as Kept | null)?.[KEPT]?.();
    const repeated = kept ? request.usaha.dialect?.single(kept) : answer;
    await once.remember(
      context,
      claim.id,
      (response.locals.status as number | undefined) ?? response.statusCode,
      repeated,
    );
    await context.db.commit();
    return answer;
  }

  private open(request: UsahaRequest, response: UsahaResponse): Mutable<Context> {
    const tenant_id = request.user?.tenant_id ?? NO_TENANT;
    const reads = onlyReads(request);
    const db = this.database.transaction(tenant_id, { owner: ownerOf(request), reads });
    request.usaha.abandon = () => db.abandon();
    const context: Mutable<Context> = {
      tenant_id,
      actor: request.user?.actor ?? null,
      now: new Date(),
      db,
      expected_versions: expectedVersions(request.headers['if-match']),
      ...(reads ? {} : { language: languageOf(request.headers['accept-language']) }),
      get signal() {
        return goneOf(request, response);
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
      const [path = '', text] = request.originalUrl.split('?', 2);
      const query = new URLSearchParams(text);
      requireListed(dialect, query, shape, result);
      if (result.request.cursor && dialect.followed) {
        const { has_more, next_cursor, begun } = result.followed ?? { has_more: false, next_cursor: null };
        if (next_cursor !== null) response.setHeader('Link', nextOf(path, query, next_cursor));
        const sync = begun && !has_more ? this.latestCommit.syncOf(begun) : undefined;
        return dialect.followed(shownRows(result), { page_size: result.request.size, has_more, next_cursor }, sync);
      }
      const links = linksOf(dialect, path, query, result);
      if (links !== '') response.setHeader('Link', links);
      const { page, size } = result.request;
      return dialect.page(shape.list ?? '', shownRows(result), {
        page,
        size,
        total: result.total,
        pages: result.pages,
      });
    }
    if (result instanceof CursorPage) {
      if (!dialect.followed) throw new Error('The surface has no lists with cursors');
      return dialect.followed(result.rows, result.pagination);
    }
    if ((result as Replayed | null)?.[REPLAYED]) {
      response.setHeader('Idempotent-Replayed', 'true');
      response.locals.status = 200;
    } else if (response.statusCode === 201) setLocation(request, response, result);
    const tag = (result as Tagged | null)?.[TAG]?.();
    if (tag !== undefined) {
      response.setHeader('ETag', tag);
      if (onlyReads(request) && isCurrent(request.headers['if-none-match'], tag)) {
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
    once: IdempotentRequest | null,
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
      const context = this.open(request, responseOf(execution));
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
    once: IdempotentRequest | null,
  ): Promise<unknown> {
    const { dialect } = request.usaha;
    const response = responseOf(execution);
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
