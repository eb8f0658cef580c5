import { ownerGroup, type Owner } from './owner.js';

/**
 * How much one owner may hold, by how much is free. What the owner leaves free is there for others at once: they need not wait
 * until something of that owner ends, however long that takes.
 */
export type Share = (free: number) => number;

/**
 * An owner takes up to so many times what stays free: with 2, one alone takes two thirds of all places, two take two fifths
 * each, and there is room for one more. With one place or two there is nothing to leave.
 */
export const timesWhatIsFree =
  (times: number): Share =>
  (free) =>
    times * free;

/** What owners hold, and their groups together. */
export class Holdings {
  private readonly held = new Map<string, number>();

  /** @param amount less than 0 where it is given back */
  add(owner: Owner, amount: number): void {
    this.count(`g ${ownerGroup(owner)}`, amount);
    if (typeof owner !== 'string') this.count(`o ${owner.name}`, amount);
  }

  /** How much more an owner may take. A group has the share of one owner; within it the same share holds of what is left to it. */
  roomFor(owner: Owner, share: Share, free: number): number {
    const ofGroup = share(free) - this.of(`g ${ownerGroup(owner)}`);
    if (typeof owner === 'string' || ofGroup <= 0) return ofGroup;
    return Math.min(ofGroup, share(ofGroup) - this.of(`o ${owner.name}`));
  }

  private of(key: string): number {
    return this.held.get(key) ?? 0;
  }

  private count(key: string, amount: number): void {
    const held = this.of(key) + amount;
    if (held > 0) this.held.set(key, held);
    else this.held.delete(key);
  }
}
