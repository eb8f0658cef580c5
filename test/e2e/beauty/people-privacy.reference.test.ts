import { beautyShapes, newBeautyAppointment, newClient, newService, newStaffMember } from '../../support/beauty.js';
import type { Answer, Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal, INSTANT } from '../../support/core-shapes.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';
import { atOnce, withStatus } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const PERSON = {
  first_name: 'Rahsia',
  last_name: 'Rahsia',
  email: 'Rahsia@example.com',
  phone_number: 'Rahsia',
  ic_number: '900101-14-5678',
  date_of_birth: '1990-01-01',
  gender: 'Rahsia',
  address: { street: 'Jalan Sunyi' },
  emergency_contact: { name: 'Rahsia', phone_number: '012' },
  notes: 'sulit',
  pdpa_consent: true,
};
const CLIENT = {
  ...PERSON,
  skin_type: 'Rahsia',
  hair_type: 'Rahsia',
  allergies: ['lavender'],
  medical_conditions: ['ekzema'],
  preferred_services: ['Rahsia', { a: 'Rahsia' }],
  frequency: 'weekly',
  membership_level: 'gold',
  loyalty_points: 12,
  marketing_consent: true,
};
const MEMBER = {
  ...PERSON,
  position: 'stylist',
  specializations: ['Rahsia'],
  certifications: [{ name: 'Rahsia', certificate_number: 'Rahsia' }],
  experience_years: 6,
  hourly_rate: 4321,
  commission_rate: 87.5,
  employment_status: 'full time',
  working_hours: { monday: ['10:00-11:11'] },
  skills: ['Rahsia'],
  languages: ['Rahsia'],
};
/** Nothing of these lies in clear anywhere. */
const SEALED = ['900101', '5678', 'lavender', 'ekzema', 'sulit'];
const SECRETS = [...SEALED, 'Rahsia', '1990-01-01', 'Jalan Sunyi', '4321', '87.5', '10:00-11:11'];
const among = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));

const kinds = [
  {
    what: 'client',
    path: '/beauty/clients',
    table: 'beauty.clients',
    body: CLIENT,
    make: newClient,
    own: 'client',
    shape: beautyShapes.client,
    exported: beautyShapes.clientExport,
    erased: { appointments: 0, memberships: 0, packages_kept: 0 },
    stays: { frequency: 'weekly', membership_level: 'gold', loyalty_points: 12 },
  },
  {
    what: 'staff member',
    path: '/beauty/staff',
    table: 'beauty.staff',
    body: MEMBER,
    make: newStaffMember,
    own: 'staff_member',
    shape: beautyShapes.staffMember,
    exported: beautyShapes.staffExport,
    erased: { appointment_lines: 0 },
    stays: { position: 'stylist', experience_years: 6, employment_status: 'full time', status: 'active' },
  },
] as const;

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

describe.each(kinds)(
  'the data of a $what',
  ({ what, path, table, body, make, own, shape, exported, erased, stays }) => {
    const exportOf = (id: string, by = token) => on.get(`${path}/${id}/export`, by);
    const erase = (id: string, by = token) => on.send('POST', `${path}/${id}/erase`, { token: by });
    const remove = (id: string) => on.send('DELETE', `${path}/${id}`, { token });
    const actions = async (id: string): Promise<string[]> =>
      (await trailOf(tenant, id)).map(({ action }) => action as string).reverse();
    const stored = async (id: string): Promise<Json> =>
      (
        await sql<Json>(workerState().ownerUrl as string, `select to_jsonb(r) as row from ${table} r where id = $1`, [
          id,
        ])
      )[0]?.row;

    it('A-255: lie sealed where they tell of health, of papers, or what was noted', async () => {
      const { id } = await make(tenant, body);
      expect(among(JSON.stringify(await stored(id)), SEALED)).toEqual([]);
      must(await on.put(`${path}/${id}`, { notes: 'sulit lagi', ic_number: '900101145678' }, token), 200);
      expect(among(JSON.stringify(await stored(id)), SEALED)).toEqual([]);
    });

    it('are named on the audit trail without their values', async () => {
      const { id } = await make(tenant, body);
      must(await on.put(`${path}/${id}`, { first_name: 'Rahsia2', notes: 'sulit2', gender: null }, token), 200);
      const trail = await trailOf(tenant, id);
      expect(among(JSON.stringify(trail), SECRETS)).toEqual([]);
      expect(trail[0]?.changes).toMatchObject({ first_name: { withheld: true }, notes: { withheld: true } });
    });

    it('are exported whole, in clear, with the trail about them', async () => {
      const made = await make(tenant, body);
      await make(tenant, body);
      const held = must(await exportOf(made.id), 200);
      expectKeys(held, exported);
      expect(held.exported_at).toMatch(INSTANT);
      expectKeys(held[own], shape);
      expect(held[own]).toEqual(made);
      expect(held.audit_entries.map(({ action, record_type }: Json) => `${action} ${record_type}`)).toContain(
        `create ${what}`,
      );
      expect(new Set(held.audit_entries.map(({ record_id }: Json) => record_id))).toEqual(new Set([made.id]));
      expect((await actions(made.id)).at(-1)).toBe('export');
    });

    it('A-51: are not those of another tenant, and not there once deleted', async () => {
      const other = await newTenant();
      const theirs = await make(other, body);
      const gone = await make(tenant, {});
      await remove(gone.id);
      for (const id of [theirs.id, gone.id, UNKNOWN_ID, 'abc']) expectRefusal(on, await exportOf(id), 404);
      for (const id of [theirs.id, UNKNOWN_ID, 'abc']) expectRefusal(on, await erase(id), 404);
      expect(must(await on.get(`${path}/${theirs.id}`, other.admin.token), 200)).toEqual(theirs);
    });

    it('are exported and erased by administrators alone', async () => {
      const { id } = await make(tenant, body);
      for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) {
        expectRefusal(on, await exportOf(id, people[role].token), 403);
        expectRefusal(on, await erase(id, people[role].token), 403);
      }
      expect(must(await on.get(`${path}/${id}`, token), 200).id).toBe(id);
    });

    it('are gone permanently once erased: nothing is left by which a person could be known', async () => {
      const neighbour = await make(tenant, body);
      const { id } = await make(tenant, body);
      const answer = must(await erase(id), 200);
      expect(answer).toEqual({ id, erased: true, erased_at: expect.stringMatching(INSTANT), files: 0, ...erased });
      const row = await stored(id);
      expect(among(JSON.stringify(row), SECRETS)).toEqual([]);
      expect(row).toMatchObject({ ...stays, pdpa_consent: false, pdpa_consent_date: null });
      for (const gone of [
        await on.get(`${path}/${id}`, token),
        await exportOf(id),
        await on.put(`${path}/${id}`, { first_name: 'X' }, token),
        await remove(id),
        await erase(id),
      ])
        expectRefusal(on, gone, 404);
      expect((await trailOf(tenant, id))[0]).toMatchObject({ action: 'erase', record_type: what });
      expect(must(await on.get(`${path}/${neighbour.id}`, token), 200)).toEqual(neighbour);
    });

    it('are erased of a person who was deleted before: they were still there', async () => {
      const { id } = await make(tenant, body);
      await remove(id);
      expect(must(await erase(id), 200)).toMatchObject({ id, erased: true });
      expect(among(JSON.stringify(await stored(id)), SECRETS)).toEqual([]);
    });

    it('go from the answers that were kept for repeated requests, and no others do', async () => {
      const keyed = (key: string, sent: unknown): Promise<Answer> =>
        on.send('POST', path, { token, body: sent, headers: { 'idempotency-key': `${own}-${key}` } });
      const one = must(await keyed('one', body), 201);
      const other = must(await keyed('other', { ...body, first_name: 'Lain' }), 201);
      expect(must(await keyed('one', body), 201).id).toBe(one.id);
      must(await erase(one.id), 200);
      const again = await keyed('one', body);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
      expect(again.body.data.id).not.toBe(one.id);
      expect(must(await keyed('other', { ...body, first_name: 'Lain' }), 201).id).toBe(other.id);
    });

    it('are erased once, even if others ask at the same time, and no change comes after it', async () => {
      const { id } = await make(tenant, body);
      const all = await Promise.all([
        ...Array.from({ length: 6 }, () => erase(id)),
        ...Array.from({ length: 6 }, () => on.put(`${path}/${id}`, { notes: 'sulit', gender: 'Rahsia' }, token)),
      ]);
      expect(
        all
          .slice(0, 6)
          .map(({ status }) => status)
          .sort(),
      ).toEqual([200, 404, 404, 404, 404, 404]);
      for (const { status } of all.slice(6)) expect([200, 404]).toContain(status);
      expect((await actions(id)).filter((action) => action === 'erase')).toHaveLength(1);
      expect(among(JSON.stringify(await stored(id)), SECRETS)).toEqual([]);
    });
  },
);

describe('reading a client', () => {
  it('is written to the audit trail with its actor, each time', async () => {
    const { id } = await newClient(tenant, CLIENT);
    await on.get(`/beauty/clients/${id}`, people.VIEWER.token);
    await on.get(`/beauty/clients/${id}`, people.STAFF.token);
    const [second, first] = await trailOf(tenant, id);
    expect(first).toMatchObject({ action: 'read', record_type: 'client', actor_id: people.VIEWER.id, changes: {} });
    expect(second).toMatchObject({ action: 'read', actor_id: people.STAFF.id });
  });
});

it('A-181, A-255: what else came with reminder_preferences stands on no audit trail', async () => {
  const { id } = await newBeautyAppointment(tenant, { reminder_preferences: { telegram: '@Rahsia' } });
  must(await on.put(`/beauty/appointments/${id}`, { reminder_preferences: { telegram: '@rahsia2' } }, token), 200);
  const trail = await trailOf(tenant, id);
  expect(trail.map(({ action }) => action)).toEqual(['update', 'create']);
  for (const { changes } of trail) expect(changes).toHaveProperty('reminder_preferences');
  expect(among(JSON.stringify(trail), SECRETS)).toEqual([]);
});

/** Lines that a member of staff is named on. */
const stillNamed = (staff_id: string): Promise<Json[]> =>
  sql<Json>(
    workerState().ownerUrl as string,
    'select id from beauty.appointment_lines where staff_id = $1 and staff_name is not null',
    [staff_id],
  );

it('A-255: a member who is erased while appointments name the member is named by none of them', async () => {
  const service_id = (await newService(tenant)).id as string;
  const client_id = (await newClient(tenant)).id as string;
  for (const _ of [1, 2, 3]) {
    const { id } = await newStaffMember(tenant, { first_name: 'Rahsia' });
    const services = [{ service_id, staff_id: id }];
    const waiting = await atOnce(5, () => newBeautyAppointment(tenant, { client_id, services: [{ service_id }] }));
    const [erased, ...answers] = await Promise.all([
      on.send('POST', `/beauty/staff/${id}/erase`, { token }),
      ...waiting.map((one) => on.put(`/beauty/appointments/${one.id}`, { services }, token)),
      ...Array.from({ length: 15 }, () => on.post('/beauty/appointments', { client_id, services }, token)),
    ]);
    expect(erased.status).toBe(200);
    expect(withStatus(answers, 200, 201, 400)).toHaveLength(20);
    expect(await stillNamed(id)).toEqual([]);
  }
});

it('A-255: of a member who is erased while appointments are completed, changed and moved no name is written back', async () => {
  const service_id = (await newService(tenant)).id as string;
  for (const _ of [1, 2, 3]) {
    const { id } = await newStaffMember(tenant, { first_name: 'Rahsia' });
    const services = [{ service_id, staff_id: id }, { service_id }];
    const booked = await atOnce(20, () => newBeautyAppointment(tenant, { services }));
    // Appointments go on naming a deleted member of staff, and hold no lock on it.
    must(await on.send('DELETE', `/beauty/staff/${id}`, { token }), 200);
    const [erased, ...answers] = await Promise.all([
      on.send('POST', `/beauty/staff/${id}/erase`, { token }),
      ...booked.map((one, i) => {
        const path = `/beauty/appointments/${one.id}`;
        if (i % 3 === 0) return on.put(path, { services: [...services, { service_id, staff_id: id }] }, token);
        return i % 3 === 1 ? on.post(`${path}/complete`, {}, token) : on.put(path, { status: 'completed' }, token);
      }),
    ]);
    expect(erased.status).toBe(200);
    expect(withStatus(answers, 200)).toHaveLength(20);
    expect(await stillNamed(id)).toEqual([]);
  }
});

it('A-255: appointments that named an erased member have another tag: no client goes on showing the name', async () => {
  const member = await newStaffMember(tenant, { first_name: 'Rahsia' });
  const { id: service_id } = await newService(tenant);
  const { id } = await newBeautyAppointment(tenant, { services: [{ service_id, staff_id: member.id }] });
  const before = await on.get(`/beauty/appointments/${id}`, token);
  const again = () =>
    on.send('GET', `/beauty/appointments/${id}`, {
      token,
      headers: { 'If-None-Match': before.headers.get('etag') as string },
    });
  expect((await again()).status).toBe(304);
  must(await on.send('POST', `/beauty/staff/${member.id}/erase`, { token }), 200);
  const after = await again();
  expect(after.status).toBe(200);
  expect(on.data(after).services).toMatchObject([{ staff_id: member.id, staff_name: null }]);
});

it('A-255: of a client who is erased while appointments are made for the client nothing stands in them', async () => {
  const services = [{ service_id: (await newService(tenant)).id }];
  for (const _ of [1, 2, 3]) {
    const { id: client_id } = await newClient(tenant);
    const body = { client_id, services, notes: 'sulit' };
    const waiting = await atOnce(5, () => newBeautyAppointment(tenant, { services }));
    const [erased, ...answers] = await Promise.all([
      on.send('POST', `/beauty/clients/${client_id}/erase`, { token }),
      ...waiting.map((one) => on.put(`/beauty/appointments/${one.id}`, body, token)),
      ...Array.from({ length: 15 }, () => on.post('/beauty/appointments', body, token)),
    ]);
    expect(erased.status).toBe(200);
    expect(withStatus(answers, 200, 201, 400)).toHaveLength(20);
    const noted = await sql<Json>(
      workerState().ownerUrl as string,
      'select id from beauty.appointments where client_id = $1 and (particulars is not null or erased_at is null)',
      [client_id],
    );
    expect(noted).toEqual([]);
  }
});

it('an erased client is advertised nothing to', async () => {
  const { id } = await newClient(tenant, CLIENT);
  must(await on.send('POST', `/beauty/clients/${id}/erase`, { token }), 200);
  const rows = await sql<Json>(
    workerState().ownerUrl as string,
    'select marketing_consent, preferred_services, health from beauty.clients where id = $1',
    [id],
  );
  expect(rows).toEqual([{ marketing_consent: false, preferred_services: [], health: null }]);
});
