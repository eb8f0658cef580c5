import { SalonService, type ProductUsed } from '@usaha/beauty';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { textsOrObjects } from '../../../wire/texts-or-objects.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

const usedExample = ['Serum', { product_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', quantity: 2 }];

/** POST /api/v1/beauty/services/. */
export class SalonServiceBody {
  @field.text('Name', 'Deep cleansing facial', { max: 200 }) name!: string;
  @field.text('Description', 'Cleansing, steam and mask', { optional: true, max: 10_000 }) description?: string | null;
  @field.text('Category; any text', 'Facial', { optional: true, max: 200, view: 'Category' }) category?: string | null;
  @field.text('Subcategory; any text', 'Cleansing', { optional: true, max: 200, view: 'Subcategory' }) subcategory?:
    string | null;
  @field.count('Duration in minutes; default 30 (A-175)', 60, {
    optional: true,
    min: 1,
    view: { description: 'Duration in minutes', min: 1 },
  })
  duration_minutes?: number | null;
  @field.money('Price in MYR, including tax (A-267)', 120, { view: 'Price in MYR, including tax' }) price!: number;
  @field.percent('Tax rate in percent; default: the configured default_tax_rate, otherwise 0 (A-257)', 0, {
    optional: true,
    view: 'Tax rate in percent',
  })
  tax_rate?: number | null;
  @field.text('Staff level required; any text', 'senior', { optional: true, max: 200, view: 'Staff level required' })
  staff_level_required?: string | null;
  @field.texts('Room requirements', ['steam'], { unset: true }) room_requirements?: string[];
  @textsOrObjects('Products used: texts or objects, returned as sent (A-257)', usedExample, {
    unset: true,
    view: 'Products used, as sent',
  })
  products_used?: ProductUsed[];
  @field.texts('Skin types it is meant for', ['oily'], { unset: true }) target_skin_types?: string[];
  @field.texts('Allergies and conditions that an appointment warns of (A-256)', ['lavender oil'], {
    unset: true,
    view: 'Allergies and conditions that an appointment warns of',
  })
  contraindications?: string[];
  @field.text('Instructions before the treatment', 'No exfoliation for two days', { optional: true, max: 10_000 })
  pre_care_instructions?: string | null;
  @field.text('Instructions after the treatment', 'Avoid the sun', { optional: true, max: 10_000 })
  post_care_instructions?: string | null;
  @field.percent('Discount for members in percent; changes no price by itself (A-257)', 10, {
    optional: true,
    view: 'Discount for members in percent',
  })
  membership_discount?: number | null;
  @field.percent('Promotional discount in percent; changes no price by itself', 5, {
    optional: true,
    view: 'Promotional discount in percent',
  })
  promotion_discount?: number | null;
  @field.flag('Whether it can be booked; default true', true, { unset: true, view: 'Whether it can be booked' })
  is_active?: boolean;
  @field.flag('Whether the health ministry approved it; default false', true, {
    unset: true,
    view: 'Whether the health ministry approved it',
  })
  ministry_approved?: boolean;
  @field.text('Number of the approval', 'KKM-2026-118', { optional: true, max: 200 }) ministry_approval_number?:
    string | null;
  @field.flag('Whether it is certified halal; default false', true, {
    unset: true,
    view: 'Whether it is certified halal',
  })
  halal_certified?: boolean;
  @field.text('Number of the halal certificate', 'MS 2200-1-008', { optional: true, max: 200 })
  halal_certification_number?: string | null;
  @field.text('Notes', 'Sesuai untuk kulit sensitif', { optional: true, max: 10_000 }) notes?: string | null;
}

@field.record('Fields of a service to change; absent fields stay as they are')
export class SalonServicePatch extends PartialType(SalonServiceBody) {}

/** GET /api/v1/beauty/services/. */
export class SalonServiceListQuery extends RecordList('name', 'price') {
  @param.text('Category, ignoring case (A-173)', 'facial') category?: string;
  @param.text('Subcategory, ignoring case (A-173)', 'cleansing') subcategory?: string;
  @param.money('Minimum price', 50) min_price?: number;
  @param.money('Maximum price', 150) max_price?: number;
  @param.flag('Whether it can be booked') is_active?: boolean;
  @param.flag('Whether it is certified halal, with or without a number (A-258)') halal_certified?: boolean;
}

@field.record('A service of a salon or spa')
export class SalonServiceView extends ViewType(SalonServiceBody, { filled: ['duration_minutes', 'tax_rate'] }) {
  @field.id('Id of the service') id!: string;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const salonServiceView = viewOf(SalonService, SalonServiceView, { revision: 1 });
