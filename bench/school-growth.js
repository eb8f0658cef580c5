/**
 * What one school costs as it grows, among others of a thousand students: its library calls compared with those of another school
 * (`library.js`, milliseconds), and the invoicing of a whole level over HTTP while another school reads its students.
 *
 *   node bench/school-growth.js [--quick] [--students 20000] [--days 50] [--schools 100] [--explain] [--json FILE]
 *
 * 20,000 students with 50 days of attendance have 1,000,000 records; 50 days in five years of 200 or one: what counts is
 * how many there are.
 */
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  AttendanceRepository,
  GradeRepository,
  StudentRepository,
  attendanceReport,
  performanceReport,
} from '@usaha/education';
import { ask, summaryOf } from './client.js';
import { COMMON_WORD, DAYS, SCHOOLS, STUDENTS, growAttendance, growGrades, growStudents } from './education-data.js';
import { OF_LISTS, OF_REPORTS, measureAll, openLibrary, shown, wholeReport } from './library.js';
import { table } from './report.js';
import { signIn, startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    students: { type: 'string' },
    days: { type: 'string' },
    schools: { type: 'string' },
    explain: { type: 'boolean' },
    json: { type: 'string' },
  },
});
const students = Number(options.students ?? (options.quick ? 4_000 : 20_000));
const days = Number(options.days ?? (options.quick ? 25 : 50));
const schools = Number(options.schools ?? (options.quick ? 3 : SCHOOLS));
/** The last quarter of the students is in one level: those are invoiced together. */
const LEVEL = 'Form 6';
const INVOICED = Math.floor(students / 4);
/** How many students of the grown school one statement makes. */
const AT_ONCE = 1_000;
const RUNS = 3;
/** How long another school reads its students when nothing else happens, for comparison. */
const QUIET_MS = options.quick ? 1_500 : 5_000;

const EDUCATION = '/api/v1/education';

async function grow(owner, school) {
  const { rows } = await owner.query('select id from education.students where tenant_id = $1 order by id', [school.id]);
  const old = rows.map(({ id }) => id);
  const made = [];
  for (let from = STUDENTS + 1; from <= students; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE - 1, students);
    made.push(...(await growStudents(owner, school, from, to, from > students - INVOICED ? LEVEL : undefined)));
  }
  await growAttendance(owner, school.id, made, 1, DAYS);
  await growAttendance(owner, school.id, [...old, ...made], DAYS + 1, days - DAYS);
  await growGrades(owner, school.id, made.slice(0, students / 2 - STUDENTS));
  await owner.query('vacuum analyze');
}

const dayBefore = (n) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10);

/** The measurements: name → a call, and whether its rows are wanted alone. */
function listWork(database, { students: [student_id], classes: [class_id] }) {
  const attendance = new AttendanceRepository(database);
  const grades = new GradeRepository(database);
  const all = new StudentRepository(database);
  const first = { page: 1, size: 20 };
  const listed = (query) => ({ work: (ctx) => attendance.list(ctx, query, first) });
  const [oldest, recent] = [dayBefore(DAYS), dayBefore(2)];
  return {
    'attendance summary of a student': { work: (ctx) => attendance.countsOf(ctx, [student_id], {}) },
    'attendance, page 1, rows alone': { ...listed({}), rowsAlone: true },
    'attendance, page 1, with total': listed({}),
    'attendance of a student': listed({ student_id }),
    'attendance of a class': listed({ class_id }),
    'attendance of a class on a day': listed({ class_id, date_from: recent, date_to: recent }),
    'attendance of a day 20 days ago': listed({ date_from: oldest, date_to: oldest }),
    'absences': listed({ status: 'absent' }),
    'grades in a subject': { work: (ctx) => grades.list(ctx, { subject_id: 'Mathematics' }, first) },
    'students, page 1, with total': { work: (ctx) => all.matching(ctx, {}, first) },
    'students of a religion': { work: (ctx) => all.matching(ctx, { religion: 'Hindu' }, first) },
    'search: a thirtieth of all': { work: (ctx) => all.matching(ctx, { search: COMMON_WORD }, first) },
  }; // prettier-ignore
}

const reportWork = () => ({
  'attendance by class': { work: wholeReport(attendanceReport, { grouping: 'class' }) },
  'attendance by student': { work: wholeReport(attendanceReport, { grouping: 'student' }) },
  'attendance by level': { work: wholeReport(attendanceReport, { grouping: 'grade' }) },
  'student performance': { work: wholeReport(performanceReport, {}) },
});

/** One student after another, until told to end. @returns what each took */
async function readOn(agent, port, { students: ids, token }, ended) {
  const taken = [];
  while (!ended()) {
    const path = `${EDUCATION}/students/${ids[taken.length % ids.length]}/`;
    taken.push((await ask(agent, port, { path, token })).milliseconds);
  }
  return taken;
}

/** Invoices the level, a period after another, while another school reads. */
async function invoice(folder, database, onEnd) {
  const [school, other] = database.facts.schools;
  const environment = { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl };
  const service = await startService(join(folder, 'service.log'), environment);
  onEnd(service.stop);
  await signIn(service, { ...database.facts, shops: [], clinics: [], schools: [school, other] });
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  onEnd(() => agent.destroy());
  const post = async (path, body) => {
    const request = { method: 'POST', path: `${EDUCATION}/${path}`, token: school.token, body };
    const { milliseconds, body: bytes } = await ask(agent, service.port, request);
    return { milliseconds, data: JSON.parse(bytes).data };
  };
  const fee = { fee_type: 'tuition', amount: 180, scholarship_applicable: true };
  const { data: made } = await post('fees/', fee);
  const quietUntil = performance.now() + QUIET_MS;
  await readOn(agent, service.port, other, () => performance.now() > quietUntil - QUIET_MS / 2);
  const quiet = await readOn(agent, service.port, other, () => performance.now() > quietUntil);
  const runs = [];
  const meanwhile = [];
  for (let period = 1; period <= RUNS; period += 1) {
    let done = false;
    const reading = readOn(agent, service.port, other, () => done);
    const body = { fee_id: made.id, period: `2031-0${period}`, due_date: '2031-12-31', grade_level: LEVEL };
    const { milliseconds, data } = await post('invoices/', body).finally(() => (done = true));
    if (data.length !== INVOICED) throw new Error(`${data.length} invoices for ${INVOICED} students`);
    runs.push(milliseconds);
    meanwhile.push(...(await reading));
  }
  return { runs: summaryOf(runs), quiet: summaryOf(quiet), meanwhile: summaryOf(meanwhile) };
}

async function growth(onEnd) {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, { schools });
  const [grown, other] = database.facts.schools;
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  console.log(
    `… ${students.toLocaleString('en')} students, ${(students * days).toLocaleString('en')} records of attendance`,
  );
  await grow(owner, grown);
  const library = await openLibrary(database.url, onEnd);
  const found = {};
  for (const [name, school] of Object.entries({ other, grown })) {
    const who = { tenant_id: school.id, actor: null, now: new Date() };
    found[name] = {
      ...(await measureAll(library, who, listWork(library, school), OF_LISTS, options.explain)),
      ...(await measureAll(library, who, reportWork(), OF_REPORTS, options.explain)),
    };
  }
  return { ...found, invoicing: await invoice(folder, database, onEnd) };
}

const { other, grown, invoicing } = await withUndo(growth);
const rows = Object.keys(grown).map((name) => [
  name,
  shown(other[name]),
  shown(grown[name]),
  `${(grown[name].median / other[name].median).toFixed(1)}×`,
]);
const head = ['ms, median / fastest', `${STUDENTS * DAYS} records`, `${students * days} records`, ''];
console.log(`\n${table([head, ...rows])}`);
const reads = ({ median, p99, slowest }) => [median, p99, slowest].map((ms) => ms.toFixed(1)).join(' / ');
console.log(
  `\nInvoicing ${INVOICED} students: ${shown(invoicing.runs)} ms, median / fastest of ${RUNS}. Another school's GETs, one after the other,` +
    ` ms median / p99 / slowest: ${reads(invoicing.quiet)} before, ${reads(invoicing.meanwhile)} meanwhile`,
);
if (options.json) await writeFile(options.json, `${JSON.stringify({ other, grown, invoicing }, null, 2)}\n`);
