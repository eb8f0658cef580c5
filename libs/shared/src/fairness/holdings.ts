import { ownerGroup, type Owner } from './owner.js';

/**
 * How much one owner may hold, by how much is free. What the owner leaves free is there for others at once: they need not wait
 * until something of that owner ends, however long that takes.
 */
export type Quota = (free: number) => number;

/**
 * An owner takes up to a multiple of what stays free: with 2, one alone takes two thirds of all places, two take two fifths
 * each, and there is room for one more. With one place or two there is nothing to leave.
 */
export const proportionalQuota =
  (times: number): Quota =>
  (free) =>
    times * free;

/** The places that are held, by name. */
class Held {
  private readonly amounts = new Map<string, number>();

  of(name: string): number {
    return this.amounts.get(name) ?? 0;
  }

  add(name: string, amount: number): void {
    const held = this.of(name) + amount;
    if (held > 0) this.amounts.set(name, held);
    else this.amounts.delete(name);
  }
}

/** What owners hold, and their groups together. */
export class Holdings {
  private readonly byGroup = new Held();
  /** Of those alone that share a part with others. */
  private readonly byOwner = new Held();
  /** Of a sharded database. */
  private readonly byNode = new Held();

  /** @param amount less than 0 where it is given back */
  add(owner: Owner, amount: number): void {
    this.byGroup.add(ownerGroup(owner), amount);
    if (typeof owner === 'string') return;
    this.byOwner.add(owner.name, amount);
    if (owner.node !== undefined) this.byNode.add(owner.node, amount);
  }

  /** What all owners hold whose work goes to the node. */
  ofNode(node: string): number {
    return this.byNode.of(node);
  }

  /** How much more an owner may take. A group has the share of one owner; within it the same share holds of what is left to it. */
  roomFor(owner: Owner, share: Quota, free: number): number {
    const ofGroup = share(free) - this.byGroup.of(ownerGroup(owner));
    if (typeof owner === 'string' || owner.name === owner.group || ofGroup <= 0) return ofGroup;
    return Math.min(ofGroup, share(ofGroup) - this.byOwner.of(owner.name));
  }
}
