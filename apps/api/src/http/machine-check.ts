import type { Machines } from '@usaha/core';
import type { Database, Queryable, TenantsThere } from '@usaha/shared';
import { OwnConnection } from './own-connection.js';

/** So long one machine may take, and all of them together: a load balancer waits no longer for the whole. */
const ONE_MS = 500;
const ALL_MS = 1_800;

/** So long it is taken for known which machines there are. */
const KNOWN_MS = 30_000;

/** How many machines of a sharded database answer, and how many do not. */
export interface MachinesUp {
  up: number;
  down: number;
}

/** Asks every machine of a sharded database for something that stands there. */
export class MachineCheck {
  private readonly connection: OwnConnection;
  private known: readonly TenantsThere[] = [];
  private knownAt = -Infinity;

  constructor(
    database: Database,
    private readonly machines: Machines,
  ) {
    this.connection = new OwnConnection(database, { name: 'usaha machines', limitMs: ALL_MS });
  }

  /** @returns null where there is but one, or nobody knows which there are */
  async look(): Promise<MachinesUp | null> {
    if (!this.machines.areSeveral) return null;
    const asked = (await this.list()).flatMap((machine) => machine.anyone ?? []);
    const answering = new Set<string>();
    // What has not answered when the time is over does not answer.
    await this.connection.ask((database) => this.askAll(database, asked, answering)).catch(() => undefined);
    return asked.length > 0 ? { up: answering.size, down: asked.length - answering.size } : null;
  }

  close(): void {
    this.connection.close();
  }

  /** As they were last listed: the pool, which lists them, may be exhausted. */
  private async list(): Promise<readonly TenantsThere[]> {
    if (performance.now() - this.knownAt < KNOWN_MS) return this.known;
    this.knownAt = performance.now();
    const listed = this.machines.list(new Date()).then(
      (machines) => (this.known = machines),
      () => this.known,
    );
    return this.known.length > 0 ? this.known : listed;
  }

  private async askAll(
    database: Queryable,
    asked: readonly NonNullable<TenantsThere['anyone']>[],
    answering: Set<string>,
  ): Promise<void> {
    for (const tenant_id of asked) {
      await database.query(`begin; set local statement_timeout = ${ONE_MS}; set local app.tenant_id = '${tenant_id}'`);
      const isThere = await database
        .query(`select 1 from core.users r where r.tenant_id = '${tenant_id}' limit 1`)
        .then(() => true)
        .catch(() => false);
      await database.query('rollback');
      if (isThere) answering.add(tenant_id);
    }
  }
}
