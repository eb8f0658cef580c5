/** Education: requests spread over all schools, so that no school's rows are better cached, or waited for, than another's. */
import { COMMON_WORD, classNumberOf, isFull } from './education-data.js';
import { http } from './request.js';

const STUDENTS = '/api/v1/education/students/';

const schoolOf = ({ schools }, n) => schools[n % schools.length];
/** The n-th request's turn in its school. */
const turnOf = ({ schools }, n) => Math.floor(n / schools.length);
const studentOf = ({ students }, turn) => students[(turn * 7) % students.length];

let enrolled = 0;

/** A student and a class with a seat, of which the student has none yet: every pair once. */
function seatOf({ students, classes }, turn) {
  const n = turn % students.length;
  const others = classes.filter((_, number) => number !== classNumberOf(n) && !isFull(number));
  // Neighbours in the register go to different classes: no school enrols its students class by class.
  const place = Math.floor(turn / students.length) + n;
  return { student_id: students[n], class_id: others[place % others.length] };
}

export const educationScenarios = {
  'education-list': {
    title: 'list 20 of 1,000 students',
    connections: 32,
    warmUp: 3_000,
    aim: 0.6,
    request: (facts, n) => http('GET', `${STUDENTS}?page_size=20`, { tenant: schoolOf(facts, n) }),
  },
  'education-search': {
    title: 'search students by a word',
    connections: 32,
    warmUp: 3_000,
    aim: 0.6,
    request: (facts, n) =>
      http('GET', `${STUDENTS}?page_size=20&search=${COMMON_WORD}`, { tenant: schoolOf(facts, n) }),
  },
  'education-get': {
    title: 'GET one student',
    connections: 32,
    warmUp: 4_000,
    aim: 0.35,
    request: (facts, n) => {
      const school = schoolOf(facts, n);
      return http('GET', `${STUDENTS}${studentOf(school, turnOf(facts, n))}`, { tenant: school });
    },
  },
  'education-attendance': {
    title: 'record attendance',
    connections: 32,
    warmUp: 3_000,
    aim: 0.5,
    request: (facts, n) => {
      const school = schoolOf(facts, n);
      const turn = turnOf(facts, n);
      return http('POST', '/api/v1/education/attendance/', {
        tenant: school,
        body: {
          student_id: studentOf(school, turn),
          class_id: school.classes[turn % school.classes.length],
          date: '2031-03-10',
          status: turn % 10 === 0 ? 'late' : 'present',
          time_in: '07:25:00',
          time_out: '13:30:00',
          remarks: 'Demam',
        },
      });
    },
  },
  'education-enrol': {
    title: 'enrol a student in a class',
    connections: 32,
    warmUp: 3_000,
    aim: 0.5,
    request: (facts) => {
      const n = (enrolled += 1);
      const school = schoolOf(facts, n);
      return http('POST', '/api/v1/education/enrollment/', {
        tenant: school,
        body: {
          ...seatOf(school, turnOf(facts, n)),
          enrollment_type: 'new',
          fees: { tuition_fee: 250, registration_fee: 100, payment_plan: 'monthly' },
          documents: [{ type: 'birth_certificate', file_id: 'file-2026-0112' }],
          notes: 'Masuk tengah tahun',
        },
      });
    },
  },
};
