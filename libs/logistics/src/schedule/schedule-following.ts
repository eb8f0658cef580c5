import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { LogisticsConfigurations } from '../settings.js';
import type { ShipmentStatus } from '../shipment/shipment-statuses.js';
import type { ScheduleStatus } from './delivery-schedule.entity.js';
import { ScheduleRepository } from './schedule.repository.js';

/** A shipment that is held, and the status that it comes to. */
export interface MovedShipment {
  shipment_id: string;
  status: ShipmentStatus;
}

/** What becomes of its schedule; null: it stays. */
const followed: Readonly<Record<ShipmentStatus, ScheduleStatus | null>> = {
  pending: null,
  in_transit: 'in_progress',
  delivered: 'completed',
  cancelled: 'cancelled',
  returned: 'cancelled',
};

/** Lets delivery schedules follow their shipments, where a tenant has asked for that: else neither moves the other. */
@Injectable()
export class ScheduleFollowing {
  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly configurations: LogisticsConfigurations,
  ) {}

  async isOn(ctx: Context): Promise<boolean> {
    return (await this.configurations.of(ctx)).schedules_follow_shipments;
  }

  /** The newest open schedule of each, locked after its shipment and before drivers and vehicles. */
  async follow(ctx: Context, moved: readonly MovedShipment[]): Promise<void> {
    const next = new Map(moved.map(({ shipment_id, status }) => [shipment_id, followed[status]]));
    const ids = [...next].filter(([, status]) => status !== null).map(([id]) => id);
    if (ids.length === 0) return;
    const held = await this.schedules.lockNewestOpen(ctx, ids);
    const changed = held.filter((schedule) => schedule.status !== next.get(schedule.shipment_id));
    for (const schedule of changed) schedule.describe({ status: next.get(schedule.shipment_id) ?? schedule.status });
    if (changed.length > 0) this.schedules.updateMany(ctx, changed, ['status'], 'follow_shipment');
  }
}
