import type { Shipment } from '@usaha/logistics';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';

/** GET /api/v1/logistics/shipments/labels/. */
export class LabelsQuery {
  @param.text(
    'Ids of the shipments, separated by commas: 1 to 100, printed in this order; one that is named twice, once',
    '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a,0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6b',
    { max: 4_000 },
  )
  ids?: string;
}

/** The ids that a query names. */
export const idsOf = ({ ids }: LabelsQuery): string[] => ids?.split(',').map((id) => id.trim()) ?? [];

const EXAMPLE = 'https://usaha.example/track/AZjzomscfD6dKh8uPUxbbQGY86JrHHw-nSofLj1MW24AAAAAq3mWzq0V1nKkq1Yy0c3fQmZp';

@field.record('The link of public tracking of a shipment')
export class TrackingLinkView {
  @field.id('Id of the shipment') shipment_id!: string;
  @field.text('Where anybody follows the shipment without an account (A-317)', EXAMPLE, { max: 2_000 }) url!: string;
  @field.instant(
    'When the link ends: 30 days after the shipment was delivered, cancelled or returned; null until then (UTC)',
    {
      nullable: true,
    },
  )
  expires_at!: Date | null;
}

export const trackingLinkView = ({ id }: Shipment, url: string, expires_at: Date | null): TrackingLinkView => ({
  shipment_id: id,
  url,
  expires_at,
});
