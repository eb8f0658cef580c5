import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stock alerts are of active products: their indexes say which those are, so that alerts are counted without reading a product. Writes wait for the indexes, reads do not. */
export class StockAlerts1764400800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index retail.products_low, retail.products_over, retail.products_expiry;
      create index products_low    on retail.products (tenant_id, id desc) include (status) where low_stock and deleted_at is null;
      create index products_over   on retail.products (tenant_id, id desc) include (status) where overstocked and deleted_at is null;
      create index products_expiry on retail.products (tenant_id, expires_on) include (id, status)
        where expires_on is not null and deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index retail.products_low, retail.products_over, retail.products_expiry;
      create index products_low    on retail.products (tenant_id, id desc) where low_stock and deleted_at is null;
      create index products_over   on retail.products (tenant_id, id desc) where overstocked and deleted_at is null;
      create index products_expiry on retail.products (tenant_id, expires_on) where expires_on is not null and deleted_at is null`);
  }
}
