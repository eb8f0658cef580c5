import { nounsOf } from '@usaha/shared';

export const nouns = nounsOf({
  shipment: { en: 'shipment', ms: 'penghantaran' },
  vehicle: { en: 'vehicle', ms: 'kenderaan' },
  driver: { en: 'driver', ms: 'pemandu' },
  route: { en: 'route', ms: 'laluan' },
  delivery_schedule: { en: 'delivery schedule', ms: 'jadual penghantaran' },
});
