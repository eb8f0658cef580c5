import type { Json } from '../../support/client.js';
import { everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { must, newPatient, newPrescription } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  patient = await newPatient(tenant, { allergies: ['Penicillin', 'Sulfa'] });
});

const prescribe = (medication: string, more: object = {}) =>
  newPrescription(tenant, { patient_id: patient.id, medication, ...more });
const PATH = '/healthcare/prescriptions';

it('A-375: a medication of the class that an allergy is to is prescribed with a warning that names drug and class', async () => {
  const { id, warnings } = await prescribe('Augmentin 625 mg');
  expect(warnings).toEqual(['The patient is allergic to Penicillin, and augmentin is one of the penicillins']);
  expect((await prescribe('Bactrim')).warnings).toEqual([expect.stringMatching(/Sulfa.*bactrim.*sulfonamides/)]);
  expect((await prescribe('Zinnat')).warnings).toEqual([expect.stringMatching(/zinnat.*cephalosporins/)]);
  const headers = { 'accept-language': 'ms' };
  const malay = must(await on.send('GET', `${PATH}/${id}`, { token, headers }), 200);
  expect(malay.warnings).toEqual(['Pesakit alah kepada Penicillin, dan augmentin tergolong dalam kumpulan penisilin']);
  const { VIEWER } = await everyRole(tenant);
  expect(must(await on.get(`${PATH}/${id}`, VIEWER.token), 200)).toMatchObject({
    warnings: ['***'],
    valid_until: null,
  });
});

it('A-375: a prescription is valid for 90 days, a psychotropic one for 30, unless it says otherwise', async () => {
  expect(await prescribe('Metformin')).toMatchObject({ valid_until: malaysianDay(90), warnings: [] });
  const psychotropic = await prescribe('Xanax 0.5 mg', { refills_allowed: 1 });
  expect(psychotropic.valid_until).toBe(malaysianDay(30));
  expect(psychotropic.warnings).toEqual([expect.stringContaining(malaysianDay(30))]);
  expect((await prescribe('Metformin', { valid_until: '2030-01-01' })).valid_until).toBe('2030-01-01');
  const same = must(await on.put(`${PATH}/${psychotropic.id}`, psychotropic, token), 200);
  expect(same.updated_at).toBe(psychotropic.updated_at);
  const changed = must(await on.put(`${PATH}/${psychotropic.id}`, { medication: 'Metformin' }, token), 200);
  expect(changed).toMatchObject({ valid_until: malaysianDay(90), warnings: [] });
});

it('A-375: a refill after the last day succeeds, with a warning', async () => {
  const valid_until = malaysianDay(-1);
  const { id, status } = await prescribe('Metformin', { valid_until, refills_allowed: 2 });
  expect(status).toBe('active');
  const refilled = must(await on.post(`${PATH}/${id}/refill`, {}, token), 200);
  expect(refilled).toMatchObject({ refills_used: 1, warnings: [expect.stringContaining(valid_until)] });
});
