import { FairLimit } from '@usaha/shared';
import type { GatewayAccount } from './gateway-account.js';

/** Milliseconds that a gateway has for an answer, and that a call waits for a socket before. */
export const GATEWAY_PATIENCE_MS = 10_000;
/** Calls of this process that may be under way at once: all, and those of one account. */
export const MOST_SOCKETS = 32;
export const MOST_OF_ACCOUNT = 8;
/** Calls to accounts whose last call got no answer: together, so that the others keep half of the sockets, and one each. */
const MOST_TO_SILENT = MOST_SOCKETS / 2;
/** So long after a call without an answer an account counts as silent. */
const SILENT_MS = 60_000;
/** Calls of one account that may wait for a socket. */
const MOST_WAITING = 100;
/** Silent accounts that are remembered; of more, those longest known are forgotten. */
const MOST_REMEMBERED = 1_000;

/** A gateway gave no answer in time, or there was no socket for the call. */
export class GatewaySilent extends Error {}

/** Runs a call of a gateway. A caller that holds a place meanwhile for work with the database gives it back while it lasts. */
export type Outside = <T>(call: () => Promise<T>) => Promise<T>;

/** Of a caller that holds none. */
export const holdingNothing: Outside = (call) => call();

/** Bounds the calls to gateways. An account whose gateway hangs leaves sockets for the others. */
export class GatewayCalls {
  private readonly sockets = new FairLimit(MOST_SOCKETS, (free) => Math.min(MOST_OF_ACCOUNT, free));
  private readonly silentSockets = new FairLimit(MOST_TO_SILENT, () => 1);
  private readonly silentSince = new Map<string, number>();

  constructor(
    private readonly patienceMs = GATEWAY_PATIENCE_MS,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * Makes a call with its own socket and an end to it.
   * @param owner whose account it is: calls are made in turns of owners
   * @throws GatewaySilent where no answer came in time; the signal has ended the call then
   */
  run<T>(owner: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const refusal = () => new GatewaySilent('No socket for the gateway was free');
    const bound = { most: MOST_WAITING, patience: this.patienceMs, refusal };
    const begin = (): Promise<T> => this.sockets.run(owner, () => this.bounded(owner, call), bound);
    return this.isSilent(owner) ? this.silentSockets.run(owner, begin, bound) : begin();
  }

  private async bounded<T>(owner: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const ending = new AbortController();
    const late = new GatewaySilent(`The gateway gave no answer within ${this.patienceMs} ms`);
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        this.remember(owner);
        fail(late);
        ending.abort(late);
      }, this.patienceMs);
    });
    try {
      const answer = await Promise.race([call(ending.signal), over]);
      this.silentSince.delete(owner);
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  private isSilent(owner: string): boolean {
    const since = this.silentSince.get(owner);
    if (since === undefined) return false;
    if (this.clock() - since < SILENT_MS) return true;
    this.silentSince.delete(owner);
    return false;
  }

  private remember(owner: string): void {
    this.silentSince.delete(owner);
    for (const oldest of this.silentSince.keys()) {
      if (this.silentSince.size < MOST_REMEMBERED) break;
      this.silentSince.delete(oldest);
    }
    this.silentSince.set(owner, this.clock());
  }
}

/** Whose sockets calls with an account are: the business's at a gateway, or the platform's. */
export const ownerOfCalls = ({ gateway, id }: GatewayAccount): string => `${gateway} ${id ?? 'platform'}`;
