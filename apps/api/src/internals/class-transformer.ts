import { createRequire } from 'node:module';
import type { TypeMetadata } from 'class-transformer';
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js';
import { TransformationType, type TransformFnParams } from 'class-transformer';
import { brokenUpgrade } from './upgrade.js';

/** What relies on the internals of class-transformer: where it keeps what decorators have said of a class. */

/** A field that is read of what was sent, as its decorators say. */
export interface ReadField {
  name: string;
  /** What an object in it becomes, and each of a list. */
  type: new () => object;
  /** What a value goes through then, in this order. */
  transforms: readonly ((given: TransformFnParams) => unknown)[];
}

type Storage = Pick<
  MetadataStorage,
  | 'getExposedProperties'
  | 'getExcludedProperties'
  | 'findExposeMetadata'
  | 'findTypeMetadata'
  | 'findTransformMetadatas'
>;

const FINDERS = [
  'getExposedProperties',
  'getExcludedProperties',
  'findExposeMetadata',
  'findTypeMetadata',
  'findTransformMetadatas',
] as const;

const TO_CLASS = TransformationType.PLAIN_TO_CLASS;

/** As `plainToInstance` loads it: a storage of another copy would know nothing. */
const loaded = (): Partial<Storage> | undefined =>
  (
    createRequire(import.meta.url)('class-transformer/cjs/storage.js') as {
      defaultMetadataStorage?: Partial<Storage>;
    }
  ).defaultMetadataStorage;

/** @throws StartError where class-transformer no longer keeps them so */
export function transformStorage(storage: Partial<Storage> | undefined = loaded()): Storage {
  for (const name of FINDERS)
    if (typeof storage?.[name] !== 'function') throw brokenUpgrade('class-transformer', `MetadataStorage.${name}()`);
  return storage as Storage;
}

/**
 * The fields that `plainToInstance` reads of a class with `onlyStated`, in its order; null where one is declared with what
 * only class-transformer itself can do: a separate name, groups, subtypes, texts made numbers.
 */
export function readFieldsOf(type: new () => object, storage: Storage = transformStorage()): ReadField[] | null {
  if (storage.getExcludedProperties(type, TO_CLASS).length > 0) return null;
  const names = [...new Set(storage.getExposedProperties(type, TO_CLASS))];
  const fields = names.map((name) => readField(storage, type, name));
  return fields.every((field) => field !== null) ? fields : null;
}

const MADE_OTHERWISE: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date, Buffer, Map, Set, Promise]);

function readField(storage: Storage, type: new () => object, name: string): ReadField | null {
  const exposed = storage.findExposeMetadata(type, name).options;
  if (Object.keys(exposed ?? {}).length > 0) return null;
  const typed = storage.findTypeMetadata(type, name) as TypeMetadata | undefined;
  if (!typed || Object.keys(typed.options ?? {}).length > 0 || typed.reflectedType === Map) return null;
  const named = typed.typeFunction() as ReadField['type'] | undefined;
  if (typeof named !== 'function' || MADE_OTHERWISE.has(named)) return null;
  const transforms = storage.findTransformMetadatas(type, name, TO_CLASS);
  if (transforms.some(({ options }) => Object.keys(options ?? {}).length > 0)) return null;
  return { name, type: named, transforms: transforms.map(({ transformFn }) => transformFn) };
}
