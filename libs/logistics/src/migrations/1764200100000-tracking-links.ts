import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often the public tracking link of a shipment was renewed: links of before show nothing any more. */
export class TrackingLinks1764200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table logistics.shipments add column link_generation integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table logistics.shipments drop column link_generation');
  }
}
