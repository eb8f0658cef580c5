import 'reflect-metadata';
import * as swagger from '@nestjs/swagger';
import { DomainError, MAX_MONEY } from '@usaha/shared';
import { flagOrAmount } from './flag-or-amount.js';
import { sayForDocuments } from './for-documents.js';
import { textOrAddress } from './text-or-address.js';
import { textOrFlag } from './text-or-flag.js';
import { textOrNumber } from './text-or-number.js';
import { validation } from './validation.pipe.js';

class Sent {
  @textOrFlag('Number of a licence, or whether there is one', 'GDL 1', { optional: true }) licence?: unknown;
  @textOrNumber('Year', 2026, { optional: true }) year?: unknown;
  @flagOrAmount('All of it, or how much', 80, { optional: true }) paid?: unknown;
  @textOrAddress('Place', 'Klang', { optional: true }) place?: unknown;
}

class Needed {
  @textOrFlag('Number of a licence, or whether there is one', 'GDL 1') licence!: unknown;
}

const read = (body: object, metatype: new () => object = Sent): Promise<object> =>
  validation.transform(body, { type: 'body', metatype }) as Promise<object>;

/** @returns what is wrong, in the order of the fields */
async function wrong(body: object, metatype?: new () => object): Promise<[string, string][]> {
  try {
    await read(body, metatype);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return (error.errors ?? []).map(({ field, message }) => [field, message.in('en')]);
  }
  return [];
}

it.each<object>([
  { licence: true },
  { licence: '' },
  { licence: 'x'.repeat(100) },
  { year: 1e308 },
  { year: 'x'.repeat(100) },
  { paid: false },
  { paid: 0 },
  { paid: MAX_MONEY },
  { place: 'x'.repeat(500) },
  { place: { city: 'Klang', floor: { no: [3] } } },
  { licence: null, year: null, paid: null, place: null },
])('each kind is kept as it was sent: %j', async (body) => {
  expect({ ...(await read(body)) }).toEqual(body);
});

const licence = 'licence must be a boolean value, or a text of at most 100 characters';
const year = 'year must be a number, or a text of at most 100 characters';
const paid = `paid must be true, false, or an amount from 0 to ${MAX_MONEY}`;
const place = 'place must be a text of at most 500 characters, or an address';

it.each<[object, string]>([
  ...[5, {}, ['x'], 'x'.repeat(101)].map((value): [object, string] => [{ licence: value }, licence]),
  ...[true, {}, [1], Infinity, 'x'.repeat(101)].map((value): [object, string] => [{ year: value }, year]),
  ...['80', -0.01, MAX_MONEY + 1, {}, [true]].map((value): [object, string] => [{ paid: value }, paid]),
  ...[true, 5, ['x'], 'x'.repeat(501), { note: 'x'.repeat(65_536) }].map((value): [object, string] => [
    { place: value },
    place,
  ]),
])('what is of neither kind is refused with one message: %j', async (body, message) => {
  expect(await wrong(body)).toEqual([[Object.keys(body)[0], message]]);
});

it('an address with a wrong key is refused by the name of the key', async () => {
  expect((await wrong({ place: { city: 5 } })).map(([field]) => field)).toEqual(['place.city']);
});

it('one that may not be left out refuses null and nothing', async () => {
  expect(await wrong({ licence: null }, Needed)).toEqual([['licence', licence]]);
  expect(await wrong({}, Needed)).toEqual([['licence', 'licence is required']]);
});

it('is documented as any of its kinds, or null', () => {
  sayForDocuments(swagger);
  const said = (type: object, key: string): unknown => Reflect.getMetadata('swagger/apiModelProperties', type, key);
  const anyOf = [{ type: 'boolean' }, { type: 'string', maxLength: 100 }, { type: 'null' }];
  expect(said(Sent.prototype, 'licence')).toMatchObject({ required: false, example: 'GDL 1', anyOf });
  expect(said(Needed.prototype, 'licence')).toMatchObject({ required: true, anyOf });
  expect(said(Sent.prototype, 'paid')).toMatchObject({
    anyOf: [{ type: 'boolean' }, { type: 'number', minimum: 0, maximum: MAX_MONEY }, { type: 'null' }],
  });
});
