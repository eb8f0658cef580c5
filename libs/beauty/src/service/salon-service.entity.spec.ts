import { SalonService } from './salon-service.entity.js';

it('A-257, A-258: a new service takes 30 minutes, can be booked, and claims no certificate', () =>
  expect(new SalonService()).toMatchObject({
    duration_minutes: 30,
    is_active: true,
    ministry_approved: false,
    halal_certified: false,
    membership_discount: null,
    promotion_discount: null,
    products_used: [],
  }));

it('A-22: keeps its price to the sen and rates to four decimals; a price of 0 is one', () => {
  const service = new SalonService();
  service.charge({ price: 80.005, tax_rate: 8, membership_discount: 12.34567, promotion_discount: 5 });
  expect(service).toMatchObject({ price: 80.01, tax_rate: 8, membership_discount: 12.3457, promotion_discount: 5 });
  service.charge({ price: 0, promotion_discount: null });
  expect(service).toMatchObject({ price: 0, membership_discount: 12.3457, promotion_discount: null });
  expect(() => service.charge({ price: -0.01 })).toThrow(/price/);
});

it('A-18: what is absent stays', () => {
  const service = new SalonService();
  service.describe({ name: 'Facial', category: 'Skin', contraindications: ['lavender oil'] });
  service.describe({ category: null });
  expect(service).toMatchObject({ name: 'Facial', category: null, contraindications: ['lavender oil'] });
});
