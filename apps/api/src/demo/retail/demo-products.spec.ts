import { isValidBarcode } from '@usaha/shared';
import { isCalendarDate } from '@usaha/shared';
import { demoTenants } from '../core/demo-data.js';
import { ean13 } from '../core/barcodes.js';
import { productsOf } from './demo-products.js';
import { demoShops } from './demo-shops.js';

const NOW = new Date('2026-11-21T04:30:00Z');

it.each([
  ['955600000001', '9556000000010'],
  ['955512345678', '9555123456780'],
])('the check digit of %s makes %s', (twelve, barcode) => expect(ean13(twelve)).toBe(barcode));

describe.each(demoShops.map((shop) => [shop.company, shop] as const))('the products of shop %s', (company, shop) => {
  const facts = productsOf(shop.shelves, company, NOW).map((product) => product.facts);

  it('are a hundred and more, no two with the same SKU, name or barcode', () => {
    expect(facts.length).toBeGreaterThanOrEqual(100);
    for (const key of ['sku', 'name', 'barcode'] as const) {
      const values = facts.map((product) => product[key]).filter((value) => value !== null);
      expect(values.length).toBe(new Set(values).size);
    }
  });

  it('have Malaysian barcodes with right check digits', () => {
    for (const { barcode } of facts)
      if (barcode) expect([barcode.slice(0, 3), isValidBarcode(barcode)]).toEqual(['955', true]);
  });

  it('cost less than they are sold for, with a rate of SST that there is', () => {
    for (const { selling_price, purchase_price, tax_rate } of facts) {
      expect(purchase_price).toBeLessThan(selling_price);
      expect([0, 8]).toContain(tax_rate);
    }
  });

  it('have dates that exist', () => {
    for (const { attributes } of facts)
      for (const key of ['expiry_date', 'halal_expiry_date'])
        if (attributes?.[key] !== undefined) expect(isCalendarDate(attributes[key] as string)).toBe(true);
  });
});

it('A-183: a shop charges service tax where it is registered, on services, and no counter charges sales tax', () => {
  for (const { tenant_id, shelves, company } of demoShops) {
    const isRegistered =
      demoTenants.find(({ id }) => id === tenant_id)?.settings?.sst_registration_number !== undefined;
    const taxed = productsOf(shelves, company, NOW).filter(({ facts }) => facts.tax_rate !== 0);
    expect([tenant_id, taxed.length > 0]).toEqual([tenant_id, isRegistered]);
    expect(new Set(taxed.map(({ facts, tracked }) => [facts.category, facts.tax_rate, tracked].join()))).toEqual(
      new Set(isRegistered ? ['Pembaikan,8,false'] : []),
    );
  }
});

it('A-183: neither clinics nor schools are registered: treatment and lessons bear no service tax', () => {
  const such = demoTenants.filter(({ business_type }) => ['healthcare', 'education'].includes(business_type));
  expect(such.map(({ settings }) => settings?.sst_registration_number)).toEqual(such.map(() => undefined));
  expect(such.length).toBeGreaterThanOrEqual(4);
});
