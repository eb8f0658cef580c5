/**
 * Whose turn it is where work waits in line: a tenant or an address by itself, or a tenant of an account that has several of
 * them, which share one part.
 */
export type Owner =
  | string
  | {
      readonly name: string;
      readonly group: string;
      /** The node of a sharded database that its work goes to: what waits for one node stands behind no other's. */
      readonly node?: string;
    };

/** The same owner, for work that goes to a node. */
export const atNode = (owner: Owner, node: string): Owner => ({
  name: ownerName(owner),
  group: ownerGroup(owner),
  node,
});

/** By which its work waits: an owner has a line for each node. */
export const ownerLine = (owner: Owner): string =>
  typeof owner === 'string' || owner.node === undefined ? ownerName(owner) : `${owner.name} ${owner.node}`;

export const ownerName = (owner: Owner): string => (typeof owner === 'string' ? owner : owner.name);

/** What shares one part with the owner: the owner alone, unless there is a group. */
export const ownerGroup = (owner: Owner): string => (typeof owner === 'string' ? owner : owner.group);
