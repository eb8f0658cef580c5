import { contract, reference } from '../../support/client.js';
import { newTenant, newUser } from '../../support/people.js';

describe('both surfaces serve one model (A-62)', () => {
  it('shows a user made on one surface on the other, under the same id', async () => {
    const tenant = await newTenant();
    const staff = await newUser(tenant, 'staff', { ic_number: '900101-14-5678' });
    const shown = await contract.get(`/users/${staff.id}`, { token: tenant.admin.token });
    expect(shown.status).toBe(200);
    expect(shown.body).toMatchObject({
      id: staff.id,
      tenant_id: tenant.id,
      email: staff.email,
      role: 'STAFF',
      status: 'ACTIVE',
    });
    const gone = await reference.delete(`/users/${staff.id}/`, { token: tenant.admin.token });
    expect(gone.body).toEqual({ success: true, data: { id: staff.id, deleted: true } });
    expect((await contract.get(`/users/${staff.id}`, { token: tenant.admin.token })).status).toBe(404);
  });
});
