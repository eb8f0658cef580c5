/** How large a Map or Set became, in entries and in characters of its keys and values that are texts. */
export interface Largest {
  entries: number;
  characters: number;
}

const lengthOf = (part: unknown): number => (typeof part === 'string' ? part.length : 0);

function charactersOf(collection: Map<unknown, unknown> | Set<unknown>): number {
  let characters = 0;
  for (const [key, value] of collection.entries())
    characters += lengthOf(key) + (collection instanceof Map ? lengthOf(value) : 0);
  return characters;
}

/**
 * Fills something, and sees how large the largest Map or Set became that anything was put into meanwhile; or how large the fill says
 * that it became.
 */
export async function largestWhile(fill: () => unknown): Promise<Largest> {
  const [set, add] = [Map.prototype.set, Set.prototype.add];
  const seen: (Map<unknown, unknown> | Set<unknown>)[] = [];
  let entries = 0;
  const see = (collection: Map<unknown, unknown> | Set<unknown>): void => {
    entries = Math.max(entries, collection.size);
    if (collection.size > 100 && !seen.includes(collection)) seen.push(collection);
  };
  Map.prototype.set = function (this: Map<unknown, unknown>, key, value) {
    set.call(this, key, value);
    see(this);
    return this;
  };
  Set.prototype.add = function (this: Set<unknown>, value) {
    add.call(this, value);
    see(this);
    return this;
  };
  let counted: unknown;
  try {
    counted = await fill();
  } finally {
    Map.prototype.set = set;
    Set.prototype.add = add;
  }
  if (typeof counted === 'number') entries = counted;
  return { entries, characters: Math.max(0, ...seen.map(charactersOf)) };
}
