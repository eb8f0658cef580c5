import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { ScheduleRepository } from '../schedule/schedule.repository.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import type { Driver } from './driver.entity.js';
import { DriverRepository } from './driver.repository.js';

/** How often it is begun again, should ever more come to name the driver; then a deadlock is left to the database. */
const MOST_TRIES = 5;

/** Something came to name the driver while the driver was waited for. */
class NamedMeanwhile extends Error {}

/** Locks drivers together with what names them. */
@Injectable()
export class DriverHolding {
  constructor(
    private readonly drivers: DriverRepository,
    private readonly shipments: ShipmentRepository,
    private readonly schedules: ScheduleRepository,
  ) {}

  /**
   * Shipments are locked before their schedules, and schedules before drivers. The transaction that had the driver until then may have
   * named it on another shipment; locked only now, that would be a deadlock. So all is released, and locked again.
   * @returns the driver, locked; null for one that is deleted, whom no record comes to name
   */
  async withAll(ctx: Context, id: string): Promise<Driver | null> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await ctx.db.savepoint(() => this.once(ctx, id, tried === MOST_TRIES));
      } catch (error) {
        if (!(error instanceof NamedMeanwhile)) throw error;
      }
    }
  }

  private async once(ctx: Context, id: string, isLast: boolean): Promise<Driver | null> {
    const held = (await this.shipments.lockOfDriver(ctx, id)) + (await this.schedules.lockOfDriver(ctx, id));
    const driver = await this.drivers.lockIfExists(ctx, id);
    if (!driver || isLast) return driver;
    const [shipments, schedules] = await Promise.all([
      this.shipments.countOfDriver(ctx, id),
      this.schedules.countOfDriver(ctx, id),
    ]);
    // The locked records go on naming the driver: where there are not more, there are no others.
    if (shipments + schedules > held) throw new NamedMeanwhile();
    return driver;
  }
}
