import type { EntityClass, TenantRecord } from '@usaha/shared';
import { Appointment } from '../appointment/appointment.entity.js';
import { Prescription } from '../prescription/prescription.entity.js';
import { MedicalRecord } from '../record/medical-record.entity.js';
import { Vaccination } from '../vaccination/vaccination.entity.js';

/** What a patient has in one table. */
export interface Belonging {
  entity: EntityClass<TenantRecord>;
  /** What a record is called on the audit trail. */
  noun: string;
  /** Columns that say when he was last active; of several the latest. */
  active: readonly string[];
  /** What becomes of columns when he is erased, as SQL, beside the sealed ones, which all become null; $3 is the moment. */
  erased: Readonly<Record<string, string>>;
}

/** What follows a visit: one list for the export, the erasure and the last activity of a patient. Bills have rules of their own. */
export const belongings = {
  appointments: {
    entity: Appointment,
    noun: 'appointment',
    active: ['updated_at', 'scheduled_at'],
    // The date and the status stay: the calendar of a doctor is not the patient's alone.
    erased: { erased_at: '$3', cancelled_by: 'null', follow_up_date: 'null' },
  },
  medical_records: {
    entity: MedicalRecord,
    noun: 'medical record',
    active: ['updated_at'],
    erased: { erased_at: '$3', attachments: "'{}'" },
  },
  prescriptions: {
    entity: Prescription,
    noun: 'prescription',
    active: ['updated_at'],
    // Nobody can be handed a medicine that is not named any more.
    erased: {
      erased_at: '$3',
      quantity: 'null',
      status: "case when r.status = 'active' then 'expired' else r.status end",
    },
  },
  vaccinations: {
    entity: Vaccination,
    noun: 'vaccination',
    active: ['updated_at', 'administration_date'],
    erased: {
      vaccine_type: 'null',
      vaccine_name: 'null',
      batch_number: 'null',
      administered_by: 'null',
      dose_number: 'null',
      total_doses: 'null',
      next_due_date: 'null',
    },
  },
} as const satisfies Record<string, Belonging>;

export type BelongingName = keyof typeof belongings;
export const belongingNames = Object.keys(belongings) as BelongingName[];
