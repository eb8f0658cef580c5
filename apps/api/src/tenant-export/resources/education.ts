import {
  AttendanceService,
  ClassService,
  CreditNote,
  EducationPaymentService,
  EnrollmentService,
  FeeService,
  GradeService,
  HouseholdService,
  InvoiceService,
  StudentService,
} from '@usaha/education';
import { attendanceView } from '../../surfaces/reference/education/attendance.wire.js';
import { classView } from '../../surfaces/reference/education/classes.wire.js';
import { enrollmentView } from '../../surfaces/reference/education/enrollment.wire.js';
import { feeView } from '../../surfaces/reference/education/fees.wire.js';
import { gradeView } from '../../surfaces/reference/education/grades.wire.js';
import { householdView } from '../../surfaces/reference/education/households.wire.js';
import { creditNoteView, invoiceView } from '../../surfaces/reference/education/invoices.wire.js';
import { educationPaymentView } from '../../surfaces/reference/education/payments.wire.js';
import { studentView } from '../../surfaces/reference/education/students.wire.js';
import { always, closingsOf, listOf, rowsOf } from '../exported-resource.js';

/** What a school has. */
export const educationResources = [
  listOf(
    'education.students',
    ['education.students'],
    StudentService,
    (students, ctx, page) => students.list(ctx, {}, page),
    ({ now }) => studentView(now),
  ),
  listOf(
    'education.households',
    ['education.households'],
    HouseholdService,
    (households, ctx, page) => households.list(ctx, page),
    always(householdView),
  ),
  listOf(
    'education.classes',
    ['education.classes'],
    ClassService,
    (classes, ctx, page) => classes.list(ctx, {}, page),
    always(classView),
  ),
  listOf(
    'education.enrollment',
    ['education.enrollments'],
    EnrollmentService,
    (enrollments, ctx, page) => enrollments.list(ctx, {}, page),
    always(enrollmentView),
  ),
  listOf(
    'education.attendance',
    ['education.attendance'],
    AttendanceService,
    (attendance, ctx, page) => attendance.list(ctx, {}, page),
    always(attendanceView),
  ),
  listOf(
    'education.grades',
    ['education.grades'],
    GradeService,
    (grades, ctx, page) => grades.list(ctx, {}, page),
    always(gradeView),
  ),
  listOf(
    'education.fees',
    ['education.fees'],
    FeeService,
    (fees, ctx, page) => fees.list(ctx, {}, page),
    always(feeView),
  ),
  listOf(
    'education.invoices',
    ['education.invoices'],
    InvoiceService,
    (invoices, ctx, page) => invoices.list(ctx, {}, page),
    ({ now }) => invoiceView(now),
  ),
  rowsOf('education.invoices.credit-notes', 'education.credit_notes', CreditNote, always(creditNoteView)),
  listOf(
    'education.payments',
    ['education.payments'],
    EducationPaymentService,
    (payments, ctx, page) => payments.list(ctx, {}, page),
    always(educationPaymentView),
  ),
  closingsOf('education'),
];
