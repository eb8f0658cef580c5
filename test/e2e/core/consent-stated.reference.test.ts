import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

/** every record of a person says whether its consent was stated, or is what every record begins with. */

const NAMES = { first_name: 'Siti', last_name: 'Nur' };

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

describe.each(['healthcare/patients', 'education/students', 'retail/customers', 'beauty/clients', 'beauty/staff'])(
  'A-374: the consent of %s',
  (path) => {
    const create = async (extra: Record<string, unknown>): Promise<Json> =>
      must(await on.post(`/${path}`, { ...NAMES, ...extra }, tenant.admin.token), 201);
    const change = async ({ id }: Json, body: unknown): Promise<Json> =>
      must(await on.put(`/${path}/${id}`, body, tenant.admin.token), 200);

    it('is not stated until one is sent, false or true', async () => {
      expect(await create({})).toMatchObject({ pdpa_consent: false, pdpa_consent_stated: false });
      expect(await create({ pdpa_consent: false })).toMatchObject({ pdpa_consent: false, pdpa_consent_stated: true });
      expect(await create({ pdpa_consent: true })).toMatchObject({ pdpa_consent: true, pdpa_consent_stated: true });
    });

    it('is not stated by a record that is sent back as it was shown (A-09)', async () => {
      const person = await create({});
      expect(await change(person, person)).toMatchObject({ pdpa_consent: false, pdpa_consent_stated: false });
    });

    it('stays as it is where a change does not speak of it, and is stated once it does', async () => {
      const person = await create({});
      expect(await change(person, { first_name: 'Aishah' })).toMatchObject({ pdpa_consent_stated: false });
      expect(await change(person, { pdpa_consent: false })).toMatchObject({ pdpa_consent_stated: true });
      expect(await change(person, { pdpa_consent: true })).toMatchObject({ pdpa_consent_stated: true });
      const read = must(await on.get(`/${path}/${person.id}`, tenant.admin.token), 200);
      expect(read).toMatchObject({ pdpa_consent: true, pdpa_consent_stated: true });
    });
  },
);
