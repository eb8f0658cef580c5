import { expectRefusal } from '../../support/core-shapes.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, newUser } from '../../support/people.js';

/** the dated rules of e-invoices. */

const PATH = '/einvoices/rules';

it('A-511: are read by every user, with their days and sources', async () => {
  const tenant = await newTenant();
  const { token } = await newUser(tenant, 'user');
  const answer = await on.get(PATH, token);
  expect(answer.status).toBe(200);
  const { as_of, groups, rules } = on.data(answer);
  expect(as_of).toBe('2026-11-23');
  expect(groups).toHaveLength(6);
  expect(groups).toContainEqual(
    expect.objectContaining({
      turnover_group: 'up_to_5m',
      mandatory_from: '2026-01-01',
      relaxation_until: '2027-12-31',
    }),
  );
  expect(groups).toContainEqual(expect.objectContaining({ turnover_group: 'below_1m', mandatory_from: null }));
  expect(rules.map(({ rule, value }: { rule: string; value: number }) => [rule, value])).toEqual([
    ['individual_over', 10_000],
    ['cancel_hours', 72],
    ['consolidate_days', 7],
  ]);
});

it('A-511: are on the reference surface alone, and need a user', async () => {
  const { admin } = await newTenant();
  expect((await contractSurface.get(PATH, admin.token)).status).toBe(404);
  expectRefusal(on, await on.get(PATH), 401);
});
