import { messagesOf, nounsOf } from '@usaha/shared';

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

export const messages = messagesOf({
  stockOutOfRange: {
    en: ({ most }: { most: number }) => `stock_quantity must be from 0 to ${most}`,
    ms: ({ most }) => `stock_quantity mestilah antara 0 hingga ${most}`,
  },
  noPercentage: {
    en: ({ field }: { field: string }) => `${field} must be a percentage from 0 to 100`,
    ms: ({ field }) => `${field} mestilah peratusan antara 0 hingga 100`,
  },
  endBeforeStart: {
    en: ({ field, other }: { field: string; other: string }) => `${field} must not be before ${other}`,
    ms: ({ field, other }) => `${field} tidak boleh lebih awal daripada ${other}`,
  },
});
