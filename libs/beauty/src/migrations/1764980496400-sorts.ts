import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index clients_sort_last_name on beauty.clients (tenant_id, (lower(last_name) collate "C"), id) where deleted_at is null',
  'create index clients_sort_first_name on beauty.clients (tenant_id, (lower(first_name) collate "C"), id) where deleted_at is null',
  'create index staff_sort_last_name on beauty.staff (tenant_id, (lower(last_name) collate "C"), id) where deleted_at is null',
  'create index staff_sort_first_name on beauty.staff (tenant_id, (lower(first_name) collate "C"), id) where deleted_at is null',
  'create index services_sort_name on beauty.services (tenant_id, (lower(name) collate "C"), id) where deleted_at is null',
  'create index services_sort_price on beauty.services (tenant_id, price, id) where deleted_at is null',
  'create index products_sort_name on beauty.products (tenant_id, (lower(name) collate "C"), id) where deleted_at is null',
  'create index products_sort_price on beauty.products (tenant_id, price, id) where deleted_at is null',
  'create index packages_sort_name on beauty.packages (tenant_id, (lower(name) collate "C"), id) where deleted_at is null',
  'create index memberships_sort_end_date on beauty.memberships (tenant_id, end_date, id) where deleted_at is null',
  'create index memberships_sort_end_date_desc on beauty.memberships (tenant_id, end_date desc nulls last, id desc) where deleted_at is null',
];

/**
 * What lists are sorted by: texts in lower case by code point; backwards the same index serves, save where there may be
 * nothing, which comes last both ways. Writes wait for the indexes, reads do not.
 */
export class BeautySorts1764980496400 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index beauty.${text.split(' ')[2]}`);
  }
}
