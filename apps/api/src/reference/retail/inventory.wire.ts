import {
  alertTypes,
  severities,
  type AlertType,
  type Severity,
  type StockAlert,
  type TransferResult,
} from '@usaha/retail';
import { param } from '../../wire/param.js';
import { field } from '../../wire/field.js';
import { plainView } from '../../wire/view.js';
import { ReferencePage } from '../reference.js';
import { StockResultView } from './products.wire.js';

/** POST /api/v1/retail/inventory/adjust/. */
export class AdjustBody {
  @field.text('Id of the product', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { max: 200 }) product_id!: string;
  @field.count('Whole units; negative reduces, 0 is refused', -3, { min: -(2 ** 31) }) quantity!: number;
  @field.text('Why', 'Broken', { optional: true }) reason?: string | null;
  @field.text('What it refers to', 'COUNT-2026-03', { optional: true, max: 200 }) reference?: string | null;
  @field.text('Notes', 'Fell from the shelf', { optional: true, max: 10_000 }) notes?: string | null;
}

/** POST /api/v1/retail/inventory/transfer/. */
export class TransferBody {
  @field.text('Id of the product', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { max: 200 }) product_id!: string;
  @field.count('Whole units', 4, { min: 1 }) quantity!: number;
  @field.text('Where it lies; what was never moved lies nowhere, and may go too', 'Store room', { max: 200 })
  from_location!: string;
  @field.text('Where it goes', 'Shop floor', { max: 200 }) to_location!: string;
  @field.text('What it refers to', 'TR-17', { optional: true, max: 200 }) reference?: string | null;
  @field.text('Notes', 'For the weekend', { optional: true, max: 10_000 }) notes?: string | null;
}

@field.record('What a transfer did')
export class TransferView extends StockResultView {
  @field.count('How much moved', 4) quantity!: number;
  @field.text('Where it lay', 'Store room') from_location!: string;
  @field.text('Where it lies now', 'Shop floor') to_location!: string;
}

/** GET /api/v1/retail/inventory/alerts/. */
export class AlertListQuery extends ReferencePage {
  @param.choice('What is wrong', alertTypes) type?: AlertType;
  @param.choice('How bad', severities) severity?: Severity;
}

@field.record("Something about a product's stock that somebody should look at (A-161)")
export class AlertView {
  @field.id('The product') product_id!: string;
  @field.text('Stock-keeping unit', 'KOPI-500') sku!: string;
  @field.text('Name', 'Kopi O 500 g') name!: string;
  @field.choice('What is wrong', alertTypes) type!: string;
  @field.choice(
    'low_stock: 0 is high, half the minimum medium. overstock: more than twice the maximum is high, 1.5 times medium. expiry: past is high, within 7 days medium (A-101)',
    severities,
  )
  severity!: string;
  @field.count('Units in stock', 4) current_stock!: number;
  @field.count('At this stock or below, it is low', 10) minimum_stock!: number;
  @field.count('Above this stock, it is too much', 200, { nullable: true }) maximum_stock!: number | null;
  @field.day('The earliest of expiry_date and halal_expiry_date in its attributes', '2026-06-30', { nullable: true })
  expiry_date!: string | null;
  @field.text('The same in words', 'Kopi O 500 g: 4 left, the minimum is 10') message!: string;
}

export const alertView = plainView<StockAlert, AlertView>(AlertView);

export const transferView = plainView<TransferResult, TransferView>(TransferView, {
  fields: { operation: () => 'transfer' },
});
