import { Injectable } from '@nestjs/common';
import { ShardNodes } from '@usaha/core';
import type { Queryable } from '@usaha/shared/operation';
import { isDistributed, stepsLeft } from '../../database/distribution/distribute.js';

/** So long the answer is kept: only a migration or an operator changes it. */
const KNOWN_MS = 10_000;

/** Whether all tables and functions lie on the workers of a Citus cluster. */
export type Distribution = 'done' | 'pending';

/** Compares what workers of a sharded database have with what they should have. */
@Injectable()
export class DistributionCheck {
  private known: Distribution | null = null;
  private knownAt = -Infinity;

  constructor(private readonly nodes: ShardNodes) {}

  /** @returns null where there is one machine, or nothing is distributed */
  async look(database: Queryable): Promise<Distribution | null> {
    if (!this.nodes.areSeveral) return null;
    if (performance.now() - this.knownAt < KNOWN_MS) return this.known;
    const distributed = await isDistributed(database);
    this.known = !distributed ? null : (await stepsLeft(database)).length === 0 ? 'done' : 'pending';
    this.knownAt = performance.now();
    return this.known;
  }
}
