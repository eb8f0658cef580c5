import { recordEvents } from '@usaha/shared/events';
import type { Fee } from './fee.entity.js';

/** The events of fees. */
export const feeEvents = recordEvents<Fee>('education.fee')({
  path: '/api/v1/education/fees/{id}/',
  contract_path: null,
  data: { amount: 'money', currency: 'text' },
  changed: true,
  verbs: {
    created: { en: 'A fee was created.', ms: 'Satu yuran telah dicipta.' },
    updated: { en: 'A fee was changed.', ms: 'Satu yuran telah diubah.' },
    deleted: { en: 'A fee was deleted.', ms: 'Satu yuran telah dipadam.' },
    restored: { en: 'A fee was restored.', ms: 'Satu yuran telah dipulihkan.' },
  },
});
