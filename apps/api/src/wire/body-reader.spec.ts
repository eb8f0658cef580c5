import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Exclude, Expose, Transform, Type, plainToInstance } from 'class-transformer';
import {
  IsDefined,
  IsString,
  ValidateIf,
  ValidateNested,
  registerDecorator,
  validateSync,
  type ValidationError,
} from 'class-validator';
import fc from 'fast-check';
import { BodyReader } from './body-reader.js';
import { fieldsOf } from './declared-fields.js';
import { field } from './field.js';
import { Stated, onlyStated } from './stated.js';

type Wire = new () => object;

const sources = fileURLToPath(new URL('..', import.meta.url));

/** Every class that a file of the wire exports, save those that are only answered. */
async function wireClasses(): Promise<Wire[]> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.wire.ts'));
  const found = new Set<Wire>();
  for (const name of files)
    for (const value of Object.values((await import(`../${name.replace(/\.ts$/, '.js')}`)) as object))
      if (typeof value === 'function' && /^class\s/.test(String(value))) found.add(value as Wire);
  return [...found].filter((type) => fieldsOf(type).size > 0 && !type.name.endsWith('View'));
}

/** As many errors as are named. */
const MOST = 100;

/** What class-validator finds wrong, by the names of the fields. */
function errorsOf(errors: readonly ValidationError[], path = ''): string[] {
  return errors.flatMap(({ property, constraints, children = [] }) => {
    const name = `${path}.${property}`;
    return [...(constraints ? [`${name}: ${JSON.stringify(constraints)}`] : []), ...errorsOf(children, name)];
  });
}

const wrongIn = (made: object): string[] =>
  errorsOf(validateSync(made, { whitelist: true, forbidUnknownValues: false })).slice(0, MOST);

const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one, other) && JSON.stringify(one) === JSON.stringify(other);

/** Values that are right for some fields and wrong for others. */
const anything: unknown[] = [
  null, '', ' ', '  \n', 'x', 'Kopi', 'x'.repeat(21), 'x'.repeat(501), 'x'.repeat(10_001), '\u{1F600}'.repeat(251), '\u{1F600}'.repeat(501), '\u2764\uFE0F'.repeat(400),
  0, -0, -1, 1, 2.5, 99.99999, 100.1, 2 ** 31, 1e12, 1e15, Number.POSITIVE_INFINITY, 1e-9, true, false,
  [], [null], [''], ['a', 'b'], ['a', 1], [[]], [{}], [[{}]], [{ a: 1 }, 'a'], Array(101).fill('a'), Array(1_001).fill('a'), Array(1_001).fill({}), {}, { a: 1 }, { a: 'x'.repeat(66_000) }, { a: [{ b: null }] },
  '09:30', '09:30:00', '24:00', '2026-03-10', '2026-02-30', '2026-03-10T16:30:00+08:00', '2026-03-10T16:30', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', '11111111-1111-1111-1111-111111111111',
  'siti@example.com', 'siti@', 'https://example.com/a?b=c', 'http://u:p@example.com', 'javascript:alert(1)', '+60123456789', 'true', '1', '12.50', 'active', 'completed', 'retail', 'monday', 'Selangor',
]; // prettier-ignore

interface Documented {
  example?: unknown;
  isArray?: boolean;
  type?: unknown;
  enum?: readonly unknown[];
}

const documented = (type: Wire, name: string): Documented =>
  (Reflect.getMetadata('swagger/apiModelProperties', type.prototype as object, name) as Documented | undefined) ?? {};

/** A value of a field as its document says, or anything else. */
function valueOf(type: Wire, name: string, held: Wire | null, depth: number): fc.Arbitrary<unknown> {
  const { example, isArray, enum: choices } = documented(type, name);
  const within = held && depth < 3 ? bodiesOf(held, depth + 1) : fc.constant(held ? {} : example);
  const right = choices ? fc.constantFrom(...choices) : isArray && held ? fc.array(within, { maxLength: 3 }) : within;
  const wrongWithin = fc.oneof(fc.array(fc.oneof(within, fc.constantFrom(...anything)), { maxLength: 3 }), within);
  return fc.oneof(
    { weight: 30, arbitrary: right },
    { weight: 2, arbitrary: fc.constantFrom(...anything) },
    { weight: 1, arbitrary: wrongWithin },
  );
}

const requiredOf = (type: Wire, names: readonly string[]): string[] =>
  names.filter((name) => (documented(type, name) as { required?: boolean }).required !== false);

function bodiesOf(type: Wire, depth = 0): fc.Arbitrary<object> {
  const fields = [...fieldsOf(type)];
  const values = Object.fromEntries(
    fields.map(([name, held]) => [name, valueOf(type, name, typeof held === 'function' ? held : null, depth)]),
  );
  const requiredKeys = requiredOf(type, Object.keys(values));
  const further = fc.constantFrom({}, {}, { tenant_id: 'x' }, { toString: 1, hasOwnProperty: null });
  const whole = fc.record(values, { requiredKeys });
  const some = fc.record(values, { requiredKeys: [] });
  return fc
    .tuple(fc.oneof({ weight: 6, arbitrary: whole }, { weight: 1, arbitrary: some }), further)
    .map(([body, more]) => ({ ...body, ...more }));
}

/** As it comes from the parser: nothing is shared. */
const copyOf = <T>(value: T): T =>
  Array.isArray(value)
    ? (value.map(copyOf) as T)
    : typeof value === 'object' && value !== null
      ? (Object.fromEntries(Object.entries(value).map(([key, held]) => [key, copyOf(held)])) as T)
      : value;

describe('a body that is read at once', () => {
  it('is the same, and right in the same cases, as what class-transformer and class-validator make of it, for every class of the wire', async () => {
    const classes = await wireClasses();
    expect(classes.length).toBeGreaterThan(100);
    let [right, wrong] = [0, 0];
    for (const type of classes) {
      const reader = BodyReader.of(type);
      if (!reader) throw new Error(`${type.name} has no reader`);
      fc.assert(
        fc.property(bodiesOf(type), (body) => {
          const made = plainToInstance(type, copyOf(body), onlyStated);
          const found = reader.make(copyOf(body));
          expect(isSame(found, made)).toBe(true);
          const errors = wrongIn(made);
          expect(reader.isRight(found)).toBe(errors.length === 0);
          expect(wrongIn(reader.wrongOf(found, MOST))).toEqual(errors);
          if (errors.length === 0) right += 1;
          else wrong += 1;
        }),
        { numRuns: 15 },
      );
    }
    // Neither of both cases is a rare one.
    expect(Math.min(right, wrong)).toBeGreaterThan((right + wrong) / 10);
  });
});

describe('a class of bodies', () => {
  class Plain {
    @field.text('Name', 'Kopi') name!: string;
  }
  class Tree {
    @field.text('Name', 'Kopi') name!: string;
    @field.nestedList('Those below', Tree, { unset: true }) below?: Tree[];
  }

  it('may hold its like', () => {
    const reader = BodyReader.of(Tree) as BodyReader;
    const body = { name: 'a', below: [{ name: 'b' }, { name: 'c', below: null }] };
    const made = reader.make(body);
    expect(isSame(made, plainToInstance(Tree, body, onlyStated))).toBe(true);
    expect(reader.isRight(made)).toBe(true);
    expect(reader.isRight(reader.make({ name: 'a', below: [{ name: 'b', below: [{ name: '' }] }] }))).toBe(false);
  });

  it.each<[string, (target: object, key: string) => void]>([
    ['a separate name', Expose({ name: 'other' })],
    ['groups', Expose({ groups: ['some'] })],
    ['a field that is left out', Exclude()],
    ['a type that is made of anything', Type(() => Number)],
    ['several types', Type(() => Plain, { discriminator: { property: 'kind', subTypes: [] } })],
    ['a transformation for some', Transform(({ value }: { value: unknown }) => value, { groups: ['some'] })],
    ['a constraint for some', IsString({ groups: ['some'] })],
    ['a constraint that must be met even if others are skipped', IsDefined()],
    ['a constraint under a condition', IsString({ validateIf: () => false })],
    [
      'a constraint that is waited for',
      ({ constructor: target }, propertyName) => {
        const validator = { validate: () => Promise.resolve(true) };
        registerDecorator({ name: 'slow', async: true, target, propertyName, validator });
      },
    ],
  ])('is left to class-transformer and class-validator where it has %s', (_, decorate) => {
    class Odd {
      @field.text('Name', 'Kopi') name!: string;
    }
    decorate(Odd.prototype, 'name');
    expect(BodyReader.of(Odd)).toBeNull();
  });

  it('is left to them where nothing says what is in a field, or what it may be', () => {
    class Untyped {
      @Expose() @IsString() name!: string;
    }
    class Unconstrained {
      @Stated() name!: string;
    }
    class WithAccessor {
      @Stated()
      @IsString()
      get name(): string {
        return 'a';
      }
    }
    class Holder {
      @field.nested('One of those', Untyped) held!: Untyped;
    }
    expect([Untyped, Unconstrained, WithAccessor, Holder].map(BodyReader.of)).toEqual([null, null, null, null]);
  });

  it('is not taken to be met by what is no object of the class within', () => {
    class Raw {
      @Stated()
      @ValidateIf((_, value) => value !== undefined)
      @Transform(({ obj }: { obj: { held: unknown } }) => obj.held)
      @ValidateNested()
      held?: object;
    }
    const reader = BodyReader.of(Raw) as BodyReader;
    expect(reader.isRight(reader.make({ held: { a: 1 } }))).toBe(false);
    expect(reader.isRight(reader.make({}))).toBe(true);
  });

  it.each([
    ['at the end of a long list', [...Array<object>(999).fill({ name: 'a' }), { name: 1 }]],
    ['in every item', Array<object>(1_000).fill({ name: '', below: [{ name: '' }] })],
    ['in every item, and the last is none', [...Array<object>(999).fill({ name: '' }), []]],
    ['in what is no object', [...Array<unknown>(150).fill([]), null, 1, { name: '' }, { name: 'a' }]],
    [
      'in what is within an item',
      Array.from({ length: 300 }, (_, i) => ({ name: 'a', below: [{ name: 'x'.repeat(i * 10) }] })),
    ],
    ['with the list itself', Array<object>(1_001).fill({ name: 'a' })],
  ])('has the first errors of the whole where something is wrong %s', (_, below) => {
    const reader = BodyReader.of(Tree) as BodyReader;
    const made = reader.make({ name: '', below }) as Tree;
    const errors = wrongIn(made);
    expect(errors.length).toBeGreaterThan(1);
    const items = [...(made.below ?? [])];
    expect(wrongIn(reader.wrongOf(made, MOST))).toEqual(errors);
    expect(made.below).toEqual(items);
  });
});
