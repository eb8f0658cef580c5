import type { Express, Request, Response } from 'express';
import type { FileLinks, FileService } from '@usaha/core';
import type { Database, FairLimit } from '@usaha/shared';
import type { FileLinkOpening, OpenedFile } from '../../files/file-link-opening.js';
import { linkedContentOf } from '../../files/stored-content-of.js';
import { StoredContentSender } from '../../http/server/stored-content.sender.js';
import type { UsahaRequest } from '../../http/pipeline/request.js';
import { languageHeaders } from '../../wire/language.decorator.js';
import { pageHeaders } from '../page/public-page.js';
import { visitorsOf, waitingVisitors } from '../page/visitors.js';
import { POLICY, gonePage, say } from './gone-page.js';

/** What answers links to files. */
export interface FileLinkSources {
  database: Database;
  links: FileLinks;
  openings: FileLinkOpening;
  files: FileService;
}

const headers = pageHeaders(POLICY);

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Below `/files`: what a token may be written with, and nothing else of a path. */
const plainToken = /^\/[\w-]+\/?$/;

/** `GET /files/{token}`, outside both surfaces: a file without an account. What opens nothing is one and the same 404. */
export function serveFileLinks(express: Express, sources: FileLinkSources): void {
  const visitors = visitorsOf(sources.database);
  // Malformed tokens are answered here: Express would decode them, with another answer where it cannot.
  express.use('/files', (request, response, next) => {
    if (readMethods.has(request.method) && !plainToken.test(request.path)) refuse(request, response);
    else next();
  });
  express.get('/files/:token', (request: Request<{ token: string }>, response: Response, next) => {
    answer(sources, visitors, request, response).catch(next);
  });
}

async function answer(
  sources: FileLinkSources,
  visitors: FairLimit,
  request: Request<{ token: string }>,
  response: Response,
): Promise<void> {
  const opened = await open(sources, visitors, request.params.token);
  // Time was up, and the client has been told so.
  if (response.headersSent) return;
  if (opened === null) return refuse(request, response);
  const content = linkedContentOf(sources.files, opened);
  const sender = await StoredContentSender.open(content, request as unknown as UsahaRequest, response, null);
  if (!response.headersSent) await sender.send(response);
}

async function open(
  { database, links, openings }: FileLinkSources,
  visitors: FairLimit,
  token: string,
): Promise<OpenedFile | null> {
  const link = links.read(token);
  if (link === null) return null;
  const { tenant_id } = link;
  const look = () => database.work({ tenant_id, actor: null, now: new Date() }, (ctx) => openings.open(ctx, link));
  return visitors.run(tenant_id, look, waitingVisitors);
}

function refuse(request: Request, response: Response): void {
  for (const name in headers) response.setHeader(name, headers[name] as string);
  const language = languageHeaders(request, response);
  response.vary('Accept');
  response.status(404);
  if (request.accepts(['html', 'json']) !== 'json') response.type('html').send(gonePage(language));
  else response.json({ error: { code: 'NOT_FOUND', message: say('gone_why', language) } });
}
