import {
  AppointmentService,
  BillCreditNote,
  BillPayment,
  BillRefund,
  BillingService,
  MedicalRecordService,
  PatientService,
  PaymentLedger,
  PrescriptionService,
  VaccinationService,
} from '@usaha/healthcare';
import { appointmentView } from '../../surfaces/reference/healthcare/appointments.wire.js';
import { billRefundView, creditNoteView } from '../../surfaces/reference/healthcare/bill-corrections.wire.js';
import { billPaymentView, billView } from '../../surfaces/reference/healthcare/billing.wire.js';
import { medicalRecordView } from '../../surfaces/reference/healthcare/medical-records.wire.js';
import { patientView } from '../../surfaces/reference/healthcare/patients.wire.js';
import { prescriptionView } from '../../surfaces/reference/healthcare/prescriptions.wire.js';
import { vaccinationView } from '../../surfaces/reference/healthcare/vaccinations.wire.js';
import { LANGUAGE, closingsOf, listOf, rowsOf } from '../exported-resource.js';

const ofBill = { parent: ({ bill_id }: { bill_id: string }) => ({ bill_id }) };

/** What a clinic has. */
export const healthcareResources = [
  listOf(
    'healthcare.patients',
    ['healthcare.patients'],
    PatientService,
    (patients, ctx, page) => patients.list(ctx, {}, page),
    patientView,
  ),
  listOf(
    'healthcare.appointments',
    ['healthcare.appointments'],
    AppointmentService,
    (appointments, ctx, page) => appointments.list(ctx, {}, page),
    (ctx) => appointmentView(ctx, LANGUAGE),
  ),
  listOf(
    'healthcare.medical-records',
    ['healthcare.medical_records'],
    MedicalRecordService,
    (records, ctx, page) => records.list(ctx, {}, page),
    medicalRecordView,
  ),
  listOf(
    'healthcare.prescriptions',
    ['healthcare.prescriptions'],
    PrescriptionService,
    (prescriptions, ctx, page) => prescriptions.list(ctx, {}, page),
    (ctx) => prescriptionView(ctx, LANGUAGE),
  ),
  listOf(
    'healthcare.vaccinations',
    ['healthcare.vaccinations'],
    VaccinationService,
    (vaccinations, ctx, page) => vaccinations.list(ctx, {}, page),
    vaccinationView,
  ),
  listOf(
    'healthcare.billing',
    ['healthcare.bills'],
    BillingService,
    (bills, ctx, page) => bills.list(ctx, {}, page),
    billView,
  ),
  rowsOf('healthcare.billing.payments', 'healthcare.bill_payments', BillPayment, billPaymentView, {
    ...ofBill,
    complete: ({ ctx, get }, payments) => get(PaymentLedger).withVoids(ctx, payments),
  }),
  rowsOf('healthcare.billing.credit-notes', 'healthcare.bill_credit_notes', BillCreditNote, creditNoteView, ofBill),
  rowsOf('healthcare.billing.refunds', 'healthcare.bill_refunds', BillRefund, billRefundView, ofBill),
  closingsOf('healthcare'),
];
