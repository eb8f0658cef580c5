import 'reflect-metadata';
import * as swagger from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { fieldsOf } from './declared-fields.js';
import { field } from './field.js';
import { sayForDocuments } from './for-documents.js';
import { PartialType } from './partial-type.js';
import { onlyStated } from './stated.js';

class Named {
  @field.text('Name', 'Siti') name!: string;
}
class Line {
  @field.count('Quantity', 1, { min: 1 }) quantity!: number;
}
class Body extends Named {
  @field.email('E-mail', 'siti@example.com', { optional: true }) email?: string | null;
  @field.texts('Tags', ['vip'], { unset: true }) tags?: string[];
  @field.nested('A line', Line) line!: Line;
}
class Patch extends PartialType(Body) {
  @field.flag('Whether it is active', true, { unset: true }) is_active?: boolean;
}

const read = (body: object): Patch => plainToInstance(Patch, body, onlyStated);
const wrong = (body: object): string[] => validateSync(read(body)).map(({ property }) => property);

it('has the fields of the whole body and of those that it inherits from, then its own', () => {
  expect([...fieldsOf(Patch)]).toEqual([
    ['name', null],
    ['email', null],
    ['tags', null],
    ['line', Line],
    ['is_active', null],
  ]);
});

it('lets each be left out, and asks of one that is sent what the whole body asks', () => {
  expect(wrong({})).toEqual([]);
  expect(wrong({ name: '', email: 'x', line: { quantity: 0 }, is_active: 'yes' })).toEqual([
    'is_active',
    'name',
    'email',
    'line',
  ]);
});

it('refuses null where the whole body does, and reads it where it clears (A-18)', () => {
  expect(wrong({ name: null, line: null })).toEqual(['name', 'line']);
  expect(wrong({ email: null, tags: null })).toEqual([]);
  expect(read({ email: null, tags: null })).toEqual({ email: null, tags: [] });
});

it('leaves the whole body as it is', () => {
  expect(validateSync(plainToInstance(Body, {}, onlyStated)).map(({ property }) => property)).toEqual(['line', 'name']);
});

it('is documented with the fields of the whole body, none of them required', () => {
  sayForDocuments(swagger);
  const said = (type: object, key: string): unknown => Reflect.getMetadata('swagger/apiModelProperties', type, key);
  expect(Reflect.getMetadata('swagger/apiModelPropertiesArray', Patch.prototype)).toEqual([
    ':name',
    ':email',
    ':tags',
    ':line',
    ':is_active',
  ]);
  expect(said(Body.prototype, 'name')).toMatchObject({ description: 'Name', maxLength: 500, required: true });
  expect(said(Patch.prototype, 'name')).toMatchObject({ description: 'Name', maxLength: 500, required: false });
});
