import type { Party } from './party.js';

/** Where a party was, and no longer who: city, state, postcode and country. */
export const withoutPerson = ({ address }: Party): Party => ({
  company_name: null,
  address: address && { ...address, street: null },
  contact_person: null,
  phone_number: null,
  email: null,
  latitude: null,
  longitude: null,
});

/** The counts and measures of a package: texts may tell of people, and so may keys that the specification does not state. */
const measured = ['weight_kg', 'value_myr', 'is_fragile', 'package_type'];
const sizes = ['length', 'width', 'height'];

const some = (object: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.filter((key) => Object.hasOwn(object, key)).map((key) => [key, object[key]]));

/** A package without all that may tell of people. */
export function withoutTexts(package_details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { dimensions_cm } = package_details;
  const kept = some(package_details, measured);
  if (typeof dimensions_cm !== 'object' || dimensions_cm === null) return kept;
  return { ...kept, dimensions_cm: some(dimensions_cm as Record<string, unknown>, sizes) };
}
