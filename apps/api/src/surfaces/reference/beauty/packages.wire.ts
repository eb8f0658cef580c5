import { ServicePackage } from '@usaha/beauty';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { textOrNumber } from '../../../wire/text-or-number.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

const SERVICE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const TERMS = 'Not transferable; book two days ahead';

@field.record('A service of a package in a request; absent fields are null')
class PackagedServiceBody {
  @field.reference('Id of the service; it may be inactive (A-244)', SERVICE, {
    max: MAX_TEXT,
    view: 'Id of the service',
  })
  service_id!: string;
  @textOrNumber('How often; any text, or a number of sessions a month; returned as sent', 'monthly', {
    optional: true,
    view: 'How often, as sent; null if not given',
  })
  frequency: number | string | null = null;
  @field.count('Months', 3, { optional: true, min: 1, view: { min: 1 } }) duration_months: number | null = null;
  @field.count('Sessions in all; needed to redeem where frequency does not say (A-271)', 3, {
    optional: true,
    min: 1,
    view: { description: 'Sessions in all', min: 1 },
  })
  sessions: number | null = null;
}

@field.record('A service of a package in a response')
class PackagedServiceView extends ViewType(PackagedServiceBody) {}

/** POST /api/v1/beauty/packages/. */
export class ServicePackageBody {
  @field.text('Name', 'Pakej Seri Pengantin', { max: 200 }) name!: string;
  @field.text('Description', 'Three facials and a hair spa', { optional: true, max: 10_000 }) description?:
    string | null;
  @field.nestedList('Services', PackagedServiceBody, { unset: true }) services?: PackagedServiceBody[];
  @field.money('Price of the package in MYR; it may be above original_price', 280, {
    optional: true,
    view: 'Price of the package in MYR',
  })
  total_price?: number | null;
  @field.money('Price of its services one by one in MYR', 320, { optional: true }) original_price?: number | null;
  @field.percent('Discount in percent; default: what the two prices come to (A-262)', 12.5, {
    optional: true,
    view: 'Discount in percent: as sent, otherwise what the two prices come to; else null',
  })
  discount_percentage?: number | null;
  @field.count('Months in which it can be redeemed; default: for ever (A-271)', 6, {
    optional: true,
    min: 1,
    view: { description: 'Months in which it can be redeemed', min: 1 },
  })
  validity_months?: number | null;
  @field.text('Payment plan; any text', '2 instalments', { optional: true, max: 500, view: 'Payment plan' })
  payment_plan?: string | null;
  @field.text('Terms and conditions', TERMS, { optional: true, max: 10_000 }) terms_and_conditions?: string | null;
  @field.flag('Whether it is offered; default true', true, { unset: true, view: 'Whether it is offered' })
  is_active?: boolean;
  @field.percent('Discount for members in percent; changes no price by itself', 5, {
    optional: true,
    view: 'Discount for members in percent',
  })
  membership_discount?: number | null;
}

@field.record('Fields of a package to change; absent fields stay as they are')
export class ServicePackagePatch extends PartialType(ServicePackageBody) {}

/** GET /api/v1/beauty/packages/. */
export class ServicePackageListQuery extends RecordList('name') {
  @param.flag('Whether it is offered') is_active?: boolean;
}

@field.record('A package of services')
export class ServicePackageView extends ViewType(ServicePackageBody, { within: { services: PackagedServiceView } }) {
  @field.id('Id of the package') id!: string;
  @field.id('Id of the business') tenant_id!: string;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const servicePackageView = viewOf(ServicePackage, ServicePackageView, { revision: 1 });
