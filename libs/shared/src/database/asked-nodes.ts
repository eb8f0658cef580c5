import { NodeWatch, type NodeChange, type NodeState, type NodeWatchOptions } from '../nodes/node-watch.js';
import { ShardMap } from '../nodes/shard-map.js';

/** What a database tells of the nodes of its cluster; a single server has none. */
export abstract class AskedNodes {
  protected nodes?: NodeWatch;
  private nodeHandler: (change: NodeChange) => void = () => undefined;

  /** Told when a node does not answer any more, and when it does again. */
  onNodeChange(handler: (change: NodeChange) => void): void {
    this.nodeHandler = handler;
  }

  /** Each node, with its circuit and connections. */
  get nodeStates(): readonly NodeState[] {
    return this.nodes?.states ?? [];
  }

  /** Whether every node is asked: one that does not answer is not, until it does again. */
  get areNodesAsked(): boolean {
    return this.nodes?.areAllClosed ?? true;
  }

  /** Whether the tenant's node is asked. */
  isNodeAsked(tenant_id: string): boolean {
    return !this.nodes?.of(tenant_id)?.signal.aborted;
  }

  /** The name of the tenant's node; undefined where it is not known, or there is one server. */
  nodeOf(tenant_id: string): string | undefined {
    return this.nodes?.of(tenant_id)?.name;
  }

  /** @throws unavailable while the tenant's node does not answer */
  requireNode(tenant_id: string): void {
    this.nodes?.of(tenant_id)?.signal.throwIfAborted();
  }

  /** @param ranges where tenants stand: rows of `SHARD_RANGES` */
  protected watchNodes(ranges: readonly object[], options: Omit<NodeWatchOptions, 'changed'>): NodeWatch {
    const map = ShardMap.of(ranges.map((range) => Object.values(range)));
    return (this.nodes = new NodeWatch(map, { ...options, changed: (change) => this.nodeHandler(change) }));
  }
}
