import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@usaha/shared';
import type { EinvoiceFetch } from '../client/myinvois-client.js';
import { failed, type SimulatorAnswer } from './simulator-answer.js';
import { SimulatorCalls } from './simulator-calls.js';
import { isDone, type SimulatorFault } from './simulator-faults.js';
import { simulatorRequest, type SimulatorRequest } from './simulator-request.js';
import { SimulatorSettingsRepository } from './simulator-settings.repository.js';

/** The host of the simulator: no name of the internet, since nothing is sent to it. */
export const SIMULATOR_HOST = 'https://simulator.invalid';
const DELAY_MS = 1000;

/** The outside world has a separate clock. */
// eslint-disable-next-line no-restricted-syntax
const simulatorClock = (): Date => new Date();

/** What a call came to, before it is told. */
interface Ending {
  answer: SimulatorAnswer;
  fault: SimulatorFault | null;
}

/**
 * Plays MyInvois in the process, apart for each tenant. It keeps its book in the database, in separate transactions, so that
 * restarts and other instances see the same answers.
 */
@Injectable()
export class EinvoiceSimulator {
  constructor(
    private readonly database: Database,
    private readonly settings: SimulatorSettingsRepository,
    private readonly calls: SimulatorCalls,
  ) {}

  /** A `fetch` for calls of a tenant: the simulator answers a request to any host. */
  fetchFor(tenant_id: string): EinvoiceFetch {
    return async (url, init) => {
      const request = simulatorRequest(url, init);
      if (request === null) return responseOf(failed(404, 'NotFound', 'The simulator has no such call'));
      const { answer, fault } = await this.carryOut(tenant_id, request);
      return told(answer, fault, init.signal ?? null);
    };
  }

  private carryOut(tenant_id: string, request: SimulatorRequest): Promise<Ending> {
    return this.database.work({ tenant_id, actor: null, now: simulatorClock() }, async (ctx) => {
      const [settings, numbers] = await Promise.all([
        this.settings.lockOrMake(ctx),
        this.calls.numbersOf(ctx, request),
      ]);
      const { whole: fault, documents } = settings.meet(request.call, numbers);
      this.settings.saveCounted(ctx, settings);
      if (isDone(fault)) return { answer: await this.calls.answer(ctx, request, settings, documents), fault };
      const { status, code, retry_after } = fault as SimulatorFault;
      return { answer: failed(status ?? 503, code ?? 'SIMULATED', 'It was to fail', retry_after), fault };
    });
  }
}

/** Answers as the fault has it. @throws as `fetch` does where no answer comes */
async function told(answer: SimulatorAnswer, fault: SimulatorFault | null, signal: AbortSignal | null) {
  const delay = fault?.delay_ms ?? (fault?.fault === 'delay' ? DELAY_MS : 0);
  if (delay > 0) await pause(delay, undefined, signal ? { signal } : {});
  if (fault?.fault === 'refuse') throw fetchFailed('ECONNREFUSED');
  if (fault?.fault === 'drop' || fault?.fault === 'drop_after') throw fetchFailed('UND_ERR_SOCKET');
  return responseOf(answer);
}

const fetchFailed = (code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

const responseOf = ({ status, body, headers }: SimulatorAnswer): Response =>
  new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', correlationid: randomUUID(), ...headers },
  });
