import { dropDueFunction, dueFunction, withSetting } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** $2 is the last day that is watched, $3 the first whose letters are still sent. */
const alerts = {
  name: 'logistics.tenants_with_fleet_alerts',
  parameters: ['date', 'date'],
  looks: [
    (theirs: (column: string) => string) => `
        select distinct r.tenant_id from logistics.drivers r
         where r.deleted_at is null and r.status <> 'inactive' and ${theirs('r.tenant_id')}
           and least(r.license_expiry, r.psv_expiry, r.medical_checkup_expiry) <= $2`,
    (theirs: (column: string) => string) => `
        select distinct r.tenant_id from logistics.vehicles r
         where r.deleted_at is null and r.status <> 'retired' and ${theirs('r.tenant_id')}
           and (least(r.road_tax_expiry, r.insurance_expiry, r.inspection_expiry, r.inspection_agency_expiry) <= $2
             or (r.maintenance_schedule ->> 'next_service_date')::date <= $2
             or (r.maintenance_schedule ->> 'next_service_mileage')::bigint - r.current_mileage <= 1000)`,
    (theirs: (column: string) => string) => `
        select distinct r.tenant_id from logistics.alert_announcements r where r.day >= $3 and ${theirs('r.tenant_id')}`,
  ],
};

/** $2 is the id that an event of the oldest news has. */
const news = {
  name: 'logistics.tenants_with_news',
  parameters: ['uuid'],
  looks: [
    (theirs: (column: string) => string) => `
        select distinct r.tenant_id from logistics.shipment_events r
         where r.id > $2 and r.status in ('in_transit', 'delivered') and ${theirs('r.tenant_id')}`,
  ],
};

const OLD = `exists (select from logistics.positions p
             where p.tenant_id = v.tenant_id and p.vehicle_id = v.id and p.latitude is not null and p.counts_at <`;

/** $2 is the instant before which fleets without a setting keep no position, $3 the latest before which any does. */
const positions = {
  name: 'logistics.tenants_with_old_positions',
  parameters: ['timestamptz', 'timestamptz'],
  looks: [
    (theirs: (column: string) => string) => `
        select distinct v.tenant_id from logistics.vehicles v where ${theirs('v.tenant_id')} and ${OLD} $2)`,
    (theirs: (column: string) => string) => `
        select distinct v.tenant_id from logistics.vehicles v where ${theirs('v.tenant_id')}
           and v.tenant_id in (select m.tenant_id from ${withSetting('logistics', 'position_retention_days')})
           and ${OLD} $3)`,
  ],
};

/** Jobs find fleets with something due. Writes wait for the index, reads do not. */
export class LogisticsDueWork1764980523400 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index shipment_events_told on logistics.shipment_events (id) where status in ('in_transit', 'delivered')`,
    );
    for (const due of [alerts, news, positions]) await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const due of [alerts, news, positions]) await runner.query(dropDueFunction(due));
    await runner.query('drop index logistics.shipment_events_told');
  }
}
