import { createHash } from 'node:crypto';
import { migrations } from '../persistence.js';

/** Of which migrations a database is: rows of an export fit the tables of the same ones alone. */
export interface SchemaMark {
  /** The newest, for people. */
  last: string;
  /** SHA-256 of their names, in hexadecimal digits. */
  sha256: string;
}

const stampOf = (name: string): number => Number(/\d{13}$/.exec(name)?.[0] ?? 0);

/** @param names of migrations, in any order */
export function schemaMark(names: readonly string[]): SchemaMark {
  const inOrder = names.toSorted((a, b) => stampOf(a) - stampOf(b));
  return {
    last: inOrder.at(-1) ?? '',
    sha256: createHash('sha256').update(inOrder.join('\n')).digest('hex'),
  };
}

/** That of this release. */
export const ownSchema = (): SchemaMark => schemaMark(migrations.map(({ name }) => name));
