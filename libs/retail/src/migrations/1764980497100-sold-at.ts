import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a sale was made, which for a till without a network is before it was recorded. Sales from before were made when they
 * were recorded. Periods are asked by it, so that its index takes the place of that of created_at.
 */
export class SoldAt1764980497100 implements MigrationInterface {
  /** A release before it would sell without it. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table retail.sales add column sold_at timestamptz(3)');
    // A statement for each tenant: one of all would hold every shard of a sharded database.
    await runner.query(`
      do $$
      declare seller record;
      begin
        for seller in select t.id from core.tenants t order by t.id
        loop
          update retail.sales set sold_at = created_at where tenant_id = seller.id;
        end loop;
      end $$`);
    await runner.query('alter table retail.sales alter column sold_at set not null');
    await runner.query('drop index retail.sales_day');
    await runner.query('create index sales_day on retail.sales (tenant_id, sold_at)');
    await runner.query('alter table retail.stock_movements add column shortage integer not null default 0');
    await runner.query(
      'alter table retail.stock_movements add constraint stock_movements_shortage_check check (shortage >= 0)',
    );
    await runner.query('alter table retail.stock_movements alter column shortage drop default');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table retail.stock_movements drop column shortage');
    await runner.query('drop index retail.sales_day');
    await runner.query('create index sales_day on retail.sales (tenant_id, created_at)');
    await runner.query('alter table retail.sales drop column sold_at');
  }
}
