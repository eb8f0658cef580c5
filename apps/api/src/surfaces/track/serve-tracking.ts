import type { Express, Request, Response } from 'express';
import type { PublicTracking, PublicShipment, TrackingLinks } from '@usaha/logistics';
import type { Database, FairLimit } from '@usaha/shared';
import { pageHeaders } from '../page/public-page.js';
import { visitorsOf, waitingVisitors } from '../page/visitors.js';
import { languageHeaders } from '../../wire/language.decorator.js';
import { POLICY, gonePage, trackPage } from './track-page.js';
import { say } from './track-words.js';

/** What answers public tracking. */
export interface TrackingSources {
  database: Database;
  links: TrackingLinks;
  tracking: PublicTracking;
}

const headers = pageHeaders(POLICY);

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Below `/track`: what a token may be written with, and nothing else of a path. */
const plainToken = /^\/[\w-]+\/?$/;

/**
 * `GET /track/{token}`, outside both surfaces: for the receiver of a parcel, who has no account. HTML or JSON, as
 * Accept asks; what has ended, was renewed, forged or never there is one and the same 404.
 */
export function serveTracking(express: Express, sources: TrackingSources): void {
  const visitors = visitorsOf(sources.database);
  // Malformed tokens are answered here: Express would decode them, with another answer where it cannot.
  express.use('/track', (request, response, next) => {
    if (readMethods.has(request.method) && !plainToken.test(request.path)) answer(null, request, response);
    else next();
  });
  express.get('/track/:token', (request: Request<{ token: string }>, response: Response, next) => {
    read(sources, visitors, request.params.token).then((shipment) => answer(shipment, request, response), next);
  });
}

async function read({ database, links, tracking }: TrackingSources, visitors: FairLimit, token: string) {
  const link = links.read(token);
  if (link === null) return null;
  const { tenant_id } = link;
  const look = () => database.work({ tenant_id, actor: null, now: new Date() }, (ctx) => tracking.shown(ctx, link));
  return visitors.run(tenant_id, look, waitingVisitors);
}

function answer(shipment: PublicShipment | null, request: Request, response: Response): void {
  // Time was up, and the client has been told so.
  if (response.headersSent) return;
  for (const name in headers) response.setHeader(name, headers[name] as string);
  const language = languageHeaders(request, response);
  response.vary('Accept');
  response.status(shipment === null ? 404 : 200);
  if (request.accepts(['html', 'json']) !== 'json')
    response.type('html').send(shipment === null ? gonePage(language) : trackPage(shipment, language));
  else response.json(shipment ?? { error: { code: 'NOT_FOUND', message: say('gone_why', language) } });
}
