/**
 * Education as the bare server does it: the same rows and answers in as few round trips as there can be. It opens and seals by hand, with
 * the keys of the bench, and says of an IC number, a level and a religion what the service says; of other rules it has
 * none, and no audit trail.
 */
import { icTokenOf, malaysianDay, newId, open, seal, verificationOf } from './bare-seals.js';

const shown = [
  'id', 'first_name', 'last_name', 'ic_number', 'date_of_birth', 'gender', 'email', 'phone_number', 'address', 'parent_guardian',
  'emergency_contact', 'previous_school', 'previous_grade', 'admission_date', 'current_grade', 'stream', 'subjects', 'health',
  'religion', 'nationality', 'scholarship_info', 'pdpa_consent', 'pdpa_consent_date', 'created_at', 'updated_at', 'tenant_id',
]; // prettier-ignore
const columns = shown.join(', ');
const found = 'from education.students where tenant_id = $1 and deleted_at is null';
const sought = `${found} and (search_text like $2 or ic_number_tokens @> array[$3])`;

const statements = Object.fromEntries(
  Object.entries({
    student: `select ${columns} ${found} and id = $2`,
    students: `select ${columns} ${found} order by id desc limit $2 offset $3`,
    student_count: `select count(*)::int ${found}`,
    students_sought: `select ${columns} ${sought} order by id desc limit $4 offset $5`,
    sought_student_count: `select count(*)::int ${sought}`,
    attendance: `
      with held as (select id from education.students where tenant_id = $1 and id = $3 and deleted_at is null for no key update),
           there as (select id from education.classes where tenant_id = $1 and id = $4 and deleted_at is null)
      insert into education.attendance (tenant_id, id, created_at, updated_at, student_id, class_id, date, status, time_in, time_out,
        remarks, recorded_by)
      select $1, $2, now(), now(), held.id, there.id, $5, $6, $7, $8, $9, $10 from held, there returning created_at`,
    begin: 'begin',
    commit: 'commit',
    held_student: `select id ${found} and id = $2 for no key update`,
    held_class: `select has_space from education.classes where tenant_id = $1 and id = $2 and deleted_at is null for no key update`,
    seated: `select 1 from education.enrollments
      where tenant_id = $1 and student_id = $2 and class_id = $3 and status = 'active' and deleted_at is null`,
    enrollment: `
      insert into education.enrollments (tenant_id, id, created_at, updated_at, student_id, class_id, enrollment_date, enrollment_type,
        fees, documents, notes, status, withdrawals)
      values ($1, $2, now(), now(), $3, $4, $5, $6, $7, $8, $9, 'active', 0) returning created_at`,
    seat: `update education.classes set active_enrollments = active_enrollments + 1, version = version + 1, updated_at = now()
      where tenant_id = $1 and id = $2`,
  }).map(([name, text]) => [name, { name, text, rowMode: 'array' }]),
);

const rowsOf = async (db, statement, values = []) => (await db.query({ ...statements[statement], values })).rows;

const [EARLY, LATE] = [1, 3];
const muslim = new Set(['islam', 'muslim', 'islamic']);

/** The bench knows forms alone, each by its number: a student of Form 1 becomes 13. */
function isSchoolAge(level, born, today) {
  const age = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  const usual = Number(/^Form (\d)$/.exec(level)[1]) + 12;
  return age >= usual - EARLY && age <= usual + LATE;
}

function studentView(row, today) {
  const view = {};
  for (let i = 0; i < shown.length; i += 1) view[shown[i]] = row[i];
  const opened = (column) =>
    view[column] === null ? null : open(view[column], `education.students.${column}:${view.tenant_id}:${view.id}`);
  const {
    special_needs = [],
    medical_conditions = [],
    allergies = [],
    blood_type = null,
  } = JSON.parse(opened('health') ?? '{}');
  const [ic_number, religion] = [opened('ic_number'), opened('religion')];
  const ic_verification = {
    ...verificationOf(ic_number, view.date_of_birth, view.gender, today),
    school_age: isSchoolAge(view.current_grade, view.date_of_birth, today),
  };
  const religious_education = muslim.has(religion.trim().toLowerCase()) ? 'islamic_education' : 'moral_education';
  // What JSON leaves out.
  view.tenant_id = view.health = undefined;
  return {
    ...view, ic_number, ic_verification, special_needs, medical_conditions, allergies, blood_type, religion, religious_education,
  }; // prettier-ignore
}

async function list(pool, tenant_id, query) {
  const [page, page_size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 20)];
  const word = query.get('search');
  const condition = word === null ? [tenant_id] : [tenant_id, `%${word.toLowerCase()}%`, icTokenOf(tenant_id, word)];
  const client = await pool.connect();
  const [rows, [[total]]] = await Promise.all([
    rowsOf(client, word === null ? 'students' : 'students_sought', [...condition, page_size, (page - 1) * page_size]),
    rowsOf(client, word === null ? 'student_count' : 'sought_student_count', condition),
  ]);
  client.release();
  const today = malaysianDay();
  const pagination = { page, page_size, total, pages: Math.ceil(total / page_size) };
  return { success: true, data: rows.map((row) => studentView(row, today)), pagination };
}

async function recordAttendance(pool, tenant_id, b) {
  const id = newId();
  const recorded_by = 'cikgu-lim';
  const [row] = await rowsOf(pool, 'attendance', [
    tenant_id, id, b.student_id, b.class_id, b.date, b.status, b.time_in, b.time_out,
    seal(b.remarks, `education.attendance.remarks:${tenant_id}:${id}`), recorded_by,
  ]); // prettier-ignore
  if (!row) throw new Error('Unknown');
  return { success: true, data: { id, tenant_id, ...b, recorded_by, created_at: row[0], updated_at: row[0] } };
}

/** Two round trips: what is held and looked up, then both rows, with COMMIT. */
async function enrol(pool, tenant_id, b) {
  const id = newId();
  const enrollment_date = malaysianDay();
  const { tuition_fee, registration_fee, payment_plan } = b.fees;
  const fees = {
    tuition_fee,
    registration_fee,
    material_fee: null,
    total_fee: tuition_fee + registration_fee,
    payment_plan,
  };
  const client = await pool.connect();
  try {
    const [, [schoolClass], [student], [seated]] = await Promise.all([
      rowsOf(client, 'begin'),
      rowsOf(client, 'held_class', [tenant_id, b.class_id]),
      rowsOf(client, 'held_student', [tenant_id, b.student_id]),
      rowsOf(client, 'seated', [tenant_id, b.student_id, b.class_id]),
    ]);
    if (!student || !schoolClass?.[0] || seated) throw new Error('Unknown, full or seated');
    const [[[created_at]]] = await Promise.all([
      rowsOf(client, 'enrollment', [
        tenant_id, id, b.student_id, b.class_id, enrollment_date, b.enrollment_type, fees, JSON.stringify(b.documents),
        seal(b.notes, `education.enrollments.notes:${tenant_id}:${id}`),
      ]), // prettier-ignore
      rowsOf(client, 'seat', [tenant_id, b.class_id]),
      rowsOf(client, 'commit'),
    ]);
    return {
      success: true,
      data: {
        id, tenant_id, ...b, enrollment_date, fees, scholarship_info: null, previous_results: null, status: 'active', withdrawal: null,
        created_at, updated_at: created_at,
      },
    }; // prettier-ignore
  } finally {
    client.release();
  }
}

const STUDENTS = '/api/v1/education/students/';

/** The answer's status and body, or nothing for what is not education's. */
export async function educationAnswer(pool, { method, url, tenant_id }, bodyOf) {
  if (method === 'POST' && url === '/api/v1/education/attendance/')
    return [201, await recordAttendance(pool, tenant_id, await bodyOf())];
  if (method === 'POST' && url === '/api/v1/education/enrollment/')
    return [201, await enrol(pool, tenant_id, await bodyOf())];
  if (method !== 'GET' || !url.startsWith(STUDENTS)) return undefined;
  const rest = url.slice(STUDENTS.length);
  if (rest.startsWith('?')) return [200, await list(pool, tenant_id, new URLSearchParams(rest))];
  const [row] = await rowsOf(pool, 'student', [tenant_id, rest]);
  return [200, { success: true, data: studentView(row, malaysianDay()) }];
}
