/** The first metres of a leg, and the metres driven in a tenth of a minute there and beyond (30 and 70 km/h; A-308). */
const IN_TOWN = 15_000;
const SLOW = 50;
const FAST = 350 / 3;

/** The driving time of a leg in whole tenths of a minute; totals are sums of these. @param metres whole */
export const drivingTenths = (metres: number): number =>
  Math.round(Math.min(metres, IN_TOWN) / SLOW + Math.max(0, metres - IN_TOWN) / FAST);

/** How much more fuel a full vehicle takes than an empty one. */
const FULL = 0.2;

/** A capacity below a gram counts as unknown: dividing by it gives no figure. */
const LEAST_CAPACITY_KG = 0.001;

/** How much more fuel a load takes than an empty vehicle, as a factor. @param capacity_kg null or 0 where it is unknown */
export const loadFactor = (load_kg: number, capacity_kg: number | null): number =>
  capacity_kg !== null && capacity_kg >= LEAST_CAPACITY_KG ? (FULL * load_kg) / capacity_kg : 0;

/** The same in whole millionths, in which the solver counts. */
export const loadMillionths = (load_kg: number, capacity_kg: number | null): number =>
  Math.round(loadFactor(load_kg, capacity_kg) * 1_000_000);
