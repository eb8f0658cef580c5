import { keyFunction, keyIndex, textKey } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients and members of staff by their e-mail, for lists that are imported. Writes wait for the indexes, reads do not. */
export class PeopleByEmail1764980495100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['beauty.clients', 'beauty.staff']) {
      await runner.query(keyIndex(table, 'email', textKey));
      await runner.query(keyFunction(table, 'email', textKey));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['beauty.staff', 'beauty.clients']) {
      await runner.query(`drop function ${table}_with_email`);
      await runner.query(`drop index ${table}_email`);
    }
  }
}
