import { personalData, recordsOf } from '@usaha/core';
import { Attendance } from '../attendance/attendance.entity.js';
import { Grade } from '../grade/grade.entity.js';
import { nouns } from '../messages.js';
import { Student } from '../student/student.entity.js';

/** A student, and what a school records of one: whatever of it is personal is blanked when the student's data are erased. */
export const studentData = personalData({
  entity: Student,
  noun: nouns.student,
  records: {
    attendance: recordsOf(Attendance, { noun: nouns.attendance, names: 'student_id' }),
    grades: recordsOf(Grade, { noun: nouns.grade, names: 'student_id' }),
  },
  /** Payments stay, so what was answered to them does too: who asks again must not pay again. */
  forgetsAnswersTo: (path) => /\/education\/(?!payments(?:\/|$))/.test(path),
});
