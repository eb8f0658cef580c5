import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { enableEinvoices, soldSource } from '../../support/einvoices.js';
import { newTenant, newUser } from '../../support/people.js';

/** a month is consolidated when a manager asks for it. */

const PATH = '/einvoices/consolidations';
const MONTH = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);

it('A-524: pooled sales are in one document to the general public, and once', async () => {
  const tenant = await newTenant();
  await enableEinvoices(tenant);
  for (let i = 0; i < 3; i += 1) await soldSource(tenant);
  const manager = await newUser(tenant, 'manager');
  const answer = await on.post(PATH, { month: MONTH, module: 'retail' }, manager.token);
  expect(answer.status).toBe(201);
  const { documents, ...told } = on.data(answer);
  expect(told).toEqual({ month: MONTH, complete: true });
  expect(documents).toMatchObject([
    {
      ...{ kind: 'invoice', consolidated: true, module: 'retail', source: null, month: MONTH, sources: 3 },
      ...{ total_excluding_tax: 63.6, payable: 63.6, errors: [] },
      buyer: { name: 'General Public', tin: 'EI00000000010', id_value: 'NA', email: null },
    },
  ]);
  expect(on.data(await on.post(PATH, { month: MONTH }, manager.token))).toEqual({ ...told, documents: [] });
});

it('A-524: staff may not, a month that is none or not over is refused, and so is a business without e-invoices', async () => {
  const tenant = await newTenant();
  const { token } = tenant.admin;
  expectRefusal(on, await on.post(PATH, { month: MONTH }, token), 409);
  await enableEinvoices(tenant);
  expectRefusal(on, await on.post(PATH, { month: MONTH }, (await newUser(tenant, 'staff')).token), 403);
  for (const month of ['2026-13', '', '2099-01', 7, undefined])
    expectInvalid(on, await on.post(PATH, { month }, token), 'month');
  expectInvalid(on, await on.post(PATH, { month: MONTH, module: 'bakery' }, token), 'module');
});
