import { SignInTrail, UserRepository } from '@usaha/core';
import { statesPassword } from '../../libs/core/dist/auth/password-again.js';
import { hashPassword } from '../../libs/core/dist/user/password.js';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql } from '../support/system-database.js';
import { at, newMemberAt, newTenantAt, startOwnService, stopOwnServices } from '../support/system-service.js';

// A start of the service, on a machine that may be busy.
jest.setTimeout(120_000);

/** The current password that a signed-in user states: a try counts where a verdict was told, and only there. */

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

it('does not count a try whose client is gone before the password was looked at', async () => {
  const owned = await clonedDatabase();
  const service = await startOwnService(owned);
  const tenant = await newTenantAt(service);
  const { id, token } = await newMemberAt(service, tenant, 'staff');
  const database = await openDatabase(owned.appUrl);
  const contexts = await openContexts(database);
  let told = 0;
  try {
    const [users, trail] = [contexts.get(UserRepository), contexts.get(SignInTrail)];
    const signal = AbortSignal.abort(new Error('the client is gone'));
    const state = (): Promise<boolean> =>
      database.work({ tenant_id: tenant.id, actor: null, now: new Date(), signal }, async (ctx) =>
        statesPassword(ctx, await users.get(ctx, id), 'Wr0ngPass!', {
          client: { address: '192.0.2.7', user_agent: null },
          trail,
          database,
        }),
      );
    // All places are taken, so that tries wait; a place that is free for this tenant gives one its verdict.
    const busy = Array.from({ length: 200 }, () => hashPassword('Some0therPass!'));
    const tries = await Promise.allSettled(Array.from({ length: 15 }, state));
    await Promise.all(busy);
    told = tries.filter(({ status }) => status === 'fulfilled').length;
    const reasons = tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
    expect(reasons.length).toBeGreaterThan(0);
    expect(new Set(reasons)).toEqual(new Set(['the client is gone']));
  } finally {
    await contexts.close();
    await database.end();
  }
  const counted = (): Promise<{ tries: number }[]> =>
    sql(
      owned.ownerUrl,
      `select cardinality(r.attempts) as tries from core.sign_in_counts r where r.account = $1 and cardinality(r.attempts) > 0`,
      [`${id} password`],
    );
  expect(await counted()).toEqual(told === 0 ? [] : [{ tries: told }]);
  const body = { current_password: 'Wr0ngPass!', new_password: 'N3xtPass!word' };
  const answer = await at(service).post(`/api/v1/users/${id}/change-password/`, body, token);
  expect(answer.status).toBe(400);
  expect(await counted()).toEqual([{ tries: told + 1 }]);
});
