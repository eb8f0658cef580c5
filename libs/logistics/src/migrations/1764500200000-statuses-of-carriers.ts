import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a driver or a vehicle still has to deliver is asked for by status, and nearly all that either ever had is delivered: behind the
 * order of a list, the status tells that in the index.
 */
export class StatusesOfCarriers1764500200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index logistics.shipments_driver, logistics.shipments_vehicle;
      create index shipments_driver on logistics.shipments (tenant_id, driver_id, id desc, status) where deleted_at is null;
      create index shipments_vehicle on logistics.shipments (tenant_id, vehicle_id, id desc, status) where deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index logistics.shipments_driver, logistics.shipments_vehicle;
      create index shipments_driver on logistics.shipments (tenant_id, driver_id, id desc) where deleted_at is null;
      create index shipments_vehicle on logistics.shipments (tenant_id, vehicle_id, id desc) where deleted_at is null`);
  }
}
