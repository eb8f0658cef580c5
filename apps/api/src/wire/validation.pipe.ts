import { ValidationPipe, type ArgumentMetadata, type Type, type ValidationError } from '@nestjs/common';
import { DomainError, type FieldError, type Message } from '@usaha/shared';
import { getMetadataStorage, validateSync } from 'class-validator';
import { messages } from '../http/messages.js';
import { BodyReader } from './body-reader.js';
import { sayingOf, validationMessages, type Say } from './constraint-messages.js';
import { QueryCache } from './query-cache.js';
import { onlyStated } from './stated.js';
import { keysRefused, wrongKeys } from './stated-keys.js';

/** The error of a value, in every language, by the name of the constraint and its declaration. */
function messageOf({ target, property, constraints, contexts }: ValidationError): Message | undefined {
  const [constraint] = Object.keys(constraints ?? {});
  if (constraint === undefined) return undefined;
  const say = sayingOf(constraint, contexts?.[constraint] as { say?: Say } | undefined);
  if (!say) return validationMessages.untranslated({ text: constraints?.[constraint] ?? '' });
  const declared = declaredOf(target, property).find(({ name, type }) => (name ?? type) === constraint);
  const subject = declared?.each
    ? { en: `each value in ${property}`, ms: `setiap nilai dalam ${property}` }
    : { en: property, ms: property };
  return say({ subject, limits: (declared?.constraints as unknown[] | undefined) ?? [] });
}

const declaredOf = (target: object | undefined, property: string) =>
  target === undefined
    ? []
    : getMetadataStorage()
        .getTargetValidationMetadatas(target.constructor, '', false, false)
        .filter(({ propertyName }) => propertyName === property);

/** More is not read by anybody. */
const MOST_ERRORS = 100;

/** The errors by the names of their fields, in their order, one message each; no more are made than are named. */
function flatten(errors: readonly ValidationError[], path = '', found: FieldError[] = []): FieldError[] {
  for (const error of errors) {
    if (found.length >= MOST_ERRORS) break;
    const field = path ? `${path}.${error.property}` : error.property;
    const keys = keysRefused(error);
    if (keys) {
      flatten(wrongKeys(keys, error.value), field, found);
      continue;
    }
    const message = messageOf(error);
    if (message !== undefined)
      found.push({ field, message: error.value === undefined ? validationMessages.required({ field }) : message });
    flatten(error.children ?? [], field, found);
  }
  return found;
}

const PROTOTYPE_KEYS = ['__proto__', 'prototype', 'constructor'] as const;

/** Whether JSON has keys, at any depth, that Nest takes out of what it validates. */
function hasPrototypeKeys(json: object): boolean {
  if (Array.isArray(json)) return json.some((item) => isContainer(item) && hasPrototypeKeys(item));
  for (const key of PROTOTYPE_KEYS) if (Object.hasOwn(json, key)) return true;
  for (const key in json) {
    const value = (json as Record<string, unknown>)[key];
    if (isContainer(value) && hasPrototypeKeys(value)) return true;
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Validates as Nest does, bodies no further than errors are named, and queries that are sent again once: they get the same, frozen, result. */
class WirePipe extends ValidationPipe {
  private readonly queries = new QueryCache();

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type === 'body' && metatype && this.toValidate(metadata))
      return (await this.read(value, metatype)) ?? super.transform(value, metadata);
    if (type !== 'query' || !metatype) return super.transform(value, metadata);
    const key = this.queries.keyOf(metatype as new () => object, value);
    const same = key === null ? undefined : this.queries.get(key);
    if (same) return same;
    const result = Object.freeze(await super.transform(value, metadata)) as object;
    if (key !== null) this.queries.set(key, result);
    return result;
  }

  /** @returns undefined where Nest has to do it @throws invalid */
  private async read(body: unknown, type: Type): Promise<object | undefined> {
    const reader = BodyReader.of(type as new () => object);
    if (!reader || !isContainer(body) || Array.isArray(body)) return undefined;
    if (hasPrototypeKeys(body)) this.stripProtoKeys(body);
    const made = reader.make(body);
    if (reader.isRight(made)) return made;
    throw await this.exceptionFactory(validateSync(reader.wrongOf(made, MOST_ERRORS), this.validatorOptions));
  }
}

/**
 * Bodies and queries against their wire classes: unknown fields are ignored and never bound, wrong ones
 * are named, one message each.
 */
export const validation = new WirePipe({
  transform: true,
  transformOptions: onlyStated,
  whitelist: true,
  forbidUnknownValues: false,
  // Its class says what constraints were declared with.
  validationError: { target: true },
  exceptionFactory: (errors) => {
    const fields = flatten(errors);
    return new DomainError('invalid', fields[0]?.message ?? messages.inputInvalid(), { errors: fields });
  },
});
