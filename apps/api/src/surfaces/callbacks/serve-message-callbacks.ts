import { timingSafeEqual } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import type {
  LetterStops,
  MessageAccountService,
  MessageCallbackAddresses,
  MessageReport,
  MessageReports,
  MetaSettings,
  TwilioSettings,
  Way,
  WrittenNumbers,
} from '@usaha/core';
import { NO_TENANT, isUuid, type Database } from '@usaha/shared';
import { visitorsOf, waitingVisitors } from '../page/visitors.js';
import { answerCallback, callbackBytes } from './callback-exchange.js';
import {
  httpReports,
  isSignedByMeta,
  isSignedByTwilio,
  isStop,
  twilioReports,
  whatsAppTold,
  type CarrierTold,
  type MessageCallback,
} from './message-reports.js';

/** What answers carriers of messages that call back. */
export interface MessageCallbackSources {
  database: Database;
  logger: Logger;
  addresses: MessageCallbackAddresses;
  accounts: MessageAccountService;
  reports: MessageReports;
  stops: LetterStops;
  numbers: WrittenNumbers;
  /** The operator's accounts; null where there is none. */
  whatsapp: MetaSettings | null;
  twilio: TwilioSettings | null;
}

const LONGEST = 256 * 1_024;
/** Answers of one callback that are followed: more than a carrier sends at once. */
const MOST_ANSWERS = 200;
const bytesOf = callbackBytes(LONGEST);

const refusals = {
  400: ['BAD_REQUEST', 'The body cannot be read'],
  401: ['UNAUTHORIZED', 'The signature is missing or wrong'],
  403: ['FORBIDDEN', 'The verify token is wrong'],
  404: ['NOT_FOUND', 'There is nothing at this address'],
  413: ['PAYLOAD_TOO_LARGE', 'The body is too large'],
  503: ['UNAVAILABLE', 'The report cannot be followed now; send it again'],
} as const;
type Answer = 200 | keyof typeof refusals;

/** What a key of the address names. */
interface Named {
  way: Way;
  tenant_id: string;
}

/**
 * `POST /callbacks/messages/{way}/{key}`, outside both surfaces: a carrier tells what became of messages. Gateways with an
 * HTTP interface may use GET; by GET Meta asks whether the address is ours. Programs read the answers, so they have one language.
 */
export function serveMessageCallbacks(app: Express, sources: MessageCallbackSources): void {
  const visitors = visitorsOf(sources.database);
  const serve = (request: Request, response: Response, next: (error: unknown) => void): void => {
    const { way, token } = request.params as { way: string; token: string };
    const tenant_id = sources.addresses.read(way, token);
    const answer = async (): Promise<Answer> => {
      if (tenant_id === null) return 404;
      const named: Named = { way: way as Way, tenant_id };
      if (request.method === 'GET' && way === 'whatsapp') return confirm(sources, named, request, response);
      const body = await bytesOf(request, response);
      if (!Buffer.isBuffer(body)) return body;
      const callback = callbackOf(sources, named, request, body);
      return visitors.run(tenant_id, () => receive(sources, named, callback), waitingVisitors);
    };
    answer().then((status) => answerCallback(status, refusals, response), next);
  };
  app.get('/callbacks/messages/:way/:token', serve);
  app.post('/callbacks/messages/:way/:token', serve);
}

/** Meta asks whether the address is ours, and is shown what it sent. */
function confirm(
  { accounts }: MessageCallbackSources,
  { tenant_id }: Named,
  { query }: Request,
  response: Response,
): 200 | 403 {
  const [given, challenge] = [query['hub.verify_token'], query['hub.challenge']];
  if (typeof given !== 'string' || !isSame(given, accounts.verifyToken(tenant_id))) return 403;
  response.type('text/plain').send(typeof challenge === 'string' ? challenge.slice(0, 1_000) : '');
  return 200;
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a.padEnd(b.length)), Buffer.from(b));

function callbackOf(
  { addresses }: MessageCallbackSources,
  { tenant_id, way }: Named,
  request: Request,
  body: Buffer,
): MessageCallback {
  const at = request.originalUrl.indexOf('?');
  const search = at === -1 ? '' : request.originalUrl.slice(at);
  return {
    url: `${addresses.urlOf(tenant_id, way) ?? ''}${search}`,
    header: (name) => request.get(name),
    query: Object.fromEntries(new URLSearchParams(search)),
    body,
  };
}

async function receive(sources: MessageCallbackSources, named: Named, callback: MessageCallback): Promise<Answer> {
  const { database, logger, reports, stops } = sources;
  const { tenant_id, way } = named;
  try {
    const told = await toldBy(sources, named, callback);
    if (told === null) return 401;
    const as = (owner: string) => ({ tenant_id: owner, actor: null, now: new Date() });
    for (const [owner, some] of ownersOf(tenant_id, told.reports))
      await database.job(as(owner), (ctx) => reports.follow(ctx, way, some));
    for (const [owner, senders] of await stoppedBy(sources, tenant_id, told))
      await database.job(as(owner), async (ctx) => {
        for (const from of senders) await stops.stopWhatsApp(ctx, from);
      });
    return 200;
  } catch (error) {
    // The carrier sends it again.
    logger.warn({ err: error, way, tenant_id }, 'a report about messages could not be followed');
    return 503;
  }
}

/** What the callback tells; null where it is not signed as its account signs. */
async function toldBy(
  sources: MessageCallbackSources,
  { tenant_id, way }: Named,
  callback: MessageCallback,
): Promise<CarrierTold | null> {
  const { database, accounts } = sources;
  const own =
    tenant_id === NO_TENANT
      ? null
      : await database.job({ tenant_id, actor: null, now: new Date() }, (ctx) => accounts.accountOf(ctx, way));
  if (way === 'whatsapp') {
    const account = own?.provider === 'meta' ? own.settings : tenant_id === NO_TENANT ? sources.whatsapp : null;
    return account && isSignedByMeta(callback, account) ? whatsAppTold(callback.body) : null;
  }
  if (own?.provider === 'http') return { reports: httpReports(callback, own.settings), answers: [] };
  const account = own === null ? sources.twilio : own.provider === 'twilio' ? own.settings : null;
  return account && isSignedByTwilio(callback, account) ? { reports: twilioReports(callback), answers: [] } : null;
}

/**
 * Whose WhatsApp the senders of answers have stopped. An answer to the operator's number names no business: it stops each that has
 * written to the sender by that number of late.
 */
async function stoppedBy(
  { database, numbers }: MessageCallbackSources,
  tenant_id: string,
  { answers }: CarrierTold,
): Promise<Map<string, string[]>> {
  const senders = [
    ...new Set(answers.slice(0, MOST_ANSWERS).flatMap(({ from, text }) => (isStop(text) ? [from] : []))),
  ];
  if (senders.length === 0) return new Map();
  if (tenant_id !== NO_TENANT) return new Map([[tenant_id, senders]]);
  return database.job({ tenant_id: NO_TENANT, actor: null, now: new Date() }, (ctx) => numbers.writersTo(ctx, senders));
}

/** Whose the messages are: reports to the operator's number name the business before the message. */
function ownersOf(tenant_id: string, told: readonly MessageReport[]): Map<string, MessageReport[]> {
  if (tenant_id !== NO_TENANT) return new Map([[tenant_id, [...told]]]);
  const owners = new Map<string, MessageReport[]>();
  for (const report of told) {
    const [owner = '', id = ''] = report.id.split('.');
    if (isUuid(owner) && isUuid(id)) owners.set(owner, [...(owners.get(owner) ?? []), { ...report, id }]);
  }
  return owners;
}
