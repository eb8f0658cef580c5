import { Expose, Type, type ClassTransformOptions } from 'class-transformer';

/** What class-transformer makes of an object where none is looked into: it has no fields to look for. */
class NotLookedInto {
  readonly isLookedInto = false;
}

const expose = Expose();
const notLookedInto = Type(() => NotLookedInto);
const stated: PropertyDecorator = (target, key) => {
  expose(target, key);
  notLookedInto(target, key);
};

/**
 * Marks a field of a body or query as known: only such are looked at, however many others are sent. An object
 * in it is not gone through either, unless the field declares it with a `@Type`: class-transformer compares
 * each key with all others, which takes seconds for some thousand keys.
 */
export const Stated = (): PropertyDecorator => stated;

/** How class-transformer reads a class whose fields are marked with `Stated`. */
export const onlyStated: ClassTransformOptions = { excludeExtraneousValues: true, exposeUnsetFields: false };
