import { contract, reference } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { newAccount, newTenant, newUser, operator, PASSWORD, unique } from '../../support/people.js';

const body = (on: Surface, name = unique('Kedai')) => ({
  name,
  email: 'hello@example.com',
  business_type: on.businessType('RETAIL'),
});

describe.each(surfaces)('tenants on the $name surface', (on) => {
  it('are ACTIVE from their creation, on STARTER by SUBSCRIPTION, and can be signed in to (A-56)', async () => {
    const account = await newAccount();
    const { id } = on.data(await on.post('/tenants', body(on), account.token));
    const shown = (await contract.get(`/tenants/${id}`, { token: account.token })).body;
    expect(shown).toMatchObject({ status: 'ACTIVE', subscription_plan: 'STARTER', pricing_model: 'SUBSCRIPTION' });
    const also = (await reference.get(`/tenants/${id}/`, { token: account.token })).body.data;
    expect(also.is_active).toBe(true);
    expect((await on.login(account.email, PASSWORD, id)).status).toBe(200);
  });

  it('ignore a status, a plan and an id that are sent at creation (A-56)', async () => {
    const { admin, id } = await newTenant();
    const extra = {
      id,
      slug: 'mine',
      status: 'PENDING',
      subscription_plan: 'ENTERPRISE',
      is_active: false,
      version: 9,
    };
    const made = on.data(await on.post('/tenants', { ...body(on), ...extra }, admin.token));
    const shown = (await contract.get(`/tenants/${made.id}`, { token: admin.token })).body;
    expect(shown).toMatchObject({ status: 'ACTIVE', subscription_plan: 'STARTER' });
    expect(shown.id).not.toBe(id);
    expect(shown.slug).not.toBe('mine');
  });

  it('keep their slug when they are renamed, and the old one still signs in (A-57)', async () => {
    const { admin, id, slug } = await newTenant();
    const renamed = on.data(await on.put(`/tenants/${id}`, { name: 'Another Name', slug: 'other' }, admin.token));
    expect(renamed.name).toBe('Another Name');
    expect((await contract.get(`/tenants/${id}`, { token: admin.token })).body.slug).toBe(slug);
    expect((await on.login(admin.email, PASSWORD, slug)).status).toBe(200);
  });

  it('get different slugs for the same name, one after the other (A-57)', async () => {
    const { admin } = await newTenant();
    const name = unique('Kedai Kopi');
    const slugs = [];
    for (let i = 0; i < 3; i += 1) {
      const made = on.data(await on.post('/tenants', body(on, name), admin.token));
      slugs.push((await contract.get(`/tenants/${made.id}`, { token: admin.token })).body.slug);
    }
    const base = name.toLowerCase().replace(' ', '-');
    expect(slugs).toEqual([base, `${base}-2`, `${base}-3`]);
  });

  it('get a usable slug in every script of their name (A-57)', async () => {
    const { admin } = await newTenant();
    for (const name of ['李氏药房', 'Café Señor', '!!!', "Mak Cik's Café", '-', 'x'.repeat(300), '🍜', '../../etc']) {
      const made = on.data(await on.post('/tenants', body(on, name), admin.token));
      const { slug } = (await contract.get(`/tenants/${made.id}`, { token: admin.token })).body;
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect((await on.login(admin.email, PASSWORD, slug)).status).toBe(200);
    }
  });

  it('ten of one name created at once get ten different slugs (A-57)', async () => {
    const { admin } = await newTenant();
    const name = unique('Serentak');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => on.post('/tenants', body(on, name), admin.token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    const found = await contract.get(`/tenants?search=${name}`, { token: admin.token });
    expect(found.body.pagination.total).toBe(10);
    expect(new Set(found.body.tenants.map(({ slug }: { slug: string }) => slug)).size).toBe(10);
  });

  it('ten of one name created at once by ten accounts get ten different slugs (A-57)', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => newAccount()));
    const name = unique('Sepuluh');
    const answers = await Promise.all(accounts.map(({ token }) => on.post('/tenants', body(on, name), token)));
    const slugs = await Promise.all(
      answers.map(async (answer, i) => {
        const shown = await contract.get(`/tenants/${on.data(answer).id}`, { token: accounts[i]?.token });
        return shown.body.slug;
      }),
    );
    expect(new Set(slugs).size).toBe(10);
  });

  it('created at once by one account without a tenant leave it in one place, the administrator of each (A-32)', async () => {
    const account = await newAccount();
    const answers = await Promise.all(Array.from({ length: 5 }, () => on.post('/tenants', body(on), account.token)));
    const made = answers.filter(({ status }) => status === 201).map((answer) => on.data(answer).id);
    const others = answers.filter(({ status }) => status !== 201);
    expect(made.length).toBeGreaterThan(0);
    for (const other of others) expectRefusal(on, other, on.conflict);
    const me = on.data(await on.get(`/users/${account.id}`, account.token));
    expect(made).toContain(me.tenant_id);
    expect(on.rows(await on.get('/users', account.token), 'users')).toHaveLength(1);
    for (const id of made) {
      expect(on.data(await on.login(account.email, PASSWORD, id)).user).toMatchObject({ role: on.role('ADMIN') });
    }
    const list = on.rows(await on.get('/tenants', account.token), 'tenants').map(({ id }) => id);
    expect(list.sort()).toEqual(made.sort());
  });

  it('end when they are deleted: invisible, tokens dead, no sign-in (A-58)', async () => {
    const tenant = await newTenant();
    const staff = await newUser(tenant, 'staff');
    const owner = await newTenant();
    const gone = await reference.delete(`/tenants/${tenant.id}/`, { token: tenant.admin.token });
    expect(gone.body).toEqual({ success: true, data: { id: tenant.id, deleted: true } });
    for (const { token, refresh_token } of [tenant.admin, staff]) {
      expectRefusal(on, await on.get('/users', token), 401);
      expectRefusal(on, await on.get(`/tenants/${tenant.id}`, token), 401);
      expectRefusal(on, await on.post('/auth/refresh', { refresh_token }), 401);
    }
    expectRefusal(on, await on.login(staff.email, PASSWORD, tenant.slug), 404);
    expectRefusal(on, await on.login(staff.email, PASSWORD, tenant.id), 404);
    expectRefusal(on, await on.get(`/tenants/${tenant.id}`, owner.admin.token), 404);
  });

  it('refuse sign-in while they are suspended, and take no token from before afterwards (A-42, A-58)', async () => {
    const owner = await newTenant();
    const made = on.data(await on.post('/tenants', body(on), owner.admin.token));
    const seat = on.data(await on.login(owner.admin.email, PASSWORD, made.id));
    const put = (is_active: boolean) =>
      reference.put(`/tenants/${made.id}/`, { is_active }, { token: owner.admin.token });
    expect((await put(false)).status).toBe(200);
    expect((await contract.get(`/tenants/${made.id}`, { token: owner.admin.token })).body.status).toBe('SUSPENDED');
    expectRefusal(on, await on.get('/users', seat.access_token), 401);
    expectRefusal(on, await on.post('/auth/refresh', { refresh_token: seat.refresh_token }), 401);
    expectRefusal(on, await on.login(owner.admin.email, PASSWORD, made.id), 401);
    expect((await on.get('/users', owner.admin.token)).status).toBe(200);
    expect((await put(true)).body.data.is_active).toBe(true);
    expectRefusal(on, await on.get('/users', seat.access_token), 401);
    expectRefusal(on, await on.post('/auth/refresh', { refresh_token: seat.refresh_token }), 401);
    expect((await on.login(owner.admin.email, PASSWORD, made.id)).status).toBe(200);
  });

  it('end the sessions of an account that took them, too (A-58)', async () => {
    const account = await newAccount();
    const made = on.data(await on.post('/tenants', body(on), account.token));
    expect((await on.get('/users', account.token)).status).toBe(200);
    const { token } = await operator();
    for (const is_active of [false, true])
      expect((await reference.put(`/tenants/${made.id}/`, { is_active }, { token })).status).toBe(200);
    expectRefusal(on, await on.get('/users', account.token), 401);
    expectRefusal(on, await on.post('/auth/refresh', { refresh_token: account.refresh_token }), 401);
    expect((await on.login(account.email, PASSWORD, made.id)).status).toBe(200);
  });

  it('are not changed by what their update does not have (A-59)', async () => {
    const { admin, id } = await newTenant();
    const before = (await contract.get(`/tenants/${id}`, { token: admin.token })).body;
    const beyond = {
      status: 'TERMINATED',
      subscription_plan: 'ENTERPRISE',
      pricing_model: 'PERPETUAL',
      email: 'new@x.example',
    };
    const answer = await contract.put(`/tenants/${id}`, { ...beyond, business_type: 'BEAUTY' }, { token: admin.token });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before);
    const own = await on.put(`/tenants/${id}`, { status: 'TERMINATED', subscription_plan: 'PRO' }, admin.token);
    expect(own.status).toBe(200);
    expect((await contract.get(`/tenants/${id}`, { token: admin.token })).body).toEqual(before);
  });

  it('lose nothing when different fields are changed at once (A-30)', async () => {
    const { admin, id } = await newTenant();
    const phone = on.name === 'contract' ? 'phone' : 'contact_phone';
    const changes = [{ name: 'At once' }, { [phone]: '012-3456789' }, { logo_url: 'https://x.example/l.png' }];
    const answers = await Promise.all(
      changes.map((change) => ('logo_url' in change ? contractSurface : on).put(`/tenants/${id}`, change, admin.token)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const shown = (await contract.get(`/tenants/${id}`, { token: admin.token })).body;
    expect(shown).toMatchObject({ name: 'At once', phone: '012-3456789', logo_url: 'https://x.example/l.png' });
  });
});

describe('schema_name and domain (A-57)', () => {
  it('keep what is sent, and are made of the slug or left empty otherwise', async () => {
    const { admin, id, slug } = await newTenant();
    const plain = (await reference.get(`/tenants/${id}/`, { token: admin.token })).body.data;
    expect(plain).toMatchObject({ schema_name: slug.replaceAll('-', '_'), domain: null });
    const names = { schema_name: unique('My-Schema.X'), domain: `${unique('d')}.example` };
    const made = await reference.post('/tenants/', { ...body(referenceSurface), ...names }, { token: admin.token });
    expect(made.body.data).toMatchObject(names);
    expect((await referenceSurface.login(admin.email, PASSWORD, names.schema_name)).status).toBe(200);
  });

  it('are unique on the platform, at creation and at a change', async () => {
    const { admin } = await newTenant();
    const { token } = admin;
    const names = { schema_name: unique('schema'), domain: `${unique('d')}.example` };
    expect((await reference.post('/tenants/', { ...body(referenceSurface), ...names }, { token })).status).toBe(201);
    const stranger = await newTenant();
    for (const [field, value] of Object.entries({ ...names, domain: names.domain.toUpperCase() })) {
      const again = { ...body(referenceSurface), [field]: value };
      expectConflict(referenceSurface, await referenceSurface.post('/tenants', again, stranger.admin.token), field);
      const moved = await referenceSurface.put(`/tenants/${stranger.id}`, { [field]: value }, stranger.admin.token);
      expectConflict(referenceSurface, moved, field);
    }
    expect(referenceSurface.total(await referenceSurface.get('/tenants', stranger.admin.token))).toBe(1);
  });

  it('are free again when their tenant is deleted; its slug is not', async () => {
    const tenant = await newTenant();
    const domain = `${unique('d')}.example`;
    await reference.put(`/tenants/${tenant.id}/`, { domain }, { token: tenant.admin.token });
    await reference.delete(`/tenants/${tenant.id}/`, { token: tenant.admin.token });
    const next = await newTenant({ name: tenant.name });
    expect(next.slug).toBe(`${tenant.slug}-2`);
    const taken = await reference.put(`/tenants/${next.id}/`, { domain }, { token: next.admin.token });
    expect(taken.body.data.domain).toBe(domain);
  });
});

describe('who may end a tenant (A-58)', () => {
  it('is its creator from another tenant, for as long as the creator administers it (A-49)', async () => {
    const owner = await newTenant();
    const make = async () =>
      (await contract.post('/tenants', body(contractSurface), { token: owner.admin.token })).body;
    const [kept, lost] = [await make(), await make()];
    const remove = (id: string) => reference.delete(`/tenants/${id}/`, { token: owner.admin.token });
    expect((await remove(kept.id)).status).toBe(200);
    expectRefusal(referenceSurface, await reference.get(`/tenants/${kept.id}/`, { token: owner.admin.token }), 404);
    expectRefusal(referenceSurface, await remove(kept.id), 404);

    const { user, access_token } = referenceSurface.data(
      await referenceSurface.login(owner.admin.email, PASSWORD, lost.id),
    );
    const next = {
      username: unique('next'),
      email: `${unique('next')}@example.com`,
      password: PASSWORD,
      role: 'admin',
    };
    const named = { first_name: 'Aisyah', last_name: 'Rahman' };
    expect((await reference.post('/users/', { ...next, ...named }, { token: access_token })).status).toBe(201);
    const { access_token: heir } = referenceSurface.data(await referenceSurface.login(next.email, PASSWORD, lost.id));
    const creator = `/users/${user.id}/`;
    const tenant = `/tenants/${lost.id}/`;
    for (const [change, status] of [
      [{ role: 'manager' }, 404],
      [{ role: 'admin' }, 200],
      [{ is_active: false }, 404],
      [{ is_active: true }, 200],
    ] as const) {
      expect((await reference.put(creator, change, { token: heir })).status).toBe(200);
      expect((await reference.get(tenant, { token: owner.admin.token })).status).toBe(status);
      expect((await reference.put(tenant, { name: 'Mine' }, { token: owner.admin.token })).status).toBe(status);
    }
    expect((await reference.delete(creator, { token: heir })).status).toBe(200);
    for (const answer of [await reference.get(tenant, { token: owner.admin.token }), await remove(lost.id)])
      expectRefusal(referenceSurface, answer, 404);
    const listed = (await reference.get('/tenants/', { token: owner.admin.token })).body.data;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([owner.id]);
    // Nor by a membership of the same e-mail that was made later.
    const again = { ...next, ...named, username: owner.admin.username, email: owner.admin.email };
    expect((await reference.post('/users/', again, { token: heir })).status).toBe(201);
    expectRefusal(referenceSurface, await reference.get(tenant, { token: owner.admin.token }), 404);
  });

  it('is neither a stranger nor a member of a lower role', async () => {
    const [tenant, stranger] = [await newTenant(), await newTenant()];
    const manager = await newUser(tenant, 'manager');
    const remove = (token: string) => reference.delete(`/tenants/${tenant.id}/`, { token });
    expectRefusal(referenceSurface, await remove(stranger.admin.token), 404);
    expectRefusal(referenceSurface, await remove(manager.token), 403);
    expect((await contract.get('/users', { token: tenant.admin.token })).status).toBe(200);
  });
});

describe('a wrong value in a change of a tenant (A-19)', () => {
  it.each(surfaces)('is refused and changes nothing on the $name surface', async (on) => {
    const { admin, id, name } = await newTenant();
    for (const value of ['', '  ', 5, null, ['x']]) {
      expectInvalid(on, await on.put(`/tenants/${id}`, { name: value }, admin.token), 'name');
    }
    expect(on.data(await on.get(`/tenants/${id}`, admin.token)).name).toBe(name);
  });
});
