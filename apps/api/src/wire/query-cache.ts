import { BoundedCache } from '@usaha/shared/operation';
import { declarationsOf } from './declared-fields.js';

type QueryClass = new () => object;

/** Queries that are longer, by what is declared of them, are read each time. */
const LONGEST = 500;

/** Of all classes together: at most some 4 MB with what was read of them. */
const BOUNDS = { entries: 2_000, characters: 500_000, charactersOf: (key: string) => key.length };

interface ReadClass {
  number: number;
  parameters: readonly string[];
}

/**
 * Queries as they were read, for those that are sent again, by class and declared parameters. Other parameters of a query
 * are no part of the key: it would make room for nothing else.
 */
export class QueryCache extends BoundedCache<string, object> {
  private readonly classes = new WeakMap<QueryClass, ReadClass>();
  private count = 0;

  constructor() {
    super(BOUNDS);
  }

  /** @returns null for a query that is not kept */
  keyOf(type: QueryClass, query: unknown): string | null {
    const { number, parameters } = this.classes.get(type) ?? this.learn(type);
    if (parameters.length === 0 || typeof query !== 'object' || query === null) return null;
    let key = `${number}`;
    for (const name of parameters) {
      const value: unknown = Object.hasOwn(query, name) ? (query as Record<string, unknown>)[name] : undefined;
      if (value === undefined) continue;
      // One that is sent twice counts as last sent.
      const text: unknown = Array.isArray(value) ? value.at(-1) : value;
      if (typeof text !== 'string' || text.length > LONGEST) return null;
      key += ` ${name}=${JSON.stringify(text)}`;
    }
    return key.length > LONGEST ? null : key;
  }

  private learn(type: QueryClass): ReadClass {
    const read = { number: (this.count += 1), parameters: [...declarationsOf(type).keys()] };
    this.classes.set(type, read);
    return read;
  }
}
