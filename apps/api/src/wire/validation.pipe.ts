import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { DomainError, type FieldError } from '@usaha/shared';

function flatten(errors: readonly ValidationError[], path = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = path ? `${path}.${error.property}` : error.property;
    const [message] = Object.values(error.constraints ?? {});
    const own =
      message === undefined ? [] : [{ field, message: error.value === undefined ? `${field} is required` : message }];
    return [...own, ...flatten(error.children ?? [], field)];
  });
}

/**
 * Bodies and queries against their wire classes: unknown fields are ignored and never bound, wrong ones
 * are named, one message each.
 */
export const validation = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidUnknownValues: false,
  validationError: { target: false },
  exceptionFactory: (errors) => {
    const fields = flatten(errors);
    return new DomainError('invalid', fields[0]?.message ?? 'The input is not valid', { errors: fields });
  },
});
