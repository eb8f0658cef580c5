import type { Language, Words } from '@usaha/shared';

/** Words of report cards. */
const words = {
  title: { en: 'Report card', ms: 'Kad laporan' },
  student: { en: 'Student', ms: 'Pelajar' },
  level: { en: 'Level', ms: 'Tahap' },
  classes: { en: 'Class', ms: 'Kelas' },
  teacher: { en: 'Teacher: {name}', ms: 'Guru: {name}' },
  year: { en: 'Year', ms: 'Tahun' },
  term: { en: 'Term', ms: 'Penggal' },
  period: { en: 'Period', ms: 'Tempoh' },
  religious_education: { en: 'Religious education', ms: 'Pendidikan agama' },
  islamic_education: { en: 'Islamic education', ms: 'Pendidikan Islam' },
  moral_education: { en: 'Moral education', ms: 'Pendidikan Moral' },
  subject: { en: 'Subject', ms: 'Mata pelajaran' },
  assessment: { en: 'Assessment', ms: 'Pentaksiran' },
  date: { en: 'Date', ms: 'Tarikh' },
  score: { en: 'Score', ms: 'Markah' },
  percentage: { en: '%', ms: '%' },
  grade: { en: 'Grade', ms: 'Gred' },
  average: { en: 'Average', ms: 'Purata' },
  overall: { en: 'Overall', ms: 'Keseluruhan' },
  unspecified: { en: 'Unspecified', ms: 'Tidak dinyatakan' },
  nothing: { en: 'No assessments in this period.', ms: 'Tiada pentaksiran dalam tempoh ini.' },
  noStudents: {
    en: 'No student has an active enrollment in this class.',
    ms: 'Tiada pelajar berdaftar aktif dalam kelas ini.',
  },
  gps: { en: 'Grade point score (GPS; lower is better)', ms: 'Gred Purata (lebih rendah lebih baik)' },
  cgpa: { en: 'Grade point average (CGPA)', ms: 'Purata Nilai Gred Kumulatif (PNGK)' },
  remarks: { en: 'Remarks', ms: 'Ulasan' },
  attendance: { en: 'Attendance', ms: 'Kehadiran' },
  attended: {
    en: '{rate} % of {total} records: present {present}, late {late}, absent {absent}, excused {excused}',
    ms: '{rate} % daripada {total} rekod: hadir {present}, lewat {late}, tidak hadir {absent}, dikecualikan {excused}',
  },
  not_recorded: { en: 'Not recorded', ms: 'Tiada rekod' },
  class_teacher: { en: 'Class teacher', ms: 'Guru kelas' },
  principal: { en: 'Principal', ms: 'Pengetua' },
  guardian: { en: 'Parent or guardian', ms: 'Ibu bapa atau penjaga' },
} satisfies Record<string, Words>;

export const say = (name: keyof typeof words, language: Language, values: Record<string, string> = {}): string =>
  words[name][language].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
