import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import type { Vehicle } from '../vehicle/vehicle.entity.js';
import { tellAssigned } from '../vehicle/vehicle.events.js';
import { Assignment } from './assignment.entity.js';
import type { Handover } from './assignment.service.js';

/** The assignments of a tenant's vehicles to drivers, and when they ended. */
@Injectable()
export class AssignmentLedger extends Ledger<Assignment> {
  constructor(database: Database) {
    super(database, Assignment, 'vehicle_id');
  }

  /** The last entry of a vehicle; null where it was never given to anybody. */
  async last(ctx: Context, vehicle_id: string): Promise<Assignment | null> {
    const { rows } = await this.list(ctx, vehicle_id, { page: 1, size: 1 });
    return rows[0] ?? null;
  }

  /** Enqueues and announces what was changed on a vehicle that has been saved. */
  enter(
    ctx: Context,
    { vehicle, driver, day }: Handover,
    { previous_driver_id, notes = null }: { previous_driver_id: string | null; notes?: string | null },
  ): Assignment {
    const given = { driver_id: driver?.id ?? null, driver_name: driver?.name ?? null };
    const entry = { ...entryOf(vehicle), ...given, previous_driver_id, assignment_date: day, notes };
    const [entered] = this.append(ctx, [entry]) as [Assignment];
    tellAssigned(ctx, vehicle, previous_driver_id);
    return entered;
  }

  /** Enters and announces that vehicles were taken back. @param day YYYY-MM-DD */
  takeBack(
    ctx: Context,
    vehicles: readonly Vehicle[],
    { previous_driver_id, day }: { previous_driver_id: string; day: string },
  ): void {
    const noDriver = { driver_id: null, driver_name: null, notes: null };
    this.append(
      ctx,
      vehicles.map((vehicle) => ({ ...entryOf(vehicle), ...noDriver, previous_driver_id, assignment_date: day })),
    );
    for (const vehicle of vehicles) tellAssigned(ctx, vehicle, previous_driver_id);
  }
}

const entryOf = ({ id, registration_number, version }: Vehicle) => ({
  vehicle_id: id,
  registration_number,
  position: version,
});
