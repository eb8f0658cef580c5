import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Shipments are a kilobyte wide, with both parties. The index by their creation has in it all columns that reports add up, and those by a state
 * the other filters that are asked for with it: what is counted and summed is read there, at a tenth of the pages.
 */
export class ReportedShipments1764200400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index logistics.shipments_created, logistics.shipments_origin, logistics.shipments_destination;
      create index shipments_created on logistics.shipments (tenant_id, created_at, id desc)
        include (status, service_type, origin_state_key, destination_state_key, driver_id, vehicle_id, is_cod, weight_kg, value_myr,
          payment_amount, total_distance_km, actual_delivery_time, promised_until)
        where deleted_at is null;
      create index shipments_origin on logistics.shipments (tenant_id, origin_state_key, id desc)
        include (destination_state_key, status, service_type) where deleted_at is null;
      create index shipments_destination on logistics.shipments (tenant_id, destination_state_key, id desc)
        include (origin_state_key, status, service_type) where deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index logistics.shipments_created, logistics.shipments_origin, logistics.shipments_destination;
      create index shipments_created on logistics.shipments (tenant_id, created_at, id desc) where deleted_at is null;
      create index shipments_origin on logistics.shipments (tenant_id, origin_state_key, id desc) where deleted_at is null;
      create index shipments_destination on logistics.shipments (tenant_id, destination_state_key, id desc) where deleted_at is null`);
  }
}
