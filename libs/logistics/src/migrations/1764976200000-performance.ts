import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of what reports add up: every odometer reading, and deliveries by their day. */
export class Performance1764976200000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index logistics.positions_mileage;
      create index positions_mileage on logistics.positions (tenant_id, vehicle_id, counts_at desc, id desc) include (mileage)
        where mileage is not null;
      create index shipments_delivered on logistics.shipments (tenant_id, actual_delivery_time, id desc)
        include (status, driver_id, vehicle_id, weight_kg, total_distance_km, promised_until)
        where status = 'delivered' and deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index logistics.shipments_delivered;
      drop index logistics.positions_mileage;
      create index positions_mileage on logistics.positions (tenant_id, vehicle_id, counts_at desc, id desc) where mileage is not null`);
  }
}
