import type { PoolClient } from 'pg';
import { poolExhausted } from '../transaction/database-trouble.js';
import { unavailable } from '../errors.js';
import { FairLimit } from '../fairness/fair-limit.js';
import { proportionalQuota } from '../fairness/holdings.js';
import { messages } from '../language/messages.js';
import type { Owner } from '../fairness/owner.js';
import { CONNECTION_WAIT_MS } from './waits.js';

/** Of one tenant: more than it could be given in that time. */
const MOST_WAITING = 1_000;

/**
 * Where connections are waited for, in turn by tenant. One tenant may hold two thirds of them and no more, so that a tenant
 * without any finds one at once, also while others wait and hold theirs.
 */
export class FairConnectionQueue {
  private readonly limit: FairLimit;
  private readonly bound = {
    most: MOST_WAITING,
    patience: CONNECTION_WAIT_MS,
    refusal: () => unavailable(messages.databaseBusy(), poolExhausted()),
  };

  /** @param most connections of the pool @param connect takes one of them, or makes it */
  constructor(
    most: number,
    private readonly connect: () => Promise<PoolClient>,
  ) {
    this.limit = new FairLimit(most, proportionalQuota(2));
  }

  /** How many wait. */
  get waiting(): number {
    return this.limit.size;
  }

  /** A connection, which is given back by its own `release`. @throws unavailable where one has to wait too long */
  async take(owner: Owner): Promise<PoolClient> {
    if (!this.limit.take(owner)) await this.limit.turn(owner, this.bound);
    try {
      const client = await this.connect();
      const { release } = client;
      client.release = (broken) => {
        release.call(client, broken);
        this.limit.leave(owner);
      };
      return client;
    } catch (error) {
      this.limit.leave(owner);
      throw error;
    }
  }
}
