import { contract, reference } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectConflict, expectRefusal } from '../../support/core-shapes.js';
import { newAccount, newTenant, PASSWORD, unique } from '../../support/people.js';

/** Slugs and schema names are one namespace, compared without case. */

const body = (name: string, schema_name?: string) => ({ name, business_type: 'retail', schema_name });
const create = (token: string, name: string, schema_name?: string) =>
  reference.post('/tenants/', body(name, schema_name), { token });
const slugOf = async (id: string, token: string): Promise<string> =>
  (await contract.get(`/tenants/${id}`, { token })).body.slug;

describe('names by which tenants are found at sign-in (A-392)', () => {
  it('are not shadowed by a slug that equals another’s schema name', async () => {
    const victim = await newTenant();
    const name = unique('kedai');
    const renamed = await reference.put(`/tenants/${victim.id}/`, { schema_name: name }, { token: victim.admin.token });
    expect(renamed.status).toBe(200);
    const attacker = await newTenant({ name });
    expect(attacker.slug).toBe(`${name}-2`);
    const shouted = await newTenant({ name: name.toUpperCase() });
    expect(shouted.slug).toBe(`${name}-3`);
    for (const on of surfaces)
      for (const identifier of [name, name.toUpperCase(), victim.slug.toUpperCase()]) {
        expect((await on.login(victim.admin.email, PASSWORD, identifier)).status).toBe(200);
        expectRefusal(on, await on.login(attacker.admin.email, PASSWORD, identifier), 401);
      }
  });

  it('are not shadowed by a schema name that equals another’s slug or schema name, in any case', async () => {
    const victim = await newTenant();
    const schema = victim.slug.replaceAll('-', '_');
    const stranger = await newTenant();
    const { token } = stranger.admin;
    for (const taken of [victim.slug, victim.slug.toUpperCase(), schema, schema.toUpperCase()]) {
      expectConflict(referenceSurface, await create(token, unique('Kedai'), taken), 'schema_name');
      const moved = await reference.put(`/tenants/${stranger.id}/`, { schema_name: taken }, { token });
      expectConflict(referenceSurface, moved, 'schema_name');
    }
    expect((await contractSurface.login(stranger.admin.email, PASSWORD, stranger.slug)).status).toBe(200);
    expect(referenceSurface.total(await referenceSurface.get('/tenants', token))).toBe(1);
  });

  it('may be alike within one tenant, and change their case', async () => {
    const { id, slug, admin } = await newTenant();
    for (const schema_name of [slug.toUpperCase(), slug, unique('Own'), slug]) {
      const answer = await reference.put(`/tenants/${id}/`, { schema_name }, { token: admin.token });
      expect(answer.body.data).toMatchObject({ schema_name });
      for (const name of [slug, schema_name, schema_name.toLowerCase()])
        expect((await contractSurface.login(admin.email, PASSWORD, name)).status).toBe(200);
    }
  });

  it('are free again when they are given up, save a slug, which never is', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const [first, second] = [unique('first'), unique('second')];
    for (const schema_name of [first, second])
      expect((await reference.put(`/tenants/${tenant.id}/`, { schema_name }, { token })).status).toBe(200);
    const next = await newTenant();
    const take = (schema_name: string) =>
      reference.put(`/tenants/${next.id}/`, { schema_name }, { token: next.admin.token });
    expect((await take(first.toUpperCase())).status).toBe(200);
    expectConflict(referenceSurface, await take(second), 'schema_name');
    expect((await reference.delete(`/tenants/${tenant.id}/`, { token })).status).toBe(200);
    expect((await take(second)).status).toBe(200);
    expectConflict(referenceSurface, await take(tenant.slug), 'schema_name');
    expectRefusal(contractSurface, await contractSurface.login(tenant.admin.email, PASSWORD, tenant.slug), 404);
  });

  it('are numbered past all that are taken', async () => {
    const { token } = (await newTenant()).admin;
    const name = unique('nama');
    // As a schema name the second number is taken, too.
    expect((await create(token, unique('Kedai'), `${name.replaceAll('-', '_')}_2`)).status).toBe(201);
    const first = (await create(token, name)).body.data;
    expect([await slugOf(first.id, token), first.schema_name]).toEqual([name, name.replaceAll('-', '_')]);
    const next = (await create(token, name)).body.data;
    expect([await slugOf(next.id, token), next.schema_name]).toEqual([`${name}-2`, `${name.replaceAll('-', '_')}_3`]);
  });
});

describe('names that are wanted at once (A-392)', () => {
  it('are one tenant’s: a slug here, a schema name there', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => newAccount()));
    const other = await newTenant();
    for (let round = 0; round < 3; round += 1) {
      const name = unique('serentak');
      const [first, second, third, fourth] = accounts.map(({ token }) => token) as [string, string, string, string];
      const made = await Promise.all([
        create(first, name),
        create(second, unique('Kedai'), name.toUpperCase()),
        create(third, name),
        create(fourth, unique('Kedai'), name),
        reference.put(`/tenants/${other.id}/`, { schema_name: name }, { token: other.admin.token }),
      ]);
      const owners = await Promise.all(
        made.map(async ({ status, body: { data } }, i) => {
          if (status >= 300) return expect([status, i % 2 === 1 || i === 4]).toEqual([409, true]);
          const { token } = accounts[i] ?? other.admin;
          return [await slugOf(data.id, token), data.schema_name.toLowerCase()].includes(name);
        }),
      );
      expect(owners.filter((isOwner) => isOwner === true)).toHaveLength(1);
    }
  });
});
