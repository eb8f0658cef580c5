import { Tenant } from '@usaha/core';
import { packageReceipt } from './package-document.js';
import { SoldPackage } from './sold-package.entity.js';

const sold = (more: Partial<SoldPackage>): SoldPackage =>
  Object.assign(new SoldPackage(), {
    name: 'Ten facials',
    price: 800,
    sessions: [],
    receipt_number: 'PKG-2026-000001',
    // 2026-03-11 in Malaysia.
    created_at: new Date('2026-03-10T17:00:00Z'),
    purchase_date: '2026-03-11',
    expires_on: null,
    payment_method: null,
    ...more,
  });
const factsOf = (more: Partial<SoldPackage>): string[] =>
  packageReceipt(sold(more), Object.assign(new Tenant(), { name: 'Teratai', settings: {} }), null).facts.map(
    ({ label, value }) => `${label.en} ${value}`,
  );

it('names the day of purchase where it is not that of the receipt', () => {
  expect(factsOf({})).toEqual([]);
  expect(factsOf({ purchase_date: '2026-03-01', expires_on: '2027-03-01' })).toEqual([
    'Bought on 01/03/2026',
    'Valid until 01/03/2027',
  ]);
});
