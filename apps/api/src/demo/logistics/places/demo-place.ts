import type { Address } from '@usaha/core';
import type { Party, Point, ReportedLocation } from '@usaha/logistics';

const states = {
  SGR: 'Selangor',
  KUL: 'Wilayah Persekutuan Kuala Lumpur',
  PJY: 'Wilayah Persekutuan Putrajaya',
  JHR: 'Johor',
  PNG: 'Pulau Pinang',
  PRK: 'Perak',
} as const;

/** A neighbourhood, an industrial estate, or a halt on the way. */
export interface DemoPlace extends Point {
  name: string;
  street: string;
  city: string;
  state: string;
  postal_code: string;
}

/** @param at degrees of latitude and longitude */
export const place = (
  name: string,
  street: string,
  [postal_code, city, state]: readonly [string, string, keyof typeof states],
  [latitude, longitude]: readonly [number, number],
): DemoPlace => ({ name, street, city, state: states[state], postal_code, latitude, longitude });

/** As it is told on the way. */
export const nameOf = ({ name, city }: DemoPlace): string => (name === city ? name : `${name}, ${city}`);

/** @param number of the house or lot; none for the place as a whole */
export const addressIn = ({ street, city, state, postal_code }: DemoPlace, number?: number | string): Address => ({
  street: number === undefined ? street : `${number}, ${street}`,
  city,
  state,
  postal_code,
  country: 'Malaysia',
});

/** The details of a sender or a receiver; an absent one is not known. */
export const partyOf = (said: Partial<Party>): Party => ({
  company_name: null,
  address: null,
  contact_person: null,
  phone_number: null,
  email: null,
  latitude: null,
  longitude: null,
  ...said,
});

/** Degrees as a telephone tells them: to about a metre. */
const told = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

export const pointOf = ({ latitude, longitude }: Point): Point => ({
  latitude: told(latitude),
  longitude: told(longitude),
});

/** What a scanner tells of where and when it was used. */
export const locationAt = (point: Point, address: string, at: Date): ReportedLocation => ({
  ...pointOf(point),
  address,
  timestamp: at.toISOString(),
});
