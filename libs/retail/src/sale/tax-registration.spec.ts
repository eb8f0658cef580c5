import type { TenantService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { TaxRegistration } from './tax-registration.js';

const TAXED = { id: 'new', tax_amount: 6 };

/** A database with these taxes of committed sales, the newest first, and how often it was asked. */
function shop(taxes: number[], is_sst_registered = false) {
  const asked = { times: 0 };
  const db = {
    read: async (text: string) => {
      asked.times += 1;
      if (text.includes('limit 20')) return taxes.slice(0, 20).map((tax) => [tax]);
      return taxes.some((tax) => tax > 0) ? [[1]] : [];
    },
  };
  const tenants = { get: async () => ({ is_sst_registered }) } as unknown as TenantService;
  const ctx = (tenant_id = 'a') => ({ tenant_id, db }) as unknown as Context;
  return { asked, taxes, ctx, registration: new TaxRegistration(tenants) };
}

it('A-347: a shop that has charged tax is asked about once', async () => {
  const { asked, ctx, registration } = shop([0, 6]);
  for (let sale = 0; sale < 3; sale += 1) expect(await registration.hasChargedLately(ctx())).toBe(true);
  expect(asked.times).toBe(1);
});

it('A-347: a shop that never charges tax is asked about once', async () => {
  const { asked, ctx, registration } = shop([0, 0]);
  for (let sale = 0; sale < 3; sale += 1) {
    expect(await registration.hasChargedLately(ctx())).toBe(false);
    expect(await registration.isFirstUnregistered(ctx(), { id: 'new', tax_amount: 0 })).toBe(false);
  }
  expect(asked.times).toBe(1);
});

it('A-347: the first taxed sale is told, also where another instance made it since', async () => {
  const { asked, taxes, ctx, registration } = shop([0]);
  expect(await registration.hasChargedLately(ctx())).toBe(false);
  expect(await registration.isFirstUnregistered(ctx(), TAXED)).toBe(true);
  // It was rolled back, and is told again.
  expect(await registration.hasChargedLately(ctx())).toBe(false);
  expect(await registration.isFirstUnregistered(ctx(), TAXED)).toBe(true);
  taxes.unshift(6);
  expect(await registration.isFirstUnregistered(ctx(), TAXED)).toBe(false);
  asked.times = 0;
  expect(await registration.hasChargedLately(ctx())).toBe(true);
  expect(asked.times).toBe(0);
});

it('A-347: remembers a bounded number of tenants, and no tenant by another', async () => {
  const { asked, ctx, registration } = shop([6]);
  for (let tenant = 0; tenant < 10_001; tenant += 1) await registration.hasChargedLately(ctx(`${tenant}`));
  asked.times = 0;
  await registration.hasChargedLately(ctx('10000'));
  expect(asked.times).toBe(0);
  await registration.hasChargedLately(ctx('0'));
  expect(asked.times).toBe(1);
});
