import type { Client, clientData } from '@usaha/beauty';
import type { Erasure, PersonExported } from '@usaha/core';
import { field } from '../../wire/field.js';
import { AuditView } from '../core/audit.wire.js';
import { erasedView, exportedView, recordsAsKept as records } from '../person-privacy.wire.js';
import { ClientView, clientView } from './clients.wire.js';

type RecordName = keyof typeof clientData.records;

@field.record('All data stored about one client')
export class ClientExportView {
  @field.instant('When the export was made (UTC)') exported_at!: Date;
  @field.nested('The client', ClientView) client!: ClientView;
  @records("Movements of the client's points, newest first") points_movements!: Record<string, unknown>[];
  @records('Appointments of the client, newest first, each with its lines and payments, decrypted')
  appointments!: Record<string, unknown>[];
  @records('Packages that the client bought, newest first, each with the movements of its sessions')
  packages!: Record<string, unknown>[];
  @records('Memberships of the client, newest first') memberships!: Record<string, unknown>[];
  @field.nestedList(
    "Audit trail of the client and of the client's records: who read, changed or exported them; newest first",
    AuditView,
  )
  audit_entries!: AuditView[];
}

export const clientExportView = (now: Date, exported: PersonExported<Client, RecordName>): ClientExportView =>
  exportedView(now, exported, { client: clientView(exported.person) });

@field.record("The result of an erasure of a client's data")
export class ClientErasureView {
  @field.id('Id of the client, who can no longer be found') id!: string;
  @field.flag('Always true', true) erased!: boolean;
  @field.instant('When it was done (UTC)') erased_at!: Date;
  @field.count('Number of appointments reduced to day, times, services, staff, status and amounts', 12)
  appointments!: number;
  @field.count('Number of memberships reduced to type, days, fee and status', 1) memberships!: number;
  @field.count('Number of sold packages kept, as the law requires for seven years', 2) packages_kept!: number;
}

export const clientErasureView = (erasure: Erasure<Client, RecordName>): ClientErasureView => ({
  ...erasedView(erasure),
  appointments: erasure.blanked.appointments,
  memberships: erasure.blanked.memberships,
  packages_kept: erasure.kept.packages,
});
