import type { Driver, VehicleDetails } from '@usaha/logistics';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import type { DemoRandom } from '../core/demo-random.js';
import type { CarrierTime } from './carrier-time.js';
import type { DemoCarrier, DemoModel } from './demo-carrier.js';
import type { DemoDriver } from './demo-drivers.js';
import { DemoVehicle, type EnteredVehicle } from './demo-vehicle.js';

const YEAR_DAYS = 365;
const HALF_YEAR_DAYS = 182;
/** No document ends this soon but those that are a worry of the carrier. */
const LEAST_DAYS = 45;

/** What a carrier drives, each vehicle with a separate driver as long as there are any. */
export function fleetOf(
  carrier: DemoCarrier,
  {
    time,
    drivers,
    actor_id,
    random,
  }: { time: CarrierTime; drivers: readonly DemoDriver[]; actor_id: string; random: DemoRandom },
): DemoVehicle[] {
  const { road_tax } = carrier.worries;
  const kinds = carrier.models.flatMap((model) => model.plates.map((plate) => ({ model, plate })));
  return kinds.map(({ model, plate }, i) => {
    const entered = enteredOf(model, { plate, driver: drivers[i]?.driver ?? null }, time, random);
    // A road tax is paid with the insurance, for as long.
    const ends = road_tax?.vehicle === i ? dayAfter(time.today, road_tax.days) : null;
    if (ends) Object.assign(entered.details, { road_tax_expiry: ends, insurance_expiry: ends });
    return new DemoVehicle(minutesAfter(time.opening, 90 + i * 5), entered, { now: time.now, actor_id });
  });
}

function enteredOf(
  { details, years, numbers, yearly, interval, is_inspected }: DemoModel,
  { plate, driver }: { plate: string; driver: Driver | null },
  time: CarrierTime,
  random: DemoRandom,
): EnteredVehicle {
  const lastDay = (days: number): string => dayAfter(time.today, random.whole(LEAST_DAYS, days));
  const year = random.whole(...years);
  const age = Number(time.from.slice(0, 4)) - year;
  const mileage = Math.round((age + 0.2 + random.next() * 0.6) * yearly);
  const road_tax_expiry = lastDay(YEAR_DAYS);
  const described: Partial<VehicleDetails> = {
    ...details,
    registration_number: plate,
    year,
    chassis_number: `${numbers[0]}${random.whole(100_000, 999_999)}`,
    engine_number: `${numbers[1]}${random.whole(10_000, 99_999)}`,
    fuel_type: 'diesel',
    insurance_policy: `DEMO-MV-${random.whole(100_000, 999_999)}`,
    insurance_expiry: road_tax_expiry,
    road_tax_expiry,
    inspection_expiry: is_inspected ? lastDay(HALF_YEAR_DAYS) : null,
    inspection_agency_expiry: is_inspected ? lastDay(YEAR_DAYS) : null,
    maintenance_schedule: {
      next_service_date: dayAfter(time.from, random.whole(20, 150)),
      next_service_mileage: Math.round((mileage + interval * (0.1 + 0.8 * random.next())) / 100) * 100,
      service_type: 'Servis berkala',
    },
  };
  return { details: described, driver, mileage, interval };
}
