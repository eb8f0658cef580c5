import { PartialType } from '@nestjs/swagger';
import {
  movementKinds,
  stockOperationNamed,
  stockOperationWords,
  Product,
  StockMovement,
  type StockOperation,
  type StockResult,
  type StockUpdate,
} from '@usaha/retail';
import { param } from '../../wire/param.js';
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';
import { viewOf } from '../../wire/view.js';
import { ReferencePage } from '../reference.js';

const dimensionsExample = { length: 30, width: 20, height: 10 };
const attributesExample = {
  color: ['red'],
  warranty_months: 24,
  weight_kg: 0.5,
  dimensions_cm: dimensionsExample,
  halal_certified: true,
  halal_certification_number: 'MS 1500-2-030',
  halal_expiry_date: '2027-06-30',
};

@field.record('Outer dimensions, in centimetres')
class Dimensions {
  @field.number('Length', 30, { optional: true }) length?: number | null;
  @field.number('Width', 20, { optional: true }) width?: number | null;
  @field.number('Height', 10, { optional: true }) height?: number | null;
}

@field.record('What is known of a product, beside whatever else was sent')
class ProductAttributes {
  @field.texts('Colours', ['red'], { optional: true }) color?: string[] | null;
  @field.count('Months of warranty', 24, { optional: true }) warranty_months?: number | null;
  @field.number('Weight in kilograms', 0.5, { optional: true }) weight_kg?: number | null;
  @field.object('Outer dimensions', dimensionsExample, { optional: true, keys: Dimensions })
  dimensions_cm?: Record<string, unknown> | null;
  @field.flag('Whether it is certified halal', true, { optional: true }) halal_certified?: boolean | null;
  @field.text('Number of the halal certificate', 'MS 1500-2-030', { optional: true })
  halal_certification_number?: string | null;
  @field.day('Day on which the halal certificate ends', '2027-06-30', { optional: true })
  halal_expiry_date?: string | null;
}

/** POST /api/v1/retail/products/. */
export class ProductBody {
  @field.text('Stock-keeping unit, unique among the products of the business (A-105)', 'KOPI-500', { max: 100 })
  sku!: string;
  @field.text('Name', 'Kopi O 500 g') name!: string;
  @field.text('Description', 'Coffee powder, roasted with sugar', { optional: true, max: 10_000 }) description?:
    string | null;
  @field.text('Category; any text', 'Beverages', { optional: true, max: 200 }) category?: string | null;
  @field.text('Brand', 'Cap Gajah', { optional: true, max: 200 }) brand?: string | null;
  @field.text('Barcode; a wrong check digit is reported in `barcode_valid`, never refused', '9556000000010', {
    optional: true,
    max: 100,
  })
  barcode?: string | null;
  @field.text('What is counted', 'packet', { optional: true, max: 50 }) unit?: string | null;
  @field.count(
    'Units in stock. Given, even as 0, the stock is tracked; a product without is sold without limit (A-93)',
    40,
    {
      optional: true,
    },
  )
  current_stock?: number | null;
  @field.count('At this stock or below, it is low', 10, { optional: true }) minimum_stock?: number | null;
  @field.count('Above this stock, it is too much', 200, { optional: true }) maximum_stock?: number | null;
  @field.money('What a unit costs the shop, without tax', 6.5, { optional: true }) purchase_price?: number | null;
  @field.money('What a unit costs the customer, without tax', 9.9) selling_price!: number;
  @field.percent('SST in percent; the configured default_tax_rate unless given, which is 6 unless set', 6, {
    optional: true,
  })
  tax_rate?: number | null;
  @field.flag('Whether it is for sale', true, { optional: true }) is_active?: boolean | null;
  @field.object(
    'Kept as sent, unknown keys too (A-106). expiry_date and halal_expiry_date are watched by alerts',
    attributesExample,
    {
      unset: true,
      keys: ProductAttributes,
    },
  )
  attributes?: Record<string, unknown>;
}

/** PUT /api/v1/retail/products/{product_id}/: the same fields, all optional. */
export class ProductPatch extends PartialType(ProductBody, { skipNullProperties: false }) {}

/** GET /api/v1/retail/products/. */
export class ProductListQuery extends ReferencePage {
  @param.text('Category, whatever the case (A-173)', 'beverages') category?: string;
  @param.text('Brand, whatever the case (A-173)', 'cap gajah') brand?: string;
  @param.flag('Whether it is for sale') is_active?: boolean;
  @param.text('A part of name, description or sku, whatever the case (A-25)', 'kopi') search?: string;
  @param.money('Selling price from here, included (A-102)', 5) min_price?: number;
  @param.money('Selling price up to here, included (A-102)', 20) max_price?: number;
  @param.flag('true: tracked and at its minimum or below; false: all others (A-101)') low_stock?: boolean;
}

@field.record('A product on the reference surface')
export class ProductView {
  @field.id('Id of the product, the same on the contract surface') id!: string;
  @field.text('Stock-keeping unit', 'KOPI-500') sku!: string;
  @field.text('Name', 'Kopi O 500 g') name!: string;
  @field.text('Description', 'Coffee powder, roasted with sugar', { nullable: true, max: 10_000 }) description!:
    string | null;
  @field.text('Category', 'Beverages', { nullable: true }) category!: string | null;
  @field.text('Brand', 'Cap Gajah', { nullable: true }) brand!: string | null;
  @field.text('Barcode as it was sent', '9556000000010', { nullable: true }) barcode!: string | null;
  @field.flag('Whether the check digit of an EAN or UPC is right; null where there is none to check', true, {
    nullable: true,
  })
  barcode_valid!: boolean | null;
  @field.text('What is counted', 'packet', { nullable: true }) unit!: string | null;
  @field.count('Units in stock; 0 where it is not tracked', 40) current_stock!: number;
  @field.count('At this stock or below, it is low', 10) minimum_stock!: number;
  @field.count('Above this stock, it is too much', 200, { nullable: true }) maximum_stock!: number | null;
  @field.money('What a unit costs the shop, without tax', 6.5, { nullable: true }) purchase_price!: number | null;
  @field.money('What a unit costs the customer, without tax', 9.9) selling_price!: number;
  @field.percent('SST in percent', 6) tax_rate!: number;
  @field.flag('Whether it is for sale', true) is_active!: boolean;
  @field.object('As they were sent', attributesExample, { keys: ProductAttributes }) attributes!: Record<
    string,
    unknown
  >;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it last changed (UTC)') updated_at!: Date;
}

/** POST /api/v1/retail/products/{product_id}/update-stock/. */
export class UpdateStockBody {
  @field.count('Whole units; 0 only to set', 5) quantity!: number;
  @field.choice(
    'add unless given; remove, reduce and deduct are other words for subtract',
    choices('StockOperationWord', stockOperationWords),
    {
      optional: true,
    },
  )
  operation?: string | null;
  @field.text('Why', 'Delivery', { optional: true }) reason?: string | null;
  @field.text('What it refers to', 'DO-1042', { optional: true, max: 200 }) reference?: string | null;
}

@field.record('What a change of stock did')
export class StockResultView {
  @field.id('Id of the product') product_id!: string;
  @field.count('Stock before', 10) previous_stock!: number;
  @field.number('By how much it changed; negative where it fell', 5) quantity_changed!: number;
  @field.count('Stock after', 15) new_stock!: number;
  @field.text('What was done', 'add') operation!: string;
  @field.instant('When (UTC)') timestamp!: Date;
}

@field.record('What a movement did at one location')
export class LocationChangeView {
  @field.text('Location', 'Store room') location!: string;
  @field.number('By how much the stock there changed', -3) quantity_changed!: number;
  @field.count('What lies there after it', 7) balance!: number;
}

@field.record('One line of the stock ledger')
export class StockMovementView {
  @field.id('Id of the movement') id!: string;
  @field.id('The product') product_id!: string;
  @field.choice('What moved it', movementKinds) kind!: string;
  @field.number('By how much the stock changed; 0 for a transfer', -2) quantity_changed!: number;
  @field.count('The whole stock after it', 5) balance!: number;
  @field.nestedList('Locations that it touched; stock without a location is none of them', LocationChangeView)
  location_changes!: LocationChangeView[];
  @field.text('Why, as it was sent', 'Delivery', { nullable: true }) reason!: string | null;
  @field.text('What it refers to, as it was sent', 'DO-1042', { nullable: true }) reference!: string | null;
  @field.text('Notes, as they were sent', 'Two boxes wet', { nullable: true, max: 10_000 }) notes!: string | null;
  @field.id('The sale that moved it, or gave it back', undefined, { nullable: true }) sale_id!: string | null;
  @field.id('Who did it; null for the service itself', undefined, { nullable: true }) actor_id!: string | null;
  @field.instant('When (UTC)') created_at!: Date;
}

export const productView = viewOf(Product, ProductView, { revision: 1 });

export const stockResultView = (result: StockResult, operation: string): StockResultView => ({ ...result, operation });

export const stockMovementView = viewOf(StockMovement, StockMovementView);

export const stockUpdate = ({ operation, ...body }: UpdateStockBody): StockUpdate => ({
  ...body,
  operation: stockOperationNamed(operation ?? 'add') as StockOperation,
});
