import { scanResults, type ScanResult, type Scanned } from '@usaha/logistics';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { plainView } from '../../../wire/view.js';
import { TRACKING_NUMBER } from './shipments.wire.js';
import { UpdateStatusBody } from './tracking.wire.js';

const scanResultChoices = choices('ScanResult', scanResults);

/** POST /api/v1/logistics/shipments/bulk-status/. */
export class BulkStatusBody extends UpdateStatusBody {
  @field.texts('Tracking numbers as they are typed or scanned (A-282), at most 500', [TRACKING_NUMBER])
  tracking_numbers!: string[];
}

@field.record('What came of one number of a bulk scan')
export class ScannedView {
  @field.text('Tracking number, as sent', TRACKING_NUMBER) tracking_number!: string;
  @field.choice(
    'ok: recorded; not_found: no such shipment; duplicate: sent before in the same scan, and recorded once',
    scanResultChoices,
  )
  result!: ScanResult;
  @field.id('Id of the shipment', undefined, { nullable: true }) shipment_id!: string | null;
}

export const scannedView = plainView<Scanned, ScannedView>(ScannedView);
