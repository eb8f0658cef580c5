import type { Address } from '@usaha/core';
import { stateNamed, type StateCode } from '@usaha/shared/malaysia';
import { distanceSources, type DistanceSource } from './distance-source.js';
import { distanceBetween, type Point } from './point.js';
import { placeOfPostcode, pointOfState } from './postcodes.js';

/** What may tell where something is. */
export interface Located {
  address?: Pick<Address, 'state' | 'postal_code' | 'country'> | null;
  /** Degrees; both or neither. */
  latitude?: number | null;
  longitude?: number | null;
}

/** Where something is, as exactly as it is known; without a point its source is `none`. */
export interface Place {
  point: Point | null;
  source: DistanceSource;
  /** The state that its address names, else that of its postcode; null where neither is known, and abroad. */
  state: StateCode | null;
}

const isMalaysia = (country: string | null | undefined): boolean =>
  ['', 'malaysia', 'my', 'mys'].includes((country ?? '').trim().toLowerCase());

/** By its coordinates, else its postcode, else its state. Of addresses abroad only coordinates are known. */
export function locate({ address, latitude, longitude }: Located): Place {
  const { source, point, state } = placeOfAddress(address);
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return { source, point, state };
  return { point: { latitude, longitude }, source: 'coordinates', state };
}

function placeOfAddress(address: Located['address']): Place {
  if (!address || !isMalaysia(address.country)) return { point: null, source: 'none', state: null };
  const named = stateNamed(address.state, address.postal_code);
  // A state of no known name may be one abroad, where codes of five digits are used as well.
  const exact = named === null && (address.state ?? '').trim() !== '';
  const postcode = placeOfPostcode(address.postal_code ?? '', { exact });
  const state = named ?? postcode?.state ?? null;
  if (postcode && postcode.known_by !== 'state') return { point: postcode.point, source: 'postcode', state };
  return state ? { point: pointOfState(state), source: 'state', state } : { point: null, source: 'none', state };
}

/** How far it is between two places, and what that rests on. */
export interface Distance {
  /** Rounded to 0.1; 0 where either is unknown, or both are one point. */
  total_distance_km: number;
  /** The coarser of the two. */
  distance_source: DistanceSource;
}

export function distanceOf(from: Place, to: Place): Distance {
  if (!from.point || !to.point) return { total_distance_km: 0, distance_source: 'none' };
  const coarser = Math.max(distanceSources.indexOf(from.source), distanceSources.indexOf(to.source));
  return {
    total_distance_km: Math.round(distanceBetween(from.point, to.point) * 10) / 10,
    distance_source: distanceSources[coarser] ?? 'none',
  };
}
