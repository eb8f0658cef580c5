import { newBeautyAppointment, newClient, newService } from '../../support/beauty.js';
import { contract, reference, type Json } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { newAppointment, newPatient, newPrescription } from '../../support/healthcare.js';
import { expectWrong } from '../../support/http-shapes.js';
import { newDriver, newVehicle } from '../../support/logistics.js';
import { newTenant, newUser, PASSWORD, unique, type TestTenant } from '../../support/people.js';
import { malaysianDay, newProduct } from '../../support/retail.js';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await newTenant();
});

describe('the case of closed values in bodies (A-70, A-158)', () => {
  it('is upper case on the contract surface, and no other (A-70)', async () => {
    const { token } = tenant.admin;
    const user = { first_name: 'A', last_name: 'B' };
    for (const role of ['staff', 'Staff', 'user', 'USER', '', ' STAFF', 'STAFF ', null, ['STAFF'], 1]) {
      const email = `${unique('case')}@example.com`;
      expectWrong(contractSurface, await contract.post('/users', { ...user, email, role }, { token }), 'role');
      if (role !== null)
        expectWrong(contractSurface, await contract.put(`/users/${tenant.admin.id}`, { role }, { token }), 'role');
    }
    for (const business_type of ['retail', 'Retail', 'BAKERY', '', null, {}, ['RETAIL']]) {
      const body = { name: unique('Kedai'), email: 'a@example.com', business_type };
      expectWrong(contractSurface, await contract.post('/tenants', body, { token }), 'business_type');
    }
    for (const business_type of ['RETAIL', 'HEALTHCARE', 'EDUCATION', 'LOGISTICS', 'BEAUTY']) {
      const body = { name: unique('Kedai'), email: 'a@example.com', business_type };
      expect((await contract.post('/tenants', body, { token })).body).toMatchObject({ business_type });
    }
  });

  it('is lower case on the reference surface, and no other (A-158)', async () => {
    const { token } = tenant.admin;
    for (const role of ['STAFF', 'Staff', 'viewer', '', ' staff', null, ['staff'], 0]) {
      const email = `${unique('case')}@example.com`;
      const user = { email, username: email, password: PASSWORD, role };
      expectWrong(referenceSurface, await reference.post('/users/', user, { token }), 'role');
      expectWrong(referenceSurface, await reference.put(`/users/${tenant.admin.id}/`, { role }, { token }), 'role');
    }
    for (const business_type of ['RETAIL', 'Retail', 'bakery', '', null, 1, ['retail']]) {
      const body = { name: unique('Kedai'), business_type };
      expectWrong(referenceSurface, await reference.post('/tenants/', body, { token }), 'business_type');
      const changed = await reference.put(`/tenants/${tenant.id}/`, { business_type }, { token });
      expectWrong(referenceSurface, changed, 'business_type');
    }
    for (const business_type of ['retail', 'healthcare', 'education', 'logistics', 'beauty']) {
      const body = { name: unique('Kedai'), business_type };
      expect((await reference.post('/tenants/', body, { token })).body.data).toMatchObject({ business_type });
    }
    for (const role of ['manager', 'staff', 'user', 'admin']) {
      const { id } = await newUser(tenant, role as 'staff');
      expect((await reference.get(`/users/${id}/`, { token })).body.data.role).toBe(role);
    }
  });
});

describe('what is checked of texts (A-154, A-22)', () => {
  const notEmails = ['x', 'x@', '@x.example', 'a b@example.com', 'a@b@example.com', '', ' ', 'a@example', 'a@-.com'];

  it('refuses an e-mail that is none where the contract surface says it is one (A-154)', async () => {
    const { token } = tenant.admin;
    const business = { name: unique('Kedai'), business_type: 'RETAIL' };
    const user = { first_name: 'A', last_name: 'B', role: 'STAFF' };
    for (const email of notEmails) {
      expectWrong(contractSurface, await contract.post('/tenants', { ...business, email }, { token }), 'email');
      expectWrong(contractSurface, await contract.post('/users', { ...user, email }, { token }), 'email');
      expectWrong(contractSurface, await contract.post('/auth/login', { email, password: PASSWORD }), 'email');
    }
  });

  it('refuses an e-mail that is none for users and registrations of the reference surface (A-154)', async () => {
    const { token } = tenant.admin;
    for (const email of notEmails) {
      const user = { username: unique('user'), email, password: PASSWORD };
      expectWrong(referenceSurface, await reference.post('/users/', user, { token }), 'email');
      expectWrong(referenceSurface, await reference.post('/auth/register/', user), 'email');
      expectWrong(referenceSurface, await reference.put(`/users/${tenant.admin.id}/`, { email }, { token }), 'email');
    }
  });

  it('takes any text elsewhere and gives it back verbatim: telephones, postal codes, contacts (A-154)', async () => {
    const { token } = tenant.admin;
    for (const phone of ['0123', '+60 12-345 6789', 'ask for Din', '1', '', ' 03 ', '☎️', '00000000000000000']) {
      for (const on of surfaces) {
        const email = `${unique('phone')}@example.com`;
        const names = { email, username: email, first_name: 'A', last_name: 'B', role: on.role('STAFF') };
        const made = await on.post('/users', { ...names, password: PASSWORD, [on.phone]: phone }, token);
        expect([made.status, on.data(made)[on.phone]]).toEqual([201, phone]);
      }
      const contact = { contact_phone: phone, contact_email: 'by post only', registration_number: phone };
      const place = { street: phone, city: phone, state: phone, postal_code: phone, country: 'Brunei' };
      const body = { name: unique('Kedai'), business_type: 'retail', ...contact, business_address: place };
      const { status, body: made } = await reference.post('/tenants/', body, { token });
      expect([status, made.data]).toEqual([201, expect.objectContaining({ ...contact, business_address: place })]);
    }
  });

  it('shows no e-mail on the contract surface where the reference surface was given none (A-154)', async () => {
    const { token } = tenant.admin;
    const body = { name: unique('Kedai'), business_type: 'retail', contact_email: 'by post only' };
    const { id } = (await reference.post('/tenants/', body, { token })).body.data;
    const shown = await contract.get(`/tenants/${id}`, { token });
    expect([shown.status, shown.body.email]).toEqual([200, null]);
  });

  it('refuses a number, a list or an object where a text belongs (A-154, A-21)', async () => {
    const { token } = tenant.admin;
    for (const wrong of [60123456789, 0, true, {}, [], ['x'], { toString: 'x' }])
      for (const on of surfaces) {
        for (const name of ['first_name', 'last_name', on.phone])
          expectWrong(on, await on.put(`/users/${tenant.admin.id}`, { [name]: wrong }, token), name);
        expectWrong(on, await on.put(`/tenants/${tenant.id}`, { name: wrong }, token), 'name');
      }
  });

  it('takes long texts up to a generous length, and refuses longer ones (A-22)', async () => {
    const { token } = tenant.admin;
    for (const on of surfaces) {
      const long = `${'Kedai '.repeat(40)}Din`;
      expect(on.data(await on.put(`/tenants/${tenant.id}`, { name: long }, token)).name).toBe(long);
      for (const length of [10_000, 900_000])
        expectWrong(on, await on.put(`/tenants/${tenant.id}`, { name: 'x'.repeat(length) }, token), 'name');
      expectWrong(
        on,
        await on.put(`/users/${tenant.admin.id}`, { first_name: 'x'.repeat(100_000) }, token),
        'first_name',
      );
    }
    const email = `${'x'.repeat(300)}@example.com`;
    expectWrong(contractSurface, await contract.post('/auth/login', { email, password: PASSWORD }), 'email');
    const huge = { username: tenant.admin.username, password: 'x'.repeat(900_000) };
    expectWrong(referenceSurface, await reference.post('/auth/login/', huge), 'password');
  });

  it('refuses a required text that is empty or blank (A-22)', async () => {
    const { token } = tenant.admin;
    for (const blank of ['', ' ', '\t\n', '\u00a0\u3000'])
      for (const on of surfaces) {
        const body = { name: blank, email: 'a@example.com', business_type: on.businessType('RETAIL') };
        expectWrong(on, await on.post('/tenants', body, token), 'name');
        expectWrong(on, await on.put(`/tenants/${tenant.id}`, { name: blank }, token), 'name');
      }
  });

  it('A-19, A-187: takes a web address as a logo, and nothing that would run or tell a password', async () => {
    const { token } = tenant.admin;
    const put = (logo_url: unknown) => contract.put(`/tenants/${tenant.id}`, { logo_url }, { token });
    for (const logo_url of [
      'https://a.example/l.png?x=1&y=%20#z',
      'http://localhost:3000/l',
      'HTTPS://A.example',
      'http://[2001:db8::1]:80/@l',
      `https://a.example/${'x'.repeat(1_982)}`,
    ])
      expect((await put(logo_url)).body.logo_url).toBe(logo_url);
    for (const wrong of [
      'logo.png',
      '/logo.png',
      '',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'https://a b',
      'data:text/html,x',
      'data:image/png;base64,AA==',
      'ftp://a.example/l.png',
      'https:a.example',
      'https://',
      'https:///l.png',
      'https://user:pw@x/',
      'https://user@x/l.png',
      'https://@x/',
      'https://x\\@y/',
      'https://x/\n',
      ' https://x/',
      `https://a.example/${'x'.repeat(1_983)}`,
      5,
      {},
    ])
      expectWrong(contractSurface, await put(wrong), 'logo_url');
    expect((await put(null)).body.logo_url).toBeNull();
  });

  it('keeps settings as they are sent, and only an object (A-18, A-20)', async () => {
    const { token } = tenant.admin;
    const put = (settings: unknown) => contract.put(`/tenants/${tenant.id}`, { settings }, { token });
    const odd = { a: null, b: [1, 'x', { c: [] }], '': 0, toString: 1, then: 2, ключ: '🍜', n: 1.5e-7 };
    for (const settings of [odd, {}, { theme: 'dark' }]) {
      expect((await put(settings)).body.settings).toEqual(settings);
      expect((await contract.get(`/tenants/${tenant.id}`, { token })).body.settings).toEqual(settings);
    }
    for (const wrong of ['x', 5, true, [], [{}]]) expectWrong(contractSurface, await put(wrong), 'settings');
  });
});

// Every answer is checked against its document, whose texts have lengths.
describe('sentences that quote names as long as they may be', () => {
  const long = `${'n'.repeat(498)}🍜🍜`;
  const cut = (text: string) => [[...text].length, text.endsWith('…')];
  const soon = malaysianDay(7);

  it('are cut in alerts of stock', async () => {
    await newProduct(tenant, { name: long, current_stock: 1, minimum_stock: 10 });
    const { body } = await reference.get('/retail/inventory/alerts/', { token: tenant.admin.token });
    expect(body.data.map(({ message }: Json) => cut(message))).toEqual([[500, true]]);
  });

  it('are cut in warnings of prescriptions and visits', async () => {
    const patient = await newPatient(tenant, { allergies: [long] });
    const prescribed = await newPrescription(tenant, { patient_id: patient.id, medication: long });
    expect(prescribed.warnings.map(cut)).toEqual([[500, true]]);
    const { id } = await newAppointment(tenant, { patient_id: patient.id });
    const done = await reference.post(
      `/healthcare/appointments/${id}/complete/`,
      { prescriptions: [{ medication: long }] },
      { token: tenant.admin.token },
    );
    expect(done.body.data.prescriptions[0].warnings.map(cut)).toEqual([[500, true]]);
  });

  it('are cut in warnings of beauty', async () => {
    const client = await newClient(tenant, { allergies: [long] });
    const service = await newService(tenant, { name: 'n'.repeat(200), contraindications: [long] });
    const visit = await newBeautyAppointment(tenant, { client_id: client.id, services: [{ service_id: service.id }] });
    expect(visit.warnings.map(cut)).toEqual([[500, true]]);
  });

  it('are cut in alerts of the fleet', async () => {
    await newDriver(tenant, { first_name: 'n'.repeat(200), last_name: 'n'.repeat(200), license_expiry: soon });
    await newVehicle(tenant, {
      registration_number: 'W'.repeat(50),
      road_tax_expiry: soon,
      maintenance_schedule: { service_type: long, next_service_date: soon },
    });
    const { body } = await reference.get('/logistics/alerts/', { token: tenant.admin.token });
    expect(body.data).toHaveLength(3);
    expect(body.data.map(({ message }: Json) => cut(message))).toContainEqual([500, true]);
  });
});
