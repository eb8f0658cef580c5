import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { DomainError, type FieldError } from '@usaha/shared';
import { keysRefused, wrongKeys } from './stated-keys.js';

function flatten(errors: readonly ValidationError[], path = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = path ? `${path}.${error.property}` : error.property;
    const keys = keysRefused(error);
    if (keys) return flatten(wrongKeys(keys, error.value), field);
    const [message] = Object.values(error.constraints ?? {});
    const own =
      message === undefined ? [] : [{ field, message: error.value === undefined ? `${field} is required` : message }];
    return [...own, ...flatten(error.children ?? [], field)];
  });
}

/** Most queries are asked again and again. */
const MOST_QUERIES = 1_000;

/** Validates as Nest does, and each query of a class once: what is sent again gets the same, frozen, result. */
class WirePipe extends ValidationPipe {
  private readonly queries = new WeakMap<object, Map<string, object>>();

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'query' || !metadata.metatype) return super.transform(value, metadata);
    const known = this.queries.get(metadata.metatype) ?? new Map<string, object>();
    this.queries.set(metadata.metatype, known);
    const asked = JSON.stringify(value);
    const same = known.get(asked);
    if (same) return same;
    const result = Object.freeze(await super.transform(value, metadata)) as object;
    if (known.size >= MOST_QUERIES) known.clear();
    known.set(asked, result);
    return result;
  }
}

/**
 * Bodies and queries against their wire classes: unknown fields are ignored and never bound, wrong ones
 * are named, one message each.
 */
export const validation = new WirePipe({
  transform: true,
  whitelist: true,
  forbidUnknownValues: false,
  validationError: { target: false },
  exceptionFactory: (errors) => {
    const fields = flatten(errors);
    return new DomainError('invalid', fields[0]?.message ?? 'The input is not valid', { errors: fields });
  },
});
