import { ServicePackage } from '@usaha/beauty';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { textOrNumber } from '../../../wire/text-or-number.js';
import { viewOf } from '../../../wire/view.js';
import { ReferencePage } from '../reference.js';

const SERVICE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const TERMS = 'Not transferable; book two days ahead';

@field.record('A service of a package in a request; absent fields are null')
class PackagedServiceBody {
  @field.text('Id of the service; it may be inactive (A-244)', SERVICE) service_id!: string;
  @textOrNumber('How often; any text, or a number of sessions a month; returned as sent', 'monthly', { optional: true })
  frequency: number | string | null = null;
  @field.count('Months', 3, { optional: true, min: 1 }) duration_months: number | null = null;
  @field.count('Sessions in all; needed to redeem where frequency does not say (A-271)', 3, { optional: true, min: 1 })
  sessions: number | null = null;
}

@field.record('A service of a package in a response')
class PackagedServiceView {
  @field.id('Id of the service', SERVICE) service_id!: string;
  @textOrNumber('How often, as sent; null if not given', 'monthly') frequency!: number | string | null;
  @field.count('Months', 3, { nullable: true, min: 1 }) duration_months!: number | null;
  @field.count('Sessions in all', 3, { nullable: true, min: 1 }) sessions!: number | null;
}

/** POST /api/v1/beauty/packages/. */
export class ServicePackageBody {
  @field.text('Name', 'Pakej Seri Pengantin', { max: 200 }) name!: string;
  @field.text('Description', 'Three facials and a hair spa', { optional: true, max: 10_000 }) description?:
    string | null;
  @field.nestedList('Services', PackagedServiceBody, { unset: true }) services?: PackagedServiceBody[];
  @field.money('Price of the package in MYR; it may be above original_price', 280, { optional: true })
  total_price?: number | null;
  @field.money('Price of its services one by one in MYR', 320, { optional: true }) original_price?: number | null;
  @field.percent('Discount in percent; default: what the two prices come to (A-262)', 12.5, { optional: true })
  discount_percentage?: number | null;
  @field.count('Months in which it can be redeemed; default: for ever (A-271)', 6, { optional: true, min: 1 })
  validity_months?: number | null;
  @field.text('Payment plan; any text', '2 instalments', { optional: true, max: 500 }) payment_plan?: string | null;
  @field.text('Terms and conditions', TERMS, { optional: true, max: 10_000 }) terms_and_conditions?: string | null;
  @field.flag('Whether it is offered; default true', true, { unset: true }) is_active?: boolean;
  @field.percent('Discount for members in percent; changes no price by itself', 5, { optional: true })
  membership_discount?: number | null;
}

@field.record('Fields of a package to change; absent fields stay as they are')
export class ServicePackagePatch extends PartialType(ServicePackageBody) {}

/** GET /api/v1/beauty/packages/. */
export class ServicePackageListQuery extends ReferencePage {
  @param.flag('Whether it is offered') is_active?: boolean;
}

@field.record('A package of services')
export class ServicePackageView {
  @field.id('Id of the package') id!: string;
  @field.id('Id of the business') tenant_id!: string;
  @field.text('Name', 'Pakej Seri Pengantin') name!: string;
  @field.text('Description', 'Three facials and a hair spa', { nullable: true, max: 10_000 }) description!:
    string | null;
  @field.nestedList('Services', PackagedServiceView) services!: PackagedServiceView[];
  @field.money('Price of the package in MYR', 280, { nullable: true }) total_price!: number | null;
  @field.money('Price of its services one by one in MYR', 320, { nullable: true }) original_price!: number | null;
  @field.percent('Discount in percent: as sent, otherwise what the two prices come to; else null', 12.5, {
    nullable: true,
  })
  discount_percentage!: number | null;
  @field.count('Months in which it can be redeemed', 6, { nullable: true, min: 1 }) validity_months!: number | null;
  @field.text('Payment plan', '2 instalments', { nullable: true }) payment_plan!: string | null;
  @field.text('Terms and conditions', TERMS, { nullable: true, max: 10_000 }) terms_and_conditions!: string | null;
  @field.flag('Whether it is offered', true) is_active!: boolean;
  @field.percent('Discount for members in percent', 5, { nullable: true }) membership_discount!: number | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const servicePackageView = viewOf(ServicePackage, ServicePackageView, { revision: 1 });
