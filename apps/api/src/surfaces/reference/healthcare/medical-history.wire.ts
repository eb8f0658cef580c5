import type { MedicalHistory } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { field } from '../../../wire/field.js';
import { AppointmentView, appointmentView } from './appointments.wire.js';
import { MedicalRecordView, medicalRecordView } from './medical-records.wire.js';
import { PrescriptionView, prescriptionView } from './prescriptions.wire.js';
import { VaccinationView, vaccinationView } from './vaccinations.wire.js';

/** A history is read whole where it can be: a page of it is as long as any page may be. */
const MOST_ROWS = 100;

/** GET /api/v1/healthcare/patients/{patient_id}/medical-history/. */
export class MedicalHistoryQuery {
  @param.position('Page number of each list, from 1', 1) page?: number;
  @param.position(`Rows on a page of each list; more than ${MOST_ROWS} is taken as ${MOST_ROWS}`, MOST_ROWS)
  page_size?: number;
}

export const historyPage = ({ page = 1, page_size = MOST_ROWS }: MedicalHistoryQuery) => ({
  page,
  size: Math.min(page_size, MOST_ROWS),
});

@field.record('Number of records of each kind, on all pages')
export class MedicalHistoryTotals {
  @field.count('Medical records', 1) medical_records!: number;
  @field.count('Appointments', 1) appointments!: number;
  @field.count('Prescriptions', 1) prescriptions!: number;
  @field.count('Vaccinations', 1) vaccinations!: number;
}

@field.record('The medical history of a patient')
export class MedicalHistoryView {
  @field.id('Id of the patient') patient_id!: string;
  @field.nestedList('Medical records, newest first', MedicalRecordView) medical_records!: MedicalRecordView[];
  @field.nestedList('Appointments, most recently booked first', AppointmentView) appointments!: AppointmentView[];
  @field.nestedList('Prescriptions, newest first', PrescriptionView) prescriptions!: PrescriptionView[];
  @field.nestedList('Vaccinations, most recently recorded first', VaccinationView) vaccinations!: VaccinationView[];
  @field.nested('Number of records of each kind, on all pages', MedicalHistoryTotals) totals!: MedicalHistoryTotals;
}

export const medicalHistoryView = (ctx: Context, history: MedicalHistory, language: Language): MedicalHistoryView => ({
  patient_id: history.patient_id,
  medical_records: history.medical_records.rows.map(medicalRecordView(ctx)),
  appointments: history.appointments.rows.map(appointmentView(ctx, language)),
  prescriptions: history.prescriptions.rows.map(prescriptionView(ctx, language)),
  vaccinations: history.vaccinations.rows.map(vaccinationView(ctx)),
  totals: {
    medical_records: history.medical_records.total,
    appointments: history.appointments.total,
    prescriptions: history.prescriptions.total,
    vaccinations: history.vaccinations.total,
  },
});
