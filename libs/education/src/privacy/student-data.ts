import { Attendance } from '../attendance/attendance.entity.js';
import { Grade } from '../grade/grade.entity.js';
import { accountsPeriod, childrenOf, personalData, recordsOf } from '@usaha/core';
import { Invoice } from '../invoice/invoice.entity.js';
import { InvoiceSettlement } from '../invoice/settlement.entity.js';
import { Enrollment } from '../enrollment/enrollment.entity.js';
import { Withdrawal } from '../enrollment/withdrawal.entity.js';
import { nouns } from '../messages.js';
import { EducationPayment } from '../payment/payment.entity.js';
import { Student } from '../student/student.entity.js';

/** A student, and what a school records of one: whatever of it is personal is blanked when the student's data are erased. */
export const studentData = personalData({
  entity: Student,
  noun: nouns.student,
  records: {
    enrollments: recordsOf(Enrollment, {
      noun: nouns.enrollment,
      names: 'student_id',
      kept: {
        fees: {
          reason: 'what was agreed is what the school was paid and gave back for',
          law: 'PDPA 2010, s.4: what identifies nobody is no personal data',
        },
      },
      children: { withdrawals: childrenOf(Withdrawal, 'enrollment_id') },
    }),
    attendance: recordsOf(Attendance, { noun: nouns.attendance, names: 'student_id' }),
    grades: recordsOf(Grade, { noun: nouns.grade, names: 'student_id' }),
    payments: recordsOf(EducationPayment, {
      noun: nouns.education_payment,
      names: 'student_id',
      active: ['created_at'],
      keptWhole: accountsPeriod,
    }),
    invoices: recordsOf(Invoice, {
      noun: nouns.invoice,
      names: 'student_id',
      active: ['created_at'],
      keptWhole: accountsPeriod,
      children: { settlements: childrenOf(InvoiceSettlement, 'invoice_id') },
    }),
  },
  /** Payments stay, so what was answered to them does too: who asks again must not pay again. */
  forgetsAnswersTo: (path) => /\/education\/(?!payments(?:\/|$))/.test(path),
});
