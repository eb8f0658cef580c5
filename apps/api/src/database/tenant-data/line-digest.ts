import { createHash } from 'node:crypto';

/** Keys in one order: jsonb has another order than a text that was sent. */
const inKeyOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const BYTES = 32n;
const ALL = (1n << (8n * BYTES)) - 1n;

/**
 * A line of JSON with its keys in one order.
 * @param without keys that are left out
 */
export function canonicalLine(line: string, without: readonly string[] = []): string {
  const row = Object.entries(JSON.parse(line) as object).filter(([name]) => !without.includes(name));
  return JSON.stringify(Object.fromEntries(row), inKeyOrder);
}

/** What a table has, in any order: databases sort texts differently. */
export class LineDigest {
  rows = 0;
  private sum = 0n;

  /** @param line of `canonicalLine` */
  add(line: string): void {
    this.rows += 1;
    this.sum = (this.sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) & ALL;
  }

  equals(other: LineDigest): boolean {
    return this.rows === other.rows && this.sum === other.sum;
  }
}
