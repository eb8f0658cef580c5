import { BeautyProduct, BeautyStockMovement, beautyMovementKinds } from '@usaha/beauty';
import { MOST_PICTURES } from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import type { UrlOfFile } from '../../../files/picture-urls.js';
import { RecordList } from '../reference.js';

/** POST /api/v1/beauty/products/. */
export class BeautyProductBody {
  @field.text('Name', 'Serum Vitamin C', { max: 200 }) name!: string;
  @field.text('Brand', 'Seri Ayu', { optional: true, max: 200 }) brand?: string | null;
  @field.text('Description', 'Brightening serum', { optional: true, max: 10_000 }) description?: string | null;
  @field.text('Category; any text', 'Serum', { optional: true, max: 200, view: 'Category' }) category?: string | null;
  @field.text('Subcategory; any text', 'Brightening', { optional: true, max: 200, view: 'Subcategory' }) subcategory?:
    string | null;
  @field.text('Stock-keeping unit (SKU), unique among the beauty products of the business (A-261)', 'SER-VC-30', {
    optional: true,
    max: 100,
    view: 'Stock-keeping unit (SKU)',
  })
  sku?: string | null;
  @field.text('Barcode; an invalid check digit is reported in `barcode_valid`, never refused', '9556000000010', {
    optional: true,
    max: 100,
    view: 'Barcode, as sent',
  })
  barcode?: string | null;
  @field.count('Volume in millilitres', 30, { optional: true }) volume_ml?: number | null;
  @field.money('Price in MYR', 45.9) price!: number;
  @field.percent('Tax rate in percent; default: the configured default_tax_rate, otherwise 0 (A-257)', 0, {
    optional: true,
    view: 'Tax rate in percent',
  })
  tax_rate?: number | null;
  @field.count('Units in stock. If given, even as 0, stock is tracked (A-259)', 12, {
    optional: true,
    view: 'Units in stock; 0 if stock is not tracked',
  })
  stock_quantity?: number | null;
  @field.count('Stock is low at this quantity or below; default 0', 5, {
    optional: true,
    view: 'Stock is low at this quantity or below',
  })
  minimum_stock?: number | null;
  @field.texts('Ingredients', ['ascorbic acid'], { unset: true }) ingredients?: string[];
  @field.texts('Skin types', ['dry'], { unset: true }) skin_types?: string[];
  @field.texts('Age groups', ['25-40'], { unset: true }) age_groups?: string[];
  @field.day('Expiry date; it may be past (A-258)', '2027-06-30', { optional: true, view: 'Expiry date' })
  expiry_date?: string | null;
  @field.text('Batch number', 'B-2026-014', { optional: true, max: 200 }) batch_number?: string | null;
  @field.text('Supplier', 'Seri Ayu Sdn Bhd', { optional: true, max: 200 }) supplier?: string | null;
  @field.flag('Whether the health ministry approved it; default false', true, {
    unset: true,
    view: 'Whether the health ministry approved it',
  })
  ministry_approved?: boolean;
  @field.text('Number of the notification; any text (A-113)', 'NOT200601234K', {
    optional: true,
    max: 200,
    view: 'Number of the notification',
  })
  ministry_notification_number?: string | null;
  @field.flag('Whether it is certified halal; default false', true, {
    unset: true,
    view: 'Whether it is certified halal',
  })
  halal_certified?: boolean;
  @field.text('Number of the halal certificate; any text (A-113)', 'MS 2634-041', {
    optional: true,
    max: 200,
    view: 'Number of the halal certificate',
  })
  halal_certification_number?: string | null;
  @field.flag('Whether it is free of cruelty to animals; default false', true, {
    unset: true,
    view: 'Whether it is free of cruelty to animals',
  })
  cruelty_free?: boolean;
  @field.flag('Whether it is vegan; default false', false, { unset: true, view: 'Whether it is vegan' })
  vegan?: boolean;
  @field.flag('Whether it is organic; default false', false, { unset: true, view: 'Whether it is organic' })
  organic?: boolean;
  @field.flag('Whether it is in use; default true', true, { unset: true, view: 'Whether it is in use' })
  is_active?: boolean;
  @field.texts('Ids of pictures (files), in the order in which they are shown; at most 8 (A-491)', [], {
    unset: true,
    max: MOST_PICTURES,
    view: 'Ids of its pictures, in the order in which they are shown',
  })
  picture_ids?: string[];
}

@field.record('Fields of a product to change; absent fields stay as they are')
export class BeautyProductPatch extends PartialType(BeautyProductBody) {}

/** GET /api/v1/beauty/products/. */
export class BeautyProductListQuery extends RecordList('name', 'price') {
  @param.text('Category, ignoring case (A-173)', 'serum') category?: string;
  @param.text('Subcategory, ignoring case (A-173)', 'brightening') subcategory?: string;
  @param.text('Brand, ignoring case (A-173)', 'seri ayu') brand?: string;
  @param.text('Barcode', '9556000000010') barcode?: string;
  @param.money('Minimum price', 20) min_price?: number;
  @param.money('Maximum price', 80) max_price?: number;
  @param.flag('Whether it is certified halal, with or without a number (A-258)') halal_certified?: boolean;
  @param.flag('true: products whose stock is tracked and at the minimum or below; false: all others (A-259)')
  low_stock?: boolean;
}

@field.record('A product of a salon or spa')
export class BeautyProductView extends ViewType(BeautyProductBody, {
  filled: ['tax_rate', 'stock_quantity', 'minimum_stock'],
}) {
  @field.id('Id of the product') id!: string;
  @field.id('Id of the business') tenant_id!: string;
  @placedBefore('volume_ml')
  @field.flag('Whether the check digit of the EAN or UPC is valid; null if there is none', true, { nullable: true })
  barcode_valid!: boolean | null;
  @field.texts('Addresses of its pictures, which open without a token and have no end (A-488, A-491)', [])
  picture_urls!: string[];
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

/** @param urlOf the address of a picture */
export const beautyProductView = viewFor<BeautyProduct, BeautyProductView, UrlOfFile>(
  BeautyProduct,
  BeautyProductView,
  {
    revision: 2,
    fields: { picture_urls: ({ picture_ids }, urlOf) => picture_ids.map(urlOf) },
  },
);

@field.record('One line of the stock ledger')
export class BeautyStockMovementView {
  @field.id('Id of the movement') id!: string;
  @field.id('Id of the product') product_id!: string;
  @field.choice('Type of movement', choices('BeautyMovementKind', beautyMovementKinds)) kind!: string;
  @field.number('Change in units; 0 if a treatment needed some and none was there', -2) quantity_changed!: number;
  @field.count('Stock after the movement', 5) balance!: number;
  @field.count('Units that a treatment needed and that were not there (A-260)', 0) shortage!: number;
  @field.id('Id of the appointment that used it', undefined, { nullable: true }) appointment_id!: string | null;
  @field.id('Id of the user who made the change; null for the service itself', undefined, { nullable: true })
  actor_id!: string | null;
  @field.instant('Time (UTC)') created_at!: Date;
}

export const beautyStockMovementView = viewOf(BeautyStockMovement, BeautyStockMovementView);
