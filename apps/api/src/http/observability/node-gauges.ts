import { Gauge, type Registry } from 'prom-client';
import type { Database } from '@usaha/shared';

const circuits = ['closed', 'open', 'half_open'] as const;

/** How the pool is doing with each node of a sharded database; without series on a single server. */
export class NodeGauges {
  constructor(private readonly database: Database) {}

  register(registry: Registry): void {
    const { database } = this;
    new Gauge({
      name: 'database_node_circuit',
      help: 'Whether each node is asked: closed; open or half_open (a probe asks it) while it does not answer',
      labelNames: ['node', 'state'] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const { name, circuit } of database.nodeStates)
          for (const state of circuits) this.set({ node: name, state }, Number(state === circuit));
      },
    });
    new Gauge({
      name: 'database_node_connections',
      help: 'Connections of the pool that are in use for tenants of each node',
      labelNames: ['node'] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const { name, connections } of database.nodeStates) this.set({ node: name }, connections);
      },
    });
  }
}
