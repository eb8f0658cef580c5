import { AppointmentLine, type BilledProduct, type RenderedService } from '@usaha/beauty';
import { field } from '../../../wire/field.js';
import { textsOrObjects } from '../../../wire/texts-or-objects.js';
import { plainView, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';

/** What a visit consists of: services that are booked, products on its bill, services that were given. */

const SERVICE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const MEMBER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7c';
const PRODUCT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b9e';
const LONG = 10_000;
const usedExample = ['Serum', { product_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b9e', quantity: 1 }];

@field.record('A service to book')
export class AppointmentLineBody {
  @field.reference('Id of a service of the business', SERVICE, { view: 'Id of the service' }) service_id!: string;
  @field.reference('Id of a member of staff of the business', MEMBER, {
    optional: true,
    view: 'Id of the member of staff',
  })
  staff_id?: string | null;
  @field.text('Start: a date and time, or a time on the day of creation (A-108, A-241)', '2030-06-10T10:00:00+08:00', {
    optional: true,
    max: 40,
    view: 'Start, as sent',
  })
  start_time?: string | null;
  @field.text('End; default: the start plus the duration of the service', '2030-06-10T10:45:00+08:00', {
    optional: true,
    max: 40,
    view: 'End, as sent or worked out',
  })
  end_time?: string | null;
}

@field.record('A service of an appointment')
export class AppointmentLineView extends ViewType(AppointmentLineBody) {
  @placedBefore('staff_id')
  @field.text('Name of the service when it was booked', 'Deep cleansing facial')
  service_name!: string;
  @placedBefore('start_time')
  @field.text('First and last name when the member was booked; null after erasure of the member', 'Mei Ling', {
    nullable: true,
    max: 1_001,
  })
  staff_name!: string | null;
  @field.money('Price in MYR when it was booked, including tax', 80) price!: number;
}

@field.record('A product on the bill of a visit')
export class BilledProductBody {
  @field.reference('Id of a product of the business', PRODUCT, { view: 'Id of the product' }) product_id!: string;
  @field.count('Whole units; default 1', 1, { optional: true, min: 1, view: 'Whole units' }) quantity?: number | null;
}

@field.record('A product on the bill of a visit, as it was when it was put there')
export class BilledProductView extends ViewType(BilledProductBody, { filled: ['quantity'] }) {
  @placedBefore('quantity')
  @field.text('Name of the product', 'Serum')
  product_name!: string;
  @field.money('Price of one unit in MYR, including tax', 45.9) unit_price!: number;
  @field.money('Price of all units in MYR, including tax', 45.9) price!: number;
}

@field.record('A service that was given')
export class RenderedServiceBody {
  @field.text('Id of a service of the business, booked or not', SERVICE, { max: 200, view: 'Id of the service' })
  service_id!: string;
  @field.text('Notes', 'Mild redness', { optional: true, max: LONG }) notes?: string | null;
  @textsOrObjects('Products used: texts or objects, returned as sent (A-257)', usedExample, {
    unset: true,
    view: 'Products used',
  })
  products_used?: unknown[];
  @field.texts('Recommendations', ['SPF'], { unset: true }) recommendations?: string[];
}

@field.record('A service that was given, as sent')
export class RenderedServiceView extends ViewType(RenderedServiceBody) {}

export const lineView = viewOf(AppointmentLine, AppointmentLineView, { personal: ['staff_name'] });
export const productView = plainView<BilledProduct, BilledProductView>(BilledProductView);

export const renderedView = plainView<RenderedService, RenderedServiceView>(RenderedServiceView, {
  fields: {
    notes: ({ notes }) => notes ?? null,
    products_used: ({ products_used }) => products_used ?? [],
    recommendations: ({ recommendations }) => recommendations ?? [],
  },
});
