import {
  beautyRecord,
  newBeautyAppointment,
  newClient,
  newMembership,
  newService,
  newStaffMember,
} from '../support/beauty.js';
import { call, type Answer, type Json } from '../support/client.js';
import { dump } from '../support/dump.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';

/** A client's health, papers and statements lie sealed, and go with the erased client. */

const SECRETS = {
  'IC number': /900614-?03(?:-?7788)?/,
  allergy: /Minyakzaitun/,
  condition: /Kulitmelecet/,
  note: /Catatansulit/,
  'member note': /Hutangkakitangan/,
  request: /Bilikgelap/,
  'what was done': /Sapuanhangat/,
  'staff note': /Nampakletih/,
  reason: /Anakdemam/,
  payment: /Bayarkemudian/,
};

let tenant: TestTenant;
let client: Json;
let booked: Json;
beforeAll(async () => {
  tenant = await newTenant();
});

const post = (path: string, body: unknown, headers?: Record<string, string>): Promise<Answer> =>
  call('POST', `/api/v1/beauty${path}/`, { body, headers, token: tenant.admin.token });

async function done(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Json> {
  const answer = await post(path, body, headers);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

it('A-255: no table holds an IC number, an allergy, a condition or a note in clear', async () => {
  const ic_number = '900614-03-7788';
  const health = {
    allergies: ['Minyakzaitun', 'lavender'],
    medical_conditions: ['Kulitmelecet'],
    notes: 'Catatansulit',
  };
  client = await newClient(tenant, { ic_number, ...health });
  await newStaffMember(tenant, { ic_number, notes: 'Hutangkakitangan' });
  const services = [{ service_id: (await newService(tenant, { contraindications: ['lavender oil'] })).id }];
  const visit = { client_id: client.id, services, notes: 'Catatansulit', special_requests: 'Bilikgelap' };
  booked = await done('/appointments', visit, { 'idempotency-key': 'sealed' });
  expect(booked.warnings).toHaveLength(1);
  await done(`/appointments/${booked.id}/payments`, { amount: 10, notes: 'Bayarkemudian' });
  await done(`/appointments/${booked.id}/complete`, {
    services_rendered: [
      { service_id: services[0]?.service_id, notes: 'Sapuanhangat', recommendations: ['Minyakzaitun'] },
    ],
    staff_notes: 'Nampakletih',
  });
  const other = await newBeautyAppointment(tenant, { client_id: client.id });
  await done(`/appointments/${other.id}/cancel`, { reason: 'Anakdemam' }, { 'idempotency-key': 'sealed-too' });
  const dumped = await dump();
  expect(dumped.get('beauty.clients')).toContain(client.id);
  expect(dumped.get('kernel.audit_entries')).toContain(booked.id);
  for (const [table, text] of dumped)
    for (const [what, secret] of Object.entries(SECRETS))
      expect(`${table} ${what}: ${secret.exec(text)?.[0]}`).toBe(`${table} ${what}: undefined`);
});

it('A-255: a client who is erased while visits are booked, paid and completed leaves nothing by which a person could be known', async () => {
  for (const _ of [1, 2, 3]) {
    const { id: client_id } = await newClient(tenant, { first_name: 'Namaunik', skin_type: 'Kulitunik' });
    const [member, service] = await Promise.all([newStaffMember(tenant), newService(tenant)]);
    const services = [{ service_id: service.id, staff_id: member.id }];
    const visits = await Promise.all(
      Array.from({ length: 10 }, () => beautyRecord(tenant, '/appointments', { client_id, services })),
    );
    const said = { cancelled_by: 'Suamiunik', follow_up_date: '2031-11-30', notes: 'Notaunik', payment_method: 'cash' };
    const answers = await Promise.all([
      post(`/clients/${client_id}/erase`, {}),
      ...visits.flatMap(({ id }, i) => [
        i % 2
          ? post(`/appointments/${id}/complete`, { ...said, staff_notes: 'Notaunik', follow_up_required: true })
          : post(`/appointments/${id}/cancel`, said),
        post(`/appointments/${id}/payments`, { amount: 1, ...said }),
      ]),
      post('/appointments', { client_id, services, notes: 'Notaunik', reminder_preferences: { telegram: 'Notaunik' } }),
      // It is a record where it was made before the erasure.
      newMembership(tenant, { client_id, benefits: [{ benefit: 'Notaunik', type: 'priority' }] }).then(
        () => ({ status: 201 }),
        () => undefined,
      ),
    ]);
    expect(answers[0]?.status).toBe(200);
    for (const answer of answers) expect([200, 201, 400, 404, 409, 503]).toContain(answer?.status ?? 404);
    const dumped = await dump();
    const left = [...dumped].filter(([, text]) => /(?:nama|kulit|suami|nota)unik|2031-11-30/i.test(text));
    expect(left.map(([table]) => table)).toEqual([]);
    const sealed = await sql(
      workerState().ownerUrl as string,
      `select r.id from beauty.appointments r left join beauty.payments p on p.appointment_id = r.id
       where r.client_id = $1 and (r.particulars is not null or p.notes is not null)`,
      [client_id],
    );
    expect(sealed).toEqual([]);
  }
});
