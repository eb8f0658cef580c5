import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonRegistry } from '@usaha/core';
import { FeeDocumentService } from './account/fee-document.service.js';
import { StatementService } from './account/statement.service.js';
import { StudentAccounts } from './account/student-accounts.js';
import { ClassRepository } from './class/class.repository.js';
import { ClassService } from './class/class.service.js';
import { EnrollmentRepository } from './enrollment/enrollment.repository.js';
import { EnrollmentService } from './enrollment/enrollment.service.js';
import { WithdrawalLedger } from './enrollment/withdrawal-ledger.js';
import { FeeRepository } from './fee/fee.repository.js';
import { FeeService } from './fee/fee.service.js';
import { InvoiceRepository } from './invoice/invoice.repository.js';
import { InvoiceService } from './invoice/invoice.service.js';
import { SettlementLedger } from './invoice/settlement-ledger.js';
import { EducationPaymentRepository } from './payment/payment.repository.js';
import { EducationPaymentService } from './payment/payment.service.js';
import { studentData } from './privacy/student-data.js';
import { EducationConfigurations } from './settings.js';
import { StudentRepository } from './student/student.repository.js';
import { StudentService } from './student/student.service.js';
import { TimetablePolicy } from './timetable/timetable-policy.js';

const providers = [
  ClassRepository,
  ClassService,
  EducationConfigurations,
  EnrollmentRepository,
  EnrollmentService,
  StudentRepository,
  StudentService,
  TimetablePolicy,
  WithdrawalLedger,
  FeeRepository,
  FeeService,
  EducationPaymentRepository,
  EducationPaymentService,
  InvoiceRepository,
  InvoiceService,
  SettlementLedger,
  StudentAccounts,
  StatementService,
  FeeDocumentService,
];

/**
 * Students, classes, enrollment, attendance, grades, fees and reports of schools and tuition centres.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class EducationModule implements OnModuleInit {
  constructor(private readonly persons: PersonRegistry) {}

  onModuleInit(): void {
    this.persons.register(studentData);
  }
}
