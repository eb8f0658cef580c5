import { Injectable } from '@nestjs/common';
import { lookBy } from '@usaha/core';
import { Database, Page, Table, insertMany, newId, offsetOf, type Context, type PageRequest } from '@usaha/shared';
import { LogisticsConfigurations, USUAL_RETENTION_DAYS } from '../settings.js';
import type { PlaceReport, Vehicle } from '../vehicle/vehicle.entity.js';
import { VehiclePosition } from './position.entity.js';

/** What the odometer said at or before a moment, if anybody told. */
const MILEAGE = `
  select r.mileage from logistics.positions r
  where r.tenant_id = $1 and r.vehicle_id = $2 and r.mileage is not null and r.counts_at <= $3 and r.counts_at >= $4
  order by r.counts_at desc, r.id desc limit 1`;

const LONG_AGO = new Date(0);
const DAY_MS = 86_400_000;

/** How many reports are deleted at once, and in one run of the job: a backlog goes in batches. */
const AT_ONCE = 10_000;
const MOST_FORGOTTEN = 1_000_000;

/** Statements of the mileage alone tell of no person, and stay. */
const FORGET = `
  delete from logistics.positions r
  where r.tenant_id = $1 and r.id = any(array(
    select p.id from logistics.vehicles v join logistics.positions p on p.tenant_id = $1 and p.vehicle_id = v.id
    where v.tenant_id = $1 and p.counts_at < $2 and p.latitude is not null limit ${AT_ONCE}))`;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Looks for tenants that may have positions to forget. */
export const tenantsWithOldPositions = lookBy('logistics.tenants_with_old_positions', (now) => [
  daysBefore(now, USUAL_RETENTION_DAYS),
  now,
]);

/** Every report of where a tenant's vehicles were, and every statement of their mileage. */
@Injectable()
export class PositionHistory {
  private readonly table: Table<VehiclePosition>;

  constructor(
    database: Database,
    private readonly configurations: LogisticsConfigurations,
  ) {
    this.table = database.table(VehiclePosition);
  }

  /** One page of the reports of a vehicle's places, the newest first. */
  async list(ctx: Context, vehicle_id: string, page: PageRequest): Promise<Page<VehiclePosition>> {
    const condition = 'r.tenant_id = $1 and r.vehicle_id = $2 and r.latitude is not null';
    const of = [ctx.tenant_id, vehicle_id];
    const [rows, [count]] = await Promise.all([
      ctx.db.read(
        `select ${this.table.selected} from ${this.table.path} r where ${condition}
         order by r.counts_at desc, r.id desc limit $3 offset $4`,
        [...of, page.size, offsetOf(page)],
      ),
      ctx.db.read(`select count(*) from ${this.table.path} r where ${condition}`, of),
    ]);
    const positions = rows.map((row) => this.table.hydrate(row, ctx.db.keyring));
    return new Page(positions, count?.[0] as number, page);
  }

  /** Deletes what is older than the tenant keeps it, each part in a separate transaction. @returns how many reports */
  async forget(ctx: Context): Promise<number> {
    const { position_retention_days } = await this.configurations.of(ctx);
    const before = daysBefore(ctx.now, position_retention_days);
    for (let forgotten = 0; ;) {
      const gone = await ctx.db.change(FORGET, [ctx.tenant_id, before]);
      forgotten += gone;
      if (gone < AT_ONCE || forgotten >= MOST_FORGOTTEN) return forgotten;
      await ctx.db.commitAndContinue();
    }
  }

  /** Enqueues a report of a locked vehicle. */
  add(ctx: Context, vehicle: Vehicle, report: PlaceReport): void {
    this.insert(ctx, vehicle, report);
  }

  /** Enqueues what the odometer of a vehicle was said to show now. */
  addMileage(ctx: Context, vehicle: Vehicle, mileage: number): void {
    const nowhere = { latitude: null, longitude: null, address: null };
    this.insert(ctx, vehicle, { ...nowhere, mileage, reported_for: ctx.now, counts_at: ctx.now });
  }

  /**
   * What the odometer of a vehicle showed at or before a moment; null where no report has told. The vehicle's own statement is
   * not read again: its last statement, unless a report that came too late for it was later still, or its place was forgotten.
   */
  async mileageAt(ctx: Context, vehicle: Vehicle, at: Date): Promise<number | null> {
    const { odometer_at, located_at, current_mileage } = vehicle;
    const isStated = odometer_at !== null && odometer_at <= at;
    if (isStated && located_at !== null && located_at <= odometer_at) return current_mileage;
    const [row] = await ctx.db.read(MILEAGE, [ctx.tenant_id, vehicle.id, at, isStated ? odometer_at : LONG_AGO]);
    return (row?.[0] as number | undefined) ?? (isStated ? current_mileage : null);
  }

  private insert(
    ctx: Context,
    vehicle: Vehicle,
    told: Omit<VehiclePosition, 'id' | 'tenant_id' | 'created_at' | 'actor_id' | 'vehicle_id'>,
  ): void {
    const written = { id: newId(ctx.now), created_at: ctx.now, actor_id: ctx.actor?.user_id ?? null };
    insertMany(ctx, this.table, [{ ...told, ...written, vehicle_id: vehicle.id }]);
  }
}
