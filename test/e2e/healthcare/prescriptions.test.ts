import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict } from '../../support/core-shapes.js';
import { must, newPatient, newPrescription, trailOf } from '../../support/healthcare.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { atOnce, withStatus } from '../../support/retail.js';

const PATH = '/healthcare/prescriptions';

let tenant: TestTenant;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  patient = await newPatient(tenant);
});

const made = (body: Record<string, unknown> = {}) => newPrescription(tenant, { patient_id: patient.id, ...body });
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const changed = async (id: string, body: unknown): Promise<Json> =>
  must(await on.put(`${PATH}/${id}`, body, token), 200);
const refill = (id: string, by = token, headers = {}) =>
  on.send('POST', `${PATH}/${id}/refill`, { token: by, headers });

describe('warnings (A-176)', () => {
  let allergic: Json;
  beforeAll(async () => {
    allergic = await newPatient(tenant, { allergies: ['penicillin', 'Kacang tanah'] });
  });
  const prescribe = (medication: string) => newPrescription(tenant, { patient_id: allergic.id, medication });
  const actions = async (id: string) => (await trailOf(tenant, id)).map(({ action }) => action);

  it('A-176: accepts a medication that the patient is allergic to, warns of it, and writes it on the trail', async () => {
    const prescription = await prescribe('Penicillin V 250 mg');
    expect(prescription.warnings).toEqual([expect.stringMatching(/allergic to penicillin\b.*Penicillin V 250 mg/)]);
    expect((await read(prescription.id)).warnings).toEqual(prescription.warnings);
    const entries = await trailOf(tenant, prescription.id);
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'allergy_warning', record_type: 'prescription', actor_id: tenant.admin.id }),
    );
    expect(JSON.stringify(entries)).not.toMatch(/penicillin/i);
  });

  it('A-176: warns in the language that the client reads, and the ETag tells the languages apart', async () => {
    const { id } = await prescribe('Penicillin V 250 mg');
    const inMalay = (etag?: string) =>
      on.send('GET', `${PATH}/${id}`, {
        token,
        headers: { 'accept-language': 'ms', ...(etag === undefined ? {} : { 'if-none-match': etag }) },
      });
    const english = await on.get(`${PATH}/${id}`, token);
    expect([english.headers.get('content-language'), english.headers.get('vary')]).toEqual([
      'en',
      expect.stringMatching(/Accept-Language/),
    ]);
    const malay = await inMalay(english.headers.get('etag') as string);
    expect([malay.status, malay.headers.get('content-language')]).toEqual([200, 'ms']);
    expect(on.data(malay).warnings).toEqual([
      'Pesakit alah kepada penicillin, dan preskripsi ini ialah Penicillin V 250 mg',
    ]);
    expect((await inMalay(malay.headers.get('etag') as string)).status).toBe(304);
    const headers = { 'if-match': malay.headers.get('etag') as string };
    expect((await on.send('PUT', `${PATH}/${id}`, { token, headers, body: { notes: 'x' } })).status).toBe(200);
  });

  it('A-176: does not warn of what is not named word by word', async () => {
    for (const medication of ['Metformin', 'Penicillinase', 'Paracetamol']) {
      const { id, warnings } = await prescribe(medication);
      expect([medication, warnings, await actions(id)]).toEqual([medication, [], ['create']]);
    }
  });

  it('A-176: looks again when the medication or the patient becomes another, and only then', async () => {
    const { id } = await prescribe('Paracetamol');
    expect((await changed(id, { medication: 'PENICILLIN G' })).warnings).toHaveLength(1);
    expect((await changed(id, { dosage: '1 tablet' })).warnings).toHaveLength(1);
    expect((await changed(id, { patient_id: patient.id })).warnings).toEqual([]);
    expect((await changed(id, { patient_id: allergic.id })).warnings).toHaveLength(1);
    expect((await changed(id, { medication: 'Paracetamol' })).warnings).toEqual([]);
    expect((await actions(id)).filter((action) => action === 'allergy_warning')).toHaveLength(2);
  });

  it('A-176: knows the allergies that the patient has by then', async () => {
    const before = await prescribe('Ibuprofen 400 mg');
    expect(before.warnings).toEqual([]);
    must(await on.put(`/healthcare/patients/${allergic.id}`, { allergies: ['penicillin', 'ibuprofen'] }, token), 200);
    expect((await read(before.id)).warnings).toEqual([]);
    expect((await prescribe('Ibuprofen 400 mg')).warnings).toHaveLength(1);
  });
});

describe('a refill (A-135)', () => {
  it('A-135: of two allowed, two are handed out and the third is refused', async () => {
    const { id } = await made({ refills_allowed: 2 });
    expect(must(await refill(id), 200)).toMatchObject({ id, refills_used: 1, status: 'active' });
    expect(must(await refill(id), 200)).toMatchObject({ refills_used: 2, status: 'active' });
    expectConflict(on, await refill(id), 'refills_used');
    expect(await read(id)).toMatchObject({ refills_used: 2, status: 'active' });
  });

  it('A-135: refuses one that is not active, and one that allows none', async () => {
    for (const status of ['completed', 'expired']) {
      const { id } = await made({ refills_allowed: 2, status });
      expectConflict(on, await refill(id), 'status');
      expect((await read(id)).refills_used).toBe(0);
    }
    expectConflict(on, await refill((await made()).id), 'refills_used');
  });

  it('A-135: of 20 at once exactly the 2 that are allowed succeed', async () => {
    const { id } = await made({ refills_allowed: 2 });
    const answers = await atOnce(20, () => refill(id));
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([2, 18]);
    expect((await read(id)).refills_used).toBe(2);
    expect((await trailOf(tenant, id)).map(({ action }) => action)).toEqual(['read', 'refill', 'refill', 'create']);
  });

  it('hands out once what is sent twice with one key', async () => {
    const { id } = await made({ refills_allowed: 2 });
    const key = { 'idempotency-key': unique('refill') };
    const [first, second] = [await refill(id, token, key), await refill(id, token, key)];
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect((await read(id)).refills_used).toBe(1);
  });

  it('can be done again once more are allowed, or it is active again', async () => {
    const { id } = await made({ refills_allowed: 1, refills_used: 1, status: 'completed' });
    await changed(id, { status: 'active', refills_allowed: 2 });
    expect(must(await refill(id), 200).refills_used).toBe(2);
  });
});
