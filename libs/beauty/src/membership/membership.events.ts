import { recordEvents } from '@usaha/shared/events';
import type { Membership } from './membership.entity.js';

/** The events of memberships. */
export const membershipEvents = recordEvents<Membership>('beauty.membership')({
  path: '/api/v1/beauty/memberships/{id}/',
  contract_path: null,
  data: { client_id: 'id' },
  changed: true,
  verbs: {
    created: { en: 'A membership was created.', ms: 'Satu keahlian telah dicipta.' },
    updated: { en: 'A membership was changed.', ms: 'Satu keahlian telah diubah.' },
  },
});
