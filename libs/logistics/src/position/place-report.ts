import type { Address } from '@usaha/core';
import { invalid } from '@usaha/shared';
import { messages } from '../messages.js';
import type { LastPlace, PlaceReport } from '../vehicle/vehicle.entity.js';

/** A report as it is sent. */
export interface SentReport {
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** A text or an address. */
  address?: string | Address | null;
  /** When it was so; now unless it is told. */
  timestamp?: Date | null;
  /** Kilometres. */
  mileage?: number | null;
}

/** A place as it is sent with a vehicle: coordinates both or neither. */
export type SentPlace = Omit<SentReport, 'latitude' | 'longitude' | 'mileage'> & {
  latitude?: number | null;
  longitude?: number | null;
};

/** @returns null for a place without coordinates, which states nothing @throws invalid for one coordinate without the other */
export function statedPlace(field: string, { latitude, longitude, ...place }: SentPlace): SentReport | null {
  const [hasLatitude, hasLongitude] = [typeof latitude === 'number', typeof longitude === 'number'];
  if (hasLatitude !== hasLongitude)
    throw invalid(`${field}.${hasLatitude ? 'longitude' : 'latitude'}`, messages.coordinateAlone({ field }));
  return hasLatitude ? { ...place, latitude: latitude as number, longitude: longitude as number } : null;
}

/** Degrees as they are kept: with seven decimals, about a centimetre. */
const toDegrees = (degrees: number): number => Math.round(degrees * 1e7) / 1e7 + 0;

/** A clock ahead of ours may be wrong: what it reports counts as of now. */
export function placeReport(
  { latitude, longitude, address = null, timestamp, mileage = null }: SentReport,
  now: Date,
): PlaceReport {
  const reported_for = timestamp ?? now;
  const counts_at = reported_for > now ? now : reported_for;
  return { latitude: toDegrees(latitude), longitude: toDegrees(longitude), address, mileage, reported_for, counts_at };
}

/** Whether a report states what is stored already: what is not in it is not compared. */
export const isSamePlace = (sent: SentReport, stored: LastPlace | null): boolean =>
  stored !== null &&
  toDegrees(sent.latitude) === stored.latitude &&
  toDegrees(sent.longitude) === stored.longitude &&
  (!sent.timestamp || sent.timestamp.getTime() === stored.last_updated.getTime()) &&
  (sent.address === undefined || textOf(sent.address) === textOf(stored.address));

/** An address in any order of its keys, which the database does not keep. */
const textOf = (address: string | Address | null): string =>
  JSON.stringify(typeof address === 'object' && address !== null ? Object.entries(address).sort() : address);
