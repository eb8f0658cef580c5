import type { Actor } from '@usaha/shared';

/** The eyes of an administrator, so that nothing of an archive is masked. */
export const asAdministrator = (user_id: string, session_id: string): Actor => ({
  user_id,
  number: null,
  role: 'admin',
  session_id,
  is_operator: false,
  driver_id: null,
});
