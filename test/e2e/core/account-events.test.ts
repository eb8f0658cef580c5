import { ACCOUNT_EVENTS, awaitEvents } from '../../support/awaited-events.js';
import { reference } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { tokenTo } from '../../support/letters.js';
import { newTenant, newUser, signIn, unique } from '../../support/people.js';
import { enrol, mfa } from '../../support/second-factor.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** Inner events of accounts and keys: handlers are told ids alone. */

jest.setTimeout(60_000);

const eventsOf = (tenant_id: string) =>
  sql<{ name: string; payload: object }>(
    workerState().ownerUrl as string,
    // New users with a password are told as active, too.
    `select name, payload from kernel.outbox
      where tenant_id = $1 and name ~ '^core[.](user|api_key)[.]' and name <> 'core.user.activated' order by at, id`,
    [tenant_id],
  );

it('new passwords by letter, ended sessions, second factors and keys are told with ids alone (A-429)', async () => {
  const tenant = await newTenant();
  await awaitEvents(tenant.id, ACCOUNT_EVENTS);
  const { token } = tenant.admin;
  const member = await newUser(tenant, 'staff');
  await signIn(member.username, member.password, tenant.id);
  expect(on.data(await on.post(`/users/${member.id}/end-sessions`, {}, token))).toEqual({ ended: 2 });

  const { email } = member;
  await reference.post('/auth/forgot-password/', { email, tenant_id: tenant.slug });
  const link = await tokenTo(email);
  const set = await reference.post('/auth/reset-password/', { token: link, new_password: 'Baharu-Sekali-9' });
  expect(set.status).toBe(200);

  const other = await enrol(await newUser(tenant, 'staff'));
  expect((await mfa('/totp/disable', { code: other.phone.code() }, other.token)).status).toBe(200);

  const { id } = on.data(await on.post('/api-keys', { name: unique('key'), scopes: ['*:read'] }, token));
  expect((await on.post(`/api-keys/${id}/rotate`, {}, token)).status).toBe(200);
  expect((await on.send('DELETE', `/api-keys/${id}`, { token })).status).toBe(200);

  expect(await eventsOf(tenant.id)).toEqual([
    { name: 'core.user.sessions_ended', payload: { user_id: member.id } },
    { name: 'core.user.password_reset', payload: { user_id: member.id } },
    { name: 'core.user.mfa_enabled', payload: { user_id: other.id } },
    { name: 'core.user.mfa_disabled', payload: { user_id: other.id } },
    { name: 'core.api_key.created', payload: { api_key_id: id } },
    { name: 'core.api_key.rotated', payload: { api_key_id: id } },
    { name: 'core.api_key.deleted', payload: { api_key_id: id } },
  ]);
});
