import { contract, reference, type Answer, type Json } from '../../support/client.js';
import { contractSurface, UNKNOWN_ID, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectError } from '../../support/http-shapes.js';
import { newTenant, newUser, PASSWORD, signIn, unique, type Person, type TestTenant } from '../../support/people.js';

const STRONG = /^"[^"]+"$/;
const tagOf = (answer: Answer): string => answer.headers.get('etag') ?? '';

describe.each(surfaces)('conditional requests on the $name surface', (on) => {
  let tenant: TestTenant;
  let token: string;
  let user: Person;

  beforeAll(async () => {
    tenant = await newTenant();
    token = tenant.admin.token;
  });

  beforeEach(async () => {
    user = await newUser(tenant, 'staff', { ic_number: '900101-14-5678' });
  });

  const path = () => `/users/${user.id}`;
  const read = (tags?: string, method = 'GET') =>
    on.send(method, path(), { token, headers: tags === undefined ? {} : { 'if-none-match': tags } });
  const change = (tags: string, body: Json, of = path()) =>
    on.send('PUT', of, { token, body, headers: { 'if-match': tags } });

  it('gives every single record a strong tag, and nothing else one', async () => {
    for (const record of [path(), `/tenants/${tenant.id}`]) {
      const tag = tagOf(await on.get(record, token));
      expect(tag).toMatch(STRONG);
      expect(tagOf(await on.get(record, token))).toBe(tag);
    }
    for (const list of ['/users', '/tenants']) expect(tagOf(await on.get(list, token))).toBe('');
    expect(tagOf(await on.get(`/users/${UNKNOWN_ID}`, token))).toBe('');
    expect(tagOf(await on.login(user.email, PASSWORD, tenant.id))).toBe('');
  });

  it('gives with the answer to a create or a change the tag that a read gives afterwards', async () => {
    const email = `${unique('tagged')}@example.com`;
    const body = {
      email,
      username: email,
      first_name: 'A',
      last_name: 'B',
      password: PASSWORD,
      role: on.role('STAFF'),
    };
    const made = await on.post('/users', body, token);
    const { id } = on.data(made);
    expect(tagOf(made)).toMatch(STRONG);
    expect(tagOf(await on.get(`/users/${id}`, token))).toBe(tagOf(made));
    const changed = await on.put(`/users/${id}`, { first_name: 'C' }, token);
    expect(tagOf(changed)).not.toBe(tagOf(made));
    expect(tagOf(await on.get(`/users/${id}`, token))).toBe(tagOf(changed));
    const business = { name: unique('Kedai'), email, business_type: on.businessType('RETAIL') };
    const there = await on.post('/tenants', business, token);
    expect(tagOf(await on.get(`/tenants/${on.data(there).id}`, token))).toBe(tagOf(there));
  });

  it('raises the tag with every change on either surface, and with nothing that changes nothing', async () => {
    const tags = [tagOf(await read())];
    const changes: (() => Promise<Answer>)[] = [
      () => contract.put(path(), { first_name: 'Contract' }, { token }),
      () => reference.put(`${path()}/`, { last_name: 'Reference' }, { token }),
      () => reference.put(`${path()}/`, { ic_number: '910202-10-1234' }, { token }),
      () => reference.put(`${path()}/`, { password: 'An0therPass!' }, { token }),
      () => contract.put(path(), { permissions: ['x'] }, { token }),
      () => reference.put(`${path()}/`, { is_active: false }, { token }),
    ];
    for (const step of changes) {
      expect((await step()).status).toBe(200);
      const tag = tagOf(await read());
      expect(tags).not.toContain(tag);
      tags.push(tag);
    }
    expect((await on.put(path(), {}, token)).status).toBe(200);
    expect((await on.put(path(), { first_name: 'Contract' }, token)).status).toBe(200);
    expect(tagOf(await read())).toBe(tags.at(-1));
  });

  it('shows another tag after a sign-in, whose moment is shown, and still takes the older one for a change', async () => {
    const before = await read();
    await signIn(user.username, user.password, tenant.id);
    const after = await read(tagOf(before));
    expect(after.status).toBe(200);
    expect(on.data(after).last_login > on.data(before).last_login).toBe(true);
    expect(tagOf(after)).not.toBe(tagOf(before));
    const changed = await change(tagOf(before), { first_name: 'Nothing lost' });
    expect([changed.status, on.data(changed).first_name]).toEqual([200, 'Nothing lost']);
  });

  it('refuses a change that was made on an older version, and changes nothing', async () => {
    const old = tagOf(await read());
    expect((await change(old, { first_name: 'First' })).status).toBe(200);
    const now = await read();
    expectError(on, await change(old, { first_name: 'Second' }), 412);
    expect((await read()).body).toEqual(now.body);
    expect(tagOf(await read())).toBe(tagOf(now));
    expect((await change(tagOf(now), { first_name: 'Second' })).status).toBe(200);
  });

  it('refuses a change of a tenant that was made on an older version', async () => {
    const place = `/tenants/${tenant.id}`;
    const old = tagOf(await on.get(place, token));
    expect((await change(old, { name: unique('Kedai') }, place)).status).toBe(200);
    const now = on.data(await on.get(place, token));
    expectError(on, await change(old, { name: 'Kedai Lama' }, place), 412);
    expect(on.data(await on.get(place, token))).toEqual(now);
  });

  it('takes any version for `*`, and one of a list of tags', async () => {
    const tag = tagOf(await read());
    expect((await change('*', { first_name: 'Any' })).status).toBe(200);
    const now = tagOf(await read());
    expectError(on, await change(`${tag}, "1.998"`, { first_name: 'None' }), 412);
    expect((await change(`${tag},"x" , ${now}`, { first_name: 'One of them' })).status).toBe(200);
    expectError(
      on,
      await on.send('PUT', `/users/${UNKNOWN_ID}`, { token, body: {}, headers: { 'if-match': '*' } }),
      404,
    );
  });

  it('takes no garbage, no weak tag and no tag without its quotes for the version', async () => {
    const tag = tagOf(await read());
    const garbage = ['garbage', '"garbage"', '""', '"', ',', '1', tag.slice(1, -1), tag.slice(0, -1), `W/${tag}`];
    for (const sent of [...garbage, 'W/"x"', '"1.99999999999999999999"', '"1.-1"', 'x*y', '"*"', '**', `x${tag}`]) {
      const answer = await change(sent, { first_name: 'Garbage' });
      expect([sent, answer.status]).toEqual([sent, 412]);
      expectError(on, answer, 412);
    }
    expect(on.data(await read()).first_name).not.toBe('Garbage');
    expect(tagOf(await read())).toBe(tag);
  });

  it('answers 304 without a body to a reader who has the record already, on GET and HEAD', async () => {
    const full = await read();
    const tag = tagOf(full);
    for (const method of ['GET', 'HEAD'])
      for (const tags of [tag, `W/${tag}`, `"x", ${tag}`, `"x",W/${tag},"y"`, '*', ` ${tag} `]) {
        const answer = await read(tags, method);
        expect([tags, answer.status, answer.text]).toEqual([tags, 304, '']);
        expect(tagOf(answer)).toBe(tag);
        expect(answer.headers.get('content-type')).toBeNull();
        for (const name of ['cache-control', 'vary']) expect(answer.headers.get(name)).toBe(full.headers.get(name));
        expect(answer.headers.get('x-request-id')).toMatch(/\S/);
      }
  });

  it('answers whole to everybody else', async () => {
    const full = await read();
    for (const tags of [
      '"x"',
      'garbage',
      tagOf(full).slice(1, -1),
      '"*"',
      'x*',
      '',
      ',',
      `"x${tagOf(full).slice(1)}`,
    ]) {
      const answer = await read(tags);
      expect([tags, answer.status, answer.body]).toEqual([tags, 200, full.body]);
    }
    expect((await on.send('GET', '/users', { token, headers: { 'if-none-match': '*' } })).status).toBe(200);
    const gone = await on.send('GET', `/users/${UNKNOWN_ID}`, { token, headers: { 'if-none-match': '*' } });
    expectError(on, gone, 404);
    expectError(on, await on.send('GET', path(), { headers: { 'if-none-match': tagOf(full) } }), 401);
  });

  it('never answers 304 after a change, a change on the other surface, or a sign-in', async () => {
    const other = on === contractSurface ? referenceSurface : contractSurface;
    const steps = [
      () => on.put(path(), { first_name: unique('a') }, token),
      () => other.put(path(), { first_name: unique('b') }, token),
      () => on.login(user.email, PASSWORD, tenant.id),
      () => other.login(user.email, PASSWORD, tenant.id),
    ];
    for (const step of steps) {
      const tag = tagOf(await read());
      expect((await step()).status).toBe(200);
      expect((await read(tag)).status).toBe(200);
    }
  });

  it('lets one of many win who change the same version at once', async () => {
    const tag = tagOf(await read());
    const names = Array.from({ length: 12 }, (_, i) => `Writer ${i}`);
    const answers = await Promise.all(names.map((first_name) => change(tag, { first_name })));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(11);
    expect(on.data(await read()).first_name).toBe(on.data(won[0] as Answer).first_name);
  });
});

describe('conditional requests that only the reference surface knows', () => {
  it('deletes the version that the caller has seen, and no other', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const { id } = await newUser(tenant, 'staff');
    const old = tagOf(await reference.get(`/users/${id}/`, { token }));
    await reference.put(`/users/${id}/`, { first_name: 'Changed' }, { token });
    const remove = (tags: string) => reference.delete(`/users/${id}/`, { token, headers: { 'if-match': tags } });
    for (const tags of [old, 'garbage', '"x"']) expectError(referenceSurface, await remove(tags), 412);
    const now = await reference.get(`/users/${id}/`, { token });
    expect(now.status).toBe(200);
    expect((await remove(tagOf(now))).status).toBe(200);
    expectError(referenceSurface, await remove(tagOf(now)), 404);
    expectError(referenceSurface, await remove('*'), 404);
  });

  it('deletes a tenant only in the version that the caller has seen', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const remove = (tags: string) =>
      reference.delete(`/tenants/${tenant.id}/`, { token, headers: { 'if-match': tags } });
    const old = tagOf(await reference.get(`/tenants/${tenant.id}/`, { token }));
    await reference.put(`/tenants/${tenant.id}/`, { name: 'Kedai Baru' }, { token });
    expectError(referenceSurface, await remove(old), 412);
    expect((await reference.get(`/tenants/${tenant.id}/`, { token })).status).toBe(200);
    expect((await remove('*')).status).toBe(200);
  });

  it('changes a password only in the version that the caller has seen', async () => {
    const { admin } = await newTenant();
    const place = `/users/${admin.id}/`;
    const old = tagOf(await reference.get(place, { token: admin.token }));
    await reference.put(place, { first_name: 'Changed' }, { token: admin.token });
    const body = { current_password: PASSWORD, new_password: 'An0therPass!' };
    const headers = { 'if-match': old };
    const refused = await reference.post(`${place}change-password/`, body, { token: admin.token, headers });
    expectError(referenceSurface, refused, 412);
    await signIn(admin.username, PASSWORD);
  });

  it('does not pass what one reader may see for what another may', async () => {
    const tenant = await newTenant();
    const [staff, shown] = [
      await newUser(tenant, 'staff'),
      await newUser(tenant, 'staff', { ic_number: '900101-14-5678' }),
    ];
    const read = (token: string, tags: string) =>
      reference.get(`/users/${shown.id}/`, { token, headers: { 'if-none-match': tags } });
    const masked = await read(staff.token, '"x"');
    const whole = await read(tenant.admin.token, tagOf(masked));
    expect(whole.status).toBe(200);
    expect(whole.body.data.ic_number).not.toBe(masked.body.data.ic_number);
    expect((await read(staff.token, tagOf(whole))).status).toBe(200);
    expect((await read(shown.token, tagOf(whole))).status).toBe(304);
  });
});
