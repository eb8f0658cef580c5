import { states, statesNamedIn } from '@usaha/shared/malaysia';
import { locate, type Located, type Place } from '../place/locate.js';
import type { RoutePoint } from './delivery-route.entity.js';

/** Where a point of a route is. */
export const placeOfPoint = ({ address, latitude, longitude }: RoutePoint): Place =>
  locate({ address: typeof address === 'string' ? ofOneLine(address) : address, latitude, longitude });

/** The state that stands last in a text, and its postcode. Without a state, digits may be anything. */
function ofOneLine(text: string): Located['address'] {
  const state = statesNamedIn(text).at(-1);
  if (state === undefined) return null;
  const postal_code = text.match(/(?<!\d)\d{5}(?!\d)/g)?.at(-1) ?? null;
  return { state: states[state], postal_code, country: '' };
}
