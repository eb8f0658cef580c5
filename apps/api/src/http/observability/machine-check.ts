import { Injectable } from '@nestjs/common';
import { ShardNodes } from '@usaha/core';
import { Database } from '@usaha/shared';
import { tenantSetting, type Queryable } from '@usaha/shared/operation';
import { OwnConnection } from './own-connection.js';

/** So long one machine may take, and all of them together: a load balancer waits no longer for the whole. */
const ONE_MS = 500;
const ALL_MS = 1_200;

/** So long it is taken for known which machines there are. */
const KNOWN_MS = 30_000;

/** How many machines of a sharded database answer, and how many do not. */
export interface MachinesUp {
  up: number;
  down: number;
}

/** Asks every machine of a sharded database for something that stands there. */
@Injectable()
export class MachineCheck {
  private readonly connection: OwnConnection;
  /** An id for each machine, which names it. */
  private known: readonly string[] = [];
  private knownAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
  ) {
    this.connection = new OwnConnection(database, { name: 'usaha machines', limitMs: ALL_MS });
  }

  /** @returns null where there is one machine, or the list cannot be read */
  async look(): Promise<MachinesUp | null> {
    if (!this.nodes.areSeveral) return null;
    const asked = await this.list();
    const up = await this.answering(asked.filter((tenant_id) => this.database.isNodeAsked(tenant_id)));
    return asked.length > 0 ? { up, down: asked.length - up } : null;
  }

  close(): void {
    this.connection.close();
  }

  /** As they were last listed: the pool, which lists them, may be exhausted. */
  private async list(): Promise<readonly string[]> {
    if (performance.now() - this.knownAt < KNOWN_MS) return this.known;
    this.knownAt = performance.now();
    const listed = this.nodes.probes(new Date()).then(
      (probes) => (this.known = probes),
      () => this.known,
    );
    return this.known.length > 0 ? this.known : listed;
  }

  /** @param asked a tenant of each machine @returns how many answer; one without an answer in time does not */
  private async answering(asked: readonly string[]): Promise<number> {
    const end = performance.now() + ALL_MS;
    let up = 0;
    for (const tenant_id of asked) {
      if (performance.now() > end) break;
      // A connection on which one did not answer may answer nothing any more: the next is asked on another.
      const isThere = await this.connection
        .ask((database) => this.askOne(database, tenant_id))
        .then(() => true)
        .catch(() => false);
      if (isThere) up += 1;
    }
    return up;
  }

  private async askOne(database: Queryable, tenant_id: string): Promise<void> {
    // A message each: Citus sends the whole message to its workers once for each SET LOCAL in it.
    for (const statement of ['begin', `set local statement_timeout = ${ONE_MS}`, tenantSetting(tenant_id)])
      await database.query(statement);
    await database.query(`select 1 from core.users r where r.tenant_id = '${tenant_id}' limit 1`);
    await database.query('rollback');
  }
}
