import { Module, type OnModuleInit } from '@nestjs/common';
import {
  Bin,
  FileCollections,
  MessageSubjects,
  NotificationService,
  BuyerSubjects,
  EinvoiceSources,
  PayableSources,
  PersonRegistry,
} from '@usaha/core';
import { AttendanceRepository } from './attendance/attendance.repository.js';
import { AttendanceService } from './attendance/attendance.service.js';
import { FeeDocumentService } from './account/fee-document.service.js';
import { StatementService } from './account/statement.service.js';
import { StudentAccounts } from './account/student-accounts.js';
import { ClassRepository } from './class/class.repository.js';
import { ClassService } from './class/class.service.js';
import { EnrollmentRepository } from './enrollment/enrollment.repository.js';
import { EnrollmentService } from './enrollment/enrollment.service.js';
import { WithdrawalLedger } from './enrollment/withdrawal-ledger.js';
import { AbsenceLetters } from './guardian/absence-letters.js';
import { OverdueLetters } from './guardian/overdue-letters.js';
import { fileCollections } from './file-collections.js';
import { GradeRepository } from './grade/grade.repository.js';
import { GradeService } from './grade/grade.service.js';
import { FeeRepository } from './fee/fee.repository.js';
import { FeeService } from './fee/fee.service.js';
import { InvoiceRepository } from './invoice/invoice.repository.js';
import { InvoiceService } from './invoice/invoice.service.js';
import { CreditNoteLedger } from './invoice/credit-note-ledger.js';
import { FeeRounds } from './invoice/fee-rounds.js';
import { InvoiceIssue } from './invoice/invoice-issue.service.js';
import { LateFees } from './invoice/late-fees.service.js';
import { RepeatedInvoices } from './invoice/repeated-invoices.service.js';
import { HouseholdAccounts } from './household/household-account.service.js';
import { HouseholdRepository } from './household/household.repository.js';
import { HouseholdService } from './household/household.service.js';
import { Siblings } from './household/siblings.js';
import { InvoiceCorrectionService } from './invoice/invoice-correction.service.js';
import { RefundLedger } from './payment/refund-ledger.js';
import { SettlementLedger } from './invoice/settlement-ledger.js';
import { InvoiceMessages } from './invoice/invoice-messages.js';
import { EinvoicedFees } from './account/einvoiced-fees.js';
import { PayableInvoices } from './payment/payable-invoices.js';
import { EducationPaymentRepository } from './payment/payment.repository.js';
import { ReturnedPayments } from './payment/returned-payments.js';
import { EducationPaymentService } from './payment/payment.service.js';
import { studentData } from './privacy/student-data.js';
import { AssessmentService } from './register/assessment.service.js';
import { ClassRoll } from './register/class-roll.js';
import { RegisterService } from './register/register.service.js';
import { AcademicRecordService } from './report-card/academic-record.service.js';
import { ReportCardDocumentService } from './report-card/report-card-document.service.js';
import { ReportCardService } from './report-card/report-card.service.js';
import { EducationConfigurations } from './settings.js';
import { StudentRepository } from './student/student.repository.js';
import { StudentService } from './student/student.service.js';
import { TimetablePolicy } from './timetable/timetable-policy.js';

const providers = [
  AbsenceLetters,
  AcademicRecordService,
  AssessmentService,
  AttendanceRepository,
  AttendanceService,
  ClassRoll,
  ClassRepository,
  ClassService,
  EducationConfigurations,
  EnrollmentRepository,
  OverdueLetters,
  GradeRepository,
  GradeService,
  RegisterService,
  ReportCardDocumentService,
  ReportCardService,
  EnrollmentService,
  StudentRepository,
  StudentService,
  TimetablePolicy,
  WithdrawalLedger,
  FeeRepository,
  FeeService,
  EducationPaymentRepository,
  EducationPaymentService,
  ReturnedPayments,
  InvoiceRepository,
  InvoiceService,
  InvoiceCorrectionService,
  InvoiceIssue,
  FeeRounds,
  LateFees,
  RepeatedInvoices,
  HouseholdAccounts,
  HouseholdRepository,
  HouseholdService,
  Siblings,
  CreditNoteLedger,
  RefundLedger,
  SettlementLedger,
  StudentAccounts,
  EinvoicedFees,
  PayableInvoices,
  InvoiceMessages,
  StatementService,
  FeeDocumentService,
];

/**
 * Students, classes, enrollment, attendance, grades, fees and reports of schools and tuition centres.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class EducationModule implements OnModuleInit {
  constructor(
    private readonly persons: PersonRegistry,
    private readonly enrollments: EnrollmentService,
    private readonly notifications: NotificationService,
    private readonly absences: AbsenceLetters,
    private readonly overdue: OverdueLetters,
    private readonly households: HouseholdService,
    private readonly bin: Bin,
    private readonly students: StudentRepository,
    private readonly classes: ClassRepository,
    private readonly fees: FeeRepository,
    private readonly files: FileCollections,
    private readonly enrolled: EnrollmentRepository,
    private readonly payable: PayableSources,
    private readonly payableInvoices: PayableInvoices,
    private readonly messageSubjects: MessageSubjects,
    private readonly messagesOfInvoices: InvoiceMessages,
    private readonly buyerSubjects: BuyerSubjects,
    private readonly einvoices: EinvoiceSources,
    private readonly einvoicedFees: EinvoicedFees,
  ) {}

  onModuleInit(): void {
    this.buyerSubjects.register('education', (ctx, field, id) =>
      this.students.assertExists(ctx, field, id, { lock: true }),
    );
    this.einvoices.register('education', this.einvoicedFees);
    this.payable.register(this.payableInvoices);
    this.messageSubjects.register(this.messagesOfInvoices);
    this.bin.register(this.students, this.classes, this.fees);
    // A student whose data are erased leaves the household, and all classes. Households are locked before students.
    this.persons.register(studentData, {
      beforeErasure: async (ctx, id) => {
        const [household] = await Promise.all([
          this.households.lockOfStudent(ctx, id),
          this.enrollments.endAllOfStudent(ctx, id),
        ]);
        this.households.leave(ctx, household, id);
      },
    });
    this.notifications.register(this.absences);
    this.notifications.register(this.overdue);
    this.files.register(...fileCollections(this.students, this.enrolled));
  }
}
