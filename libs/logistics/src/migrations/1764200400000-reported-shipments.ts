import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index of shipments by their creation has in it whatever reports add up: a shipment is a kilobyte wide, with both parties, and
 * a report of a million reads a tenth of that here.
 */
export class ReportedShipments1764200400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index logistics.shipments_created;
      create index shipments_created on logistics.shipments (tenant_id, created_at, id desc)
        include (status, service_type, origin_state_key, destination_state_key, driver_id, vehicle_id, is_cod, weight_kg, value_myr,
          payment_amount, total_distance_km, actual_delivery_time, promised_until)
        where deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index logistics.shipments_created;
      create index shipments_created on logistics.shipments (tenant_id, created_at, id desc) where deleted_at is null`);
  }
}
