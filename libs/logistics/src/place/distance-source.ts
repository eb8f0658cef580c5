/** What a place is known by, the finest first; `none` where it is not known. */
export const distanceSources = ['coordinates', 'postcode', 'state', 'none'] as const;
export type DistanceSource = (typeof distanceSources)[number];
