import { Module, type OnModuleInit } from '@nestjs/common';
import { NotificationService, PersonRegistry } from '@usaha/core';
import { ClassRepository } from './class/class.repository.js';
import { ClassService } from './class/class.service.js';
import { EnrollmentRepository } from './enrollment/enrollment.repository.js';
import { EnrollmentService } from './enrollment/enrollment.service.js';
import { WithdrawalLedger } from './enrollment/withdrawal-ledger.js';
import { AbsenceLetters } from './guardian/absence-letters.js';
import { OverdueLetters } from './guardian/overdue-letters.js';
import { studentData } from './privacy/student-data.js';
import { EducationConfigurations } from './settings.js';
import { StudentRepository } from './student/student.repository.js';
import { StudentService } from './student/student.service.js';
import { TimetablePolicy } from './timetable/timetable-policy.js';

const providers = [
  AbsenceLetters,
  ClassRepository,
  ClassService,
  EducationConfigurations,
  EnrollmentRepository,
  OverdueLetters,
  EnrollmentService,
  StudentRepository,
  StudentService,
  TimetablePolicy,
  WithdrawalLedger,
];

/**
 * Students, classes, enrollment, attendance, grades, fees and reports of schools and tuition centres.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class EducationModule implements OnModuleInit {
  constructor(
    private readonly persons: PersonRegistry,
    private readonly notifications: NotificationService,
    private readonly absences: AbsenceLetters,
    private readonly overdue: OverdueLetters,
  ) {}

  onModuleInit(): void {
    this.persons.register(studentData);
    this.notifications.register(this.absences);
    this.notifications.register(this.overdue);
  }
}
