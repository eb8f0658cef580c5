import { blankOf, blankedColumns } from '../privacy/blank.js';
import { User } from './user.entity.js';

/** What cannot be empty, and names one user of a tenant. */
const becomes = { username: true, email: true };

/**
 * Takes away all that tells who a user was, and every way to sign in; the ids stay, by which records name who did what. Username and
 * e-mail become words that name the id: they are unique, and their earlier ones are free again.
 */
export function blankUser(user: User, now: Date): void {
  for (const column of blankedColumns(User, { becomes })) Object.assign(user, { [column.name]: blankOf(User, column) });
  user.username = `erased-${user.id}`;
  user.email = `${user.username}@erased.invalid`;
  user.email_confirmed_at = user.power_ended_in = user.driver_id = null;
  user.password_is_own = user.mfa_enabled = false;
  user.erased_at = now;
  user.deleted_at ??= now;
}
