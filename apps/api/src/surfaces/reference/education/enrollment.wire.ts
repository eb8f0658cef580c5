import {
  Enrollment,
  Withdrawal,
  enrollmentStatuses,
  enrollmentTypes,
  type EnrollmentScholarship,
  type EnrollmentStatus,
  type EnrollmentType,
} from '@usaha/education';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

const STUDENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const CLASS = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7b';
const LONG = 10_000;
const scholarshipExample = { has_scholarship: true, scholarship_amount: 50 };

@field.record('Fees of an enrollment in a request; absent fields are null')
class EnrollmentFeesBody {
  @field.money('Tuition in MYR', 180, { optional: true }) tuition_fee: number | null = null;
  @field.money('Registration in MYR', 50, { optional: true }) registration_fee: number | null = null;
  @field.money('Material in MYR', 25, { optional: true }) material_fee: number | null = null;
  @field.money('Total in MYR; the sum of the three unless given (A-123)', 255, {
    optional: true,
    view: 'Total in MYR, as sent or the sum of the three; null if none of them is given (A-218)',
  })
  total_fee: number | null = null;
  @field.text('How it is paid; any text', 'monthly', { optional: true, max: 100, view: 'How it is paid' })
  payment_plan: string | null = null;
}

@field.record('Fees of an enrollment in a response')
class EnrollmentFeesView extends ViewType(EnrollmentFeesBody) {}

@field.record('Scholarship of an enrollment; further keys are kept as sent')
class EnrollmentScholarshipInfo {
  @field.flag('Whether the student has a scholarship', true, { optional: true }) has_scholarship?: boolean | null;
  @field.money('Amount in MYR; it is subtracted from nothing (A-218)', 50, { optional: true }) scholarship_amount?:
    number | null;
}

@field.record('What the student brings from another school, in a request; absent fields are null')
class PreviousResultsBody {
  @field.text('Result of the primary examination', '5A 1B', { optional: true }) primary_exam_result: string | null =
    null;
  @field.text('School attended before', 'SK Taman Melati', { optional: true }) previous_school: string | null = null;
}

@field.record('What the student brings from another school, in a response')
class PreviousResultsView extends ViewType(PreviousResultsBody) {}

@field.record('A document in a request; absent fields are null')
class EnrollmentDocumentBody {
  @field.text('Type of document; any text', 'birth_certificate', { optional: true, max: 200, view: 'Type of document' })
  type: string | null = null;
  @field.text('Id of a file, which is stored elsewhere; any text', 'file-2026-0112', {
    optional: true,
    view: 'Id of a file',
  })
  file_id: string | null = null;
}

@field.record('A document in a response')
class EnrollmentDocumentView extends ViewType(EnrollmentDocumentBody) {}

/** POST /api/v1/education/enrollment/. */
export class EnrollmentBody {
  @field.reference('Id of the student', STUDENT, { max: MAX_TEXT }) student_id!: string;
  @field.reference('Id of the class', CLASS, { max: MAX_TEXT }) class_id!: string;
  @field.day('Day of enrollment; today (UTC+8) unless given (A-237)', '2026-01-12', {
    optional: true,
    view: 'Day of enrollment',
  })
  enrollment_date?: string | null;
  @field.choice('Type of enrollment; new unless given', enrollmentTypes, { unset: true, view: 'Type of enrollment' })
  enrollment_type?: EnrollmentType;
  @field.nested('Fees', EnrollmentFeesBody, { optional: true, view: 'Fees; null if none were given' })
  fees?: EnrollmentFeesBody | null;
  @field.object('Scholarship, stored as sent (A-181)', scholarshipExample, {
    optional: true,
    keys: EnrollmentScholarshipInfo,
    view: 'Scholarship, as sent',
  })
  scholarship_info?: EnrollmentScholarship | null;
  @field.nested('What the student brings from another school', PreviousResultsBody, {
    optional: true,
    view: 'What the student brought from another school',
  })
  previous_results?: PreviousResultsBody | null;
  @field.nestedList('Documents handed in', EnrollmentDocumentBody, { unset: true })
  documents?: EnrollmentDocumentBody[];
  @field.text('Notes; stored encrypted', 'Masuk tengah tahun', { optional: true, max: LONG, view: 'Notes' }) notes?:
    string | null;
  @field.choice('Status; active unless given. Only an active enrollment takes a seat (A-215)', enrollmentStatuses, {
    unset: true,
    view: 'Status',
  })
  status?: EnrollmentStatus;
}

/** PUT /api/v1/education/enrollment/{enrollment_id}/: the same fields, all optional. */
export class EnrollmentPatch extends PartialType(EnrollmentBody) {}

/** POST /api/v1/education/enrollment/{enrollment_id}/withdraw/. */
export class WithdrawalBody {
  @field.day('Day of withdrawal; today (UTC+8) unless given (A-237)', '2026-06-30', {
    optional: true,
    view: 'Day of withdrawal',
  })
  withdrawal_date?: string | null;
  @field.text('Reason; stored encrypted', 'Berpindah ke Johor', { optional: true, max: LONG, view: 'Reason' }) reason?:
    string | null;
  @field.text('School that the student goes to', 'SMK Skudai', {
    optional: true,
    view: 'School that the student went to',
  })
  destination_school?: string | null;
  @field.money('Amount given back, in MYR; taken from unallocated payments first (A-361)', 50, {
    optional: true,
    view: 'Amount given back, in MYR',
  })
  refund_amount?: number | null;
  @field.text('How it was given back; any text', 'cash', { optional: true, max: 200, view: 'How it was given back' })
  refund_method?: string | null;
  @field.text('Notes; stored encrypted', 'Buku dipulangkan', { optional: true, max: LONG, view: 'Notes' }) notes?:
    string | null;
}

/** GET /api/v1/education/enrollment/. */
export class EnrollmentListQuery extends RecordList('enrollment_date') {
  @param.text('Id of the student', STUDENT) student_id?: string;
  @param.text('Id of the class', CLASS) class_id?: string;
  @param.choice('Type of enrollment', enrollmentTypes) enrollment_type?: EnrollmentType;
  @param.choice('Status', enrollmentStatuses) status?: EnrollmentStatus;
  @param.day('Enrolled on this day or later', '2026-01-01') date_from?: string;
  @param.day('Enrolled on this day or earlier', '2026-12-31') date_to?: string;
}

@field.record('The last withdrawal of an enrollment')
export class WithdrawalView extends ViewType(WithdrawalBody, { filled: ['withdrawal_date'] }) {}

const withdrawalView = viewOf(Withdrawal, WithdrawalView, { personal: ['reason', 'destination_school', 'notes'] });

@field.record('An enrollment of a student in a class')
export class EnrollmentView extends ViewType(EnrollmentBody, {
  within: { fees: EnrollmentFeesView, previous_results: PreviousResultsView, documents: EnrollmentDocumentView },
  filled: ['enrollment_date'],
}) {
  @field.id('Id of the enrollment') id!: string;
  @field.id('Id of the business') tenant_id!: string;
  @field.nested('The last withdrawal, also after a return; null if there was none (A-214)', WithdrawalView, {
    nullable: true,
  })
  withdrawal!: WithdrawalView | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const enrollmentView = viewOf(Enrollment, EnrollmentView, {
  revision: 1,
  personal: ['scholarship_info', 'previous_results', 'documents', 'notes'],
  fields: { withdrawal: ({ withdrawal }) => (withdrawal ? withdrawalView(withdrawal) : null) },
});
