import { newStaffMember } from '../../support/beauty.js';
import type { Json } from '../../support/client.js';
import { everyRole, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';

const PAY = { hourly_rate: 25, commission_rate: 10, ic_number: '900101-14-5678' };
const HIDDEN = { hourly_rate: null, commission_rate: null, ic_number: '******-**-5678' };

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const read = async (id: string, by = token): Promise<Json> => must(await on.get(`/beauty/staff/${id}`, by), 200);
const change = (id: string, body: unknown, by: string) => on.put(`/beauty/staff/${id}`, body, by);
const lasting = ({ updated_at: _, ...record }: Json): Json => record;

describe('A-253: pay and papers', () => {
  it('are shown to administrators and managers; others see no pay and the last four of the number', async () => {
    const { id } = await newStaffMember(tenant, PAY);
    const shown = { ADMIN: PAY, MANAGER: PAY, STAFF: HIDDEN, VIEWER: HIDDEN } as const;
    for (const role of Object.keys(shown) as Role[]) {
      const by = people[role].token;
      expect([role, await read(id, by)]).toEqual([role, expect.objectContaining(shown[role])]);
      const listed: Json[] = must(await on.get('/beauty/staff', by), 200) as Json[];
      expect([role, listed.find((member) => member.id === id)]).toEqual([role, expect.objectContaining(shown[role])]);
    }
  });

  it('make separate tags: what one user may see is never taken for what another may', async () => {
    const { id } = await newStaffMember(tenant, PAY);
    const tag = async (by: string) => (await on.get(`/beauty/staff/${id}`, by)).headers.get('etag') ?? '';
    expect(await tag(people.STAFF.token)).not.toBe(await tag(token));
    const headers = { 'if-none-match': await tag(people.STAFF.token) };
    expect((await on.send('GET', `/beauty/staff/${id}`, { token, headers })).status).toBe(200);
  });

  it.each([PAY, {}, { ic_number: 'A123' }, { hourly_rate: 0 }])(
    'of %j what STAFF got and sends back changes nothing',
    async (body) => {
      const { id } = await newStaffMember(tenant, { ...body, position: 'stylist', working_hours: { monday: [] } });
      const before = await read(id);
      const seen = await read(id, people.STAFF.token);
      expect(lasting(must(await change(id, seen, people.STAFF.token), 200))).toEqual(lasting(seen));
      expect(lasting(await read(id))).toEqual(lasting(before));
      const noted = must(await change(id, { ...seen, notes: 'x' }, people.STAFF.token), 200);
      expect(noted).toMatchObject({ notes: 'x', hourly_rate: null });
      expect(lasting(await read(id))).toEqual({ ...lasting(before), notes: 'x' });
    },
  );

  it.each([
    ['hourly_rate', 26],
    ['hourly_rate', 25],
    ['hourly_rate', 0],
    ['commission_rate', 90],
    ['ic_number', '900101-14-5679'],
    ['ic_number', '900101-14-5678'],
    ['ic_number', null],
    ['ic_number', ''],
  ])('%s %j of STAFF is refused, and changes nothing', async (name, value) => {
    const { id } = await newStaffMember(tenant, PAY);
    const before = await read(id);
    const answer = await change(id, { [name]: value, notes: 'x' }, people.STAFF.token);
    expectRefusal(on, answer, 403);
    expect(answer.body.error.message).toContain(name);
    expect(await read(id)).toEqual(before);
  });

  it('are refused in the reader’s language', async () => {
    const { id } = await newStaffMember(tenant, PAY);
    const options = { token: people.STAFF.token, headers: { 'accept-language': 'ms' }, body: { hourly_rate: 1 } };
    const answer = await on.send('PUT', `/beauty/staff/${id}`, options);
    expect(answer.body.error.message).toBe('Hanya pentadbir atau pengurus boleh mengubah hourly_rate');
  });

  it('are set by the creator of the member, and changed by administrators and managers', async () => {
    const made = must(
      await on.post('/beauty/staff', { first_name: 'A', last_name: 'B', ...PAY }, people.STAFF.token),
      201,
    );
    expect(made).toMatchObject(HIDDEN);
    expect(await read(made.id)).toMatchObject(PAY);
    const raised = must(await change(made.id, { hourly_rate: 30, commission_rate: null }, people.MANAGER.token), 200);
    expect(raised).toMatchObject({ ...PAY, hourly_rate: 30, commission_rate: null });
    expect(await read(made.id)).toMatchObject({ hourly_rate: 30, commission_rate: null });
  });

  it('are refused where they are none, from every role', async () => {
    const { id } = await newStaffMember(tenant, PAY);
    for (const by of [people.STAFF.token, token])
      expectInvalid(on, await change(id, { commission_rate: 101 }, by), 'commission_rate');
  });

  it('are named on the audit trail without their values', async () => {
    const { id } = await newStaffMember(tenant, PAY);
    must(await change(id, { hourly_rate: 31, ic_number: 'X' }, token), 200);
    const [updated] = await trailOf(tenant, id);
    expect(updated?.changes).toEqual({ hourly_rate: { withheld: true }, ic_number: { withheld: true } });
  });
});
