import fc from 'fast-check';
import { Client, MAX_POINTS } from './client.entity.js';

describe('a client', () => {
  it('A-265: begins with no points and neither consent', () => {
    expect(new Client()).toMatchObject({ loyalty_points: 0, marketing_consent: false, pdpa_consent: false });
    expect(new Client()).toMatchObject({ allergies: [], medical_conditions: [], preferred_services: [], notes: null });
  });

  it('A-18: keeps what is absent, and clears what is null', () => {
    const client = new Client();
    client.describe({ first_name: 'Siti', last_name: 'Nur', allergies: ['kacang'], notes: 'pagi', ic_number: 'A1' });
    client.describe({ last_name: 'Huda', notes: null, email: undefined });
    expect(client).toMatchObject({ first_name: 'Siti', last_name: 'Huda', allergies: ['kacang'], notes: null });
    expect(client.ic_number).toBe('A1');
  });

  it('is described by nothing but the details', () => {
    const client = new Client();
    const more = { first_name: 'Siti', tenant_id: 'another', loyalty_points: 5_000, version: 9, pdpa_consent: true };
    client.describe(more);
    expect(client).toMatchObject({ loyalty_points: 0, version: 1, pdpa_consent: false });
    expect(client.tenant_id).toBeUndefined();
  });

  it('A-167: has points that are the sum of what changed them, for any value they are set to', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: MAX_POINTS })), (balances) => {
        const client = new Client();
        const sum = balances.reduce((all, points) => all + client.setPoints(points), 0);
        expect(sum).toBe(client.loyalty_points);
        expect(client.loyalty_points).toBe(balances.at(-1) ?? 0);
      }),
    );
  });
});
