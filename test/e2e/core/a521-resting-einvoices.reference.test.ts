import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { askEinvoice, completeBuyer, enableEinvoices, soldSource } from '../../support/einvoices.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { eventually } from '../../support/system-service.js';

/** refused credentials and a 403 end a tenant's sending for an hour, or until its settings change. */

const problemsOf = async ({ admin }: TestTenant): Promise<string[]> =>
  on.data(await on.get('/einvoices/settings', admin.token)).problems.map(({ code }: Json) => code);

async function restingTenant(fault: Json): Promise<{ tenant: TestTenant; id: string }> {
  const tenant = await newTenant();
  await enableEinvoices(tenant);
  const { status } = await on.put('/einvoices/simulator', { faults: [{ times: 1, ...fault }] }, tenant.admin.token);
  expect(status).toBe(200);
  const asked = await askEinvoice(tenant, { source: await soldSource(tenant), buyer: completeBuyer });
  expect(asked.status).toBe(201);
  await eventually('a rest', async () => (await problemsOf(tenant)).length > 0);
  return { tenant, id: on.data(asked).id };
}

const statusOf = async ({ admin }: TestTenant, id: string): Promise<string> =>
  on.data(await on.get(`/einvoices/${id}`, admin.token)).status;
const becomesValid = (tenant: TestTenant, id: string) =>
  eventually('a valid e-invoice', async () => (await statusOf(tenant, id)) === 'valid');

it('A-521: a 403 is a problem of the settings, and PUT lets the document go', async () => {
  const { tenant, id } = await restingTenant({ call: 'submit', fault: 'status', status: 403 });
  const shown = on.data(await on.get('/einvoices/settings', tenant.admin.token));
  expect(shown).toMatchObject({ ready: false, problems: [{ code: 'SUBMISSION_FORBIDDEN', field: 'credentials' }] });
  expect(shown.problems[0].message).toMatch(/hour/);
  expect(await statusOf(tenant, id)).toBe('queued');
  const changed = on.data(await on.put('/einvoices/settings', {}, tenant.admin.token));
  expect(changed).toMatchObject({ ready: true, problems: [] });
  await becomesValid(tenant, id);
  expect(await problemsOf(tenant)).toEqual([]);
});

it('A-521: refused credentials are a problem until a sign-in succeeds', async () => {
  const { tenant, id } = await restingTenant({ call: 'token', fault: 'status', status: 400, code: 'invalid_client' });
  expect(await problemsOf(tenant)).toEqual(['CREDENTIALS_REFUSED']);
  const checked = await on.post('/einvoices/settings/check', {}, tenant.admin.token);
  expect(on.data(checked)).toEqual({ reached: true, signed_in: true, problems: [] });
  expect(await problemsOf(tenant)).toEqual([]);
  await becomesValid(tenant, id);
});
