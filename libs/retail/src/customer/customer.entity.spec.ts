import { DomainError } from '@usaha/shared';
import { Customer, MAX_POINTS } from './customer.entity.js';

const having = (loyalty_points: number): Customer => {
  const customer = new Customer();
  customer.changePoints('set', loyalty_points);
  return customer;
};

/** The fields that are found wrong. */
function wrongIn(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return (error.errors ?? []).map(({ field }) => field);
    throw error;
  }
}

describe('a customer', () => {
  it('begins with no points, bronze, active, and without consent', () => {
    expect(new Customer()).toMatchObject({
      loyalty_points: 0,
      loyalty_tier: 'bronze',
      is_active: true,
      pdpa_consent: false,
      pdpa_consent_date: null,
    });
  });

  it('A-18: keeps what is absent, and clears what is null', () => {
    const customer = new Customer();
    customer.describe({ first_name: 'Siti', last_name: 'Nur', email: 'x', ic_number: '900101-14-5678' });
    customer.describe({ last_name: 'Huda', email: null, phone_number: undefined });
    expect(customer).toMatchObject({ first_name: 'Siti', last_name: 'Huda', email: null, phone_number: null });
    expect(customer.ic_number).toBe('900101-14-5678');
  });

  it('is described by nothing but the details', () => {
    const customer = new Customer();
    const more = { first_name: 'Siti', tenant_id: 'another', loyalty_points: 5_000, version: 9 };
    customer.describe(more);
    expect(customer).toMatchObject({ first_name: 'Siti', loyalty_points: 0, version: 1 });
    expect(customer.tenant_id).toBeUndefined();
  });
});

describe('the points of a customer', () => {
  it('A-104: are added, subtracted and set, and the change says by how much', () => {
    const customer = having(100);
    expect([customer.changePoints('add', 50), customer.loyalty_points]).toEqual([50, 150]);
    expect([customer.changePoints('subtract', 30), customer.loyalty_points]).toEqual([-30, 120]);
    expect([customer.changePoints('set', 20), customer.loyalty_points]).toEqual([-100, 20]);
    expect([customer.changePoints('set', 20), customer.loyalty_points]).toEqual([0, 20]);
  });

  it('A-104: neither go below 0 nor beyond 32 bits, and are left alone then', () => {
    const customer = having(100);
    expect(wrongIn(() => customer.changePoints('subtract', 101))).toEqual(['points']);
    expect(wrongIn(() => customer.changePoints('add', MAX_POINTS))).toEqual(['points']);
    expect(wrongIn(() => customer.changePoints('set', -1))).toEqual(['points']);
    expect(customer).toMatchObject({ loyalty_points: 100, loyalty_tier: 'bronze' });
    expect(customer.changePoints('subtract', 100)).toBe(-100);
    expect(customer.changePoints('add', MAX_POINTS)).toBe(MAX_POINTS);
  });

  it('A-104: are added and subtracted in numbers above 0', () => {
    for (const points of [0, -1]) {
      expect(wrongIn(() => having(100).changePoints('add', points))).toEqual(['points']);
      expect(wrongIn(() => having(100).changePoints('subtract', points))).toEqual(['points']);
    }
    expect(having(100).changePoints('set', 0)).toBe(-100);
  });

  it('A-103: decide the tier whenever they change, up and down', () => {
    const customer = having(999);
    const tiers = [1, 4_000, 5_000].map((points) => {
      customer.changePoints('add', points);
      return customer.loyalty_tier;
    });
    expect(tiers).toEqual(['silver', 'gold', 'platinum']);
    customer.changePoints('subtract', 1);
    expect(customer.loyalty_tier).toBe('gold');
  });

  it('A-103: leave a tier that was granted alone until they change', () => {
    const customer = having(100);
    customer.grantTier('platinum');
    customer.changePoints('set', 100);
    expect(customer.loyalty_tier).toBe('platinum');
    customer.changePoints('add', 1);
    expect(customer.loyalty_tier).toBe('bronze');
  });
});
