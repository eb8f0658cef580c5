import { invalid, type DomainError } from './errors.js';

/** What is said of a field of a body that names none of the tenant's records. @param noun what it should name */
export const unknownReference = (field: string, noun: string): DomainError =>
  invalid(field, `${field} names no ${noun} of yours`);
