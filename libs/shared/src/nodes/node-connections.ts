import type { PoolClient } from 'pg';
import { bytesHeardOn, hangUp, unansweredOn } from '../internals/pg.js';

interface Held {
  bytes: number;
  /** How many looks have found it unanswered, with nothing new. */
  silent: number;
}

/** Connections whose statements go to one node, and whether anything is heard on them. Silence is counted in looks. */
export class NodeConnections {
  private readonly held = new Map<PoolClient, Held>();
  private hasHeard = false;
  private wasHeard = false;
  private looks = 0;

  /** Whether the last look has found an answer. */
  get isAnswering(): boolean {
    return this.wasHeard;
  }

  get size(): number {
    return this.held.size;
  }

  add(client: PoolClient): void {
    this.held.set(client, { bytes: bytesHeardOn(client), silent: 0 });
  }

  delete(client: PoolClient): void {
    const held = this.held.get(client);
    if (held && bytesHeardOn(client) !== held.bytes) this.hasHeard = true;
    this.held.delete(client);
  }

  /** @returns for how many looks some of them are unanswered, while nothing was heard on any */
  look(): number {
    let isWaiting = false;
    for (const [client, held] of this.held) {
      const bytes = bytesHeardOn(client);
      const isNew = bytes !== held.bytes;
      const isSilent = !isNew && unansweredOn(client) !== null;
      held.bytes = bytes;
      held.silent = isSilent ? held.silent + 1 : 0;
      if (isNew) this.hasHeard = true;
      if (isSilent) isWaiting = true;
    }
    this.looks = this.hasHeard || !isWaiting ? 0 : this.looks + 1;
    this.wasHeard = this.hasHeard;
    this.hasHeard = false;
    return this.looks;
  }

  /** Closes those that were silent for a number of looks: what is asked on them fails. @returns how many there were */
  close(why: Error, silentFor = 0): number {
    let closed = 0;
    for (const [client, { silent }] of this.held) {
      if (silent < silentFor) continue;
      hangUp(client, why);
      this.held.delete(client);
      closed += 1;
    }
    return closed;
  }
}
