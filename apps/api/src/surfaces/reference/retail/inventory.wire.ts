import {
  alertTypes,
  severities,
  type AlertType,
  type Severity,
  type StockAlert,
  type TransferResult,
} from '@usaha/retail';
import type { Language } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { field } from '../../../wire/field.js';
import { plainView, plainViewFor } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { sentence } from '../../../wire/sentence.js';
import { ReferencePage } from '../reference.js';
import { StockResultView } from './products.wire.js';

/** POST /api/v1/retail/inventory/adjust/. */
export class AdjustBody {
  @field.text('Id of the product', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { max: 200 }) product_id!: string;
  @field.count('Change in whole units; negative to reduce the stock; 0 is refused', -3, { min: -(2 ** 31) })
  quantity!: number;
  @field.text('Reason', 'Broken', { optional: true }) reason?: string | null;
  @field.text('Reference', 'COUNT-2026-03', { optional: true, max: 200 }) reference?: string | null;
  @field.text('Notes', 'Fell from the shelf', { optional: true, max: 10_000 }) notes?: string | null;
}

/** POST /api/v1/retail/inventory/transfer/. */
export class TransferBody {
  @field.text('Id of the product', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { max: 200 }) product_id!: string;
  @field.count('Quantity in whole units', 4, { min: 1, view: 'Quantity moved' }) quantity!: number;
  @field.text('Source location; stock without a location may be moved too', 'Store room', {
    max: 200,
    view: 'Source location',
  })
  from_location!: string;
  @field.text('Destination location', 'Shop floor', { max: 200 }) to_location!: string;
  @field.text('Reference', 'TR-17', { optional: true, max: 200 }) reference?: string | null;
  @field.text('Notes', 'For the weekend', { optional: true, max: 10_000 }) notes?: string | null;
}

@field.record('The result of a stock transfer')
export class TransferView extends ViewType(TransferBody, {
  extends: StockResultView,
  except: ['product_id', 'reference', 'notes'],
}) {}

/** GET /api/v1/retail/inventory/alerts/. */
export class AlertListQuery extends ReferencePage {
  @param.choice('Type of alert', alertTypes) type?: AlertType;
  @param.choice('Severity', severities) severity?: Severity;
}

@field.record('A stock alert of a product (A-161)')
export class AlertView {
  @field.id('Id of the product') product_id!: string;
  @field.text('Stock-keeping unit (SKU)', 'KOPI-500') sku!: string;
  @field.text('Name', 'Kopi O 500 g') name!: string;
  @field.choice('Type of alert', alertTypes) type!: string;
  @field.choice(
    'Severity. low_stock: high at 0, medium at half the minimum. overstock: high above twice the maximum, medium above 1.5 times. expiry: high once expired, medium within 7 days (A-101)',
    severities,
  )
  severity!: string;
  @field.count('Units in stock', 4) current_stock!: number;
  @field.count('Stock is low at this quantity or below', 10) minimum_stock!: number;
  @field.count('Overstock above this quantity', 200, { nullable: true }) maximum_stock!: number | null;
  @field.day('The earlier of expiry_date and halal_expiry_date in the attributes', '2026-06-30', { nullable: true })
  expiry_date!: string | null;
  @field.text(
    'Description of the alert, in the language of Content-Language',
    'Kopi O 500 g: 4 left, the minimum is 10',
  )
  message!: string;
}

/** By the language that the client reads. */
export const alertView = plainViewFor<StockAlert, AlertView, Language>(AlertView, {
  fields: { message: ({ message }, language) => sentence(message.in(language)) },
});

export const transferView = plainView<TransferResult, TransferView>(TransferView, {
  fields: { operation: () => 'transfer' },
});
