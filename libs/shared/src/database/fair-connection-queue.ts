import type { PoolClient } from 'pg';
import { poolExhausted } from '../transaction/database-trouble.js';
import { unavailable } from '../errors.js';
import { FairLimit } from '../fairness/fair-limit.js';
import { proportionalQuota } from '../fairness/holdings.js';
import { messages } from '../language/messages.js';
import { atNode, type Owner } from '../fairness/owner.js';
import type { NodeWatch } from '../nodes/node-watch.js';
import { CONNECTION_WAIT_MS } from './waits.js';

/** Of one tenant: more than it could be given in that time. */
const MOST_WAITING = 1_000;

/**
 * Where connections are waited for, in turn by tenant. One tenant may hold two thirds of them and no more, so that a tenant
 * without any finds one at once, also while others wait and hold theirs.
 */
export class FairConnectionQueue {
  /** Of a sharded database: the share of each of its nodes. */
  nodes?: NodeWatch;
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
    this.limit = new FairLimit(most, proportionalQuota(2), (node) => this.nodes?.mostOf(node) ?? most);
  }

  /** How many wait. */
  get waiting(): number {
    return this.limit.size;
  }

  /** Those that wait begin, where a node may have more connections than before. */
  admitWaiting(): void {
    this.limit.admitWaiting();
  }

  /**
   * A connection, which is given back by its own `release`.
   * @param tenant_id whose rows are asked for; not told where it is not one tenant's
   * @throws unavailable where one has to wait too long, or the tenant's node does not answer
   */
  async take(whose: Owner, tenant_id?: string): Promise<PoolClient> {
    const node = tenant_id === undefined ? undefined : this.nodes?.of(tenant_id);
    const owner = node ? atNode(whose, node.name) : whose;
    node?.signal.throwIfAborted();
    if (!this.limit.take(owner))
      await this.limit.turn(owner, node ? { ...this.bound, signal: node.signal } : this.bound);
    try {
      const client = await this.connect();
      if (node?.signal.aborted) {
        client.release();
        node.signal.throwIfAborted();
      }
      const { release } = client;
      const letGo = this.nodes?.hold(client, node);
      client.release = (broken) => {
        letGo?.();
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
