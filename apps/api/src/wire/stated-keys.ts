import { ValidateBy, getMetadataStorage, validateSync, type ValidationError } from 'class-validator';

/** A class whose fields are the keys that the specification states of an open object, each of them optional. */
export type StatedKeys = new () => object;

const STATED_KEYS = 'statedKeys';

/**
 * The errors of the stated keys of an open object. Other keys are not looked at, and are kept as they were sent.
 */
export function wrongKeys(type: StatedKeys, value: unknown): ValidationError[] {
  if (typeof value !== 'object' || value === null) return [];
  const stated = new type() as Record<string, unknown>;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  // Of a class without rules class-validator would say that it is unknown.
  if (rules.length === 0) return [];
  for (const { propertyName } of rules)
    if (Object.hasOwn(value, propertyName)) stated[propertyName] = (value as Record<string, unknown>)[propertyName];
  return validateSync(stated);
}

/** Refuses an open object in which a stated key has another type than is stated. */
export const HasStatedKeys = (type: StatedKeys): PropertyDecorator =>
  ValidateBy(
    {
      name: STATED_KEYS,
      constraints: [type],
      validator: { validate: (value) => wrongKeys(type, value).length === 0 },
    },
    // Without a message class-validator hands no context over.
    { context: { type }, message: '$property has a key of another type than is stated' },
  );

/** The class that a refused object's keys were held against; undefined where something else was wrong. */
export const keysRefused = ({ contexts }: ValidationError): StatedKeys | undefined =>
  (contexts?.[STATED_KEYS] as { type: StatedKeys } | undefined)?.type;
