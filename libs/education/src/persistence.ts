import type { MigrationInterface } from 'typeorm';
import { Attendance } from './attendance/attendance.entity.js';
import { SchoolClass } from './class/school-class.entity.js';
import { Enrollment } from './enrollment/enrollment.entity.js';
import { Withdrawal } from './enrollment/withdrawal.entity.js';
import { Grade } from './grade/grade.entity.js';
import { Students1763900000000 } from './migrations/1763900000000-students.js';
import { Classes1763900100000 } from './migrations/1763900100000-classes.js';
import { Enrollments1763900200000 } from './migrations/1763900200000-enrollments.js';
import { AttendanceAndGrades1763900300000 } from './migrations/1763900300000-attendance-and-grades.js';
import { Fee } from './fee/fee.entity.js';
import { Invoice } from './invoice/invoice.entity.js';
import { InvoiceSettlement } from './invoice/settlement.entity.js';
import { Fees1763900400000 } from './migrations/1763900400000-fees.js';
import { EducationDays1763900700000 } from './migrations/1763900700000-education-days.js';
import { EducationRefusedConsent1764600410000 } from './migrations/1764600410000-refused-consent.js';
import { StudentAccounts1764950000000 } from './migrations/1764950000000-student-accounts.js';
import { LevelKeys1764950200000 } from './migrations/1764950200000-level-keys.js';
import { TypesOfPaidFees1764950300000 } from './migrations/1764950300000-types-of-paid-fees.js';
import { Marks1764950100000 } from './migrations/1764950100000-marks.js';
import { SchoolTakings1764978000000 } from './migrations/1764978000000-school-takings.js';
import { InstalmentsAndLateFees1764978100000 } from './migrations/1764978100000-instalments-and-late-fees.js';
import { Households1764978200000 } from './migrations/1764978200000-households.js';
import { EducationSorts1764980496300 } from './migrations/1764980496300-sorts.js';
import { EducationBin1764980507300 } from './migrations/1764980507300-bin.js';
import { EducationDueWork1764980523300 } from './migrations/1764980523300-due-work.js';
import { SchoolRefunds1764980540200 } from './migrations/1764980540200-school-refunds.js';
import { RequestedSchoolPayments1764980532400 } from './migrations/1764980532400-requested-payments.js';
import { EducationChanges1764980506300 } from './migrations/1764980506300-changes.js';
import { StudentMessagePreferences1764980534300 } from './migrations/1764980534300-message-preferences.js';
import { EducationBinDue1764980544300 } from './migrations/1764980544300-bin-due.js';
import { EducationInvoiceDays1764980547020 } from './migrations/1764980547020-invoice-days.js';
import { Household } from './household/household.entity.js';
import { CreditNote } from './invoice/credit-note.entity.js';
import { PaymentRefund } from './payment/payment-refund.entity.js';
import { EducationPayment } from './payment/payment.entity.js';
import { Student } from './student/student.entity.js';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const educationEntities: (new () => object)[] = [
  Household,
  Student,
  SchoolClass,
  Enrollment,
  Withdrawal,
  Attendance,
  Grade,
  Fee,
  EducationPayment,
  Invoice,
  InvoiceSettlement,
  PaymentRefund,
  CreditNote,
];
export const educationMigrations: (new () => MigrationInterface)[] = [
  Students1763900000000,
  Classes1763900100000,
  Enrollments1763900200000,
  AttendanceAndGrades1763900300000,
  Fees1763900400000,
  EducationDays1763900700000,
  EducationRefusedConsent1764600410000,
  StudentAccounts1764950000000,
  Marks1764950100000,
  LevelKeys1764950200000,
  TypesOfPaidFees1764950300000,
  SchoolTakings1764978000000,
  InstalmentsAndLateFees1764978100000,
  Households1764978200000,
  EducationSorts1764980496300,
  EducationBin1764980507300,
  EducationDueWork1764980523300,
  EducationChanges1764980506300,
  RequestedSchoolPayments1764980532400,
  SchoolRefunds1764980540200,
  StudentMessagePreferences1764980534300,
  EducationBinDue1764980544300,
  EducationInvoiceDays1764980547020,
];
