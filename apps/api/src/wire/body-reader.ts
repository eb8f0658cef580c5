import { TransformationType } from 'class-transformer';
import { readFieldsOf, type ReadField } from '../internals/class-transformer.js';
import { checksOf, type FieldChecks } from './field-checks.js';
import { onlyStated } from './stated.js';

type BodyClass = new () => object;
type Fields = Record<string, unknown>;

/** Facts of a class that class-transformer and class-validator would find out for every object. */
interface ReadClass {
  type: BodyClass;
  fields: readonly { read: ReadField; within: ReadClass }[];
  /** null where no object of it is ever asked about. */
  checks: readonly { field: FieldChecks; within: ReadClass | undefined }[] | null;
}

const readers = new Map<BodyClass, BodyReader | null>();

/**
 * The way of right bodies, which nearly all are: into the instance that class-transformer would make, past the constraints
 * that class-validator would ask, without the errors that it prepares for every field of every object. class-validator words
 * the errors of a body, so that there is one answer to that.
 */
export class BodyReader {
  private constructor(private readonly read: ReadClass) {}

  /** The reader of a class, always the same; null for one that is declared with more than ours are. */
  static of(type: BodyClass): BodyReader | null {
    let reader = readers.get(type);
    if (reader === undefined) {
      const read = learn(type, new Map());
      readers.set(type, (reader = read?.checks ? new BodyReader(read) : null));
    }
    return reader;
  }

  /** An instance of the class, with what was sent of its fields. */
  make(body: object): object {
    return make(this.read, body) as object;
  }

  isRight(made: object): boolean {
    return isRight(this.read, made);
  }

  /**
   * The same instance with fewer things to be looked at: all its errors are the first `most` errors of the
   * whole one. Of its lists of objects it has, in their places, only those that are wrong: each of them is one error at least.
   */
  wrongOf(made: object, most: number): object {
    const left = Object.assign(Object.create(this.read.type.prototype as object) as Fields, made);
    for (const { field, within } of this.read.checks ?? []) {
      const list = left[field.name];
      if (field.isNested && within && Array.isArray(list)) left[field.name] = wrongItems(within, list, most);
    }
    return left;
  }
}

/** A list with holes, which class-validator passes over, for what is right; it is as long as before. */
function wrongItems(read: ReadClass, list: readonly unknown[], most: number): unknown[] {
  const left = new Array<unknown>(list.length);
  let wrong = 0;
  list.forEach((item, i) => {
    const isOfItsClass = isObject(item) && Object.getPrototypeOf(item) === read.type.prototype;
    // An item that is no object of the class is an error of the list itself, at any place.
    if (isOfItsClass && (wrong >= most || isRight(read, item))) return;
    left[i] = item;
    if (isOfItsClass) wrong += 1;
  });
  return left;
}

/** @param learnt those that are being learnt: a class may hold its like @returns null where one of them is declared with more */
function learn(type: BodyClass, learnt: Map<BodyClass, ReadClass>): ReadClass | null {
  const known = learnt.get(type);
  if (known) return known;
  const fields = readFieldsOf(type);
  const checks = checksOf(type);
  if (!fields || !checks || !fields.every(({ name }) => isDataOf(type, name))) return null;
  const read: ReadClass = { type, fields: [], checks: null };
  learnt.set(type, read);
  const within = new Map<string, ReadClass>();
  for (const field of fields) {
    const held = learn(field.type, learnt);
    if (!held) return null;
    within.set(field.name, held);
  }
  read.fields = fields.map((field) => ({ read: field, within: within.get(field.name) as ReadClass }));
  // What no constraint is about is taken out of what is looked at, as `whitelist` says.
  const constrained = new Set(checks.map(({ name }) => name));
  const isWhole = [...Object.keys(new type()), ...within.keys()].every((name) => constrained.has(name));
  if (isWhole) read.checks = checks.map((field) => ({ field, within: within.get(field.name) }));
  return read;
}

/** Whether a field can be set: class-transformer passes over what a class has as an accessor or method. */
function isDataOf(type: BodyClass, name: string): boolean {
  const isSet = Object.getOwnPropertyDescriptor(type.prototype, name) === undefined;
  return isSet && name !== 'constructor' && name !== '__proto__' && typeof (new type() as Fields)[name] !== 'function';
}

/** A value of a field, or a body, with what is within it. */
function make(read: ReadClass, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map((item) => make(read, item));
  const made = new read.type() as Fields;
  for (const { read: field, within } of read.fields) {
    const { name, transforms } = field;
    let found = make(within, (value as Fields)[name]);
    for (const transform of transforms)
      found = transform({
        value: found,
        key: name,
        obj: value,
        type: TransformationType.PLAIN_TO_CLASS,
        options: onlyStated,
      });
    if (found !== undefined) made[name] = found;
  }
  return made;
}

function isRight({ checks }: ReadClass, made: object): boolean {
  if (!checks) return false;
  for (const { field, within } of checks) {
    const value = (made as Fields)[field.name];
    if (!field.conditions.every((holds) => holds(made, value))) continue;
    if (!field.constraints.every((isMet) => isMet(made, value))) return false;
    if (field.isNested && !isRightWithin(within, value)) return false;
  }
  return true;
}

/** As class-validator goes into a field: lists within lists, too; what is there and no object of the class is not right. */
function isRightWithin(read: ReadClass | undefined, value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value) || !read) return false;
  if (Array.isArray(value)) return value.every((item) => isRightWithin(read, item));
  return Object.getPrototypeOf(value) === read.type.prototype && isRight(read, value);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
