import { Module } from '@nestjs/common';
import { ClassRepository } from './class/class.repository.js';
import { EnrollmentRepository } from './enrollment/enrollment.repository.js';
import { WithdrawalLedger } from './enrollment/withdrawal-ledger.js';
import { EducationConfigurations } from './settings.js';
import { StudentRepository } from './student/student.repository.js';

const providers = [ClassRepository, EducationConfigurations, EnrollmentRepository, StudentRepository, WithdrawalLedger];

/**
 * Students, classes, enrollment, attendance, grades, fees and reports of schools and tuition centres.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class EducationModule {}
