import type { SimulatorService } from '@usaha/core';
import type { Database, FairLimit } from '@usaha/shared';
import type { Express, Request, Response } from 'express';
import { languageHeaders } from '../../wire/language.decorator.js';
import { pageHeaders, policyOf } from '../page/public-page.js';
import { visitorsOf, waitingVisitors } from '../page/visitors.js';
import { goneSimulatedPage, simulatedPage, type SimulatedDocument } from './simulated-page.js';
import { sayOf } from './simulated-words.js';

/** What answers validation links of the simulator. */
export interface SimulatorSources {
  database: Database;
  simulator: SimulatorService;
}

/** The page sends nothing. */
const headers = pageHeaders(policyOf("'none'"));
const PLAIN = /^\/[A-Z0-9]+\/share\/[A-Z0-9]+\/?$/;
const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * `GET /einvoice-simulator/{uuid}/share/{long_id}`, outside both surfaces: where validation links of simulated documents lead.
 * HTML or JSON, as Accept asks; what was forged or never there is one and the same 404.
 */
export function serveEinvoiceSimulator(express: Express, sources: SimulatorSources): void {
  const visitors = visitorsOf(sources.database);
  // Malformed ids are answered here: Express would decode them, with another answer where it cannot.
  express.use('/einvoice-simulator', (request, response, next) => {
    if (readMethods.has(request.method) && !PLAIN.test(request.path)) answer(null, request, response);
    else next();
  });
  express.get(
    '/einvoice-simulator/:uuid/share/:long_id',
    (request: Request<{ uuid: string; long_id: string }>, response: Response, next) => {
      const { uuid, long_id } = request.params;
      read(sources, visitors, uuid, long_id).then((document) => answer(document, request, response), next);
    },
  );
}

async function read({ database, simulator }: SimulatorSources, visitors: FairLimit, uuid: string, long_id: string) {
  const tenant_id = simulator.tenantOf(long_id);
  if (tenant_id === null) return null;
  const who = { tenant_id, actor: null, now: new Date() };
  const look = () => database.read(who, (ctx) => simulator.shared(ctx, uuid, long_id));
  const document = await visitors.run(tenant_id, look, waitingVisitors);
  return document && { uuid, number: document.number, status: document.status, total: document.total };
}

function answer(document: SimulatedDocument | null, request: Request, response: Response): void {
  // Time was up, and the client has been told so.
  if (response.headersSent) return;
  for (const name in headers) response.setHeader(name, headers[name] as string);
  const language = languageHeaders(request, response);
  response.vary('Accept');
  response.status(document === null ? 404 : 200);
  if (request.accepts(['html', 'json']) !== 'json')
    response.type('html').send(document === null ? goneSimulatedPage(language) : simulatedPage(document, language));
  else if (document === null) response.json({ error: { code: 'NOT_FOUND', message: sayOf('gone', language) } });
  else response.json({ simulation: true, ...document });
}
