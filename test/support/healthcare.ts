import type { Answer, Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import type { TestTenant } from './people.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The keys of every answer about patients and what is done with them. */
export const healthcareShapes = {
  contract: {
    patient: words(
      `id tenant_id medical_record_number first_name last_name ic_number date_of_birth gender phone email address
       blood_type allergies medical_conditions created_at updated_at`,
    ),
    appointment: words(
      'id tenant_id patient_id doctor_id appointment_date duration status type notes reminder_sent created_at updated_at',
    ),
  },
  patient: words(
    `id medical_record_number first_name last_name ic_number ic_verification passport_number passport_country
     date_of_birth gender email phone_number emergency_contact address blood_type allergies chronic_conditions medications insurance_info
     pdpa_consent pdpa_consent_stated message_preferences pdpa_consent_date data_retention_period notes created_at updated_at`,
  ),
  appointment: words(
    `id patient_id doctor_id appointment_type scheduled_date scheduled_time duration_minutes reason symptoms priority
     status notes check_in_time start_time end_time doctor_notes prescriptions follow_up_required follow_up_date
     cancellation_reason cancelled_by created_at updated_at`,
  ),
  schedule: words('doctor_id date_from date_to working_hours appointments days'),
  medicalRecord: words(
    `id patient_id doctor_id appointment_id record_type diagnosis symptoms vitals notes treatment_plan
     follow_up_instructions attachments created_at updated_at`,
  ),
  prescription: words(
    `id patient_id doctor_id appointment_id medication dosage frequency duration quantity instructions refills_allowed
     refills_used status warnings valid_until notes created_at updated_at`,
  ),
  vaccination: words(
    `id patient_id vaccine_type vaccine_name batch_number administration_date administered_by dose_number total_doses
     next_due_date notes voided_at void_reason created_at updated_at`,
  ),
  medicalHistory: words('patient_id medical_records appointments prescriptions vaccinations totals'),
  bill: words(
    `id bill_number patient_id appointment_id items payment_method insurance_claim insurance_provider policy_number
     subtotal tax_amount total amount_paid credited_amount outstanding_amount in_credit rounding status cancelled_at
     cancellation_reason due_date created_at updated_at`,
  ),
  billItem: words('description quantity unit_price reason tax_rate subtotal tax_amount total'),
  billPayment: words(
    `id receipt_number amount rounding received_amount balance payment_method reference notes voided_at void_reason
     payment_request_id created_at`,
  ),
  billCreditNote: words('id credit_note_number items subtotal tax_amount amount cancels reason created_at'),
  billRefund: words('id refund_number amount rounding refund_method reason created_at'),
  icVerification: words('format age age_years gender checksum birthplace'),
};

/** What an answer of the reference surface says, when it has this status. */
export function must(answer: Answer, status: number): Json {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return on.data(answer);
}

/** A patient of the reference surface. */
export async function newPatient(tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> {
  const body = { first_name: 'Siti', last_name: 'Nur', ...extra };
  // Warnings are told once, and are no part of the record.
  const { warnings: _, ...patient } = must(await on.post('/healthcare/patients', body, tenant.admin.token), 201);
  return patient;
}

/** A medical record of the reference surface. */
export const newMedicalRecord = async (tenant: TestTenant, body: Record<string, unknown>): Promise<Json> =>
  must(await on.post('/healthcare/medical-records', body, tenant.admin.token), 201);

/** A prescription of the reference surface, of metformin unless told otherwise. */
export const newPrescription = async (tenant: TestTenant, body: Record<string, unknown>): Promise<Json> =>
  must(await on.post('/healthcare/prescriptions', { medication: 'Metformin', ...body }, tenant.admin.token), 201);

/** A vaccination of the reference surface, with MMR unless told otherwise. */
export const newVaccination = async (tenant: TestTenant, body: Record<string, unknown>): Promise<Json> => {
  const sent = { vaccine_type: 'MMR', ...body };
  const { warnings: _, ...vaccination } = must(
    await on.post('/healthcare/vaccinations', sent, tenant.admin.token),
    201,
  );
  return vaccination;
};

/** What the audit trail says of a record, newest first. */
export const trailOf = async (tenant: TestTenant, record_id: string): Promise<Json[]> =>
  must(await on.get(`/audit?record_id=${record_id}&page_size=100`, tenant.admin.token), 200);

/** What an appointment of the reference surface is made from at least; on a Tuesday in 2029 unless told otherwise. */
export const appointmentBody = (patient_id: string, extra: Record<string, unknown> = {}) => ({
  patient_id,
  doctor_id: 'dr-aminah',
  scheduled_date: '2029-03-13',
  scheduled_time: '10:00:00',
  ...extra,
});

/** An appointment of the reference surface, of that patient or of a new one. */
export async function newAppointment(tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> {
  const patient_id = extra.patient_id ?? (await newPatient(tenant)).id;
  return must(await on.post('/healthcare/appointments', appointmentBody(patient_id, extra), tenant.admin.token), 201);
}

/** Enables the module with these settings. */
export const configureHealthcare = async (tenant: TestTenant, healthcare: Record<string, unknown>): Promise<void> =>
  must(await on.post('/modules/healthcare/enable', { configuration: { healthcare } }, tenant.admin.token), 200);

/** A bill of the reference surface, of 100 ringgit unless told otherwise. */
export const newBill = async (tenant: TestTenant, body: Record<string, unknown>): Promise<Json> => {
  const items = [{ description: 'Consultation', unit_price: 100 }];
  const { warnings: _, ...bill } = must(
    await on.post('/healthcare/billing', { items, ...body }, tenant.admin.token),
    201,
  );
  return bill;
};
