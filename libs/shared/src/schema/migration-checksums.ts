import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Release } from './release.js';

/** A migration as the code has it. */
export type MigrationClass = (new () => MigrationInterface) & {
  /**
   * The oldest release that works with the schema once this was run; every one unless stated. Stored with the migration, so
   * that an older release refuses the database after a rollback.
   */
  readonly oldest_release?: Release;
};

/** A migration whose statements are not those that a database was made with. */
export class MigrationChanged extends Error {
  constructor(readonly migration: string) {
    super(
      `The migration ${migration} has been changed since it was run on this database; restore it as it was released, and write a new migration for what is to be different`,
    );
  }
}

/** Spaces and line ends outside of what PostgreSQL reads as data; a literal that differs only in them counts as the same. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The content of a migration: the statements that it sends, in their order. So sources and their compilation have one checksum,
 * regardless of layout, and a helper whose SQL changes has another. Statements must not depend on what others answer.
 * @returns hexadecimal, 16 digits
 */
export async function checksumOf(migration: MigrationClass): Promise<string> {
  const sent: unknown[] = [];
  const recorder = new Proxy({} as QueryRunner, {
    get: (_, name) => {
      if (name !== 'query')
        throw new Error(`${migration.name} may only send statements: it asks for ${String(name)} of its query runner`);
      return (text: string, parameters: unknown[] = []): Promise<never[]> => {
        sent.push([plain(text), parameters]);
        return Promise.resolve([]);
      };
    },
  });
  await new migration().up(recorder);
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex').slice(0, 16);
}

/** Checksums by name. */
export async function checksumsOf(migrations: readonly MigrationClass[]): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(migrations.map(async (m): Promise<[string, string]> => [m.name, await checksumOf(m)])),
  );
}
