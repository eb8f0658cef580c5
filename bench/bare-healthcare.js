/**
 * Healthcare as the bare server does it: the same rows and answers in one round trip each. It opens and seals by hand,
 * with the keys of the bench, and works out what an IC number says; of other rules it has none, and no audit trail.
 */
import { icTokenOf, malaysianDay, newId, open, seal, verificationOf } from './bare-seals.js';

const shown = [
  'id', 'tenant_id', 'medical_record_number', 'first_name', 'last_name', 'ic_number', 'date_of_birth', 'gender', 'email',
  'phone_number', 'emergency_contact', 'address', 'blood_type', 'allergies', 'chronic_conditions', 'medications',
  'insurance', 'pdpa_consent', 'pdpa_consent_date', 'data_retention_period', 'notes', 'created_at', 'updated_at',
]; // prettier-ignore
const columns = shown.join(', ');
/** Read for the places of the seals, and not shown. */
const TENANT = shown.indexOf('tenant_id');
const found = 'from healthcare.patients where tenant_id = $1 and deleted_at is null';
const sought = `${found} and (search_text like $2 or ic_number_tokens @> array[$3])`;

const statements = Object.fromEntries(
  Object.entries({
    patients: `select ${columns} ${found} order by id desc limit $2 offset $3`,
    patient_count: `select count(*)::int ${found}`,
    patients_sought: `select ${columns} ${sought} order by id desc limit $4 offset $5`,
    sought_patient_count: `select count(*)::int ${sought}`,
    appointment: `
      with held as (select id from healthcare.patients where tenant_id = $1 and id = $3 and deleted_at is null for no key update)
      insert into healthcare.appointments (tenant_id, id, created_at, updated_at, patient_id, doctor_id, appointment_type, scheduled_at,
        ends_at, duration_minutes, particulars, priority, status, follow_up_required, reminder_sent)
      select $1, $2, now(), now(), held.id, $4, $5, $6, $7, $8, $9, $10, 'scheduled', false, false from held returning created_at`,
  }).map(([name, text]) => [name, { name, text, rowMode: 'array' }]),
);

const rowsOf = async (db, statement, values) => (await db.query({ ...statements[statement], values })).rows;

function patientView(row, today) {
  const view = {};
  for (let i = 0; i < shown.length; i += 1) if (i !== TENANT) view[shown[i]] = row[i];
  const tenant_id = row[TENANT];
  const opened = (column) =>
    view[column] === null ? null : open(view[column], `healthcare.patients.${column}:${tenant_id}:${view.id}`);
  const { id, medical_record_number, first_name, last_name, ...rest } = view;
  delete rest.insurance;
  const ic_number = opened('ic_number');
  const list = (column) => JSON.parse(opened(column) ?? '[]');
  return {
    id,
    medical_record_number,
    first_name,
    last_name,
    ...rest,
    ic_number,
    ic_verification: verificationOf(ic_number, view.date_of_birth, view.gender, today),
    allergies: list('allergies'),
    chronic_conditions: list('chronic_conditions'),
    medications: list('medications'),
    insurance_info: JSON.parse(opened('insurance') ?? '{}').insurance_info ?? null,
    notes: opened('notes'),
  };
}

async function list(pool, tenant_id, query) {
  const [page, page_size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 20)];
  const word = query.get('search');
  const condition = word === null ? [tenant_id] : [tenant_id, `%${word.toLowerCase()}%`, icTokenOf(tenant_id, word)];
  const client = await pool.connect();
  const [rows, [[total]]] = await Promise.all([
    rowsOf(client, word === null ? 'patients' : 'patients_sought', [...condition, page_size, (page - 1) * page_size]),
    rowsOf(client, word === null ? 'patient_count' : 'sought_patient_count', condition),
  ]);
  client.release();
  const today = malaysianDay();
  const pagination = { page, page_size, total, pages: Math.ceil(total / page_size) };
  return { success: true, data: rows.map((row) => patientView(row, today)), pagination };
}

async function makeAppointment(pool, tenant_id, b) {
  const id = newId();
  const { reason, symptoms, notes, duration_minutes } = b;
  const at = new Date(`${b.scheduled_date}T${b.scheduled_time}+08:00`);
  const [row] = await rowsOf(pool, 'appointment', [
    tenant_id, id, b.patient_id, b.doctor_id, b.appointment_type, at, new Date(at.getTime() + duration_minutes * 60_000), duration_minutes,
    seal(JSON.stringify({ reason, symptoms, notes }), `healthcare.appointments.particulars:${tenant_id}:${id}`), b.priority,
  ]); // prettier-ignore
  if (!row) throw new Error('Unknown');
  return {
    success: true,
    data: {
      id, patient_id: b.patient_id, doctor_id: b.doctor_id, appointment_type: b.appointment_type, scheduled_date: b.scheduled_date,
      scheduled_time: b.scheduled_time, duration_minutes, reason, symptoms, priority: b.priority, status: 'scheduled', notes,
      check_in_time: null, start_time: null, end_time: null, doctor_notes: null, prescriptions: [], follow_up_required: false,
      follow_up_date: null, cancellation_reason: null, cancelled_by: null, created_at: row[0], updated_at: row[0],
    },
  }; // prettier-ignore
}

const PATIENTS = '/api/v1/healthcare/patients/';

/** The answer's status and body, or nothing for what is not healthcare's. */
export async function healthcareAnswer(pool, { method, url, tenant_id }, bodyOf) {
  if (method === 'POST' && url === '/api/v1/healthcare/appointments/')
    return [201, await makeAppointment(pool, tenant_id, await bodyOf())];
  if (method === 'GET' && url.startsWith(`${PATIENTS}?`))
    return [200, await list(pool, tenant_id, new URLSearchParams(url.slice(PATIENTS.length)))];
  return undefined;
}
