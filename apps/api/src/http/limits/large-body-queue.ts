import { Injectable } from '@nestjs/common';
import { FairLimit, unavailable } from '@usaha/shared';
import { messages } from '../messages.js';
import { bodyBytes } from '../pipeline/body.js';
import { ownerOf, type UsahaRequest, type UsahaResponse } from '../pipeline/request.js';

/** More than a form has, or a sale over the counter. */
const LARGE_BYTES = 16_384;
/** The bodies that are worked on at once, one of each tenant. */
const PLACES = 3;
/** Of one tenant. */
const MOST_WAITING = 20;
/** Milliseconds after which one waits no longer. */
const PATIENCE_MS = 20_000;

export const isLargeBody = (request: UsahaRequest): boolean => bodyBytes(request) > LARGE_BYTES;

/**
 * Large bodies are worked on a few at a time, tenants in turn: each is looked through and put together in one go, for tens of
 * milliseconds in which nothing else is answered, and a dozen of them at once would keep a small request waiting for all.
 */
@Injectable()
export class LargeBodyQueue {
  private readonly places = new FairLimit(PLACES, () => 1);

  /**
   * Works on one when there is a place, which it has until the answer is worked out: however long its client takes to
   * read that, or those that he asked for before it, it is in no other's way.
   * @throws unavailable where too many of the tenant's wait
   */
  run<T>(request: UsahaRequest, response: UsahaResponse, work: () => Promise<T>): Promise<T> {
    const gone = new AbortController();
    const refusal = () => unavailable(messages.tooManyLargeBodies());
    response.once('close', () => gone.abort(refusal()));
    const bound = { most: MOST_WAITING, patience: PATIENCE_MS, signal: gone.signal, refusal };
    return this.places.run(ownerOf(request), work, bound);
  }
}
