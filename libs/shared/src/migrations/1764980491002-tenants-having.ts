import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  enableRowLevelSecurity,
  enableRowLevelSecurityForPlatform,
  havingFunction,
} from '../schema/row-level-security.js';

/** Kept answers of all tenants are thrown away in one statement, and which tenants have rows in a table is found in one. */
export class TenantsHaving1764980491002 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop policy tenant on kernel.idempotency_keys');
    await runner.query(enableRowLevelSecurityForPlatform('kernel.idempotency_keys'));
    await runner.query('create index idempotency_keys_old on kernel.idempotency_keys (created_at)');
    await runner.query(havingFunction);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function kernel.tenants_having(regclass)');
    await runner.query('drop index kernel.idempotency_keys_old');
    await runner.query('drop policy platform on kernel.idempotency_keys');
    await runner.query(enableRowLevelSecurity('kernel.idempotency_keys'));
  }
}
