import type { Response } from 'express';
import { proportionalQuota, unavailable, type Owner } from '@usaha/shared';
import { Holdings } from '@usaha/shared/operation';
import { messages } from '../messages.js';

/** Bytes of answers that may lie in memory because their clients do not take them. */
const MOST_BYTES = 96 * 1024 * 1024;
/** One tenant's: half of what it leaves to the others, a third of all where it is alone. */
const share = proportionalQuota(0.5);
/** What a socket holds anyway. */
const SMALL_BYTES = 65_536;

/**
 * Counts answers that clients have not read, by tenant. A tenant that does not read gets no further ones until it does, or
 * until their time is up and their connections end: twenty large unread pages would fill the memory.
 */
export class ResponseBackpressure {
  private readonly held = new Holdings();
  private total = 0;

  /** @param most bytes of all tenants together */
  constructor(private readonly most = MOST_BYTES) {}

  /** @throws unavailable where the owner has too much that it does not take */
  requireRoom(owner: Owner): void {
    if (this.held.roomFor(owner, share, this.most - this.total) < 0) throw unavailable(messages.responsesNotReceived());
  }

  /** Counts what is left of an answer that was just written, until its connection is done with it. */
  watch(owner: Owner, response: Response): void {
    const bytes = response.writableLength;
    if (bytes <= SMALL_BYTES) return;
    this.count(owner, bytes);
    response.once('close', () => this.count(owner, -bytes));
  }

  private count(owner: Owner, bytes: number): void {
    this.total += bytes;
    this.held.add(owner, bytes);
  }
}
