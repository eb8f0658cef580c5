import type { Client, StaffMember, clientData, staffData } from '@usaha/beauty';
import type { Erasure, PersonExported } from '@usaha/core';
import type { Actor } from '@usaha/shared';
import { field } from '../../wire/field.js';
import { AuditView } from '../core/audit.wire.js';
import { erasedView, exportedView, recordsAsKept as records } from '../person-privacy.wire.js';
import { ClientView, clientView } from './clients.wire.js';
import { StaffView, staffView } from './staff.wire.js';

type OfClient = keyof typeof clientData.records;
type OfMember = keyof typeof staffData.records;

@field.record('All data stored about one client')
export class ClientExportView {
  @field.instant('When the export was made (UTC)') exported_at!: Date;
  @field.nested('The client', ClientView) client!: ClientView;
  @records("Movements of the client's points, newest first") points_movements!: Record<string, unknown>[];
  @records('Appointments of the client, newest first, each with its lines and payments, decrypted')
  appointments!: Record<string, unknown>[];
  @records('Memberships of the client, newest first') memberships!: Record<string, unknown>[];
  @field.nestedList(
    "Audit trail of the client and of the client's records: who read, changed or exported them; newest first",
    AuditView,
  )
  audit_entries!: AuditView[];
}

export const clientExportView = (now: Date, exported: PersonExported<Client, OfClient>): ClientExportView =>
  exportedView(now, exported, { client: clientView(exported.person) });

@field.record("The result of an erasure of a client's data")
export class ClientErasureView {
  @field.id('Id of the client, who can no longer be found') id!: string;
  @field.flag('Always true', true) erased!: boolean;
  @field.instant('When it was done (UTC)') erased_at!: Date;
  @field.count('Number of appointments reduced to day, times, services, staff, status and amounts', 12)
  appointments!: number;
  @field.count('Number of memberships reduced to type, days, fee and status', 1) memberships!: number;
}

export const clientErasureView = (erasure: Erasure<Client, OfClient>): ClientErasureView => ({
  ...erasedView(erasure),
  appointments: erasure.blanked.appointments,
  memberships: erasure.blanked.memberships,
});

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
  exported: PersonExported<StaffMember, OfMember>,
): StaffExportView => exportedView(now, exported, { staff_member: staffView(viewer)(exported.person) });

@field.record("The result of an erasure of a staff member's data")
export class StaffErasureView {
  @field.id('Id of the member, who can no longer be found') id!: string;
  @field.flag('Always true', true) erased!: boolean;
  @field.instant('When it was done (UTC)') erased_at!: Date;
  @field.count('Number of lines of appointments in which the name was erased', 240) appointment_lines!: number;
}

export const staffErasureView = (erasure: Erasure<StaffMember, OfMember>): StaffErasureView => ({
  ...erasedView(erasure),
  appointment_lines: erasure.blanked.appointment_lines,
});
