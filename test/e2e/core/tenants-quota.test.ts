import { contract, reference, type Answer } from '../../support/client.js';
import { PASSWORD, newTenant, unique } from '../../support/people.js';

/** an account has at most 100 tenants, counting the first and those made from within another one of them. */

jest.setTimeout(120_000);

const MOST = 100;

const fieldsOf = (name: string) => ({ name, email: 'hello@example.com', business_type: 'RETAIL' });
/** Creations wait for each other: one that has waited too long on a busy machine is sent again. */
async function create(token: string): Promise<Answer> {
  const answer = await contract.post('/tenants', fieldsOf(unique('Kedai')), { token });
  return answer.status === 503 ? create(token) : answer;
}

it('of 120 tenants that one account creates at once there are as many as it may have, and the next is refused on both surfaces', async () => {
  const first = await newTenant();
  const { token, email } = first.admin;
  const answers = await Promise.all(Array.from({ length: 120 }, () => create(token)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(MOST - 1);
  for (const { status, body } of answers.filter((answer) => !made.includes(answer))) {
    expect([status, body.code]).toEqual([403, 'QUOTA_EXCEEDED']);
  }

  const refused = await reference.post(
    '/tenants/',
    { ...fieldsOf(unique('Kedai')), business_type: 'retail' },
    { token },
  );
  expect([refused.status, refused.body.error.code]).toEqual([403, 'QUOTA_EXCEEDED']);

  // The same person in a tenant of that account is the same account.
  const tenant_slug = made[0]?.body.slug as string;
  const there = await contract.post('/auth/login', { email, password: PASSWORD, tenant_slug });
  expect((await create(there.body.access_token)).status).toBe(403);

  // Deleted ones no longer count.
  const gone = await reference.delete(`/tenants/${made[1]?.body.id}/`, { token });
  expect(gone.status).toBe(200);
  expect((await create(there.body.access_token)).status).toBe(201);
  expect((await create(token)).status).toBe(403);
  expect((await create((await newTenant()).admin.token)).status).toBe(201);
});
