import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must, newBill, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';

let tenant: TestTenant;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  patient = await newPatient(tenant, { first_name: 'Siti', last_name: 'Nur' });
});

const put = async (path: string, body: unknown) => must(await on.send('PUT', path, { token, body }), 200);
const printed = async (path: string, language?: string): Promise<string> =>
  (await print(`/healthcare/billing/${path}/receipt/`, token, language)).texts.join(' | ');

it('A-341: bills and credit notes keep the names of their issue; the first print is the original, later ones are copies', async () => {
  const { id } = await newBill(tenant, { patient_id: patient.id });
  const credit = { amount: 20, reason: 'Tidak dibuat' };
  const { credit_note } = must(await on.post(`/healthcare/billing/${id}/credit-notes`, credit, token), 201);
  const note = `${id}/credit-notes/${credit_note.id}`;
  const before = [await printed(id), await printed(note)];
  for (const texts of before) {
    expect(texts).toContain('Siti Nur');
    expect(texts).not.toMatch(/Copy/);
  }
  await put(`/healthcare/patients/${patient.id}`, { first_name: 'Aminah' });
  await put(`/tenants/${tenant.id}`, { name: 'Klinik Baharu' });
  const after = [await printed(id), await printed(note)];
  after.forEach((texts, i) => {
    expect(texts).toContain('Copy');
    expect(texts.replace(' | Copy', '')).toBe(before[i]);
  });
  expect(await printed(id, 'ms')).toContain('Salinan');
  const next = await newBill(tenant, { patient_id: patient.id });
  expect(await printed(next.id)).toMatch(/Klinik Baharu.*Aminah Nur/);
});

it('A-371: a bill prints its credit notes, and that it is cancelled or in credit', async () => {
  const { id } = await newBill(tenant, { patient_id: patient.id, status: 'paid' });
  const credit = { amount: 20, reason: 'Tidak dibuat' };
  const { credit_note } = must(await on.post(`/healthcare/billing/${id}/credit-notes`, credit, token), 201);
  const texts = await printed(id);
  expect(texts).toContain(credit_note.credit_note_number);
  expect(texts).toContain('In credit');
  const other = await newBill(tenant, { patient_id: patient.id });
  must(await on.post(`/healthcare/billing/${other.id}/cancel`, { reason: 'Tersilap' }, token), 200);
  expect(await printed(other.id, 'ms')).toMatch(/DIBATALKAN|Dibatalkan/);
});
