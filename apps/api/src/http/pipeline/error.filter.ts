import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from 'pino';
import { DomainError } from '@usaha/shared';
import { withoutCardData, type TranslatedError } from '@usaha/shared/operation';
import { contract } from '../../surfaces/contract/contract.js';
import type { DatabaseTroubles } from '../observability/database-troubles.js';
import { asDomainError } from './error-translation.js';
import { requestOf, responseOf, type UsahaRequest, type UsahaResponse } from './request.js';
import type { RouteTable } from '../server/route-table.js';
import { closeLingering } from '../uploads/lingering-close.js';
import { messages } from '../messages.js';
import { languageHeaders } from '../../wire/language.decorator.js';

/** Says every error in the surface's own shape, wherever it was thrown: guard, parser, router, database or handler. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly routes: RouteTable,
    private readonly troubles: DatabaseTroubles,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    this.answer(thrown, requestOf(host), responseOf(host));
  }

  answer(thrown: unknown, request: UsahaRequest, response: UsahaResponse): void {
    let error = asDomainError(thrown);
    const unrouted = error.kind === 'not_found' && request.usaha.route === undefined;
    const allowed = unrouted ? this.routes.methodsOf(request.path) : [];
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      error = new DomainError('method_not_allowed', messages.methodNotAllowed({ method: request.method, allowed }));
      response.setHeader('Allow', allowed.join(', '));
    }
    if (error.kind === 'internal')
      this.logger.error({ request_id: request.usaha.id, err: error.cause ?? thrown }, 'unexpected error');
    const isHeard = error.kind === 'unavailable' && this.troubles.heard(error, { request_id: request.usaha.id });
    // Of a client that is gone the line of its request tells enough.
    if (error.kind === 'unavailable' && !isHeard && !response.destroyed)
      this.logger.warn({ request_id: request.usaha.id, err: error.cause ?? error }, 'unavailable');
    if (response.headersSent) return;
    if (request.usaha.takesFile) closeLingering(request, response);
    const { dialect } = request.usaha;
    const { status, error: shape } = dialect ?? contract;
    if (error.kind === 'unauthenticated') {
      const reason = request.headers.authorization === undefined ? '' : ', error="invalid_token"';
      response.setHeader('WWW-Authenticate', error.authenticate ?? `Bearer realm="usaha"${reason}`);
    }
    if (error.retry_after !== undefined) response.setHeader('Retry-After', String(error.retry_after));
    response.setHeader('Cache-Control', 'no-store');
    // Of what was to be answered before it was committed.
    for (const name of ['ETag', 'Location', 'Link']) response.removeHeader(name);
    const language = languageHeaders(request, response);
    // Messages say with which value something was wrong: of a card's number no more than its end.
    const said = withoutCardData(error.in(language)) as TranslatedError;
    response.status(status[error.kind]).json(shape(said, new Date().toISOString()));
  }
}
