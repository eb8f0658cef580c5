import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index products_sort_name on retail.products (tenant_id, (lower(name) collate "C"), id) where deleted_at is null',
  'create index products_sort_sku on retail.products (tenant_id, (lower(sku) collate "C"), id) where deleted_at is null',
  'create index customers_sort_last_name on retail.customers (tenant_id, (lower(last_name) collate "C"), id) where deleted_at is null',
  'create index customers_sort_first_name on retail.customers (tenant_id, (lower(first_name) collate "C"), id) where deleted_at is null',
  'create index sales_sort_total on retail.sales (tenant_id, total, id) where deleted_at is null',
  'create index sales_sort_invoice_number on retail.sales (tenant_id, (lower(invoice_number) collate "C"), id) where deleted_at is null',
];

/**
 * What lists are sorted by: texts in lower case by code point; backwards the same index serves, save where there may be
 * nothing, which comes last both ways. Writes wait for the indexes, reads do not.
 */
export class RetailSorts1764980496100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index retail.${text.split(' ')[2]}`);
  }
}
