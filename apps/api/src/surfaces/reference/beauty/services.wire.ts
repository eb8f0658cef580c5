import { SalonService, type ProductUsed } from '@usaha/beauty';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { textsOrObjects } from '../../../wire/texts-or-objects.js';
import { viewOf } from '../../../wire/view.js';
import { ReferencePage } from '../reference.js';

const usedExample = ['Serum', { product_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', quantity: 2 }];

/** POST /api/v1/beauty/services/. */
export class SalonServiceBody {
  @field.text('Name', 'Deep cleansing facial', { max: 200 }) name!: string;
  @field.text('Description', 'Cleansing, steam and mask', { optional: true, max: 10_000 }) description?: string | null;
  @field.text('Category; any text', 'Facial', { optional: true, max: 200 }) category?: string | null;
  @field.text('Subcategory; any text', 'Cleansing', { optional: true, max: 200 }) subcategory?: string | null;
  @field.count('Duration in minutes; default 30 (A-175)', 60, { optional: true, min: 1 }) duration_minutes?:
    number | null;
  @field.money('Price in MYR, including tax (A-267)', 120) price!: number;
  @field.percent('Tax rate in percent; default: the configured default_tax_rate, otherwise 0 (A-257)', 0, {
    optional: true,
  })
  tax_rate?: number | null;
  @field.text('Staff level required; any text', 'senior', { optional: true, max: 200 }) staff_level_required?:
    string | null;
  @field.texts('Room requirements', ['steam'], { unset: true }) room_requirements?: string[];
  @textsOrObjects('Products used: texts or objects, returned as sent (A-257)', usedExample, { unset: true })
  products_used?: ProductUsed[];
  @field.texts('Skin types it is meant for', ['oily'], { unset: true }) target_skin_types?: string[];
  @field.texts('Allergies and conditions that an appointment warns of (A-256)', ['lavender oil'], { unset: true })
  contraindications?: string[];
  @field.text('Instructions before the treatment', 'No exfoliation for two days', { optional: true, max: 10_000 })
  pre_care_instructions?: string | null;
  @field.text('Instructions after the treatment', 'Avoid the sun', { optional: true, max: 10_000 })
  post_care_instructions?: string | null;
  @field.percent('Discount for members in percent; changes no price by itself (A-257)', 10, { optional: true })
  membership_discount?: number | null;
  @field.percent('Promotional discount in percent; changes no price by itself', 5, { optional: true })
  promotion_discount?: number | null;
  @field.flag('Whether it can be booked; default true', true, { unset: true }) is_active?: boolean;
  @field.flag('Whether the health ministry approved it; default false', true, { unset: true })
  ministry_approved?: boolean;
  @field.text('Number of the approval', 'KKM-2026-118', { optional: true, max: 200 }) ministry_approval_number?:
    string | null;
  @field.flag('Whether it is certified halal; default false', true, { unset: true }) halal_certified?: boolean;
  @field.text('Number of the halal certificate', 'MS 2200-1-008', { optional: true, max: 200 })
  halal_certification_number?: string | null;
  @field.text('Notes', 'Sesuai untuk kulit sensitif', { optional: true, max: 10_000 }) notes?: string | null;
}

@field.record('Fields of a service to change; absent fields stay as they are')
export class SalonServicePatch extends PartialType(SalonServiceBody) {}

/** GET /api/v1/beauty/services/. */
export class SalonServiceListQuery extends ReferencePage {
  @param.text('Category, ignoring case (A-173)', 'facial') category?: string;
  @param.text('Subcategory, ignoring case (A-173)', 'cleansing') subcategory?: string;
  @param.money('Minimum price', 50) min_price?: number;
  @param.money('Maximum price', 150) max_price?: number;
  @param.flag('Whether it can be booked') is_active?: boolean;
  @param.flag('Whether it is certified halal, with or without a number (A-258)') halal_certified?: boolean;
}

@field.record('A service of a salon or spa')
export class SalonServiceView {
  @field.id('Id of the service') id!: string;
  @field.text('Name', 'Deep cleansing facial') name!: string;
  @field.text('Description', 'Cleansing, steam and mask', { nullable: true, max: 10_000 }) description!: string | null;
  @field.text('Category', 'Facial', { nullable: true }) category!: string | null;
  @field.text('Subcategory', 'Cleansing', { nullable: true }) subcategory!: string | null;
  @field.count('Duration in minutes', 60, { min: 1 }) duration_minutes!: number;
  @field.money('Price in MYR, including tax', 120) price!: number;
  @field.percent('Tax rate in percent', 0) tax_rate!: number;
  @field.text('Staff level required', 'senior', { nullable: true }) staff_level_required!: string | null;
  @field.texts('Room requirements', ['steam']) room_requirements!: string[];
  @textsOrObjects('Products used, as sent', usedExample) products_used!: ProductUsed[];
  @field.texts('Skin types it is meant for', ['oily']) target_skin_types!: string[];
  @field.texts('Allergies and conditions that an appointment warns of', ['lavender oil']) contraindications!: string[];
  @field.text('Instructions before the treatment', 'No exfoliation for two days', { nullable: true, max: 10_000 })
  pre_care_instructions!: string | null;
  @field.text('Instructions after the treatment', 'Avoid the sun', { nullable: true, max: 10_000 })
  post_care_instructions!: string | null;
  @field.percent('Discount for members in percent', 10, { nullable: true }) membership_discount!: number | null;
  @field.percent('Promotional discount in percent', 5, { nullable: true }) promotion_discount!: number | null;
  @field.flag('Whether it can be booked', true) is_active!: boolean;
  @field.flag('Whether the health ministry approved it', true) ministry_approved!: boolean;
  @field.text('Number of the approval', 'KKM-2026-118', { nullable: true }) ministry_approval_number!: string | null;
  @field.flag('Whether it is certified halal', true) halal_certified!: boolean;
  @field.text('Number of the halal certificate', 'MS 2200-1-008', { nullable: true })
  halal_certification_number!: string | null;
  @field.text('Notes', 'Sesuai untuk kulit sensitif', { nullable: true, max: 10_000 }) notes!: string | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const salonServiceView = viewOf(SalonService, SalonServiceView, { revision: 1 });
