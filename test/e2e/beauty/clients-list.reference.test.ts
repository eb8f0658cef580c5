import { beautyShapes, newClient } from '../../support/beauty.js';
import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const list = (query: string, by: string) => on.get(`/beauty/clients?${query}`, by);

describe('GET /api/v1/beauty/clients/', () => {
  let own: TestTenant;
  let by: string;
  const names: Record<string, string> = {};
  beforeAll(async () => {
    own = await newTenant();
    by = own.admin.token;
    const clients: Record<string, Record<string, unknown>> = {
      siti: {
        first_name: 'Siti',
        last_name: 'Nurhaliza',
        email: 'siti@salun.example',
        phone_number: '+60 12-345 0101',
        ic_number: '900101-14-5678',
        membership_level: 'Gold',
        skin_type: 'Sensitive',
        hair_type: 'curly',
        frequency: 'Monthly',
        allergies: ['lavender'],
      },
      nur: {
        first_name: 'Nur',
        last_name: 'Siti',
        phone_number: '0123450101',
        membership_level: ' gold ',
        skin_type: 'sensitive',
        frequency: 'weekly',
        notes: 'lavender',
      },
      mei: { first_name: 'Mei_Ling', last_name: '100%', phone_number: ' 0123450101 ', membership_level: 'golden' },
    };
    for (const [name, body] of Object.entries(clients)) names[(await newClient(own, body)).id] = name;
  });
  const found = async (query: string): Promise<(string | undefined)[]> => {
    const answer = await list(`${query}&page_size=100`, by);
    expect([query, answer.status]).toEqual([query, 200]);
    expect(answer.body.pagination.total).toBe(answer.body.data.length);
    return answer.body.data.map(({ id }: Json) => names[id]);
  };

  it('A-04, A-26: answers whole records, newest first, with their number', async () => {
    expect(await found('')).toEqual(['mei', 'nur', 'siti']);
    const answer = await list('page=2&page_size=2', by);
    expect(answer.body.pagination).toEqual({ page: 2, page_size: 2, total: 3, pages: 2 });
    expectKeys(answer.body.data[0], beautyShapes.client);
    expect(answer.body.data[0].allergies).toEqual(['lavender']);
  });

  it.each([
    ['siti nur', ['siti']],
    ['SITI', ['nur', 'siti']],
    ['@salun', ['siti']],
    ['345 0101', ['siti']],
    ['3450101', ['mei', 'nur']],
    ['%', ['mei']],
    ['_', ['mei']],
    ['900101', []],
    ['lavender', []],
    ['gold', []],
  ])('A-25: finds by %j in name, e-mail and telephone number', async (text, expected) => {
    expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(expected);
  });

  it.each([
    ['membership_level=GOLD', ['nur', 'siti']],
    ['membership_level=%20gold', ['nur', 'siti']],
    ['membership_level=gol', []],
    ['skin_type=sensitive', ['nur', 'siti']],
    ['hair_type=Curly', ['siti']],
    ['frequency=MONTHLY', ['siti']],
    ['frequency=', ['mei', 'nur', 'siti']],
    ['phone_number=0123450101', ['mei', 'nur', 'siti']],
    ['phone_number=%2B60 12-345 0101', ['mei', 'nur', 'siti']],
    ['phone_number=01234501', []],
    ['membership_level=gold&skin_type=sensitive&search=nur&frequency=weekly', ['nur']],
    ['loyalty_tier=gold&is_active=false', ['mei', 'nur', 'siti']],
  ])('A-173: narrows to %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each([
    ['search=a%00b', 'search'],
    ['phone_number=a%00b', 'phone_number'],
  ])('A-11: refuses %s', async (query, name) => {
    expectInvalid(on, await list(query, by), name);
  });

  it('A-173: finds by what a client has become', async () => {
    const other = await newTenant();
    const { id } = await newClient(other, { skin_type: 'oily', phone_number: '1' });
    const total = async (query: string) => (await list(query, other.admin.token)).body.pagination.total;
    must(await on.put(`/beauty/clients/${id}`, { skin_type: 'dry', phone_number: null }, other.admin.token), 200);
    expect([await total('skin_type=oily'), await total('skin_type=dry'), await total('phone_number=1')]).toEqual([
      0, 1, 0,
    ]);
  });

  it('A-52, A-265: knows no other tenant’s clients, and no customers of a shop', async () => {
    const other = await newTenant();
    must(await on.post('/retail/customers', { first_name: 'Siti', last_name: 'Nur' }, other.admin.token), 201);
    for (const query of ['', 'search=siti', 'membership_level=gold', 'phone_number=0123450101'])
      expect((await list(query, other.admin.token)).body.pagination.total).toBe(0);
  });
});
