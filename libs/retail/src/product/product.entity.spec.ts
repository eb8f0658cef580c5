import fc from 'fast-check';
import { DomainError } from '@usaha/shared';
import { MAX_STOCK, Product } from './product.entity.js';

const product = (extra: Partial<Product> = {}): Product => Object.assign(new Product(), { sku: 'KOPI-500', ...extra });

/** The field that a refusal names. */
function refusedFor(work: () => void): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.errors?.[0]?.field;
    throw error;
  }
  return undefined;
}

describe('A-93: the stock', () => {
  it('is not tracked until one is stated, even if that is 0', () => {
    const kopi = product();
    expect([kopi.current_stock, kopi.stock_tracked]).toEqual([0, false]);
    kopi.changeStock(0, 'quantity');
    expect([kopi.current_stock, kopi.stock_tracked]).toEqual([0, true]);
  });

  it('rises and falls, down to 0 and not below: a refusal names the field and leaves it', () => {
    const kopi = product();
    kopi.changeStock(5, 'quantity');
    expect(refusedFor(() => kopi.changeStock(-6, 'items.2.quantity'))).toBe('items.2.quantity');
    expect(() => kopi.changeStock(-6, 'quantity')).toThrow('Only 5 of KOPI-500 in stock');
    expect(kopi.current_stock).toBe(5);
    kopi.changeStock(-5, 'quantity');
    expect(kopi.current_stock).toBe(0);
    expect(refusedFor(() => kopi.changeStock(-1, 'quantity'))).toBe('quantity');
  });

  it('fits 32 bits', () => {
    const kopi = product();
    kopi.changeStock(MAX_STOCK, 'quantity');
    expect(refusedFor(() => kopi.changeStock(1, 'quantity'))).toBe('quantity');
    expect(() => kopi.changeStock(1, 'quantity')).toThrow('The stock of KOPI-500 must not exceed 2147483647');
    expect(kopi.current_stock).toBe(2_147_483_647);
  });

  it('is the sum of the changes that were not refused', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 })), (changes) => {
        const kopi = product();
        let sum = 0;
        for (const change of changes) {
          const refused = refusedFor(() => kopi.changeStock(change, 'quantity')) !== undefined;
          expect(refused).toBe(sum + change < 0);
          if (!refused) sum += change;
        }
        expect(kopi.current_stock).toBe(sum);
      }),
    );
  });

  it('lies where it was moved to, and for the rest nowhere (A-100)', () => {
    const kopi = product({ current_stock: 10, distributed: 4 });
    expect(kopi.undistributed).toBe(6);
    kopi.distribute(3);
    expect([kopi.distributed, kopi.undistributed]).toEqual([7, 3]);
    kopi.distribute(-7);
    expect([kopi.distributed, kopi.undistributed]).toEqual([0, 10]);
  });
});

describe('a product', () => {
  it('begins active, without stock and without anything that was not told', () => {
    expect(product()).toMatchObject({
      status: 'active',
      is_active: true,
      barcode_valid: null,
      current_stock: 0,
      distributed: 0,
      minimum_stock: 0,
      maximum_stock: null,
      purchase_price: null,
      attributes: {},
      expires_on: null,
    });
  });

  it('A-18: is described by what is given; what is absent stays, and null clears', () => {
    const told = {
      sku: 'KOPI-250',
      name: 'Kopi',
      description: 'Ground',
      category: 'Drinks',
      brand: 'Selera',
      barcode: '9556001234567',
      unit: 'piece',
      minimum_stock: 2,
      maximum_stock: 90,
      supplier_id: 'pembekal',
    };
    const kopi = product();
    kopi.describe(told);
    expect(kopi).toMatchObject(told);
    kopi.describe({ name: 'Kopi O', brand: null });
    expect(kopi).toMatchObject({ ...told, name: 'Kopi O', brand: null });
  });

  it('says of its barcode whether the check digit is right', () => {
    expect(product({ barcode: '4006381333931' }).barcode_valid).toBe(true);
    expect(product({ barcode: '4006381333932' }).barcode_valid).toBe(false);
  });

  it('A-18: is priced by what is given, to the sen and to four decimals of a percent; what is absent stays', () => {
    const kopi = product();
    kopi.price({ selling_price: 12.505, purchase_price: 8.004, tax_rate: 6.12345 });
    expect(kopi).toMatchObject({ selling_price: 12.51, purchase_price: 8, tax_rate: 6.1235 });
    kopi.price({});
    expect(kopi).toMatchObject({ selling_price: 12.51, purchase_price: 8, tax_rate: 6.1235 });
    kopi.price({ purchase_price: null });
    expect(kopi).toMatchObject({ selling_price: 12.51, purchase_price: null, tax_rate: 6.1235 });
  });

  it.each(['selling_price', 'purchase_price'] as const)('A-174: refuses a %s that cannot be kept', (field) => {
    expect(refusedFor(() => product().price({ [field]: -0.01 }))).toBe(field);
    expect(refusedFor(() => product().price({ [field]: 1e12 }))).toBe(field);
  });
});

it.each([
  ['active', true, 'active'],
  ['active', false, 'inactive'],
  ['inactive', true, 'active'],
  ['inactive', false, 'inactive'],
  ['discontinued', true, 'active'],
  ['discontinued', false, 'discontinued'],
] as const)('A-63: what is %s and set active %s is %s', (status, active, then) => {
  const kopi = product({ status });
  kopi.setActive(active);
  expect([kopi.status, kopi.is_active]).toEqual([then, then === 'active']);
});

describe('A-101, A-161: the day on which something expires', () => {
  it.each([
    [{}, null],
    [{ halal_expiry_date: '2027-06-30' }, '2027-06-30'],
    [{ expiry_date: '2026-12-31' }, '2026-12-31'],
    [{ expiry_date: '2026-12-31', halal_expiry_date: '2027-06-30' }, '2026-12-31'],
    [{ expiry_date: '2028-01-01', halal_expiry_date: '2027-06-30' }, '2027-06-30'],
    [{ expiry_date: '2026-02-30', halal_expiry_date: '2027-06-30' }, '2027-06-30'],
    [{ expiry_date: 'soon' }, null],
    [{ expiry_date: 20_261_231 }, null],
    [{ expiry_date: ['2026-12-31'] }, null],
    [{ expiry_date: null, color: ['red'] }, null],
  ])('of %j is %s', (attributes, expires_on) => {
    const kopi = product();
    kopi.setAttributes(attributes);
    expect(kopi.expires_on).toBe(expires_on);
    expect(kopi.attributes).toEqual(attributes);
  });

  it('goes with the attributes that named it (A-106)', () => {
    const kopi = product();
    kopi.setAttributes({ expiry_date: '2026-12-31' });
    kopi.setAttributes({ color: ['red'] });
    expect([kopi.expires_on, kopi.attributes]).toEqual([null, { color: ['red'] }]);
  });
});
