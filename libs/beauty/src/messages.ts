import { nounsOf } from '@usaha/shared';

export const nouns = nounsOf({
  client: { en: 'client', ms: 'pelanggan' },
  beauty_service: { en: 'service', ms: 'perkhidmatan' },
  staff_member: { en: 'member of staff', ms: 'kakitangan' },
  beauty_product: { en: 'product', ms: 'produk' },
  beauty_appointment: { en: 'appointment', ms: 'temu janji' },
  package: { en: 'package', ms: 'pakej' },
  sold_package: { en: 'package of a client', ms: 'pakej pelanggan' },
  membership: { en: 'membership', ms: 'keahlian' },
});
