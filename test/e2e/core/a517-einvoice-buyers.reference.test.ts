import type { Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { created, patient, student } from '../../support/foreign-records.js';
import { newClient } from '../../support/beauty.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** the buyers whom e-invoices name. A-531: TINs and numbers of identity are sealed and masked. */

const PATH = '/einvoices/buyers';
const address = { line1: '12, Jalan Telawi 3', city: 'Kuala Lumpur', postcode: '59100', state: 'KL' };
const body = { name: 'Siti Nur', tin: 'OG123456789', phone: '012-345 0101', address };

let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  [tenant, other] = await Promise.all([newTenant(), newTenant()]);
});

const post = (told: Json, { admin }: TestTenant = tenant) => on.post(PATH, told, admin.token);
const newBuyer = async (told: Json = {}, of = tenant): Promise<Json> => on.data(await post({ ...body, ...told }, of));
const customer = (of: TestTenant) => created('/api/v1/retail/customers/', { first_name: 'Siti', last_name: 'Nur' }, of);

describe('A-517: a buyer', () => {
  it('is created, read, found, changed and deleted, and kept as MyInvois spells it', async () => {
    const answer = await post(body);
    expect(answer.status).toBe(201);
    const buyer = on.data(answer);
    expect(buyer).toMatchObject({
      name: 'Siti Nur',
      tin: 'IG123456789',
      id_type: null,
      id_value: null,
      sst_number: null,
      email: null,
      phone: '+60123450101',
      address: { ...address, line2: null, line3: null, state: '14', country: 'MYS' },
      subject: null,
    });
    const { token } = tenant.admin;
    const path = `${PATH}/${buyer.id}`;
    expect(on.data(await on.get(path, token))).toEqual(buyer);
    const changed = await on.put(path, { id_type: 'NRIC', id_value: '900101-14-5678', tin: null }, token);
    expect([changed.status, on.data(changed).tin, on.data(changed).id_value]).toEqual([200, null, '900101145678']);
    expect(on.data(changed).address).toEqual(buyer.address);
    expect((await on.send('DELETE', path, { token })).status).toBe(200);
    expectRefusal(on, await on.get(path, token), 404);
  });

  it.each([
    ['C02584563200', 'C2584563200'],
    ['C123456789', 'C1234567890'],
    ['ig 123.456.789', 'IG123456789'],
  ])('has a TIN: %s is %s', async (tin, kept) => {
    const buyer = await newBuyer({ tin, id_type: 'BRN', id_value: '202001234567' });
    expect(buyer.tin).toBe(kept);
  });

  it.each([
    [{ tin: null }, 'tin'],
    [{ tin: 'ABC' }, 'tin'],
    [{ tin: null, id_type: 'BRN', id_value: '202001234567' }, 'tin'],
    [{ id_type: 'BRN' }, 'id_value'],
    [{ id_value: '900101145678' }, 'id_type'],
    [{ id_type: 'NRIC', id_value: '9001011456' }, 'id_value'],
    [{ id_type: 'MYKAD' }, 'id_type'],
    [{ name: undefined }, 'name'],
    [{ phone: undefined }, 'phone'],
    [{ phone: '12' }, 'phone'],
    [{ address: undefined }, 'address'],
    [{ address: { ...address, line1: undefined } }, 'address.line1'],
    [{ address: { ...address, city: undefined } }, 'address.city'],
    [{ address: { ...address, state: 'Atlantis' } }, 'address.state'],
    [{ address: { ...address, state: '17' } }, 'address.state'],
    [{ address: { ...address, postcode: '591' } }, 'address.postcode'],
    [{ address: { ...address, country: 'XXX' } }, 'address.country'],
    [{ sst_number: 'a;b;c' }, 'sst_number'],
    [{ email: 'siti' }, 'email'],
    [{ subject: { module: 'bank', id: UNKNOWN_ID } }, 'subject.module'],
    [{ subject: { module: 'retail', id: UNKNOWN_ID } }, 'subject.id'],
    [{ subject: { module: 'logistics', id: ' ' } }, 'subject.id'],
  ])('is refused with %j, naming %s', async (wrong, field) => {
    expectInvalid(on, await post({ ...body, ...wrong }), field);
  });

  it('abroad has state 17 or any text', async () => {
    const abroad = { line1: '1 Raffles Place', city: 'Singapore', state: '17', postcode: '048616', country: 'sgp' };
    expect((await newBuyer({ address: abroad })).address).toMatchObject({ state: '17', country: 'SGP' });
  });

  it('is found by a part of its name and by its subject', async () => {
    const id = await customer(tenant);
    const buyer = await newBuyer({ name: 'Zainab Pencarian', subject: { module: 'retail', id } });
    const found = async (query: string) =>
      on.rows(await on.get(`${PATH}?${query}`, tenant.admin.token), 'buyers').map((row) => row.id);
    expect(await found('search=PENCARIAN')).toEqual([buyer.id]);
    expect(await found(`subject_id=${id}`)).toEqual([buyer.id]);
    expect(await found(`subject_id=${UNKNOWN_ID}`)).toEqual([]);
  });
});

describe('A-517: the subject of a buyer', () => {
  it('is a customer, patient, student or client of the business', async () => {
    const subjects = [
      ['retail', await customer(tenant)],
      ['healthcare', await patient(tenant)],
      ['education', await student(tenant)],
      ['beauty', (await newClient(tenant)).id],
    ];
    for (const [module, id] of subjects)
      expect((await newBuyer({ subject: { module, id } })).subject).toEqual({ module, id });
    const theirs = await customer(other);
    expectInvalid(on, await post({ ...body, subject: { module: 'retail', id: theirs } }), 'subject.id');
    expectInvalid(on, await post({ ...body, subject: { module: 'healthcare', id: subjects[0]?.[1] } }), 'subject.id');
  });

  it('has one buyer, also where twenty come at once', async () => {
    const subject = { module: 'retail', id: await customer(tenant) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ ...body, subject })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const made = answers.find(({ status }) => status === 201);
    const { token } = tenant.admin;
    expect((await on.send('DELETE', `${PATH}/${on.data(made as never).id}`, { token })).status).toBe(200);
    expect((await post({ ...body, subject })).status).toBe(201);
  });

  it('of a courier is the name of a company, trimmed and in any case', async () => {
    expect((await newBuyer({ subject: { module: 'logistics', id: ' Kilang Ubat ' } })).subject.id).toBe('Kilang Ubat');
    const again = await post({ ...body, subject: { module: 'logistics', id: 'KILANG UBAT' } });
    expectRefusal(on, again, 409);
    const rows = on.rows(await on.get(`${PATH}?subject_id=kilang%20ubat`, tenant.admin.token), 'buyers');
    expect(rows).toHaveLength(1);
  });

  it('can be set later, and taken away', async () => {
    const buyer = await newBuyer();
    const subject = { module: 'retail', id: await customer(tenant) };
    const { token } = tenant.admin;
    expect(on.data(await on.put(`${PATH}/${buyer.id}`, { subject }, token)).subject).toEqual(subject);
    expect(on.data(await on.put(`${PATH}/${buyer.id}`, { subject: null }, token)).subject).toBeNull();
    expect((await post({ ...body, subject })).status).toBe(201);
  });

  it('A-372: follows a patient who is merged, and of two the one of the other patient stays', async () => {
    const { token } = tenant.admin;
    const [first, second, third] = [await patient(tenant), await patient(tenant), await patient(tenant)];
    const buyer = await newBuyer({ subject: { module: 'healthcare', id: first } });
    const other = await newBuyer({ subject: { module: 'healthcare', id: third } });
    const merge = (id: string, into: string) => on.post(`/healthcare/patients/${id}/merge`, { into }, token);
    expect((await merge(first, second)).status).toBe(200);
    expect(on.data(await on.get(`${PATH}/${buyer.id}`, token)).subject).toEqual({ module: 'healthcare', id: second });
    expect((await merge(second, third)).status).toBe(200);
    expectRefusal(on, await on.get(`${PATH}/${buyer.id}`, token), 404);
    expect(on.data(await on.get(`${PATH}/${other.id}`, token)).subject.id).toBe(third);
    const exported = on.data(await on.get(`/healthcare/patients/${third}/export`, token));
    expect(exported.einvoice_buyers.map(({ id }: Json) => id).sort()).toEqual([buyer.id, other.id].sort());
  });

  it('A-531: takes the buyer along when the person is erased', async () => {
    const id = await customer(tenant);
    const buyer = await newBuyer({ name: 'Rahsia Nama', subject: { module: 'retail', id } });
    const { token } = tenant.admin;
    const exported = on.data(await on.get(`/retail/customers/${id}/export`, token));
    expect(exported.einvoice_buyers).toMatchObject([{ id: buyer.id, name: 'Rahsia Nama', tin: 'IG123456789' }]);
    expect((await on.post(`/retail/customers/${id}/erase`, { reason: 'Permintaan' }, token)).status).toBe(200);
    expectRefusal(on, await on.get(`${PATH}/${buyer.id}`, token), 404);
    const [row] = await sql<{ text: string }>(
      workerState().ownerUrl as string,
      'select to_jsonb(r)::text as text from einvoice.buyers r where tenant_id = $1 and id = $2',
      [tenant.id, buyer.id],
    );
    expect(JSON.parse(row?.text ?? '{}')).toMatchObject({ name: 'Erased', tin: null, phone: null, contact: null });
  });
});

describe('A-531: numbers of a buyer', () => {
  it('are whole for managers and administrators, else the last four characters', async () => {
    const { id } = await newBuyer({ tin: 'C1234567890', id_type: 'BRN', id_value: '202001234567' });
    const [manager, staff, viewer] = await Promise.all(
      (['manager', 'staff', 'user'] as const).map((role) => newUser(tenant, role)),
    );
    const shown = async (token = '') => {
      const { tin, id_value } = on.data(await on.get(`${PATH}/${id}`, token));
      return [tin, id_value];
    };
    expect(await shown(manager?.token)).toEqual(['C1234567890', '202001234567']);
    for (const token of [staff?.token, viewer?.token])
      expect(await shown(token)).toEqual(['*******7890', '********4567']);
    const listed = await on.get(`${PATH}?search=siti`, viewer?.token);
    expect(listed.text).not.toContain('C1234567890');
    expect((await on.post(PATH, body, staff?.token)).status).toBe(201);
    expectRefusal(on, await on.post(PATH, body, viewer?.token), 403);
  });

  it('are sealed, and in no audit entry', async () => {
    const told = { tin: 'C9876543210', id_type: 'BRN', id_value: '209901234567', email: 'sulit@example.com' };
    const { id } = await newBuyer(told);
    const [row] = await sql<{ text: string }>(
      workerState().ownerUrl as string,
      'select to_jsonb(r)::text as text from einvoice.buyers r where tenant_id = $1 and id = $2',
      [tenant.id, id],
    );
    const trail = await on.get('/audit?record_type=einvoice%20buyer', tenant.admin.token);
    for (const text of [row?.text ?? '', trail.text])
      for (const secret of ['C9876543210', '209901234567', 'sulit@example.com', '+60123450101', 'Jalan Telawi'])
        expect(text).not.toContain(secret);
  });

  it('of another tenant are unknown, and on the reference surface alone', async () => {
    const { id } = await newBuyer({}, other);
    const { token } = tenant.admin;
    for (const unknown of [id, UNKNOWN_ID]) {
      expectRefusal(on, await on.get(`${PATH}/${unknown}`, token), 404);
      expectRefusal(on, await on.put(`${PATH}/${unknown}`, { tin: 'ABC' }, token), 404);
      expectRefusal(on, await on.send('DELETE', `${PATH}/${unknown}`, { token }), 404);
    }
    expect((await contractSurface.get(PATH, token)).status).toBe(404);
  });
});
