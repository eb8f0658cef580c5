import { Injectable } from '@nestjs/common';
import { Database, declareReferences, equalsId, equals, fromDay, toDay, type Filters } from '@usaha/shared';
import { Prescription, type PrescriptionStatus } from './prescription.entity.js';
import { prescriptionEvents } from './prescription.events.js';
import { ClinicalRepository } from '../record/clinical-record.js';
import { nouns } from '../messages.js';

/** Filters of a list of prescriptions. Dates are calendar days, UTC+8, both included. */
export interface PrescriptionQuery {
  patient_id?: string;
  doctor_id?: string;
  status?: PrescriptionStatus;
  date_from?: string;
  date_to?: string;
}

const filters: Filters<PrescriptionQuery> = {
  patient_id: equalsId('patient_id'),
  doctor_id: equals('doctor_id'),
  status: equals('status'),
  date_from: fromDay('created_at'),
  date_to: toDay('created_at'),
};

declareReferences({ prescriptions_patient: 'patient_id', prescriptions_appointment: 'appointment_id' });

/** The prescriptions of a tenant. */
@Injectable()
export class PrescriptionRepository extends ClinicalRepository<Prescription, PrescriptionQuery> {
  constructor(database: Database) {
    super(database, Prescription, { noun: nouns.prescription, filters, events: prescriptionEvents });
  }
}
