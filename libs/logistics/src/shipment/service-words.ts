import type { Words } from '@usaha/shared';
import type { ServiceType } from './shipment-statuses.js';

/** What services are called. */
export const serviceWords: Readonly<Record<ServiceType, Words>> = {
  express: { en: 'Express', ms: 'Ekspres' },
  standard: { en: 'Standard', ms: 'Standard' },
  economy: { en: 'Economy', ms: 'Ekonomi' },
};
