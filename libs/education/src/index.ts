export {
  Attendance,
  attendanceStatuses,
  type AttendanceDetails,
  type AttendanceStatus,
} from './attendance/attendance.entity.js';
export { AttendanceRepository, type AttendanceQuery } from './attendance/attendance.repository.js';
export { AttendanceService, type AttendanceChanges, type NewAttendance } from './attendance/attendance.service.js';
export type { AttendanceSummary } from './attendance/attendance-summary.js';
export { ClassRepository, type ClassQuery } from './class/class.repository.js';
export {
  ClassService,
  type ClassChanges,
  type NewClass,
  type SeatedStudent,
  type TeacherSchedule,
} from './class/class.service.js';
export { SchoolClass, type ClassDetails, type ClassSubject } from './class/school-class.entity.js';
export { EducationModule } from './education.module.js';
export {
  Enrollment,
  enrollmentStatuses,
  enrollmentTypes,
  type EnrollmentDetails,
  type EnrollmentDocument,
  type EnrollmentScholarship,
  type EnrollmentStatus,
  type EnrollmentType,
  type PreviousResults,
} from './enrollment/enrollment.entity.js';
export type { EnrollmentFees } from './enrollment/enrollment-fees.js';
export { EnrollmentRepository, type EnrollmentQuery } from './enrollment/enrollment.repository.js';
export {
  EnrollmentService,
  type EnrollmentChanges,
  type NewEnrollment,
  type NewWithdrawal,
} from './enrollment/enrollment.service.js';
export { Withdrawal } from './enrollment/withdrawal.entity.js';
export { WithdrawalLedger } from './enrollment/withdrawal-ledger.js';
export { averagesOf, shown, type Mark, type OverallAverage, type SubjectAverage } from './grade/averages.js';
export { Grade, type GradeDetails } from './grade/grade.entity.js';
export { GradeRepository, type GradeQuery } from './grade/grade.repository.js';
export { GradeService, type GradeChanges, type NewGrade } from './grade/grade.service.js';
export { scaleOfLevel, scales, type Band, type Scale, type ScaleName } from './grade/scales.js';
export { isSchoolAge, levelOf, schoolLevels, type LevelGroup, type SchoolLevel } from './level/school-level.js';
export { nouns as educationNouns, saidFee } from './messages.js';
export { educationEntities, educationMigrations } from './persistence.js';
export { studentData } from './privacy/student-data.js';
export { AssessmentService, type Assessment, type ScoreLine } from './register/assessment.service.js';
export { ClassRoll, type AttendedClass } from './register/class-roll.js';
export { RegisterService, type RegisterEntry, type RegisterLine } from './register/register.service.js';
export { AcademicRecordService, type AcademicRecord } from './report-card/academic-record.service.js';
export type { ReportCard, ReportCardPeriod } from './report-card/report-card.js';
export { ReportCardDocumentService, type ReportCardDocument } from './report-card/report-card-document.service.js';
export { ReportCardService } from './report-card/report-card.service.js';
export type { Term } from './report-card/terms.js';
export * from './reports/index.js';
export { EducationConfigurations, educationConfiguration, type EducationConfiguration } from './settings.js';
export {
  Student,
  streams,
  type Guardian,
  type Scholarship,
  type Stream,
  type StudentDetails,
} from './student/student.entity.js';
export { StudentRepository, type StudentQuery } from './student/student.repository.js';
export { religiousEducationOf, religiousEducations, type ReligiousEducation } from './student/religious-education.js';
export { studentVerificationOf, type StudentVerification } from './student/student-verification.js';
export { StudentService, type NewStudent, type StudentChanges } from './student/student.service.js';
export { AbsenceLetters } from './guardian/absence-letters.js';
export { guardianTopics, type GuardianTopic } from './guardian/notified-of.js';
export { OverdueLetters } from './guardian/overdue-letters.js';
export { TimetablePolicy } from './timetable/timetable-policy.js';
export { weekdays, type Schedule, type Weekday } from './timetable/lessons.js';
export { FeeDocumentService } from './account/fee-document.service.js';
export { statementEntries, type StatementEntry } from './account/statement-entries.js';
export { StatementService, type PrintedStatement, type Statement } from './account/statement.service.js';
export { StudentAccounts } from './account/student-accounts.js';
export { Fee, type FeeDetails } from './fee/fee.entity.js';
export { FeeRepository, type FeeQuery } from './fee/fee.repository.js';
export { FeeService, type FeeChanges, type NewFee } from './fee/fee.service.js';
export { allocate, settle, type Settled } from './invoice/allocation.js';
export { FeeRounds } from './invoice/fee-rounds.js';
export { type Instalment, type PaymentPlan, openParts } from './invoice/instalments.js';
export { Household, type HouseholdDetails } from './household/household.entity.js';
export {
  HouseholdAccounts,
  type HouseholdBill,
  type HouseholdStatement,
  type PrintedHousehold,
} from './household/household-account.service.js';
export { HouseholdService, type HouseholdChanges, type NewHousehold } from './household/household.service.js';
export { Invoice, invoiceStates, type InvoiceState, type InvoiceTerms } from './invoice/invoice.entity.js';
export { InvoiceRepository, type InvoiceQuery } from './invoice/invoice.repository.js';
export { InvoiceService, type InvoicedStudents, type NewInvoices } from './invoice/invoice.service.js';
export { CreditNote } from './invoice/credit-note.entity.js';
export { CreditNoteLedger } from './invoice/credit-note-ledger.js';
export type { Discount, NewDiscount } from './invoice/discount.js';
export { InvoiceCorrectionService, type NewCreditNote } from './invoice/invoice-correction.service.js';
export { saidPeriod } from './invoice/period.js';
export { InvoiceSettlement } from './invoice/settlement.entity.js';
export { SettlementLedger } from './invoice/settlement-ledger.js';
export { EducationPayment, type PaymentTold } from './payment/payment.entity.js';
export { PaymentRefund } from './payment/payment-refund.entity.js';
export { RefundLedger, type AccountRefund } from './payment/refund-ledger.js';
export { EducationPaymentRepository, type EducationPaymentQuery } from './payment/payment.repository.js';
export { schoolTakings } from './payment/school-takings.js';
export { EducationPaymentService, type NewEducationPayment } from './payment/payment.service.js';
export * from './reports/index.js';
