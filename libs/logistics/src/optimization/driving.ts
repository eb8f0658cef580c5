/** Metres of a leg in town, and beyond: how many are driven in a tenth of a minute (30 and 70 km/h; A-308). */
const IN_TOWN = 15_000;
const SLOW = 50;
const FAST = 350 / 3;

/** Driving a leg, in whole tenths of a minute, of which totals are sums. @param metres whole */
export const drivingTenths = (metres: number): number =>
  Math.round(Math.min(metres, IN_TOWN) / SLOW + Math.max(0, metres - IN_TOWN) / FAST);

/** Of a vehicle that is empty, 1; with its whole capacity, 1.2. */
const FULL = 0.2;

/** A capacity below a gram tells nothing, and figures that are worked out with it would be none. */
const LEAST_CAPACITY_KG = 0.001;

/** How much more is consumed than by an empty vehicle. @param capacity_kg null or 0 where nothing is known of it */
export const loadFactor = (load_kg: number, capacity_kg: number | null): number =>
  capacity_kg !== null && capacity_kg >= LEAST_CAPACITY_KG ? (FULL * load_kg) / capacity_kg : 0;

/** The same in whole millionths, by which orders are compared. */
export const loadMillionths = (load_kg: number, capacity_kg: number | null): number =>
  Math.round(loadFactor(load_kg, capacity_kg) * 1_000_000);
