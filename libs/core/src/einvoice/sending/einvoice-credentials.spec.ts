import { credentialsOf } from './einvoice-credentials.js';

const operator = { client_id: 'operator', client_secret: 'rahsia' };
const own = { credentials: 'own', client_id: 'kedai', client_secret: 'sulit' } as const;
const TIN = 'C2584563200';

describe('credentials at MyInvois (A-513)', () => {
  it('are those of the business, whether or not the operator is an intermediary', () => {
    const expected = { client_id: 'kedai', client_secret: 'sulit', on_behalf_of: null };
    for (const intermediary of [operator, null])
      expect(credentialsOf({ ...own, environment: 'production' }, TIN, intermediary)).toEqual(expected);
  });

  it('of an intermediary are those of the operator, on behalf of the TIN of the business', () => {
    const settings = { ...own, credentials: 'intermediary', environment: 'sandbox' } as const;
    expect(credentialsOf(settings, TIN, operator)).toEqual({ ...operator, on_behalf_of: TIN });
    expect(credentialsOf(settings, TIN, null)).toEqual({ client_id: '', client_secret: '', on_behalf_of: TIN });
  });

  it('of the simulator tell the TIN alone', () => {
    const settings = { ...own, environment: 'simulator' } as const;
    expect(credentialsOf(settings, TIN, operator)).toEqual({
      client_id: TIN,
      client_secret: 'simulator',
      on_behalf_of: null,
    });
    expect(credentialsOf({ ...settings, credentials: 'intermediary' }, TIN, operator)).toEqual({
      client_id: 'intermediary',
      client_secret: 'simulator',
      on_behalf_of: TIN,
    });
  });
});
