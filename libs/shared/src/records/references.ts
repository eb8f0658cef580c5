import { invalid, type DomainError } from '../errors.js';
import { fieldMessages } from '../language/messages.js';
import type { Words } from '../language/words.js';

/** The error of a field of a body that names none of the tenant's records. @param noun what it should name */
export const unknownReference = (field: string, noun: Words): DomainError =>
  invalid(field, fieldMessages.refersToNothing({ field, noun }));
