import { ServicePackage, type ServicePackagePricing } from './package.entity.js';

const priced = (prices: Partial<ServicePackagePricing>): ServicePackage => {
  const made = new ServicePackage();
  made.charge(prices);
  return made;
};

describe('A-262: the discount', () => {
  it('is what was sent, for any sum of the prices', () =>
    expect(priced({ total_price: 280, original_price: 320, discount_percentage: 10 }).discount_percentage).toBe(10));

  it('follows the prices where none was sent, and is null without both', () => {
    const made = priced({ total_price: 280 });
    expect(made.discount_percentage).toBeNull();
    made.charge({ original_price: 320 });
    expect(made.discount_percentage).toBe(12.5);
    made.charge({ total_price: 240 });
    expect(made.discount_percentage).toBe(25);
  });

  it('that says what was shown anyway states nothing: it still follows', () => {
    const made = priced({ total_price: 280, original_price: 320 });
    made.charge({ total_price: 280, original_price: 320, discount_percentage: 12.5 });
    expect(made.stated_discount).toBeNull();
    made.charge({ total_price: 240 });
    expect(made.discount_percentage).toBe(25);
  });

  it('that was sent stays when the prices change, until null takes it back', () => {
    const made = priced({ total_price: 280, original_price: 320, discount_percentage: 10 });
    made.charge({ total_price: 240 });
    expect(made.discount_percentage).toBe(10);
    made.charge({ discount_percentage: null });
    expect(made.discount_percentage).toBe(25);
  });
});

it('A-22: keeps prices to the sen, and refuses those below 0 by their names', () => {
  expect(priced({ total_price: 280.005 }).total_price).toBe(280.01);
  expect(() => priced({ total_price: -0.01 })).toThrow(/total_price/);
  expect(() => priced({ original_price: -1 })).toThrow(/original_price/);
  expect(priced({ total_price: 400, original_price: 320 }).discount_percentage).toBe(0);
});
