import type { LocationChange } from './stock-movement.entity.js';
import type { Shelves } from './stock-locations.js';

/**
 * Which locations give up stock that leaves: undistributed stock goes first, then the fullest location.
 * @param quantity that leaves, at most what there is @param undistributed what lies at no location
 */
export function takeOut(shelves: Shelves, undistributed: number, quantity: number): LocationChange[] {
  let left = Math.max(0, quantity - undistributed);
  const changes: LocationChange[] = [];
  while (left > 0) {
    const [location, there] = fullest(shelves);
    const taken = Math.min(left, there);
    shelves.set(location, there - taken);
    changes.push({ location, quantity_changed: -taken, balance: there - taken });
    left -= taken;
  }
  return changes;
}

/** The fullest location; among equals the first by name, so that the same stock is always taken in the same order. */
function fullest(shelves: Shelves): [location: string, quantity: number] {
  const [first] = [...shelves].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (!first || first[1] <= 0) throw new Error('The locations hold less than was distributed');
  return first;
}

/**
 * A transfer: what from_location has, and the rest from what lies at no location.
 * @returns the changes, or null when both together have less than is moved
 */
export function moveBetween(
  shelves: Shelves,
  undistributed: number,
  { quantity, from_location, to_location }: { quantity: number; from_location: string; to_location: string },
): { changes: LocationChange[]; distributed: number } | null {
  const there = shelves.get(from_location) ?? 0;
  const taken = Math.min(there, quantity);
  const rest = quantity - taken;
  if (rest > undistributed) return null;
  const before = shelves.get(to_location) ?? 0;
  const into = { location: to_location, quantity_changed: quantity, balance: before + quantity };
  const out = { location: from_location, quantity_changed: -taken, balance: there - taken };
  return { changes: taken > 0 ? [out, into] : [into], distributed: rest };
}
