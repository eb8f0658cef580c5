import type { Language, Words } from '@usaha/shared';

const words = {
  title: { en: 'Simulation of MyInvois', ms: 'Simulasi MyInvois' },
  hint: {
    en: 'This document was made in the simulator. The tax board does not know it.',
    ms: 'Dokumen ini dibuat dalam simulator. LHDN tidak mengetahuinya.',
  },
  number: { en: 'Number', ms: 'Nombor' },
  total: { en: 'Total', ms: 'Jumlah' },
  gone: { en: 'This link leads to no document', ms: 'Pautan ini tidak menuju ke mana-mana dokumen' },
} satisfies Record<string, Words>;

const statuses = {
  submitted: { en: 'Submitted', ms: 'Dihantar' },
  valid: { en: 'Valid', ms: 'Sah' },
  invalid: { en: 'Invalid', ms: 'Tidak sah' },
  cancelled: { en: 'Cancelled', ms: 'Dibatalkan' },
} satisfies Record<string, Words>;

/** What the page of a simulated document says. */
export const sayOf = (name: keyof typeof words, language: Language): string => words[name][language];
export const sayStatusOf = (status: keyof typeof statuses, language: Language): string => statuses[status][language];
