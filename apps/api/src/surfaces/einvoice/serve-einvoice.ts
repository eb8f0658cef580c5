import type {
  EinvoiceRequestLink,
  EinvoiceRequestLinks,
  EinvoiceRequestPage,
  EinvoiceRequestPages,
  EinvoiceRequestRates,
} from '@usaha/core';
import { DomainError, type Context, type Database } from '@usaha/shared';
import type { Express, Request, Response } from 'express';
import { languageHeaders, languageOf } from '../../wire/language.decorator.js';
import { validation } from '../../wire/validation.pipe.js';
import { pageHeaders, policyOf } from '../page/public-page.js';
import { smallBody } from '../page/small-body.js';
import { visitorsOf, waitingVisitors } from '../page/visitors.js';
import { PageBuyerBody } from './einvoice-buyer.wire.js';
import { einvoiceGonePage, einvoicePage, type Refused } from './einvoice-page.js';
import { sayEinvoice } from './einvoice-words.js';

/** What answers buyers. */
export interface EinvoiceSourcesOfPage {
  database: Database;
  links: EinvoiceRequestLinks;
  rates: EinvoiceRequestRates;
  pages: EinvoiceRequestPages;
}

type Refusal = 400 | 409 | 413 | 429;

interface Shown {
  page: EinvoiceRequestPage;
  status: 200 | 202 | Refusal;
  refused: Refused | null;
  retry_after?: number;
}

const headers = pageHeaders(policyOf("'self'"));
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
/** Below `/einvoice`: what a token may be written with, and nothing else of a path. */
const plainToken = /^\/[\w-]+\/?$/;
const fieldsOf = smallBody(16_384);
const statuses: Partial<Record<DomainError['kind'], Refusal>> = { invalid: 400, conflict: 409, too_many: 429 };
const codes: Readonly<Record<Refusal, string>> = {
  400: 'VALIDATION_ERROR',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
};

/**
 * `/einvoice/{token}`, outside both surfaces: on it the buyer of a document, who has no account, asks for its e-invoice. HTML or
 * JSON, as Accept asks; what is forged, unknown or over is one and the same 404.
 */
export function serveEinvoice(express: Express, sources: EinvoiceSourcesOfPage): void {
  const visitors = visitorsOf(sources.database);
  // Malformed tokens are answered here: Express would decode them, with another answer where it cannot.
  express.use('/einvoice', (request, response, next) => {
    if (methods.has(request.method) && !plainToken.test(request.path)) send(null, request, response);
    else next();
  });
  const serve =
    (act: (link: EinvoiceRequestLink, request: Request, response: Response) => Promise<() => Promise<Shown | null>>) =>
    (request: Request<{ token: string }>, response: Response, next: (error: unknown) => void): void => {
      const link = sources.links.read(request.params.token);
      if (link === null) return send(null, request as Request, response);
      act(link, request as Request, response)
        .then((work) => visitors.run(link.tenant_id, work, waitingVisitors))
        .then((shown) => send(shown, request as Request, response), next);
    };
  express.get(
    '/einvoice/:token',
    serve((link) => Promise.resolve(() => look(sources, link))),
  );
  express.post(
    '/einvoice/:token',
    serve(async (link, request, response) => {
      const fields = await fieldsOf(request, response);
      return () => ask(sources, link, fields, request);
    }),
  );
}

const within = <T>(
  { database }: EinvoiceSourcesOfPage,
  { tenant_id }: EinvoiceRequestLink,
  work: (ctx: Context) => Promise<T>,
): Promise<T> => database.work({ tenant_id, actor: null, now: new Date() }, work);

async function look(sources: EinvoiceSourcesOfPage, link: EinvoiceRequestLink): Promise<Shown | null> {
  const page = await within(sources, link, (ctx) => sources.pages.shown(ctx, link.source));
  return page && { page, status: 200, refused: null };
}

async function ask(
  sources: EinvoiceSourcesOfPage,
  link: EinvoiceRequestLink,
  fields: Record<string, unknown> | 'too_large' | 'malformed',
  request: Request,
): Promise<Shown | null> {
  const language = languageOf(request.headers['accept-language']);
  const refuse = async (status: Refusal, refused: Refused, retry_after?: number): Promise<Shown | null> => {
    const shown = await look(sources, link);
    return shown && { ...shown, status, refused, retry_after };
  };
  if (typeof fields === 'string') {
    const status = fields === 'too_large' ? 413 : 400;
    return refuse(status, { code: codes[status], message: sayEinvoice(fields, language) });
  }
  try {
    await sources.rates.count(request.params.token as string, new Date());
    const body = (await validation.transform(filledIn(fields, request), {
      type: 'body',
      metatype: PageBuyerBody,
    })) as PageBuyerBody;
    const page = await within(sources, link, (ctx) => sources.pages.ask(ctx, link.source, body, language));
    return page && { page, status: 202, refused: null };
  } catch (error) {
    const status = error instanceof DomainError ? statuses[error.kind] : undefined;
    if (!(error instanceof DomainError) || status === undefined) throw error;
    const { message, errors } = error.in(language);
    return refuse(status, { code: codes[status], message, ...(status === 400 ? { errors } : {}) }, error.retry_after);
  }
}

/** Forms send what was left empty, too. */
function filledIn(fields: Record<string, unknown>, request: Request): Record<string, unknown> {
  if (request.is('application/json')) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

const isPage = (request: Request): boolean => request.accepts(['html', 'json']) !== 'json';

function send(shown: Shown | null, request: Request, response: Response): void {
  // Time was up, and the client has been told so.
  if (response.headersSent) return;
  for (const name in headers) response.setHeader(name, headers[name] as string);
  const language = languageHeaders(request, response);
  response.vary('Accept');
  if (shown === null) {
    response.status(404);
    if (isPage(request)) response.type('html').send(einvoiceGonePage(language));
    else response.json({ error: { code: 'NOT_FOUND', message: sayEinvoice('gone_why', language) } });
    return;
  }
  const { page, status, refused, retry_after } = shown;
  response.status(status);
  if (retry_after !== undefined) response.setHeader('Retry-After', retry_after);
  if (isPage(request)) response.type('html').send(einvoicePage(page, language, refused));
  else if (refused !== null) response.json({ error: refused });
  else response.json(status === 202 ? { state: page.state } : page);
}
