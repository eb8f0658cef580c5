import { recordEvents } from '@usaha/shared/events';
import type { StaffMember } from './staff-member.entity.js';

/** The events of members of staff: nothing in them tells of the person. */
export const staffEvents = recordEvents<StaffMember>('beauty.staff')({
  path: '/api/v1/beauty/staff/{id}/',
  contract_path: null,
  data: {},
  changed: true,
  fields: { pdpa_refused_at: 'pdpa_consent_stated' },
  verbs: {
    created: { en: 'A member of staff was created.', ms: 'Seorang kakitangan telah dicipta.' },
    updated: { en: 'A member of staff was changed.', ms: 'Seorang kakitangan telah diubah.' },
    deleted: { en: 'A member of staff was deleted.', ms: 'Seorang kakitangan telah dipadam.' },
    restored: { en: 'A member of staff was restored.', ms: 'Seorang kakitangan telah dipulihkan.' },
    erased: {
      en: 'The personal data of a member of staff were erased.',
      ms: 'Data peribadi seorang kakitangan telah dihapuskan.',
    },
  },
});
