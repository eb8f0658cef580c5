import { roles } from '@usaha/shared';
import { oneOf, recordEvents } from '@usaha/shared/events';
import { userStatuses, type User } from './user.entity.js';

const ends = (previous: string | null) => (previous === 'active' ? ('deactivated' as const) : undefined);

/** The events of users. A password that is set, and what follows from it, is no change that clients see. */
export const userEvents = recordEvents<User>('core.user')({
  path: '/api/v1/users/{id}/',
  contract_path: '/v1/users/{id}',
  data: { role: oneOf(roles), status: oneOf(userStatuses) },
  changed: true,
  silent: ['password_hash', 'password_is_own', 'power_ended_in', 'proof_email'],
  fields: { status: 'is_active', password_is_own: null, power_ended_in: null },
  statuses: {
    of: 'status',
    first: 'pending',
    verbs: { active: 'activated', inactive: ends, disabled: ends, pending: ends },
  },
  verbs: {
    created: { en: 'A user was created.', ms: 'Seorang pengguna telah dicipta.' },
    updated: { en: 'A user was changed.', ms: 'Seorang pengguna telah diubah.' },
    deleted: { en: 'A user was deleted.', ms: 'Seorang pengguna telah dipadam.' },
    erased: {
      en: 'The personal data of a user were erased.',
      ms: 'Data peribadi seorang pengguna telah dihapuskan.',
    },
    restored: { en: 'A user was restored, inactive.', ms: 'Seorang pengguna telah dipulihkan, tidak aktif.' },
    activated: { en: 'A user became active.', ms: 'Seorang pengguna telah menjadi aktif.' },
    deactivated: { en: 'A user ceased to be active.', ms: 'Seorang pengguna tidak lagi aktif.' },
  },
});
