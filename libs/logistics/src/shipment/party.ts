import type { Address } from '@usaha/core';
import { invalid } from '@usaha/shared';
import { messages } from '../messages.js';

/** The sender or receiver of a shipment, and the place. Names, telephone, street and coordinates are personal. */
export interface Party {
  company_name: string | null;
  address: Address | null;
  contact_person: string | null;
  phone_number: string | null;
  /** Without it a receiver cannot be told. */
  email: string | null;
  /** Degrees; both or neither. */
  latitude: number | null;
  longitude: number | null;
}

/** Coordinates are told together, or not at all. @throws invalid for the one that is missing */
export function requireBoth(field: string, { latitude, longitude }: Pick<Party, 'latitude' | 'longitude'>): void {
  if ((latitude === null) === (longitude === null)) return;
  throw invalid(`${field}.${latitude === null ? 'latitude' : 'longitude'}`, messages.coordinateAlone({ field }));
}
