import { StaffMember, payAndPapersFor, seesPay } from '@usaha/beauty';
import type { Actor } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { BulkBody } from '../bulk.wire.js';
import { RecordList } from '../reference.js';
import { PersonBody, PersonView, shownOfPersons } from './person.wire.js';
import { WeekdayHours, workingHoursExample } from './working-hours.wire.js';

@field.record('Certificate of a member of staff in a request; absent fields are null')
class CertificationBody {
  @field.text('Name', 'Diploma in Beauty Therapy', { optional: true, max: 200 }) name: string | null = null;
  @field.text('Issuing body', 'CIDESCO', { optional: true, max: 200 }) issuing_body: string | null = null;
  @field.text('Number', 'CD-10042', { optional: true, max: 100 }) certificate_number: string | null = null;
  @field.day('Day of issue', '2022-05-01', { optional: true }) issue_date: string | null = null;
  @field.day('Last day on which it is valid; may be past (A-253)', '2027-04-30', {
    optional: true,
    view: 'Last day on which it is valid',
  })
  expiry_date: string | null = null;
}

@field.record('Certificate of a member of staff in a response')
class CertificationView extends ViewType(CertificationBody) {}

/** POST /api/v1/beauty/staff/. */
export class StaffBody extends PersonBody {
  @field.text('Position; any text', 'stylist', { optional: true, max: 100, view: 'Position, as sent' }) position?:
    string | null;
  @field.texts('Specializations', ['Facial', 'Hair'], { unset: true }) specializations?: string[];
  @field.nestedList('Certificates', CertificationBody, { unset: true }) certifications?: CertificationBody[];
  @field.count('Experience in years', 6, { optional: true }) experience_years?: number | null;
  @field.money('Pay for an hour in MYR; a note, nothing is computed from it (A-272)', 25, {
    optional: true,
    view: 'Pay for an hour in MYR; null for users who may not see it (A-253)',
  })
  hourly_rate?: number | null;
  @field.percent('Commission in percent (A-253)', 10, {
    optional: true,
    view: 'Commission in percent; null for users who may not see it (A-253)',
  })
  commission_rate?: number | null;
  @field.text('Employment; any text', 'full_time', { optional: true, max: 100, view: 'Employment, as sent' })
  employment_status?: string | null;
  @field.object('Working hours by weekday (A-252)', workingHoursExample, {
    unset: true,
    keys: WeekdayHours,
    view: 'Working hours by weekday, as sent',
  })
  working_hours?: Record<string, unknown>;
  @field.texts('Skills', ['balayage'], { unset: true }) skills?: string[];
  @field.texts('Languages', ['Malay', 'Mandarin'], { unset: true }) languages?: string[];
  @field.text('Status; any text, default active', 'active', { unset: true, max: 100, view: 'Status, as sent' })
  status?: string;
}

/** PUT /api/v1/beauty/staff/{staff_id}/: the same fields, all optional. */
export class StaffPatch extends PartialType(StaffBody) {}

/** An item of POST /api/v1/beauty/staff/bulk/. */
@field.record('A member of staff among many: the body of POST, or of PUT where a record is found')
class StaffBulkItem extends PartialType(StaffPatch) {
  @field.reference('Id of a record, where match_on is id', undefined, { unset: true }) id?: string;
}

/** POST /api/v1/beauty/staff/bulk/. */
export class StaffBulkBody extends BulkBody(StaffBulkItem, ['ic_number', 'email']) {}

/** GET /api/v1/beauty/staff/. */
export class StaffListQuery extends RecordList('last_name', 'first_name') {
  @param.text('Position, ignoring case (A-173)', 'stylist') position?: string;
  @param.text('One of the specializations, ignoring case (A-115)', 'hair') specialization?: string;
  @param.text('Status, ignoring case', 'active') status?: string;
  @param.text('Employment, ignoring case', 'full_time') employment_status?: string;
}

@field.record('A member of staff of a salon or spa')
export class StaffView extends ViewType(StaffBody, {
  extends: PersonView,
  within: { certifications: CertificationView },
}) {
  @placedBefore('position') @field.id('Id of the tenant') tenant_id!: string;
  @field.text(
    'MyKad or other identity document number; without the right to see it its last four characters (A-253)',
    '900101-14-5678',
    {
      nullable: true,
    },
  )
  declare ic_number: string | null;
}

/** The view by role: pay and papers are for administrators and managers. */
export const staffView = viewFor<StaffMember, StaffView, Actor | null>(StaffMember, StaffView, {
  revision: 1,
  etagParts: (_, viewer) => [Number(seesPay(viewer))],
  personal: [...shownOfPersons, 'specializations', 'certifications', 'working_hours', 'skills', 'languages'],
  fields: {
    ic_number: (member, viewer) => payAndPapersFor(viewer, member).ic_number,
    hourly_rate: (member, viewer) => payAndPapersFor(viewer, member).hourly_rate,
    commission_rate: (member, viewer) => payAndPapersFor(viewer, member).commission_rate,
  },
});
