import { Attendance } from '../attendance/attendance.entity.js';
import { Grade } from '../grade/grade.entity.js';
import {
  BUYERS_OF_PERSON,
  EINVOICES_OF_PERSON,
  MESSAGES_OF_PERSON,
  accountsPeriod,
  childrenOf,
  personalData,
  recordsOf,
  unidentified,
} from '@usaha/core';
import { Invoice } from '../invoice/invoice.entity.js';
import { CreditNote } from '../invoice/credit-note.entity.js';
import { PaymentRefund } from '../payment/payment-refund.entity.js';
import { InvoiceSettlement } from '../invoice/settlement.entity.js';
import { Enrollment } from '../enrollment/enrollment.entity.js';
import { Withdrawal } from '../enrollment/withdrawal.entity.js';
import { nouns } from '../messages.js';
import { EducationPayment } from '../payment/payment.entity.js';
import { Student } from '../student/student.entity.js';
import { studentEvents } from '../student/student.events.js';

/** A student, and what a school records of one: an erasure blanks the personal parts. */
export const studentData = personalData({
  entity: Student,
  noun: nouns.student,
  events: studentEvents,
  records: {
    enrollments: recordsOf(Enrollment, {
      noun: nouns.enrollment,
      names: 'student_id',
      kept: {
        fees: unidentified('what was agreed is what the school was paid and gave back for'),
      },
      children: { withdrawals: childrenOf(Withdrawal, 'enrollment_id') },
    }),
    attendance: recordsOf(Attendance, { noun: nouns.attendance, names: 'student_id' }),
    grades: recordsOf(Grade, {
      noun: nouns.grade,
      names: 'student_id',
      kept: {
        own_scale: unidentified('it is what the school set, and what the letter was worked out by'),
      },
    }),
    messages: MESSAGES_OF_PERSON,
    einvoice_buyers: BUYERS_OF_PERSON,
    einvoices: EINVOICES_OF_PERSON,
    payments: recordsOf(EducationPayment, {
      noun: nouns.education_payment,
      names: 'student_id',
      active: ['created_at'],
      keptWhole: accountsPeriod,
      children: { refunds: childrenOf(PaymentRefund, 'payment_id') },
    }),
    invoices: recordsOf(Invoice, {
      noun: nouns.invoice,
      names: 'student_id',
      active: ['created_at'],
      keptWhole: accountsPeriod,
      kept: {
        instalments: unidentified('they are days and amounts that were asked for'),
      },
      children: {
        settlements: childrenOf(InvoiceSettlement, 'invoice_id'),
        credit_notes: childrenOf(CreditNote, 'invoice_id'),
      },
    }),
  },
  /** Payments stay, so what was answered to them does too: who asks again must not pay again. */
  forgetsAnswersTo: (path) => /\/education\/(?!payments(?:\/|$))/.test(path),
});
