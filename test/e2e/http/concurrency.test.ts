import { contract, reference, type Answer, type Json } from '../../support/client.js';
import { contractSurface, surfaces } from '../../support/core-surfaces.js';
import { expectError } from '../../support/http-shapes.js';
import { newAccount, newTenant, newUser, PASSWORD, signIn, unique } from '../../support/people.js';

const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
const having = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status);

describe.each(surfaces)('many at once on the $name surface', (on) => {
  it('creates one user of twenty with the same e-mail, and refuses the others (A-30)', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const email = `${unique('race')}@example.com`;
    const names = { username: email, first_name: 'A', last_name: 'B', role: on.role('STAFF'), password: PASSWORD };
    const answers = await times(20, () => on.post('/users', { email, ...names }, token));
    expect(having(answers, 201)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expectError(on, refused, on.conflict, on === contractSurface ? 'VALIDATION_ERROR' : 'DUPLICATE');
    expect(on.total(await on.get(`/users?role=${on.role('STAFF')}`, token))).toBe(1);
  });

  it('creates twenty users at once with twenty integers (A-30, A-39)', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const answers = await times(20, () => {
      const email = `${unique('many')}@example.com`;
      const names = { username: email, first_name: 'A', last_name: 'B', role: on.role('STAFF'), password: PASSWORD };
      return on.post('/users', { email, ...names }, token);
    });
    expect(having(answers, 201)).toHaveLength(20);
    const { body } = await reference.get('/users/?page_size=100', { token });
    expect(new Set(body.data.map((user: Json) => user.user_number)).size).toBe(21);
    expect(body.pagination.total).toBe(21);
  });

  it('gives tenants of one name, created at once, separate names at sign-in (A-30, A-57)', async () => {
    const { admin } = await newTenant();
    const name = unique('Kedai Serentak');
    const body = { name, email: 'a@example.com', business_type: on.businessType('RETAIL') };
    const answers = await times(10, () => on.post('/tenants', body, admin.token));
    expect(having(answers, 201)).toHaveLength(10);
    const { tenants } = (await contract.get(`/tenants?search=${name}`, { token: admin.token })).body;
    expect(new Set(tenants.map((tenant: Json) => tenant.slug)).size).toBe(10);
    expect(tenants.every((tenant: Json) => tenant.name === name)).toBe(true);
  });

  it('loses none of several changes that are made to one record at once (A-30)', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const { id } = await newUser(tenant, 'staff');
    const parts = [{ first_name: 'Satu' }, { last_name: 'Dua' }, { [on.phone]: 'tiga' }, { permissions: ['empat'] }];
    const answers = await times(12, (i) => on.put(`/users/${id}`, parts[i % 4], token));
    expect(having(answers, 200)).toHaveLength(12);
    const { data } = (await reference.get(`/users/${id}/`, { token })).body;
    expect(data).toMatchObject({ first_name: 'Satu', last_name: 'Dua', phone_number: 'tiga', permissions: ['empat'] });
  });

  it('leaves an administrator when all of them step down at once (A-30, A-53)', async () => {
    const tenant = await newTenant();
    const others = await times(3, () => newUser(tenant, 'admin'));
    const admins = [tenant.admin, ...others];
    const answers = await Promise.all(
      admins.map(({ id, token }) => on.put(`/users/${id}`, { role: on.role('STAFF') }, token)),
    );
    expect(having(answers, 200)).toHaveLength(3);
    expect(having(answers, on.conflict)).toHaveLength(1);
    const { token } = await signIn(tenant.admin.username, PASSWORD, tenant.id);
    expect(on.total(await on.get(`/users?role=${on.role('ADMIN')}`, token))).toBe(1);
  });

  it('gives an account that creates two tenants at once a seat in each that it was told of (A-30, A-32)', async () => {
    const account = await newAccount();
    const make = () => ({ name: unique('Dua'), email: 'a@example.com', business_type: on.businessType('RETAIL') });
    const answers = await times(2, () => on.post('/tenants', make(), account.token));
    const made = having(answers, 201);
    expect(made.length).toBeGreaterThan(0);
    for (const refused of answers.filter(({ status }) => status !== 201)) expect(refused.status).toBe(on.conflict);
    for (const answer of made) {
      const signedIn = await signIn(account.username, PASSWORD, on.data(answer).id);
      expect(signedIn.user.role).toBe('admin');
    }
  });
});

describe('many at once on the reference surface alone', () => {
  it('registers one account of ten with the same name, and refuses the others (A-30, A-34)', async () => {
    const username = unique('race');
    const body = { username, email: `${username}@example.com`, password: PASSWORD };
    const answers = await times(10, () => reference.post('/auth/register/', body));
    expect(having(answers, 201)).toHaveLength(1);
    expect(having(answers, 409)).toHaveLength(9);
  });

  it('deletes a user once, and is asked for one that is gone by all others (A-03, A-30)', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const { id } = await newUser(tenant, 'staff');
    const answers = await times(8, () => reference.delete(`/users/${id}/`, { token }));
    expect(having(answers, 200)).toHaveLength(1);
    expect(having(answers, 404)).toHaveLength(7);
  });

  it('changes a password once, when it is changed by the old one many times at once (A-30, A-45)', async () => {
    const { admin } = await newTenant();
    const passwords = Array.from({ length: 4 }, (_, i) => `An0therPass!${i}`);
    const answers = await Promise.all(
      passwords.map((new_password) => {
        const body = { current_password: PASSWORD, new_password };
        return reference.post(`/users/${admin.id}/change-password/`, body, { token: admin.token });
      }),
    );
    const won = answers.findIndex(({ status }) => status === 200);
    expect(having(answers, 200)).toHaveLength(1);
    await signIn(admin.username, passwords[won] as string);
  });
});
