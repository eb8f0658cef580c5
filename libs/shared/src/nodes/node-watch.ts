import type { PoolClient } from 'pg';
import type pg from 'pg';
import { DomainError } from '../errors.js';
import { messages } from '../language/messages.js';
import { nodeSilent } from '../transaction/database-trouble.js';
import { NodeCircuit, type CircuitState, type ProbeResult } from './node-circuit.js';
import { NodeConnections } from './node-connections.js';
import { NodeProbe } from './node-probe.js';
import { ShardMap } from './shard-map.js';

/** Nodes are looked at so often. Time is counted in looks: a busy event loop is no silence of a node. */
const LOOK_MS = 500;

/** The map of shards is read again so often: one that has moved is counted where it was until then. */
const MAP_LOOKS = 20;

/** While a node does not answer, statements of which it is not known where they go may be silent for this number of looks. */
const SILENT_LOOKS = 6;

/** Seconds after which a tenant of a node that does not answer may try again. */
const RETRY_AFTER_S = 5;

/** A node, as figures and log name it. */
export interface NodeState {
  name: string;
  circuit: CircuitState;
  /** Connections of the pool whose statements go there. */
  connections: number;
}

/** A node is not asked any more, or again. */
export interface NodeChange {
  name: string;
  isAsked: boolean;
  /** How many connections were closed with it. */
  closed: number;
}

export interface NodeWatchOptions {
  /** Connections of the pool. */
  most: number;
  /** Reads where tenants stand. */
  load: () => Promise<ShardMap>;
  /** A connection outside the pool that is not opened yet. */
  connection: () => pg.Client;
  changed: (change: NodeChange) => void;
  /** A node may have more connections than before the look. */
  looked: () => void;
}

const refusal = (name: string): DomainError =>
  new DomainError('unavailable', messages.databaseUnreachable(), {
    retry_after: RETRY_AFTER_S,
    cause: nodeSilent(name),
  });

/** One node: its connections, its circuit, and what its tenants are told while it is open. */
export class ShardNode {
  readonly connections = new NodeConnections();
  readonly circuit: NodeCircuit;
  private opened = new AbortController();
  private probe?: NodeProbe;

  constructor(
    readonly name: string,
    now: () => number,
    connection: () => pg.Client,
    anyId: () => string | undefined,
    changed: (change: NodeChange) => void,
  ) {
    this.circuit = new NodeCircuit({
      now,
      probe: () => this.ask(connection, anyId()),
      changed: (state) => this.became(state, changed),
    });
  }

  /** Aborted, with what its tenants are told, while the node does not answer. */
  get signal(): AbortSignal {
    return this.opened.signal;
  }

  /** No longer a node of the cluster. */
  leave(): void {
    this.probe?.giveUp();
  }

  private became(state: CircuitState, changed: (change: NodeChange) => void): void {
    const { name } = this;
    if (state === 'closed') {
      this.opened = new AbortController();
      changed({ name, isAsked: true, closed: 0 });
    } else if (!this.signal.aborted) {
      const why = refusal(name);
      this.opened.abort(why);
      changed({ name, isAsked: false, closed: this.connections.close(why) });
    }
  }

  private ask(connection: () => pg.Client, id: string | undefined): void {
    this.probe?.giveUp();
    const ended = (result: ProbeResult) => this.circuit.probed(result);
    if (id === undefined) return void setImmediate(ended, 'failed');
    this.probe = new NodeProbe(connection(), id, ended);
  }
}

/**
 * Watches the nodes of a sharded database, so that one that hangs holds a part of the connections at most, then none: its
 * tenants are told at once to try again, and tenants of other nodes do not wait for it.
 */
export class NodeWatch {
  private readonly nodes = new Map<string, ShardNode>();
  /** Of work that has no tenant: which nodes it asks is not known. */
  private readonly anywhere = new NodeConnections();
  private looks = 0;
  private readAt = 0;
  private isReading = false;
  private readonly timer: NodeJS.Timeout;

  /** @param map where tenants stand */
  constructor(
    private map: ShardMap,
    private readonly options: NodeWatchOptions,
  ) {
    this.follow(map);
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Each node, in the order of their names. */
  get states(): NodeState[] {
    return [...this.nodes.values()]
      .map(({ name, circuit, connections }) => ({ name, circuit: circuit.state, connections: connections.size }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Whether every node is asked. */
  get areAllClosed(): boolean {
    for (const { circuit } of this.nodes.values()) if (circuit.state !== 'closed') return false;
    return true;
  }

  /** The node of a tenant; undefined where it is not known, or the database is not distributed. */
  of(tenant_id: string): ShardNode | undefined {
    const name = this.map.nodeOf(tenant_id);
    return name === undefined ? undefined : this.nodes.get(name);
  }

  /** How many connections a node may have: it leaves some to the others, and most of them while nothing is heard of it. */
  mostOf(name: string): number {
    const { most } = this.options;
    if (this.nodes.size < 2 || most < 3) return most;
    const { isSuspected, state } = this.nodes.get(name)?.circuit ?? { isSuspected: false, state: 'closed' };
    return isSuspected || state !== 'closed' ? Math.floor(most / 3) : most - Math.max(1, Math.floor(most / 5));
  }

  /** A connection was taken for statements to the node; to any of them where it is not told. @returns ends that */
  hold(client: PoolClient, node?: ShardNode): () => void {
    const connections = node?.connections ?? this.anywhere;
    connections.add(client);
    return () => connections.delete(client);
  }

  close(): void {
    clearInterval(this.timer);
    for (const node of this.nodes.values()) node.leave();
  }

  private follow(map: ShardMap): void {
    this.map = map;
    const names = this.map.nodes;
    for (const [name, node] of this.nodes) {
      if (names.has(name)) continue;
      node.leave();
      this.nodes.delete(name);
    }
    for (const name of names) if (!this.nodes.has(name)) this.nodes.set(name, this.nodeOf(name));
  }

  private nodeOf(name: string): ShardNode {
    const { connection, changed } = this.options;
    const now = () => this.looks * LOOK_MS;
    return new ShardNode(name, now, connection, () => this.map.anyIdOn(name), changed);
  }

  private look(): void {
    this.looks += 1;
    const unknown = this.anywhere.look();
    for (const { circuit, connections } of this.nodes.values()) {
      const own = connections.look();
      // What waits without a tenant may wait for any node: a probe tells whether for this one.
      circuit.look((connections.isAnswering ? 0 : Math.max(own, unknown)) * LOOK_MS);
    }
    this.options.looked();
    const silent = [...this.nodes.values()].find(({ circuit }) => circuit.state !== 'closed');
    if (silent) this.anywhere.close(refusal(silent.name), SILENT_LOOKS);
    if (this.looks - this.readAt >= MAP_LOOKS) void this.readAgain();
  }

  /** Where that fails the map is the one before: a coordinator that does not answer is found out by its statements. */
  private async readAgain(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    this.readAt = this.looks;
    await this.options.load().then(
      (map) => this.follow(map),
      () => undefined,
    );
    this.isReading = false;
  }
}
