import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import {
  payMethods,
  type Outside,
  type PayPage,
  type PayPages,
  type PaymentLink,
  type PaymentLinks,
} from '@usaha/core';
import { DomainError, type Context, type Database } from '@usaha/shared';
import { languageHeaders, languageOf } from '../../wire/language.decorator.js';
import { pageHeaders, policyOf } from '../page/public-page.js';
import { smallBody } from '../page/small-body.js';
import { visit, visitorsOf } from '../page/visitors.js';
import { payJson } from './pay-json.js';
import { REFRESHED_S, payGonePage, payPage } from './pay-page.js';
import { sayPay } from './pay-words.js';

/** What answers payers. */
export interface PaySources {
  database: Database;
  logger: Logger;
  links: PaymentLinks;
  pages: PayPages;
}

type Refusal = 400 | 409 | 413 | 429 | 503;

interface Shown {
  page: PayPage;
  code: 200 | 303 | Refusal;
  /** Why a choice was refused. */
  refused: { code: string; message: string; field?: string } | null;
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
/** Below `/pay`: what a token may be written with, and nothing else of a path. */
const plainToken = /^\/[\w-]+\/?$/;
const fieldsOf = smallBody(2_048);
const kinds: Partial<Record<DomainError['kind'], Refusal>> = { invalid: 400, conflict: 409, too_many: 429 };

/**
 * `/pay/{token}`, outside both surfaces: the page of a payment request, for payers without an account. GET begins nothing; POST,
 * of a form or JSON, begins an attempt by the method that the payer chooses.
 */
export function servePay(express: Express, sources: PaySources): void {
  const visitors = visitorsOf(sources.database);
  // Malformed tokens are answered here: Express would decode them, with another answer where it cannot.
  express.use('/pay', (request, response, next) => {
    if (methods.has(request.method) && !plainToken.test(request.path)) send(null, request, response);
    else next();
  });
  const serve =
    (act: (link: PaymentLink, request: Request, response: Response) => Promise<Shown | null>) =>
    (request: Request<{ token: string }>, response: Response, next: (error: unknown) => void): void => {
      const link = sources.links.read(request.params.token);
      if (link === null) return send(null, request as Request, response);
      act(link, request as Request, response).then((shown) => send(shown, request as Request, response), next);
    };
  express.get(
    '/pay/:token',
    serve((link) => visit(visitors, link.tenant_id, (outside) => look(sources, link, outside))),
  );
  express.post(
    '/pay/:token',
    serve(async (link, request, response) => {
      const fields = await fieldsOf(request, response);
      return visit(visitors, link.tenant_id, (outside) => choose(sources, link, { fields, request, outside }));
    }),
  );
}

const within = <T>(
  { database }: PaySources,
  { tenant_id }: PaymentLink,
  work: (ctx: Context) => Promise<T>,
): Promise<T> => database.work({ tenant_id, actor: null, now: new Date() }, work);

const shownOf = async (sources: PaySources, link: PaymentLink): Promise<PayPage | null> =>
  within(sources, link, (ctx) => sources.pages.shown(ctx, link));

/** A page that waits makes the service ask the gateway, now and then: callbacks may be lost. */
async function look(sources: PaySources, link: PaymentLink, outside: Outside): Promise<Shown | null> {
  const page = await shownOf(sources, link);
  if (page?.waiting) {
    try {
      const isAsked = await within(sources, link, (ctx) => sources.pages.check(ctx, link, outside));
      if (!isAsked) return seen(page);
    } catch (error) {
      // The page is shown all the same, and the job asks in any case.
      sources.logger.warn({ err: error, tenant_id: link.tenant_id }, 'a payment gateway could not be asked for a page');
    }
    return seen(await shownOf(sources, link));
  }
  return seen(page);
}

const seen = (page: PayPage | null): Shown | null => page && { page, code: 200, refused: null };

interface Choice {
  fields: Record<string, unknown> | 'too_large' | 'malformed';
  request: Request;
  outside: Outside;
}

async function choose(
  sources: PaySources,
  link: PaymentLink,
  { fields, request, outside }: Choice,
): Promise<Shown | null> {
  const language = languageOf(request.headers['accept-language']);
  const refuse = async (code: Refusal, refused: NonNullable<Shown['refused']>): Promise<Shown | null> => {
    const page = await shownOf(sources, link);
    return page && { page, code, refused };
  };
  if (fields === 'too_large') return refuse(413, { code: codes[413], message: sayPay('too_large', language) });
  const method = payMethods.find((known) => fields !== 'malformed' && known === fields.method);
  if (method === undefined)
    return refuse(400, { code: codes[400], message: sayPay('method_wrong', language), field: 'method' });
  try {
    const page = await within(sources, link, (ctx) => sources.pages.choose(ctx, link, method, outside));
    return page && { page, code: isPage(request) ? 303 : 200, refused: null };
  } catch (error) {
    const code = error instanceof DomainError ? refusalOf(error) : undefined;
    if (!(error instanceof DomainError) || code === undefined) throw error;
    const { message } = error.in(language);
    const field = error.errors?.[0]?.field;
    return refuse(code, { code: error.code ?? codes[code], message, ...(field === undefined ? {} : { field }) });
  }
}

/** Answered by the page; undefined: as elsewhere. */
function refusalOf({ kind, code }: DomainError): Refusal | undefined {
  if (kind === 'unavailable') return code === 'GATEWAY_SILENT' ? 503 : undefined;
  return kinds[kind];
}

const codes: Readonly<Record<Refusal, string>> = {
  400: 'VALIDATION_ERROR',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

const isPage = (request: Request): boolean => request.accepts(['html', 'json']) !== 'json';

function send(shown: Shown | null, request: Request, response: Response): void {
  // Time was up, and the client has been told so.
  if (response.headersSent) return;
  const headers = pageHeaders(policyOf("'self'", shown?.page.origins));
  for (const name in headers) response.setHeader(name, headers[name] as string);
  const language = languageHeaders(request, response);
  response.vary('Accept');
  if (shown === null) {
    response.status(404);
    if (isPage(request)) response.type('html').send(payGonePage(language));
    else response.json({ error: { code: 'NOT_FOUND', message: sayPay('gone_why', language) } });
    return;
  }
  const { page, code, refused } = shown;
  response.status(code);
  if (code === 303) {
    const { waiting } = page;
    // A code is shown by the page itself.
    const leads = waiting?.qr === null ? waiting.redirect_url : null;
    response.location(leads ?? '?').end();
  } else if (isPage(request)) {
    if (page.waiting) response.setHeader('Refresh', REFRESHED_S);
    response.type('html').send(payPage(page, language, refused?.message ?? null));
  } else if (refused === null) response.json(payJson(page));
  else {
    const { field, ...error } = refused;
    response.json({
      error: { ...error, ...(field === undefined ? {} : { errors: [{ field, message: error.message }] }) },
    });
  }
}
