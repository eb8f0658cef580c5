import { contract, reference } from '../../support/client.js';
import { newTenant, newUser } from '../../support/people.js';

describe('null clears what may be left out (A-18)', () => {
  it('empties permissions on both surfaces, and settings', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const { id } = await newUser(tenant, 'staff', { permissions: ['a.b'] });
    const shown = async () => (await reference.get(`/users/${id}/`, { token })).body.data.permissions;
    expect(await shown()).toEqual(['a.b']);
    expect((await contract.put(`/users/${id}`, { permissions: null }, { token })).status).toBe(200);
    expect(await shown()).toEqual([]);
    await reference.put(`/users/${id}/`, { permissions: ['c'] }, { token });
    expect((await reference.put(`/users/${id}/`, { permissions: null }, { token })).body.data.permissions).toEqual([]);

    const path = `/tenants/${tenant.id}`;
    expect((await contract.put(path, { settings: { theme: 'dark' } }, { token })).body.settings).toEqual({
      theme: 'dark',
    });
    expect((await contract.put(path, { settings: null }, { token })).body.settings).toEqual({});
  });
});
