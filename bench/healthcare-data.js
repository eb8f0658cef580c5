/** Clinics, written by SQL as the owner: patients, and visits with what came of them, sealed as the service seals them. */
import { Keyring, newId } from '@usaha/shared';
import { icSearchTexts } from '@usaha/shared/malaysia';
import { KEY_NAME, SEAL_KEY, SEARCH_KEY } from './keys.js';

export const CLINICS = 100;
export const PATIENTS = 2_000;
/** Patients of each clinic who have been there, once each. */
const VISITORS = 200;
/** How many of a clinic's patients the load uses. */
const NAMED = 100;

/** A word that one in sixty patients has in the name: 33 or 34 of 2,000. */
export const COMMON_WORD = 'aminah';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const given = [
  'Aminah', 'Siti Nur', 'Mei Ling', 'Kavitha', 'Ahmad', 'Wei Jie', 'Rajesh', 'Farah', 'Hui Min', 'Muthu', 'Zainab', 'Hafiz',
  'Li Ting', 'Priya', 'Ismail', 'Jun Hao', 'Suresh', 'Nurul', 'Xin Yi', 'Ganesh', 'Rosnah', 'Azlan', 'Pei Shan', 'Lakshmi',
  'Faizal', 'Zhi Hao', 'Arun', 'Halimah', 'Kah Yee', 'Devi', 'Khairul', 'Boon Keat', 'Vijay', 'Salmah', 'Shu Fen', 'Anita',
  'Rashid', 'Chee Seng', 'Kumar', 'Maznah', 'Yee Ling', 'Shanti', 'Shahrul', 'Kok Wai', 'Mohan', 'Norliza', 'Sook Yin',
  'Revathi', 'Azman', 'Teck Soon', 'Selvam', 'Fatimah', 'Bee Lian', 'Uma', 'Rizal', 'Wai Kit', 'Prakash', 'Hasnah',
  'Jia Qi', 'Malar',
]; // prettier-ignore
const family = ['Tan', 'binti Yusof', 'Lim', 'a/l Muniandy', 'bin Osman', 'Wong', 'a/p Ramasamy', 'Lee', 'bin Hassan', 'Ng']; // prettier-ignore
const allergens = ['Penicillin', 'Aspirin', 'Peanuts', 'Shellfish', 'Ibuprofen', 'Latex'];
const conditions = ['Hypertension', 'Type 2 diabetes', 'Asthma', 'Gout', 'Migraine'];
const medicines = [
  'Amlodipine 5 mg',
  'Metformin 500 mg',
  'Salbutamol inhaler',
  'Allopurinol 100 mg',
  'Paracetamol 500 mg',
];
const complaints = [
  'Cough for a week',
  'Fever since yesterday',
  'Pain in the lower back',
  'Follow-up of blood pressure',
];

const pick = (list, n) => list[n % list.length];
const digits = (n, length) => String(n).padStart(length, '0');
const keyring = new Keyring([[KEY_NAME, SEAL_KEY]], SEARCH_KEY);

/** @param fields what lies in the seal, as the service writes it */
const sealed = (column, { tenant_id, id }, fields) =>
  keyring.seal(typeof fields === 'string' ? fields : JSON.stringify(fields), `healthcare.${column}:${tenant_id}:${id}`);

const recordAt = (tenant_id, at) => ({ tenant_id, id: newId(at), created_at: at, updated_at: at, version: 1 });

/** The n-th patient: who is insured, allergic or chronically ill is decided by the patient's number, independent of the name. */
function patient(tenant_id, n, now) {
  const row = recordAt(tenant_id, new Date(now - (PATIENTS + 1 - n) * MINUTE_MS));
  const born = `${1950 + (n % 55)}-${digits(1 + (n % 12), 2)}-${digits(1 + (n % 28), 2)}`;
  const ic_number = `${born.replaceAll('-', '').slice(2)}-${pick(['14', '10', '01', '07'], n)}-${digits((n * 7) % 10_000, 4)}`;
  const turn = n + Math.floor(n / given.length);
  const list = (column, every, values) =>
    turn % every === 0 ? { [column]: sealed(`patients.${column}`, row, [pick(values, turn / every)]) } : {};
  const insured = turn % 3 === 0;
  return {
    ...row,
    medical_record_number: `MRN-2024-${digits(n, 6)}`,
    first_name: pick(given, n),
    last_name: pick(family, Math.floor(n / given.length)),
    ic_number: sealed('patients.ic_number', row, ic_number),
    ic_number_tokens: icSearchTexts(ic_number).map((text) => keyring.token(tenant_id, text)),
    date_of_birth: born,
    gender: n % 2 === 0 ? 'female' : 'male',
    email: `patient${n}@bench.example`,
    phone_number: `+6016555${digits(n, 4)}`,
    emergency_contact: { name: 'Ahmad bin Ali', relationship: 'husband', phone_number: '+60123450102' },
    address: { street: '12, Jalan Telawi 3', city: 'Kuala Lumpur', state: 'Selangor', postal_code: '59100', country: 'Malaysia' },
    blood_type: pick(['O+', 'A+', 'B+', 'AB+'], n),
    ...list('allergies', 4, allergens),
    ...list('chronic_conditions', 5, conditions),
    ...list('medications', 5, medicines),
    ...(insured ? { insurance: sealed('patients.insurance', row, { insurance_info: { provider: 'AIA', policy_number: `P-${digits(n, 5)}` } }) } : {}),
    has_insurance: insured,
    data_retention_period: 7,
    pdpa_consent: true,
    pdpa_consent_date: row.created_at,
    ...(turn % 10 === 0 ? { notes: sealed('patients.notes', row, 'Prefers mornings; comes with her daughter') } : {}),
  }; // prettier-ignore
}

/** A visit that is over, and what came of it: a medical record and a prescription. */
function visit({ tenant_id, id: patient_id }, n, at) {
  const appointment = recordAt(tenant_id, at);
  const [record, prescription] = [recordAt(tenant_id, at), recordAt(tenant_id, at)];
  const doctor_id = pick(['dr-aminah', 'dr-lim', 'dr-kumar'], n);
  const symptoms = ['cough', 'fever'];
  const medicine = {
    medication: pick(medicines, n),
    dosage: '1 tablet',
    duration: '5 days',
    instructions: 'After meals',
  };
  const of = { patient_id, doctor_id, appointment_id: appointment.id };
  return {
    appointments: {
      ...appointment,
      patient_id,
      doctor_id,
      appointment_type: 'consultation',
      scheduled_at: at,
      ends_at: new Date(at.getTime() + 30 * MINUTE_MS),
      duration_minutes: 30,
      particulars: sealed('appointments.particulars', appointment, {
        reason: pick(complaints, n),
        symptoms,
        doctor_notes: 'Lungs clear, throat red; to come again if the fever stays',
        prescriptions: [{ id: prescription.id, ...medicine, warnings: [] }],
      }),
      priority: 'normal',
      status: 'completed',
      end_time: at,
      follow_up_required: false,
      reminder_sent: true,
    },
    medical_records: {
      ...record,
      ...of,
      record_type: 'consultation',
      findings: sealed('medical_records.findings', record, {
        diagnosis: 'Acute upper respiratory infection',
        symptoms,
        vitals: { blood_pressure: '120/80', heart_rate: 72, temperature: 37.9, weight: 61.5, height: 162 },
        treatment_plan: 'Rest, fluids, paracetamol as needed',
      }),
      attachments: [],
    },
    prescriptions: {
      ...prescription,
      ...of,
      order_details: sealed('prescriptions.order_details', prescription, { ...medicine, frequency: 'Three times a day' }),
      quantity: 15,
      refills_allowed: 1,
      refills_used: 0,
      status: 'completed',
    },
  }; // prettier-ignore
}

/** Rows that may lack columns which may be empty. */
async function insert(owner, table, rows) {
  const columns = [...new Set(rows.flatMap(Object.keys))].join(', ');
  await owner.query(
    `insert into healthcare.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::healthcare.${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** Gives each patient a number of visits, one a day, the last of them yesterday. @param patients each with tenant_id and id */
export async function growVisits(owner, patients, count) {
  const now = Date.now();
  const visits = patients.flatMap((whose) =>
    Array.from({ length: count }, (_, i) => visit(whose, i, new Date(now - (count - i) * DAY_MS))),
  );
  for (const table of ['appointments', 'medical_records', 'prescriptions'])
    await insert(
      owner,
      table,
      visits.map((made) => made[table]),
    );
}

/** Fills the clinics. @param tenants ids @returns what the load may ask for, by tenant */
export async function fillClinics(owner, tenants) {
  const now = Date.now();
  const filled = new Map();
  for (const tenant_id of tenants) {
    const patients = Array.from({ length: PATIENTS }, (_, i) => patient(tenant_id, i + 1, now));
    await insert(owner, 'patients', patients);
    await growVisits(owner, patients.slice(0, VISITORS), 1);
    filled.set(tenant_id, { patients: patients.slice(-NAMED).map(({ id }) => id) });
  }
  return filled;
}
