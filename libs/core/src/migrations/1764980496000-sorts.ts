import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index tenants_sort_name on core.tenants ((lower(name) collate "C"), id) where deleted_at is null',
  'create index users_sort_last_name on core.users (tenant_id, (lower(last_name) collate "C"), id) where deleted_at is null',
  'create index users_sort_first_name on core.users (tenant_id, (lower(first_name) collate "C"), id) where deleted_at is null',
  'create index users_sort_username on core.users (tenant_id, (lower(username) collate "C"), id) where deleted_at is null',
  'create index payments_sort_amount on core.payments (tenant_id, amount, id) where deleted_at is null',
];

/**
 * What lists are sorted by: texts in lower case by code point; backwards the same index serves, save where there may be
 * nothing, which comes last both ways. Writes wait for the indexes, reads do not.
 */
export class CoreSorts1764980496000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index core.${text.split(' ')[2]}`);
  }
}
