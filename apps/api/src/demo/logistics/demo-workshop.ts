import { malaysianInstant } from '@usaha/shared';
import { dayAfter } from '../core/demo-days.js';
import type { DemoOffice } from './demo-carrier.js';
import type { DemoVehicle } from './demo-vehicle.js';

const SERVICE_DAYS = 150;
/** So long ago something was found that is to be done soon, and is not done. */
const FOUND_DAYS = 14;

/** Where the vehicles of a carrier are serviced: one a day, so that there are enough for the road. */
export class DemoWorkshop {
  private readonly neglected: DemoVehicle | null;
  private readonly broken: DemoVehicle | null;
  /** YYYY-MM-DD. */
  private readonly found: string;
  private readonly broke: string;

  constructor(private readonly office: DemoOffice) {
    const { carrier, vehicles, time } = office;
    const { service, broken_down } = carrier.worries;
    this.neglected = (service && vehicles[service.vehicle]) ?? null;
    this.broken = (broken_down && vehicles[broken_down.vehicle]) ?? null;
    this.found = time.lastWorking(dayAfter(time.today, -FOUND_DAYS));
    this.broke = time.lastWorking(time.today);
  }

  /** Which vehicles will stand in it on a day. */
  standing(day: string): ReadonlySet<DemoVehicle> {
    if (this.broken && day >= this.broke) return new Set([this.broken]);
    // The neglected one is serviced like the others until something is found that it is not brought for.
    const due = this.office.vehicles.find((one) => one.isDue(day) && (one !== this.neglected || day < this.found));
    return new Set(due ? [due] : []);
  }

  /** What happens there on a day of work. */
  work(day: string, standing: ReadonlySet<DemoVehicle>): void {
    const { carrier, random } = this.office;
    const [comes, leaves] = [malaysianInstant(day, '08:40:00'), malaysianInstant(day, '16:30:00')];
    const { service, broken_down } = carrier.worries;
    if (this.neglected && service && day === this.found)
      this.neglected.plan(malaysianInstant(day, '17:50:00'), service.kilometres, service.service_type);
    for (const vehicle of standing) {
      if (vehicle === this.broken && day >= this.broke) {
        if (day === this.broke) vehicle.enterWorkshop(comes, broken_down?.notes ?? null);
        continue;
      }
      vehicle.enterWorkshop(comes);
      const [usual, ...others] = carrier.services;
      const done = [usual, ...others.filter(() => random.chance(0.25))].filter((one) => one !== undefined);
      vehicle.leaveWorkshop(leaves, done, dayAfter(day, SERVICE_DAYS));
    }
  }
}
