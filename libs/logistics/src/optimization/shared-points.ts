import type { DistanceSource } from '../place/distance-source.js';
import type { Point } from '../place/point.js';
import type { TourWarning } from './tour-warnings.js';

/** A stop, as far as its place is concerned. */
export interface PlacedStop {
  stop: string;
  point: Point;
  source: DistanceSource;
}

/** Stops that are one point, each group in their order; groups in the order of their first. */
function sharing<S extends PlacedStop>(stops: readonly S[]): S[][] {
  const groups = new Map<string, S[]>();
  for (const stop of stops) {
    const key = `${stop.point.latitude},${stop.point.longitude}`;
    groups.set(key, [...(groups.get(key) ?? []), stop]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** A warning for each point that several stops share: their order is not told. */
export const samePointWarnings = (stops: readonly PlacedStop[]): TourWarning[] =>
  sharing(stops).map((group) => ({ code: 'same_point', stops: group.map(({ stop }) => stop) }));

/**
 * Whether distances tell enough to claim a saving: at most a third of the stops share a point that a table guessed. Coordinates that were
 * sent are exact, also where several parcels go to one door.
 */
export function maySave(stops: readonly PlacedStop[]): boolean {
  const guessed = sharing(stops)
    .flat()
    .filter(({ source }) => source !== 'coordinates').length;
  return guessed * 3 <= stops.length;
}
