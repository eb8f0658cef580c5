import { json, type Express, type Request, type Response } from 'express';
import { nameInLetter, type LetterStops, type StopLink, type TenantRepository } from '@usaha/core';
import type { Context, Database } from '@usaha/shared';
import { pageHeaders } from '../page/public-page.js';
import { visitorsOf, waitingVisitors } from '../page/visitors.js';
import { languageHeaders } from '../../wire/language.decorator.js';
import { STOP_POLICY, sayStop, stopPage, type StopState } from './stop-page.js';

/** What a program may send with POST, of at most 2 KB; forms of pages and one-click requests are not read. */
const readBody = json({ limit: 2_048, type: 'application/json' });

/** What answers the links of letters. */
export interface StopSources {
  database: Database;
  stops: LetterStops;
  tenants: TenantRepository;
}

interface Answer {
  state: StopState;
  business: string;
}

const headers = pageHeaders(STOP_POLICY);
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
/** Below `/stop`: what a token may be written with, and nothing else of a path. */
const plainToken = /^\/[\w-]+\/?$/;
const GONE: Answer = { state: 'gone', business: '' };

/**
 * `/stop/{token}`, outside both surfaces: for the recipient of a letter, who has no account. GET asks and changes nothing,
 * since programs follow the links of letters; POST stops them, from the page or by one click of a mail program (RFC 8058), and
 * `POST ?again=1`, or `{"resume": true}` as JSON, lets them go on.
 */
export function serveStop(express: Express, sources: StopSources): void {
  const visitors = visitorsOf(sources.database);
  // Malformed tokens are answered here: Express would decode them, with another answer where it cannot.
  express.use('/stop', (request, response, next) => {
    if (methods.has(request.method) && !plainToken.test(request.path)) send(GONE, request, response);
    else next();
  });
  const serve =
    (act: (ctx: Context, link: StopLink, request: Request) => Promise<StopState>) =>
    (request: Request<{ token: string }>, response: Response, next: (error: unknown) => void): void => {
      const link = sources.stops.read(request.params.token);
      if (link === null) return send(GONE, request, response);
      const work = (): Promise<Answer> => answerOf(sources, link, (ctx) => act(ctx, link, request));
      visitors.run(link.tenant_id, work, waitingVisitors).then((answer) => send(answer, request, response), next);
    };
  express.get(
    '/stop/:token',
    serve(() => Promise.resolve('asked')),
  );
  express.post(
    '/stop/:token',
    (request, response, next) =>
      readBody(request, response, (error: unknown) => isReadable(error, request, response) && next()),
    serve(async (ctx, { recipient }, request) => {
      if (request.query.again === '1' || resumeOf(request) === true) {
        await sources.stops.resume(ctx, recipient);
        return 'resumed';
      }
      await sources.stops.stop(ctx, recipient);
      return 'stopped';
    }),
  );
}

/** What the body says of `resume`; undefined where there is none. */
const resumeOf = ({ body }: Request): unknown => (body as { resume?: unknown } | undefined)?.resume;

/** A body that cannot be read, or says something else than it may, changes nothing. */
function isReadable(error: unknown, request: Request, response: Response): boolean {
  const resume = resumeOf(request);
  if (!error && (resume === undefined || typeof resume === 'boolean')) return true;
  const message = sayStop('wrong_body', languageHeaders(request, response));
  const field = error ? 'body' : 'resume';
  response.status(400).json({ error: { code: 'VALIDATION_ERROR', message, errors: [{ field, message }] } });
  return false;
}

/** Of a tenant that is no more there is nothing to stop. */
const answerOf = (
  { database, tenants }: StopSources,
  { tenant_id }: StopLink,
  act: (ctx: Context) => Promise<StopState>,
): Promise<Answer> =>
  database.work({ tenant_id, actor: null, now: new Date() }, async (ctx) => {
    const tenant = await tenants.find(ctx, tenant_id);
    return tenant === null ? GONE : { state: await act(ctx), business: nameInLetter(tenant.name) };
  });

function send({ state, business }: Answer, request: Request, response: Response): void {
  // Time was up, and the client has been told so.
  if (response.headersSent) return;
  for (const name in headers) response.setHeader(name, headers[name] as string);
  const language = languageHeaders(request, response);
  response.vary('Accept');
  response.status(state === 'gone' ? 404 : 200);
  if (request.accepts(['html', 'json']) !== 'json') response.type('html').send(stopPage(state, business, language));
  else if (state === 'gone') response.json({ error: { code: 'NOT_FOUND', message: sayStop('gone_why', language) } });
  else response.json({ state, business });
}
