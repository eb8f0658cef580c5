import type { Express, Request, Response } from 'express';
import { SandboxPayment, type SandboxGateway, type SandboxPage, type SandboxStatus } from '@usaha/core';
import { DomainError, type Database, type FairLimit } from '@usaha/shared';
import { languageHeaders, languageOf } from '../../wire/language.decorator.js';
import { pageHeaders } from '../page/public-page.js';
import { smallBody } from '../page/small-body.js';
import { visitorsOf, waitingVisitors } from '../page/visitors.js';
import type { SandboxCallbacks } from './sandbox-callbacks.js';
import { decisionOf } from './sandbox-decision.js';
import { SANDBOX_POLICY, sandboxGonePage, sandboxPage, saySandbox } from './sandbox-page.js';

/** What plays the payer's bank. */
export interface SandboxSources {
  database: Database;
  gateway: SandboxGateway;
  callbacks: SandboxCallbacks;
}

interface Shown {
  payment: SandboxPayment;
  status: SandboxStatus;
  code: 200 | 400 | 409 | 413;
  message: string | null;
  /** Of a wrong field. */
  field?: string;
}

const headers = pageHeaders(SANDBOX_POLICY);
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
/** Below `/sandbox/pay`: what a token may be written with, and nothing else of a path. */
const plainToken = /^\/[\w-]+\/?$/;
const fieldsOf = smallBody(2_048);

/**
 * `/sandbox/pay/{token}`, outside both surfaces: the page of the bank that the sandbox plays. GET shows the payment and changes
 * nothing; POST, of a form or JSON, says what the payer does.
 */
export function serveSandbox(express: Express, sources: SandboxSources): void {
  const visitors = visitorsOf(sources.database);
  // Malformed tokens are answered here: Express would decode them, with another answer where it cannot.
  express.use('/sandbox/pay', (request, response, next) => {
    if (methods.has(request.method) && !plainToken.test(request.path)) send(null, request, response);
    else next();
  });
  const serve =
    (act: (page: SandboxPage, request: Request, response: Response) => Promise<Shown | null>) =>
    (request: Request<{ token: string }>, response: Response, next: (error: unknown) => void): void => {
      const page = sources.gateway.keys.read(request.params.token);
      if (page === null) return send(null, request, response);
      act(page, request as Request, response).then((shown) => send(shown, request as Request, response), next);
    };
  express.get(
    '/sandbox/pay/:token',
    serve((page) => inTurn(visitors, page, () => shownOf(sources.gateway, page))),
  );
  express.post(
    '/sandbox/pay/:token',
    serve(async (page, request, response) => {
      const fields = await fieldsOf(request, response);
      return inTurn(visitors, page, () => decide(sources, page, fields, request));
    }),
  );
}

const inTurn = <T>(visitors: FairLimit, { tenant_id }: SandboxPage, work: () => Promise<T>): Promise<T> =>
  visitors.run(tenant_id, work, waitingVisitors);

async function shownOf({ book }: SandboxGateway, { tenant_id, attempt_id }: SandboxPage): Promise<Shown | null> {
  const payment = await book.find(tenant_id, attempt_id);
  if (!(payment instanceof SandboxPayment)) return null;
  return { payment, status: payment.statusAt(new Date()), code: 200, message: null };
}

async function decide(
  { gateway, callbacks }: SandboxSources,
  page: SandboxPage,
  fields: Record<string, unknown> | 'too_large' | 'malformed',
  request: Request,
): Promise<Shown | null> {
  const shown = await shownOf(gateway, page);
  if (shown === null) return null;
  const language = languageOf(request.headers['accept-language']);
  if (fields === 'too_large') return { ...shown, code: 413, message: saySandbox('too_large', language) };
  const told = decisionOf(fields === 'malformed' ? {} : fields);
  if ('wrong' in told) return { ...shown, code: 400, message: saySandbox('fields', language), field: told.wrong };
  try {
    const payment = await gateway.book.decide(page.tenant_id, page.attempt_id, told);
    if (told.callback) callbacks.tell(page.tenant_id, page.attempt_id);
    return { payment, status: payment.status, code: 200, message: null };
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'conflict') throw error;
    return { ...shown, code: 409, message: error.in(language).message };
  }
}

const codes = { 400: 'VALIDATION_ERROR', 409: 'CONFLICT', 413: 'PAYLOAD_TOO_LARGE' } as const;

function send(shown: Shown | null, request: Request, response: Response): void {
  // Time was up, and the client has been told so.
  if (response.headersSent) return;
  for (const name in headers) response.setHeader(name, headers[name] as string);
  const language = languageHeaders(request, response);
  response.vary('Accept');
  response.status(shown?.code ?? 404);
  const isPage = request.accepts(['html', 'json']) !== 'json';
  if (shown === null) {
    if (isPage) response.type('html').send(sandboxGonePage(language));
    else response.json({ error: { code: 'NOT_FOUND', message: saySandbox('gone_why', language) } });
    return;
  }
  const { payment, status, code, message, field } = shown;
  if (isPage) response.type('html').send(sandboxPage(payment, { status, language, wrong: message }));
  else if (code === 200) response.json({ status });
  else
    response.json({
      error: { code: codes[code], message, ...(field !== undefined && { errors: [{ field, message }] }) },
    });
}
