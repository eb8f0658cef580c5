import { Injectable } from '@nestjs/common';
import { FairLimit, unavailable } from '@usaha/shared';
import { messages } from '../messages.js';
import { ownerOf, type UsahaRequest, type UsahaResponse } from './request.js';

/** More than a form has, or a sale over the counter. */
export const WIDE_BYTES = 16_384;
/** So many are worked on at once, half of them for one tenant. */
const PLACES = 4;
/** Of one tenant. */
const MOST_WAITING = 20;
/** Milliseconds after which one waits no longer. */
const PATIENCE_MS = 20_000;

/**
 * Wide bodies are worked on a few at a time, tenants in turn: each is looked through and put together in one go, for tens of
 * milliseconds in which nothing else is answered, and a dozen of them at once would keep a small request waiting for all.
 */
@Injectable()
export class WideBodies {
  private readonly places = new FairLimit(PLACES, () => PLACES / 2);

  /** Waits for a place, and has it until the answer is out. @throws unavailable where too many of the tenant's wait */
  async turn(request: UsahaRequest, response: UsahaResponse): Promise<void> {
    const owner = ownerOf(request);
    const gone = new AbortController();
    const refusal = () => unavailable(messages.tooManyWide());
    response.once('close', () => gone.abort(refusal()));
    const bound = { most: MOST_WAITING, patience: PATIENCE_MS, signal: gone.signal, refusal };
    if (!this.places.take(owner)) await this.places.turn(owner, bound);
    if (response.closed) this.places.leave(owner);
    else response.once('close', () => this.places.leave(owner));
  }
}
