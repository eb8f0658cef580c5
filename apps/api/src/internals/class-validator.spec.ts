import 'reflect-metadata';
import { IsString, MetadataStorage, validateSync } from 'class-validator';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { beforeConstraints } from './class-validator.js';

class Named {
  @IsString() name!: unknown;
}
class Late {
  name!: unknown;
}
const wrongIn = (type: new () => object, value: object): string[] =>
  validateSync(Object.assign(new type(), value)).map(({ property }) => property);

it('lets the constraints of a class be declared when they are first asked for', () => {
  const asked: unknown[] = [];
  beforeConstraints((type) => {
    if (type !== Late) return;
    if (asked.length === 0) IsString()(Late.prototype, 'name');
    asked.push(type);
  });
  expect(wrongIn(Named, { name: 1 })).toEqual(['name']);
  expect(asked).toEqual([]);
  expect(wrongIn(Late, { name: 1 })).toEqual(['name']);
  expect(wrongIn(Late, { name: 'x' })).toEqual([]);
});

it('ends the start where class-validator no longer looks for them so', () => {
  const storage = Object.assign(new MetadataStorage(), { getTargetValidationMetadatas: undefined });
  const declare = () => beforeConstraints(() => undefined, storage);
  expect(declare).toThrow(StartError);
  expect(declare).toThrow(/class-validator.*MetadataStorage\.getTargetValidationMetadatas/);
});
