import { contract, reference } from '../../support/client.js';
import { referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectRefusal } from '../../support/core-shapes.js';
import { newTenant, operator, PASSWORD, unique } from '../../support/people.js';

/** The operator's suspension is lifted by the operator alone, a tenant's own by its administrators. */

async function ownerAndBranch() {
  const owner = await newTenant();
  const body = { name: unique('Cawangan'), email: 'b@example.com', business_type: 'RETAIL' };
  const branch = (await contract.post('/tenants', body, { token: owner.admin.token })).body;
  const put = (change: object, token: string) => reference.put(`/tenants/${branch.id}/`, change, { token });
  const status = async () => (await contract.get(`/tenants/${branch.id}`, { token: owner.admin.token })).body.status;
  return { owner, branch, put, status, theirs: owner.admin.token, ours: (await operator()).token };
}

describe("the operator's suspension of a tenant (A-391)", () => {
  it('is not lifted by the creator, with or without other changes', async () => {
    const { owner, branch, put, status, theirs, ours } = await ownerAndBranch();
    expect((await put({ is_active: false }, ours)).status).toBe(200);
    for (const change of [{ is_active: true }, { is_active: true, name: 'Back again' }])
      expectRefusal(referenceSurface, await put(change, theirs), 403);
    expect((await put({ is_active: false }, theirs)).status).toBe(200);
    expectRefusal(referenceSurface, await put({ is_active: true }, theirs), 403);
    expect(await status()).toBe('SUSPENDED');
    const shown = await contract.get(`/tenants/${branch.id}`, { token: theirs });
    expect(shown.body.name).toBe(branch.name);
    for (const on of surfaces) {
      expectRefusal(on, await on.login(owner.admin.email, PASSWORD, branch.id), 401);
      // Neither surface lifts it by a change that does not name it.
      expect((await on.put(`/tenants/${branch.id}`, { name: branch.name, status: 'ACTIVE' }, theirs)).status).toBe(200);
    }
    expect(await status()).toBe('SUSPENDED');
    expect((await put({ is_active: true }, ours)).status).toBe(200);
    expect(await status()).toBe('ACTIVE');
  });

  it("replaces a tenant's own", async () => {
    const { put, theirs, ours } = await ownerAndBranch();
    expect((await put({ is_active: false }, theirs)).status).toBe(200);
    expect((await put({ is_active: false }, ours)).status).toBe(200);
    expectRefusal(referenceSurface, await put({ is_active: true }, theirs), 403);
    expect((await put({ is_active: true }, ours)).status).toBe(200);
    // It is over: the next one is the tenant's own again.
    expect((await put({ is_active: false }, theirs)).status).toBe(200);
    expect((await put({ is_active: true }, theirs)).status).toBe(200);
  });
});

describe("a tenant's own suspension (A-391, A-58)", () => {
  it('is lifted by its creator and by the operator', async () => {
    const { put, status, theirs, ours } = await ownerAndBranch();
    for (const token of [theirs, ours]) {
      expect((await put({ is_active: false }, theirs)).status).toBe(200);
      expect((await put({ is_active: true }, token)).status).toBe(200);
      expect(await status()).toBe('ACTIVE');
    }
  });
});
