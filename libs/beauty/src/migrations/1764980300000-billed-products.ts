import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Products on the bills of visits, and their movements of stock: none on those of before. */
export class BilledProducts1764980300000 implements MigrationInterface {
  /** A release before it would leave products out of what a visit costs. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table beauty.appointments add column products jsonb not null default '[]'`);
    await runner.query('alter table beauty.stock_movements drop constraint stock_movements_kind_check');
    await runner.query(`
      alter table beauty.stock_movements add constraint stock_movements_kind_check
        check (kind in ('opening', 'correction', 'used', 'sold', 'returned'))`);
    // Treatments take of a product once; a bill may change.
    await runner.query('drop index beauty.stock_movements_appointment');
    await runner.query(`
      create unique index stock_movements_appointment on beauty.stock_movements (tenant_id, appointment_id, product_id)
        where appointment_id is not null and kind = 'used'`);
  }

  /** Products on bills are lost; their movements of stock count as corrections. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update beauty.stock_movements set kind = 'correction', appointment_id = null where kind in ('sold', 'returned')`,
    );
    await runner.query('alter table beauty.stock_movements drop constraint stock_movements_kind_check');
    await runner.query(`
      alter table beauty.stock_movements add constraint stock_movements_kind_check
        check (kind in ('opening', 'correction', 'used'))`);
    await runner.query('drop index beauty.stock_movements_appointment');
    await runner.query(`
      create unique index stock_movements_appointment on beauty.stock_movements (tenant_id, appointment_id, product_id)
        where appointment_id is not null`);
    await runner.query('alter table beauty.appointments drop column products');
  }
}
