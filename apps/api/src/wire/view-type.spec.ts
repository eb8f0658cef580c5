import 'reflect-metadata';
import * as swagger from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { choiceList } from './choice-list.js';
import { fieldsOf } from './declared-fields.js';
import { field } from './field.js';
import { sayForDocuments } from './for-documents.js';
import { PartialType } from './partial-type.js';
import { sentFile } from './sent-files.js';
import { onlyStated } from './stated.js';
import { textOrNumber } from './text-or-number.js';
import { plainView } from './view.js';
import { ViewType, placedBefore } from './view-type.js';

class LineBody {
  @field.count('Quantity', 1, { min: 1 }) quantity!: number;
}
class LineView extends ViewType(LineBody) {
  @field.text('Name', 'Kopi') product!: string;
}
class Body {
  @field.text('Name', 'Siti', { max: 100 }) name!: string;
  @field.email('E-mail; any', 'siti@example.com', { optional: true, view: 'E-mail' }) email?: string | null;
  @field.texts('Tags', ['vip'], { unset: true }) tags?: string[];
  @field.percent('Tax; default 6', 6, { optional: true, view: { description: 'Tax', example: 8 } }) tax?: number | null;
  @field.reference('Id of a shop') shop_id!: string;
  @field.nestedList('Lines', LineBody, { min: 1 }) lines!: LineBody[];
  @textOrNumber('Level', 4, { optional: true, view: 'Level, as sent' }) level?: string | number | null;
  @choiceList('Sizes; default S', ['S', 'L'], { optional: true, view: 'Sizes' }) sizes?: string[] | null;
  @field.text('Notes', 'None', { optional: true, max: 10_000 }) notes?: string | null;
  @sentFile('Picture', 'aGVsbG8=') picture?: string | null;
}
class Patch extends PartialType(Body) {
  @field.flag('Whether it is active; lists are filtered by it', true, { unset: true, view: 'Whether it is active' })
  is_active?: boolean;
}
class Shown extends ViewType(Patch, {
  within: { lines: LineView },
  filled: ['tax'],
  nullable: ['shop_id'],
  except: ['picture'],
}) {
  @field.instant('When it was created') created_at!: Date;
  @placedBefore('tax') @field.flag('Whether it is a guest', true) is_guest!: boolean;
  @field.id('Tenant') tenant_id!: string;
  @field.id('Id') id!: string;
}
class Plain extends ViewType(LineBody) {}
class Longer extends ViewType(LineBody, { extends: Shown }) {}

const ORDER = 'id tenant_id name email tags is_guest tax shop_id lines level sizes notes'.split(' ');
const said = (type: { prototype: object }, key: string): unknown =>
  Reflect.getMetadata('swagger/apiModelProperties', type.prototype, key);
const properties = (type: { prototype: object }): unknown =>
  Reflect.getMetadata('swagger/apiModelPropertiesArray', type.prototype);

describe('a view that is derived from a body', () => {
  it('has the fields of the body between its ids and its own, and those that are placed in their places', () => {
    const order = [...ORDER, 'is_active', 'created_at'];
    expect([...fieldsOf(Shown).keys()]).toEqual(order);
    expect([...fieldsOf(Plain).keys()]).toEqual(['quantity']);
    expect([...fieldsOf(Longer).keys()]).toEqual([...order, 'quantity']);
    sayForDocuments(swagger);
    expect(properties(Shown)).toEqual(order.map((key) => `:${key}`));
    expect(properties(Plain)).toEqual([':quantity']);
    expect(properties(Longer)).toEqual([...order, 'quantity'].map((key) => `:${key}`));
  });

  it('shows what lies within by its own view, and instants as instants', () => {
    expect(fieldsOf(Shown).get('lines')).toBe(LineView);
    expect(fieldsOf(Shown).get('created_at')).toBe('instant');
    class Order {
      @field.nestedList('Lines', LineBody) lines!: LineBody[];
    }
    class OrderView extends ViewType(Order, { within: { lines: LineView } }) {}
    const lines = [{ quantity: 2, product: 'Kopi', secret: 1 }];
    const show = plainView<{ lines: typeof lines }, OrderView>(OrderView);
    expect(show({ lines })).toEqual({ lines: [{ quantity: 2, product: 'Kopi' }] });
  });

  it('documents what a record has: each field always, null where a body may clear it', () => {
    expect(said(Shown, 'name')).toMatchObject({ description: 'Name', example: 'Siti', required: true });
    expect(said(Shown, 'email')).toMatchObject({ description: 'E-mail', required: true, nullable: true });
    expect(said(Shown, 'level')).toMatchObject({ description: 'Level, as sent', required: true, type: Object });
    expect(said(Shown, 'sizes')).toMatchObject({ description: 'Sizes', required: true, nullable: true, type: 'array' });
    expect(said(Shown, 'is_active')).toMatchObject({ description: 'Whether it is active', required: true });
    expect(said(Shown, 'tags')).not.toMatchObject({ nullable: true });
    expect(said(Shown, 'tax')).toMatchObject({ description: 'Tax', example: 8, minimum: 0, maximum: 100 });
    expect(said(Shown, 'tax')).not.toMatchObject({ nullable: true });
    expect(said(Shown, 'shop_id')).toMatchObject({ format: 'uuid', nullable: true });
    expect(said(Body, 'shop_id')).toMatchObject({ maxLength: 200 });
  });

  it('has no limit of the body, but the length of a text that may be longer than others', () => {
    expect(said(Shown, 'name')).toMatchObject({ maxLength: 500 });
    expect(said(Shown, 'notes')).toMatchObject({ maxLength: 10_000 });
    expect(said(Shown, 'lines')).not.toHaveProperty('minItems');
    expect(said(LineView, 'quantity')).toMatchObject({ minimum: 0 });
    expect(said(LineBody, 'quantity')).toMatchObject({ minimum: 1 });
  });

  it('leaves the body and its patch as they are, and asks nothing itself', () => {
    const wrong = (type: new () => object, body: object) =>
      validateSync(plainToInstance(type, body, onlyStated)).map(({ property }) => property);
    expect(wrong(Body, {})).toEqual(['name', 'shop_id', 'lines']);
    expect(wrong(Patch, { name: null, lines: [] })).toEqual(['name', 'lines']);
    expect(getMetadataStorage().getTargetValidationMetadatas(Plain, '', false, false)).toEqual([]);
  });

  it('is refused where a field of the body has no place in a view and is not excepted', () => {
    expect(() => ViewType(Body)).toThrow('Body.picture is of a kind that no view has');
    class Account {
      @field.password('Password') password!: string;
    }
    expect(() => ViewType(Account)).toThrow('Account.password is of a kind that no view has');
  });

  it('has a field of the body elsewhere where it is told to', () => {
    class Moved extends ViewType(Patch, { except: ['picture', 'notes'], placed: { is_active: 'email' } }) {}
    const moved = 'name is_active email tags tax shop_id lines level sizes';
    expect([...fieldsOf(Moved).keys()]).toEqual(moved.split(' '));
    class Lost extends ViewType(LineBody, { placed: { quantity: 'colour' } }) {}
    expect(() => fieldsOf(Lost)).toThrow('quantity is placed before colour, which is not there');
  });

  it('keeps an id in its place where it is placed', () => {
    class Placed extends ViewType(LineBody) {
      @placedBefore('quantity') @field.text('Number', 'A-1') number!: string;
      @placedBefore('quantity') @field.id('Tenant') tenant_id!: string;
      @field.id('Id') id!: string;
    }
    expect([...fieldsOf(Placed).keys()]).toEqual(['id', 'number', 'tenant_id', 'quantity']);
  });
});

/** What must not compile: tsc refuses an expectation that is not met. */
export const refused = (shown: Shown): unknown[] => {
  const whole: { tax: number; email: string | null; tags: string[]; shop_id: string | null } = shown;
  const product: string | undefined = shown.lines[0]?.product;
  // @ts-expect-error what is excepted is not there
  const picture: unknown = shown.picture;
  // @ts-expect-error what a body may clear is null in the view
  const email: string = shown.email;
  // @ts-expect-error only fields of the body are named
  ViewType(Body, { filled: ['colour'] });
  // @ts-expect-error a field is placed before one that the view has
  placedBefore('colour')(shown, 'id');
  return [whole, product, picture, email];
};
