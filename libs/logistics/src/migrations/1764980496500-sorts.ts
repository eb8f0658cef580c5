import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index drivers_sort_last_name on logistics.drivers (tenant_id, (lower(last_name) collate "C"), id) where deleted_at is null',
  'create index drivers_sort_first_name on logistics.drivers (tenant_id, (lower(first_name) collate "C"), id) where deleted_at is null',
  'create index vehicles_sort_registration_number on logistics.vehicles (tenant_id, (lower(registration_number) collate "C"), id) where deleted_at is null',
  'create index routes_sort_name on logistics.routes (tenant_id, (lower(name) collate "C"), id) where deleted_at is null',
  'create index schedules_sort_scheduled_date on logistics.schedules (tenant_id, scheduled_date, id) where deleted_at is null',
  'create index shipments_sort_tracking_number on logistics.shipments (tenant_id, (lower(tracking_number) collate "C"), id) where deleted_at is null',
  'create index shipments_sort_delivery_date on logistics.shipments (tenant_id, delivery_date, id) where deleted_at is null',
  'create index shipments_sort_delivery_date_desc on logistics.shipments (tenant_id, delivery_date desc nulls last, id desc) where deleted_at is null',
];

/**
 * What lists are sorted by: texts in lower case by code point; backwards the same index serves, save where there may be
 * nothing, which comes last both ways. Writes wait for the indexes, reads do not.
 */
export class LogisticsSorts1764980496500 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index logistics.${text.split(' ')[2]}`);
  }
}
