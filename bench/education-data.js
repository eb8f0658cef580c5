/**
 * Schools, written by SQL as the owner: students sealed as the service seals them, classes and who is in them, attendance
 * and grades. The n-th student of a school is in its class n mod 40, and everything else about him is decided by n too.
 */
import { Keyring, newId } from '@usaha/shared';
import { icSearchTexts } from '@usaha/shared/malaysia';
import { KEY_NAME, SEAL_KEY, SEARCH_KEY } from './keys.js';

export const SCHOOLS = 100;
export const STUDENTS = 1_000;
export const CLASSES = 40;
/** School days with attendance, up to yesterday. */
export const DAYS = 20;
/** Grades of each student: the number of subjects, and of assessments in each. */
const [SUBJECTS, ASSESSMENTS] = [10, 2];
/** How many of a school's students the load is told of. */
const NAMED = 200;

/** A word that one in thirty students has in the name: 33 of 1,000. */
export const COMMON_WORD = 'aisyah';

const MINUTE_MS = 60_000;
/** The most students that a school can grow to; the last of them is a minute old, each one before it a minute older. */
const MOST = 100_000;

const given = [
  'Aisyah', 'Wei Jie', 'Kavitha', 'Ahmad', 'Mei Ling', 'Rajesh', 'Nur Farah', 'Hui Min', 'Muthu', 'Hafiz', 'Li Ting', 'Priya',
  'Ismail', 'Jun Hao', 'Suresh', 'Zainab', 'Xin Yi', 'Ganesh', 'Azlan', 'Pei Shan', 'Lakshmi', 'Faizal', 'Zhi Hao', 'Arun',
  'Halimah', 'Kah Yee', 'Devi', 'Khairul', 'Boon Keat', 'Vijay',
]; // prettier-ignore
const family = ['Tan', 'binti Yusof', 'Lim', 'a/l Muniandy', 'bin Osman', 'Wong', 'a/p Ramasamy', 'Lee', 'bin Hassan', 'Ng']; // prettier-ignore
const religions = ['Islam', 'Buddha', 'Islam', 'Hindu', 'Islam', 'Kristian'];
const subjects = [
  'Bahasa Melayu', 'English', 'Mathematics', 'Science', 'Sejarah', 'Geografi', 'Pendidikan Islam', 'Pendidikan Moral', 'Fizik',
  'Kimia',
]; // prettier-ignore

const pick = (list, n) => list[n % list.length];
const digits = (n, length) => String(n).padStart(length, '0');
const keyring = new Keyring([[KEY_NAME, SEAL_KEY]], SEARCH_KEY);

/** The class of the n-th student, counted from 0, as the number of it. */
export const classNumberOf = (n) => (n + 1) % CLASSES;
/** Every tenth class has no seat left. */
export const isFull = (number) => number % 10 === 9;

const levelOfClass = (number) => 1 + (number % 5);

function student(tenant_id, n, now, current_grade) {
  const at = new Date(now - (MOST + 1 - n) * MINUTE_MS);
  const row = { tenant_id, id: newId(at), created_at: at, updated_at: at, version: 1 };
  const level = levelOfClass(n % CLASSES);
  const sealed = (column, clear) => keyring.seal(clear, `education.students.${column}:${tenant_id}:${row.id}`);
  const born = `${2013 - level}-${digits(1 + (n % 12), 2)}-${digits(1 + (n % 28), 2)}`;
  const ic_number = `${born.replaceAll('-', '').slice(2)}-${pick(['14', '10', '01', '07'], n)}-${digits((n * 7) % 10_000, 4)}`;
  const turn = n + Math.floor(n / given.length);
  const religion = pick(religions, turn);
  const health = { special_needs: [], medical_conditions: ['asma'], allergies: ['kacang'], blood_type: 'O+' };
  const helped = turn % 20 === 0;
  return {
    ...row,
    first_name: pick(given, n),
    last_name: pick(family, Math.floor(n / given.length)),
    ic_number: sealed('ic_number', ic_number),
    ic_number_tokens: icSearchTexts(ic_number).map((text) => keyring.token(tenant_id, text)),
    date_of_birth: born,
    gender: n % 2 === 0 ? 'female' : 'male',
    email: `student${n}@bench.example`,
    phone_number: `+6016555${digits(n % 10_000, 4)}`,
    address: { street: '12, Jalan Telawi 3', city: 'Kuala Lumpur', state: 'Selangor', postal_code: '59100', country: 'Malaysia' },
    parent_guardian: { name: 'Rahman bin Ali', relationship: 'father', phone_number: '+60123450102', email: `parent${n}@bench.example`, occupation: 'guru' },
    emergency_contact: { name: 'Rahman bin Ali', relationship: 'father', phone_number: '+60123450102' },
    admission_date: '2026-01-12',
    current_grade: current_grade ?? `Form ${level}`,
    stream: pick(['academic', 'vocational', 'technical'], n),
    subjects: subjects.slice(0, 6),
    ...(turn % 4 === 0 ? { health: sealed('health', JSON.stringify(health)) } : {}),
    religion: sealed('religion', religion),
    religion_tokens: [keyring.token(tenant_id, religion.toLowerCase())],
    nationality: 'Malaysian',
    ...(helped ? { scholarship_info: { has_scholarship: true, scholarship_percentage: 50 } } : {}),
    has_scholarship: helped,
    pdpa_consent: true,
    pdpa_consent_date: at,
  }; // prettier-ignore
}

function schoolClass(tenant_id, number, now) {
  const at = new Date(now - (MOST + 1 + CLASSES - number) * MINUTE_MS);
  const level = levelOfClass(number);
  return {
    tenant_id,
    id: newId(at),
    created_at: at,
    updated_at: at,
    version: 1,
    name: `Form ${level} ${pick(['Amanah', 'Bestari', 'Cekal', 'Dedikasi'], Math.floor(number / 5))} ${number}`,
    grade_level: `Form ${level}`,
    stream: 'science',
    academic_year: 2026,
    room_number: `B-${number}`,
    capacity: isFull(number) ? STUDENTS / CLASSES : 2 * STUDENTS,
    seats_elsewhere: 0,
    active_enrollments: 0,
    teacher_id: `guru-${number}`,
    schedule: { monday: ['08:00-09:00'], wednesday: ['10:00-11:00'] },
    subjects: [{ name: 'Mathematics', teacher_id: `guru-${number}`, hours_per_week: 4 }],
    special_requirements: [],
  };
}

const enrollments = `
  insert into education.enrollments (tenant_id, id, created_at, updated_at, student_id, class_id, enrollment_date, enrollment_type,
    documents, status, withdrawals)
  select $1, uuidv7(s.created_at - now()), s.created_at, s.created_at, s.id, c.id, date '2026-01-12', 'new', '[]', 'active', 0
  from unnest($2::uuid[]) with ordinality a (id, n)
  join education.students s on s.tenant_id = $1 and s.id = a.id
  join unnest($3::uuid[]) with ordinality c (id, n) on c.n = 1 + a.n % ${CLASSES}`;

const seats = `
  update education.classes c set active_enrollments = (select count(*) from education.enrollments e
    where e.tenant_id = $1 and e.class_id = c.id and e.status = 'active') where c.tenant_id = $1`;

/** $2 students, $3 the first and $4 the number of the days before today, of which Saturdays and Sundays are among. */
const attendance = `
  insert into education.attendance (tenant_id, id, created_at, updated_at, student_id, class_id, date, status, time_in, recorded_by)
  select $1, uuidv7(d.at - now()), d.at, d.at, e.student_id, e.class_id, d.at::date,
         case (a.n * 7 + d.day * 3) % 25 when 0 then 'absent' when 1 then 'late' when 2 then 'excused' else 'present' end,
         '07:25:00', 'cikgu-lim'
  from generate_series($3::int + $4::int - 1, $3::int, -1) d1 (day), lateral (select d1.day, now() - d1.day * interval '1 day' as at) d,
       unnest($2::uuid[]) with ordinality a (id, n)
  join education.enrollments e on e.tenant_id = $1 and e.student_id = a.id and e.status = 'active'`;

/** $2 students, $3 subjects, $4 assessments in each. */
const grades = `
  insert into education.grades (tenant_id, id, created_at, updated_at, student_id, subject_id, assessment_type, assessment_name,
    score, max_score, percentage, grade, grade_given, scale, teacher_id, assessment_date)
  select $1, uuidv7(g.at - now()), g.at, g.at, a.id, g.subject, case when g.n % 2 = 0 then 'exam' else 'quiz' end, 'Assessment ' || g.n,
         m.score, 100, m.score * 100, case when m.score >= 80 then 'A' when m.score >= 60 then 'B' else 'C' end, false, 'general',
         'guru-' || g.n, g.at::date
  from (select s.subject, s.number, n, now() - (($4::int - n) * 14 + 1) * interval '1 day' as at
        from unnest($3::text[]) with ordinality s (subject, number), generate_series(1, $4::int) n) g,
       unnest($2::uuid[]) with ordinality a (id, n),
       lateral (select (40 + (a.n * 31 + g.number * 17 + g.n * 7) % 61)::int as score) m
  order by g.at, a.n`;

/** Rows that may lack columns which may be empty. */
async function insert(owner, table, rows) {
  const columns = [...new Set(rows.flatMap(Object.keys))].join(', ');
  await owner.query(
    `insert into education.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::education.${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** More students for a school; each in a class. @param current_grade that of all of them @returns their ids */
export async function growStudents(owner, { id: tenant_id, classes }, from, to, current_grade) {
  const rows = Array.from({ length: to - from + 1 }, (_, i) => student(tenant_id, from + i, Date.now(), current_grade));
  const ids = rows.map(({ id }) => id);
  await insert(owner, 'students', rows);
  await owner.query(enrollments, [tenant_id, ids, classes]);
  await owner.query(seats, [tenant_id]);
  return ids;
}

/** @param from the first day, in days before today. @param days how many days */
export async function growAttendance(owner, tenant_id, students, from, days) {
  await owner.query(attendance, [tenant_id, students, from, days]);
}

export async function growGrades(owner, tenant_id, students, count = SUBJECTS, assessments = ASSESSMENTS) {
  await owner.query(grades, [tenant_id, students, subjects.slice(0, count), assessments]);
}

/** Fills schools. @param tenants ids @returns what the load may ask for, by tenant */
export async function fillSchools(owner, tenants) {
  const filled = new Map();
  for (const tenant_id of tenants) {
    const rows = Array.from({ length: CLASSES }, (_, number) => schoolClass(tenant_id, number, Date.now()));
    await insert(owner, 'classes', rows);
    const classes = rows.map(({ id }) => id);
    const students = await growStudents(owner, { id: tenant_id, classes }, 1, STUDENTS);
    await growAttendance(owner, tenant_id, students, 1, DAYS);
    await growGrades(owner, tenant_id, students);
    filled.set(tenant_id, { students: students.slice(0, NAMED), classes });
  }
  return filled;
}
