import express, { type Express, type Request, type Response } from 'express';
import { readLinkToken, type LinkedAccount, type LinkedAccounts, type PasswordRecovery } from '@usaha/core';
import { DomainError, NO_TENANT, networkOf, type Context, type Database, type Language } from '@usaha/shared';
import { pageHeaders } from '../page/public-page.js';
import { visitorsOf, waitingVisitors } from '../page/visitors.js';
import { languageHeaders, languageOf } from '../../wire/language.decorator.js';
import { ACCOUNT_POLICY, accountPage, donePage, gonePage, sayAccount } from './account-page.js';

/** What answers the links of letters about accounts. */
export interface AccountSources {
  database: Database;
  accounts: LinkedAccounts;
  recovery: PasswordRecovery;
}

type Answer =
  | { kind: 'gone' }
  | { kind: 'asked' | 'done'; account: LinkedAccount }
  | { kind: 'wrong'; account: LinkedAccount; status: 400 | 409; message: string };

interface Form {
  password: string;
  password_again: string;
}

const headers = pageHeaders(ACCOUNT_POLICY);
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
/** Below `/account`: what a token may be written with, and nothing else of a path. */
const plainToken = /^\/[\w-]+\/?$/;
const GONE: Answer = { kind: 'gone' };
/** Bytes of two passwords of a thousand characters, each of which may take twelve. */
const LONGEST_FORM = 32_000;

const parse = express.urlencoded({ extended: false, limit: LONGEST_FORM, parameterLimit: 10 });

/**
 * `/account/{token}`, outside both surfaces: for the person who got a letter. GET shows a form and consumes nothing, since mail
 * scanners follow links; POST with the form sets the password, or confirms the address.
 */
export function serveAccount(app: Express, sources: AccountSources): void {
  const visitors = visitorsOf(sources.database);
  // Malformed tokens are answered here: Express would decode them, with another answer where it cannot.
  app.use('/account', (request, response, next) => {
    if (methods.has(request.method) && !plainToken.test(request.path)) send(GONE, request, response);
    else next();
  });
  const serve =
    (act: (ctx: Context, token: string, account: LinkedAccount, form: Form | null) => Promise<Answer>) =>
    async (request: Request<{ token: string }>, response: Response): Promise<void> => {
      const { token } = request.params;
      const link = readLinkToken(token);
      if (link === null) return send(GONE, request, response);
      const form = request.method === 'POST' ? await formOf(request, response) : null;
      const { tenant_id } = link;
      const language = languageOf(request.headers['accept-language']);
      const now = new Date();
      const work = async (): Promise<Answer> => {
        const work = <T>(some: (ctx: Context) => Promise<T>) =>
          sources.database.work({ tenant_id, actor: null, now, language }, some);
        const account = await work((ctx) => sources.accounts.shown(ctx, token));
        if (account === null) return GONE;
        return work((ctx) => act(ctx, token, account, form)).catch((error: unknown) =>
          refused(error, account, language),
        );
      };
      // Anyone can make a token up that names a tenant: it is the turn of its client, not of that tenant.
      const client = networkOf(request.ip ?? NO_TENANT);
      send(await visitors.run(client, work, waitingVisitors), request, response);
    };
  app.get('/account/:token', later(serve((_ctx, _token, account) => Promise.resolve({ kind: 'asked', account }))));
  app.post('/account/:token', later(serve((ctx, token, account, form) => use(sources, { ctx, token, account, form }))));
}

/** Express is told of what fails. */
const later =
  (serve: (request: Request<{ token: string }>, response: Response) => Promise<void>) =>
  (request: Request<{ token: string }>, response: Response, next: (error: unknown) => void): void => {
    serve(request, response).catch(next);
  };

async function use(
  { accounts, recovery }: AccountSources,
  { ctx, token, account, form }: { ctx: Context; token: string; account: LinkedAccount; form: Form | null },
): Promise<Answer> {
  const language = ctx.language as Language;
  if (account.purpose === 'email') await accounts.confirmEmail(ctx, token);
  else {
    const wrong = form === null ? 'unread' : form.password === form.password_again ? null : 'differ';
    if (wrong) return { kind: 'wrong', account, status: 400, message: sayAccount(wrong, language) };
    await recovery.reset(ctx, token, form?.password ?? '', sayAccount('password', language));
  }
  return { kind: 'done', account };
}

/** What the service refuses is said on the form. @throws the error where the form is not at fault */
function refused(error: unknown, account: LinkedAccount, language: Language): Answer {
  if (!(error instanceof DomainError)) throw error;
  const [first] = error.errors ?? [];
  if (error.kind === 'invalid')
    return first?.field === 'token'
      ? GONE
      : { kind: 'wrong', account, status: 400, message: error.in(language).message };
  if (error.kind === 'conflict') return { kind: 'wrong', account, status: 409, message: sayAccount('taken', language) };
  throw error;
}

/** null for a body that is no form. */
async function formOf(request: Request, response: Response): Promise<Form | null> {
  const isRead = await new Promise<boolean>((done) => parse(request, response, (error?: unknown) => done(!error)));
  const { password, password_again } = (request.body ?? {}) as Partial<Record<keyof Form, unknown>>;
  return isRead && typeof password === 'string' && typeof password_again === 'string'
    ? { password, password_again }
    : null;
}

function send(answer: Answer, request: Request, response: Response): void {
  // Time was up, and the client has been told so.
  if (response.headersSent) return;
  for (const name in headers) response.setHeader(name, headers[name] as string);
  const language = languageHeaders(request, response);
  response.vary('Accept');
  response.status(answer.kind === 'gone' ? 404 : answer.kind === 'wrong' ? answer.status : 200);
  if (request.accepts(['html', 'json']) !== 'json') response.type('html').send(pageOf(answer, language));
  else response.json(jsonOf(answer, language));
}

function pageOf(answer: Answer, language: Language): string {
  if (answer.kind === 'gone') return gonePage(language);
  if (answer.kind === 'done') return donePage(answer.account, language);
  return accountPage(answer.account, language, answer.kind === 'wrong' ? answer.message : null);
}

function jsonOf(answer: Answer, language: Language): unknown {
  if (answer.kind === 'gone') return { error: { code: 'NOT_FOUND', message: sayAccount('gone_why', language) } };
  if (answer.kind === 'wrong')
    return { error: { code: answer.status === 400 ? 'VALIDATION_ERROR' : 'CONFLICT', message: answer.message } };
  return answer.account;
}
