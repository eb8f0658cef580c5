import type { EnrollmentType } from '@usaha/education';
import type { StateCode } from '@usaha/shared/malaysia';
import { evenings, mornings } from './timetables.js';

/** A course that a school has at a level: a section that is taught everything, or one subject of a centre. */
export interface DemoCourse {
  name: string;
  stream: string | null;
  room: string;
  /** Of the class, by e-mail where the teacher has an account, else by name. */
  teacher: string;
  subjects: readonly DemoSubject[];
  /** Weekday → hours. */
  schedule: Readonly<Record<string, readonly string[]>>;
}

export interface DemoSubject {
  name: string;
  /** As of a course. */
  teacher: string;
  hours_per_week: number;
}

/** The fees; amounts in MYR by the level's place in the list of levels. */
export interface DemoFee {
  fee_type: string;
  description: string;
  frequency: 'monthly' | 'termly' | 'once';
  scholarship_applicable: boolean;
  amount: (level: number) => number | null;
  /** Of fees that depend on it: how many courses a student takes. */
  courses?: number;
}

/** Assessments of a school year: what it is called, and its first day (MM-DD). */
export interface DemoAssessment {
  type: string;
  name: string;
  from: string;
  max_score: number;
  /** Each subject on another day of school. */
  is_spread: boolean;
}

/** What makes one demo school differ from another. */
export interface DemoSchool {
  tenant_id: string;
  /** What its history is drawn from. */
  seed: number;
  /** Whose public holidays and rest days it keeps. */
  state: StateCode;
  students: number;
  /** Three digits of telephone numbers, and where students were born, by their IC numbers. */
  prefix: string;
  birthplaces: readonly string[];
  home: { streets: readonly string[]; city: string; state: string; postal_code: string };
  /** As they are written in current_grade, the youngest first. */
  levels: readonly string[];
  courses: (level: number) => readonly DemoCourse[];
  /** How many courses students take, each as often as it stands here. */
  taken: readonly number[];
  capacity: number;
  /** Of all students, how many join in the course of a year, and as what, and how many leave. */
  joining: { share: number; as: EnrollmentType };
  leaving: number;
  fees: readonly DemoFee[];
  assessments: readonly DemoAssessment[];
  /** Of all students, how many have a scholarship, and of what percentages. */
  scholarships: { share: number; name: string; percentages: readonly number[] };
}

const monthlyTests = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'].map(
  (month): DemoAssessment => ({
    type: 'quiz',
    name: `Kuiz ${Number(month)}`,
    from: `${month}-20`,
    max_score: 40,
    is_spread: false,
  }),
);

/** MYR a month for one to four subjects, by primary, lower and upper secondary. */
const packages = [
  [60, 110, 155, 195],
  [75, 140, 195, 245],
  [90, 170, 240, 300],
] as const;

const bandOf = (level: number): number => (level === 0 ? 0 : level < 4 ? 1 : 2);

/** Two among the demo tenants of core, by their ids there. */
export const demoSchools: readonly DemoSchool[] = [
  {
    tenant_id: '00000000-0000-7000-8000-0000000000d3',
    seed: 81_100,
    state: '01',
    students: 120,
    prefix: '560',
    birthplaces: ['01', '01', '01', '04', '10'],
    home: {
      streets: ['Jalan Molek 1/9', 'Jalan Ponderosa 2', 'Jalan Pandan 14', 'Jalan Bakawali 51', 'Jalan Rosmerah 4/3'],
      city: 'Johor Bahru',
      state: 'Johor',
      postal_code: '81100',
    },
    levels: ['Standard 6', 'Form 1', 'Form 2', 'Form 3', 'Form 4', 'Form 5'],
    courses: evenings,
    taken: [1, 2, 2, 3, 3, 3, 4],
    capacity: 20,
    joining: { share: 0.15, as: 'new' },
    leaving: 0.06,
    fees: [
      ...[1, 2, 3, 4].map((courses): DemoFee => ({
        fee_type: 'tuition',
        description: `Yuran bulanan, ${courses} subjek`,
        frequency: 'monthly',
        scholarship_applicable: true,
        amount: (level) => packages[bandOf(level)]?.[courses - 1] ?? null,
        courses,
      })),
      {
        fee_type: 'registration',
        description: 'Yuran pendaftaran',
        frequency: 'once',
        scholarship_applicable: false,
        amount: () => 50,
      },
    ],
    assessments: monthlyTests,
    scholarships: { share: 0.08, name: 'Tajaan Bijak Cerdas', percentages: [50, 50, 25, 100] },
  },
  {
    tenant_id: '00000000-0000-7000-8000-0000000000d9',
    seed: 5_000,
    state: '02',
    students: 200,
    prefix: '561',
    birthplaces: ['02', '02', '02', '07', '09'],
    home: {
      streets: ['Jalan Langgar', 'Jalan Sultanah', 'Jalan Pegawai', 'Lorong Kasturi 4', 'Taman Golf'],
      city: 'Alor Setar',
      state: 'Kedah',
      postal_code: '05150',
    },
    levels: ['Form 1', 'Form 2', 'Form 3', 'Form 4', 'Form 5'],
    courses: mornings,
    taken: [1],
    capacity: 25,
    joining: { share: 0.04, as: 'transfer' },
    leaving: 0.03,
    fees: [
      {
        fee_type: 'tuition',
        description: 'Yuran pengajian sepenggal',
        frequency: 'termly',
        scholarship_applicable: true,
        amount: (level) => (level < 3 ? 2_400 : 2_850),
      },
      {
        fee_type: 'activities',
        description: 'Kokurikulum dan makmal',
        frequency: 'termly',
        scholarship_applicable: false,
        amount: (level) => (level < 3 ? 180 : 260),
      },
      {
        fee_type: 'registration',
        description: 'Yuran pendaftaran',
        frequency: 'once',
        scholarship_applicable: false,
        amount: () => 500,
      },
    ],
    assessments: [
      { type: 'test', name: 'Ujian 1', from: '02-22', max_score: 50, is_spread: true },
      { type: 'exam', name: 'Peperiksaan Pertengahan Tahun', from: '05-03', max_score: 100, is_spread: true },
      { type: 'test', name: 'Ujian 2', from: '07-05', max_score: 50, is_spread: true },
      { type: 'test', name: 'Ujian 3', from: '09-06', max_score: 50, is_spread: true },
      { type: 'exam', name: 'Peperiksaan Akhir Tahun', from: '10-25', max_score: 100, is_spread: true },
    ],
    scholarships: { share: 0.12, name: 'Biasiswa Cahaya Budi', percentages: [25, 50, 50, 75, 100] },
  },
];
