import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import type {
  AttemptAsking,
  CallbackAccounts,
  CallbackAddresses,
  CallbackVerdict,
  Outside,
  PaymentGateways,
} from '@usaha/core';
import type { Database } from '@usaha/shared';
import type { CallbackOutcome, PaymentMetrics } from '../../http/observability/payment-metrics.js';
import { visit, visitorsOf } from '../page/visitors.js';
import { answerCallback, callbackBytes } from './callback-exchange.js';

/** What answers gateways that call back. */
export interface CallbackSources {
  database: Database;
  logger: Logger;
  metrics: Pick<PaymentMetrics, 'calledBack'>;
  addresses: CallbackAddresses;
  accounts: CallbackAccounts;
  gateways: PaymentGateways;
  asking: AttemptAsking;
}

const LONGEST = 64 * 1_024;
const bytesOf = callbackBytes(LONGEST);

const refusals = {
  401: ['UNAUTHORIZED', 'The signature is missing, wrong or too old'],
  404: ['NOT_FOUND', 'There is nothing at this address'],
  413: ['PAYLOAD_TOO_LARGE', 'The body is too large'],
  400: ['BAD_REQUEST', 'The body cannot be read'],
  503: ['GATEWAY_SILENT', 'The payment gateway does not respond'],
} as const;
type Refusal = keyof typeof refusals;

/**
 * `POST /callbacks/payments/{gateway}/{key}`, outside both surfaces: a gateway tells that an attempt has changed. It moves
 * nothing: the gateway is asked about the attempt, and its answer is booked. Programs read the answers, so they have one language.
 */
export function servePaymentCallbacks(app: Express, sources: CallbackSources): void {
  const visitors = visitorsOf(sources.database);
  app.post('/callbacks/payments/:gateway/:token', (request: Request, response: Response, next) => {
    const { gateway, token } = request.params as { gateway: string; token: string };
    const tenant_id = sources.addresses.read(gateway, token);
    const refused = (status: Refusal): Refusal => {
      sources.metrics.calledBack(gateway, 'refused');
      return status;
    };
    const answer = async (): Promise<200 | Refusal> => {
      if (tenant_id === null) return refused(404);
      const body = await bytesOf(request, response);
      if (!Buffer.isBuffer(body)) return refused(body);
      return visit(visitors, tenant_id, (outside) => receive(sources, { tenant_id, gateway, request, body }, outside));
    };
    answer().then((status) => answerCallback(status, refusals, response), next);
  });
}

interface Received {
  tenant_id: string;
  gateway: string;
  request: Request;
  body: Buffer;
}

async function receive(
  { accounts, gateways, asking, logger, metrics }: CallbackSources,
  { tenant_id, gateway, request, body }: Received,
  outside: Outside,
): Promise<200 | Refusal> {
  const now = new Date();
  const counted = <S>(outcome: CallbackOutcome, status: S): S => {
    metrics.calledBack(gateway, outcome);
    return status;
  };
  try {
    let verdict: CallbackVerdict = { kind: 'forged' };
    for (const account of await accounts.of(tenant_id, gateway, now)) {
      verdict = await outside(() => gateways.of(account).callback(tenant_id, account, request.headers, body, now));
      if (verdict.kind !== 'forged') break;
    }
    if (verdict.kind === 'forged' || verdict.kind === 'stale') return counted('refused', 401);
    if (verdict.kind === 'unrelated') return counted('unrelated', 200);
    const isKnown = await asking.ask(tenant_id, verdict.attempt_id, now, outside);
    return counted(isKnown ? 'followed' : 'unknown', 200);
  } catch (error) {
    // The gateway tries again, and the job asks in any case.
    logger.warn({ err: error, gateway, tenant_id }, 'a callback of a payment gateway could not be followed');
    return counted('silent', 503);
  }
}
