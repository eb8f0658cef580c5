import type { Json } from '../../support/client.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { must, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { watchEvents, type RecordedEvent, type WatchedEvents } from '../../support/valid-events.js';

let tenant: TestTenant;
let token: string;
let watched: WatchedEvents;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  watched = await watchEvents(tenant.id);
});

const DOMAIN = '/healthcare';
const post = async (path: string, body: unknown = {}): Promise<Json> => {
  const answer = await on.post(`${DOMAIN}/${path}`, body, token);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return on.data(answer);
};
const put = async (path: string, body: unknown): Promise<Json> =>
  must(await on.put(`${DOMAIN}/${path}`, body, token), 200);

/** Types and data of the events since the last look; the administrator is their actor. */
async function told(): Promise<[type: string, data: RecordedEvent['data']][]> {
  const events = await watched.since();
  for (const { actor_id } of events) expect(actor_id).toBe(tenant.admin.id);
  return events.map(({ type, data }) => [type.replace('healthcare.', ''), data]);
}

/** The data of an event that says nothing but which record it is. */
const alone = (id: string, version: number, path: string | null) => ({
  id,
  version,
  path: path && `/api/v1/healthcare/${path}/${id}/`,
  contract_path: null,
});

const SECRET = 'Rahsia';
const IC = '900101-14-5678';

describe('A-432: patients', () => {
  it('are announced as they are created, changed and deleted, on either surface', async () => {
    const { id } = await newPatient(tenant, { first_name: SECRET, ic_number: IC, allergies: [SECRET] });
    expect(await told()).toEqual([['patient.created', alone(id, 1, 'patients')]]);
    await put(`patients/${id}`, { notes: SECRET, phone_number: '0123456789' });
    expect(await told()).toEqual([['patient.updated', alone(id, 2, 'patients')]]);
    await put(`patients/${id}`, { notes: SECRET });
    expect(await told()).toEqual([]);
    must(await on.send('DELETE', `${DOMAIN}/patients/${id}`, { token }), 200);
    expect(await told()).toEqual([['patient.deleted', alone(id, 3, null)]]);
    const body = {
      first_name: SECRET,
      last_name: SECRET,
      ic_number: IC,
      date_of_birth: '1990-01-01',
      gender: 'FEMALE',
    };
    const made = await contractSurface.post('/healthcare/patients', { ...body, phone: '+60123456789' }, token);
    expect(made.status).toBe(201);
    expect(await told()).toEqual([['patient.created', alone(made.body.id, 1, 'patients')]]);
  });

  it('are announced as they are erased, deleted ones too (A-433)', async () => {
    const [present, gone] = [await newPatient(tenant), await newPatient(tenant)];
    must(await on.send('DELETE', `${DOMAIN}/patients/${gone.id}`, { token }), 200);
    await watched.since();
    await post(`patients/${present.id}/erase`, { reason: SECRET });
    expect(await told()).toEqual([['patient.erased', alone(present.id, 2, null)]]);
    await post(`patients/${gone.id}/erase`, { reason: SECRET });
    expect(await told()).toEqual([['patient.erased', alone(gone.id, 3, null)]]);
  });

  it('that are merged are two events: one is changed, the other is deleted', async () => {
    const from = await newPatient(tenant, { allergies: [SECRET] });
    const into = await newPatient(tenant);
    await watched.since();
    await post(`patients/${from.id}/merge`, { into: into.id });
    expect(await told()).toEqual([
      ['patient.deleted', alone(from.id, 2, null)],
      ['patient.updated', alone(into.id, 2, 'patients')],
    ]);
  });
});

it('A-433: no event holds a value of a personal column', () => {
  for (const value of [SECRET, IC, IC.replaceAll('-', ''), '0123456789', '1990-01-01'])
    expect(watched.text()).not.toContain(value);
});
