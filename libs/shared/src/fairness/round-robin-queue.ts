import { ownerGroup, ownerLine, type Owner } from './owner.js';

/** What waits, owner by owner: an owner that asks for much waits behind those that ask for little. An item waits once. */
class Line<T> {
  private readonly waiting = new Map<string, { owner: Owner; items: Set<T> }>();

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  get size(): number {
    let size = 0;
    for (const { items } of this.waiting.values()) size += items.size;
    return size;
  }

  of(name: string): number {
    return this.waiting.get(name)?.items.size ?? 0;
  }

  add(owner: Owner, item: T): void {
    const line = ownerLine(owner);
    const own = this.waiting.get(line);
    if (own) own.items.add(item);
    else this.waiting.set(line, { owner, items: new Set([item]) });
  }

  remove(name: string, item: T): boolean {
    const own = this.waiting.get(name);
    if (!own?.items.delete(item)) return false;
    if (own.items.size === 0) this.waiting.delete(name);
    return true;
  }

  next(may: (owner: Owner) => boolean): T | undefined {
    for (const [name, own] of this.waiting) {
      if (!may(own.owner)) continue;
      const item = own.items.values().next().value as T;
      this.remove(name, item);
      if (this.waiting.delete(name)) this.waiting.set(name, own);
      return item;
    }
    return undefined;
  }
}

/** What waits, in turn by group, and within a group by owner. */
export class RoundRobinQueue<T> {
  private readonly groups = new Map<string, Line<T>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Of one owner. */
  of(owner: Owner): number {
    return this.groups.get(ownerGroup(owner))?.of(ownerLine(owner)) ?? 0;
  }

  /** Of the owner's whole group. */
  ofGroup(owner: Owner): number {
    return this.groups.get(ownerGroup(owner))?.size ?? 0;
  }

  add(owner: Owner, item: T): void {
    const group = ownerGroup(owner);
    const line = this.groups.get(group) ?? new Line<T>();
    if (line.isEmpty) this.groups.set(group, line);
    line.add(owner, item);
    this.count += 1;
  }

  /** Takes out one that waits no longer. @returns whether it still did */
  remove(owner: Owner, item: T): boolean {
    const group = ownerGroup(owner);
    const line = this.groups.get(group);
    if (!line?.remove(ownerLine(owner), item)) return false;
    if (line.isEmpty) this.groups.delete(group);
    this.count -= 1;
    return true;
  }

  /**
   * The first of the owner whose turn it is; the next turn is another group's.
   * @param may whether it can be an owner's turn now; one that has to stand back keeps its place
   */
  next(may: (owner: Owner) => boolean = () => true): T | undefined {
    for (const [group, line] of this.groups) {
      const item = line.next(may);
      if (item === undefined) continue;
      this.count -= 1;
      this.groups.delete(group);
      if (!line.isEmpty) this.groups.set(group, line);
      return item;
    }
    return undefined;
  }
}
