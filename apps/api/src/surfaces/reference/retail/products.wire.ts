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
import { MOST_PICTURES } from '@usaha/core';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { BulkBody } from '../bulk.wire.js';
import type { UrlOfFile } from '../../../files/picture-urls.js';
import { RecordList } from '../reference.js';

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

@field.record('Attributes of a product; further keys are kept as sent')
class ProductAttributes {
  @field.texts('Colours', ['red'], { optional: true }) color?: string[] | null;
  @field.count('Warranty in months', 24, { optional: true }) warranty_months?: number | null;
  @field.number('Weight in kilograms', 0.5, { optional: true }) weight_kg?: number | null;
  @field.object('Outer dimensions', dimensionsExample, { optional: true, keys: Dimensions })
  dimensions_cm?: Record<string, unknown> | null;
  @field.flag('Whether it is certified halal', true, { optional: true }) halal_certified?: boolean | null;
  @field.text('Number of the halal certificate', 'MS 1500-2-030', { optional: true })
  halal_certification_number?: string | null;
  @field.day('Expiry date of the halal certificate', '2027-06-30', { optional: true })
  halal_expiry_date?: string | null;
}

/** POST /api/v1/retail/products/. */
export class ProductBody {
  @field.text('Stock-keeping unit (SKU), unique within the business (A-105)', 'KOPI-500', {
    max: 100,
    view: 'Stock-keeping unit (SKU)',
  })
  sku!: string;
  @field.text('Name', 'Kopi O 500 g') name!: string;
  @field.text('Description', 'Coffee powder, roasted with sugar', { optional: true, max: 10_000 }) description?:
    string | null;
  @field.text('Category; any text', 'Beverages', { optional: true, max: 200, view: 'Category' }) category?:
    string | null;
  @field.text('Brand', 'Cap Gajah', { optional: true, max: 200 }) brand?: string | null;
  @field.text('Barcode; an invalid check digit is reported in `barcode_valid`, never refused', '9556000000010', {
    optional: true,
    max: 100,
    view: 'Barcode, as sent',
  })
  barcode?: string | null;
  @field.text('Unit of measure', 'packet', { optional: true, max: 50 }) unit?: string | null;
  @field.count(
    'Units in stock. If given, even as 0, stock is tracked; without it the product is sold without limit (A-93)',
    40,
    { optional: true, view: 'Units in stock; 0 if stock is not tracked' },
  )
  current_stock?: number | null;
  @field.count('Stock is low at this quantity or below', 10, { optional: true }) minimum_stock?: number | null;
  @field.count('Overstock above this quantity', 200, { optional: true }) maximum_stock?: number | null;
  @field.money('Purchase price per unit, before tax', 6.5, { optional: true }) purchase_price?: number | null;
  @field.money('Selling price per unit, before tax', 9.9) selling_price!: number;
  @field.percent('SST rate in percent; default: the configured default_tax_rate, otherwise 6', 6, {
    optional: true,
    view: 'SST rate in percent',
  })
  tax_rate?: number | null;
  @field.flag('Whether the product is for sale', true, { optional: true }) is_active?: boolean | null;
  @field.object(
    'Attributes, stored as sent, unknown keys included. Alerts are raised for expiry_date and halal_expiry_date (A-106)',
    attributesExample,
    { unset: true, keys: ProductAttributes, view: 'As sent' },
  )
  attributes?: Record<string, unknown>;
  @field.texts('Ids of pictures (files), in the order in which they are shown; at most 8 (A-491)', [], {
    unset: true,
    max: MOST_PICTURES,
    view: 'Ids of its pictures, in the order in which they are shown',
  })
  picture_ids?: string[];
}

/** PUT /api/v1/retail/products/{product_id}/: the same fields, all optional. */
export class ProductPatch extends PartialType(ProductBody) {}

/** An item of POST /api/v1/retail/products/bulk/. */
@field.record('A product among many: the body of POST, or of PUT where a record is found')
class ProductBulkItem extends PartialType(ProductPatch) {
  @field.reference('Id of a record, where match_on is id', undefined, { unset: true }) id?: string;
}

/** POST /api/v1/retail/products/bulk/. */
export class ProductBulkBody extends BulkBody(ProductBulkItem, ['sku', 'barcode'], 'sku') {}

/** GET /api/v1/retail/products/. */
export class ProductListQuery extends RecordList('name', 'sku', 'selling_price', 'current_stock') {
  @param.text('Category, ignoring case (A-173)', 'beverages') category?: string;
  @param.text('Brand, ignoring case (A-173)', 'cap gajah') brand?: string;
  @param.text('Barcode, as a scanner reads it', '9556000000010') barcode?: string;
  @param.flag('Whether the product is for sale') is_active?: boolean;
  @param.text('Part of the name, description or SKU, ignoring case (A-25)', 'kopi') search?: string;
  @param.money('Minimum selling price (A-102)', 5) min_price?: number;
  @param.money('Maximum selling price (A-102)', 20) max_price?: number;
  @param.flag('true: products whose stock is tracked and at the minimum or below; false: all others (A-101)')
  low_stock?: boolean;
}

@field.record('A product on the reference surface')
export class ProductView extends ViewType(ProductBody, {
  filled: ['current_stock', 'minimum_stock', 'tax_rate', 'is_active'],
}) {
  @field.id('Id of the product, the same on the contract surface') id!: string;
  @placedBefore('unit')
  @field.flag('Whether the check digit of the EAN or UPC is valid; null if there is none', true, {
    nullable: true,
  })
  barcode_valid!: boolean | null;
  @field.texts('Addresses of its pictures, which open without a token and have no end (A-488, A-491)', [])
  picture_urls!: string[];
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

/** POST /api/v1/retail/products/{product_id}/update-stock/. */
export class UpdateStockBody {
  @field.count('Quantity in whole units; 0 only for set', 5) quantity!: number;
  @field.choice(
    'Operation; default add. remove, reduce and deduct are synonyms of subtract',
    choices('StockOperationWord', stockOperationWords),
    {
      optional: true,
    },
  )
  operation?: string | null;
  @field.text('Reason', 'Delivery', { optional: true }) reason?: string | null;
  @field.text('Reference', 'DO-1042', { optional: true, max: 200 }) reference?: string | null;
}

@field.record('The result of a change of stock')
export class StockResultView {
  @field.id('Id of the product') product_id!: string;
  @field.count('Stock before', 10) previous_stock!: number;
  @field.number('Change in units; negative for a decrease', 5) quantity_changed!: number;
  @field.count('Stock after', 15) new_stock!: number;
  @field.text('Operation', 'add') operation!: string;
  @field.instant('Time (UTC)') timestamp!: Date;
}

@field.record('The change of stock at one location')
export class LocationChangeView {
  @field.text('Location', 'Store room') location!: string;
  @field.number('Change in units at the location', -3) quantity_changed!: number;
  @field.count('Stock at the location after the movement', 7) balance!: number;
}

@field.record('One line of the stock ledger')
export class StockMovementView {
  @field.id('Id of the movement') id!: string;
  @field.id('Id of the product') product_id!: string;
  @field.choice('Type of movement', movementKinds) kind!: string;
  @field.number('Change in units; 0 for a transfer', -2) quantity_changed!: number;
  @field.count('Total stock after the movement', 5) balance!: number;
  @field.count('Units that an offline sale took and that were not in stock (A-510)', 0) shortage!: number;
  @field.nestedList('Locations affected; stock without a location is not listed', LocationChangeView)
  location_changes!: LocationChangeView[];
  @field.text('Reason, as sent', 'Delivery', { nullable: true }) reason!: string | null;
  @field.text('Reference, as sent', 'DO-1042', { nullable: true }) reference!: string | null;
  @field.text('Notes, as sent', 'Two boxes wet', { nullable: true, max: 10_000 }) notes!: string | null;
  @field.id('Id of the sale or refunded sale', undefined, { nullable: true }) sale_id!: string | null;
  @field.id('Id of the user who made the change; null for the service itself', undefined, { nullable: true })
  actor_id!: string | null;
  @field.instant('Time (UTC)') created_at!: Date;
}

/** @param urlOf the address of a picture */
export const productView = viewFor<Product, ProductView, UrlOfFile>(Product, ProductView, {
  revision: 2,
  fields: { picture_urls: ({ picture_ids }, urlOf) => picture_ids.map(urlOf) },
});

export const stockResultView = (result: StockResult, operation: string): StockResultView => ({ ...result, operation });

export const stockMovementView = viewOf(StockMovement, StockMovementView);

export const stockUpdate = ({ operation, ...body }: UpdateStockBody): StockUpdate => ({
  ...body,
  operation: stockOperationNamed(operation ?? 'add') as StockOperation,
});
