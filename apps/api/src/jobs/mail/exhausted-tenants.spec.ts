import { ExhaustedTenants } from './exhausted-tenants.js';

it('a tenant whose letters of a day are used up is reported once a day', () => {
  const tenants = new ExhaustedTenants();
  const days = ['2026-03-10', '2026-03-10', '2026-03-11', '2026-03-11'];
  expect(days.map((day) => tenants.isNew('a', day))).toEqual([true, false, true, false]);
  expect([tenants.isNew('b', '2026-03-11'), tenants.isNew('b', '2026-03-11')]).toEqual([true, false]);
});
