import type { Context, Database } from '@usaha/shared';
import { passwordFits } from '../user/password.js';
import type { User } from '../user/user.entity.js';
import { messages } from '../user/user.messages.js';
import { SignInLimiter, addressMark } from './sign-in-limiter.js';
import type { Client, SignInTrail } from './sign-in-trail.js';

const limiter = new SignInLimiter();

/**
 * Checks the current password of a signed-in user. Wrong ones are counted like sign-ins, in a separate count: a stolen
 * session guesses no faster than a stranger, and does not shut its owner out. It commits what was done so far, so that
 * no transaction is open while the password is looked at. A try without a verdict does not count: too many wait, or the client is gone.
 * @throws too_many; the signal's reason once its client is gone
 */
export async function statesPassword(
  ctx: Context,
  user: User,
  password: string,
  { client, trail, database }: { client: Client; trail: SignInTrail; database: Database },
): Promise<boolean> {
  const from = addressMark(ctx, client.address);
  const account = `${user.id} password`;
  const isKnown = user.isKnownAt(from);
  const counted = await limiter.countAndCommit(ctx, null, [{ tenant_id: user.tenant_id, account, isKnown }], from);
  if (counted.refused.length > 0) throw await limiter.refusal(ctx, counted, messages.tooManyPasswords);
  const fits = await passwordFits(user.password_hash, password, ctx).catch(async (error: unknown) => {
    // The caller's transaction may be over with its client.
    const { tenant_id, actor, now } = ctx;
    await database.work({ tenant_id, actor, now }, (own) => limiter.takeBack(own, counted));
    throw error;
  });
  if (fits) await limiter.succeeded(ctx, counted, { account });
  else trail.refused(ctx, [user], 'password_again', client, () => true);
  return fits;
}
