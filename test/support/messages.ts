import { randomInt } from 'node:crypto';
import { baseUrl, type Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { appointmentBody, newPatient } from './healthcare.js';
import { newTenant, unique, type TestTenant } from './people.js';
import { workerState } from './state.js';
import { sql } from './system-database.js';
import { eventually } from './system-service.js';

/** Settings of messages by which reminders are sent at night, too: no test goes by the hour of the day. */
export const NEVER_QUIET = { quiet_from: '00:00', quiet_to: '00:00' };

const DAY_MS = 86_400_000;

/** A tenant that is old enough that messages are sent for it. */
export async function newOldTenant(): Promise<TestTenant> {
  const tenant = await newTenant();
  const text = 'update core.tenants set created_at = $2 where id = $1';
  await sql(workerState().ownerUrl as string, text, [tenant.id, new Date(Date.now() - 8 * DAY_MS)]);
  await on.put('/message-settings', NEVER_QUIET, tenant.admin.token);
  return tenant;
}

/** A mobile number that no other recipient has: each gets ten messages a day at most. */
export const newPhone = (): string => `+6012${String(randomInt(10_000_000)).padStart(7, '0')}`;

/** An appointment of a patient who can be written to, as the subject of a message. */
export async function newSubject(tenant: TestTenant, patient: Json = {}): Promise<Json> {
  const contact = { email: `${unique('pesakit')}@example.com`, phone_number: newPhone() };
  const { id: patient_id } = await newPatient(tenant, { ...contact, ...patient });
  const body = appointmentBody(patient_id, { doctor_id: unique('dr') });
  const answer = await on.post('/healthcare/appointments', body, tenant.admin.token);
  if (answer.status !== 201) throw new Error(answer.text);
  return on.data(answer);
}

/** The body of a reminder by hand, of a new appointment. */
export async function messageBody(tenant: TestTenant, patient: Json = {}): Promise<Json> {
  const { id } = await newSubject(tenant, patient);
  return { template: 'appointment_reminder', subject_type: 'healthcare.appointment', subject_id: id };
}

/** A message that was sent by hand. */
export async function newMessage(tenant: TestTenant): Promise<Json> {
  const answer = await on.post('/messages', await messageBody(tenant), tenant.admin.token);
  if (answer.status !== 201) throw new Error(answer.text);
  return on.data(answer);
}

/** The messages to an address so far, newest first. */
export async function messagesTo(to: string, server = baseUrl()): Promise<Json[]> {
  const response = await fetch(`${server}/dev/messages?to=${encodeURIComponent(to)}`);
  if (response.status !== 200) throw new Error(`/dev/messages: ${response.status}`);
  return ((await response.json()) as { messages: Json[] }).messages;
}

/** Waits until a message has a status. */
export const messageIn = (tenant: TestTenant, id: string, status: string): Promise<Json> =>
  eventually(`a message that is ${status}`, async () => {
    const found = on.data(await on.get(`/messages/${id}`, tenant.admin.token));
    return found.status === status ? found : null;
  });
