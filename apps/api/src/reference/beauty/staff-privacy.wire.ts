import type { StaffMember, staffData } from '@usaha/beauty';
import type { Erasure, PersonExported } from '@usaha/core';
import type { Actor } from '@usaha/shared';
import { field } from '../../wire/field.js';
import { AuditView } from '../core/audit.wire.js';
import { erasedView, exportedView, recordsAsKept as records } from '../person-privacy.wire.js';
import { StaffView, staffView } from './staff.wire.js';

type RecordName = keyof typeof staffData.records;

@field.record('All data stored about one member of staff')
export class StaffExportView {
  @field.instant('When the export was made (UTC)') exported_at!: Date;
  @field.nested('The member of staff', StaffView) staff_member!: StaffView;
  @records('Lines of appointments that name the member, newest first') appointment_lines!: Record<string, unknown>[];
  @field.nestedList('Audit trail of the member: who changed or exported the data; newest first', AuditView)
  audit_entries!: AuditView[];
}

export const staffExportView = (
  now: Date,
  viewer: Actor | null,
  exported: PersonExported<StaffMember, RecordName>,
): StaffExportView => exportedView(now, exported, { staff_member: staffView(viewer)(exported.person) });

@field.record("The result of an erasure of a staff member's data")
export class StaffErasureView {
  @field.id('Id of the member, who can no longer be found') id!: string;
  @field.flag('Always true', true) erased!: boolean;
  @field.instant('When it was done (UTC)') erased_at!: Date;
  @field.count('Number of lines of appointments in which the name was erased', 240) appointment_lines!: number;
}

export const staffErasureView = (erasure: Erasure<StaffMember, RecordName>): StaffErasureView => ({
  ...erasedView(erasure),
  appointment_lines: erasure.blanked.appointment_lines,
});
