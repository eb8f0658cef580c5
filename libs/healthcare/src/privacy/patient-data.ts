import {
  BUYERS_OF_PERSON,
  EINVOICES_OF_PERSON,
  ERASED,
  MESSAGES_OF_PERSON,
  accountsPeriod,
  childrenOf,
  personalData,
  recordsOf,
  unidentified,
  type StatutoryPeriod,
} from '@usaha/core';
import { Appointment } from '../appointment/appointment.entity.js';
import { BillCreditNote, BillPaymentVoid, BillRefund } from '../billing/bill-correction.entities.js';
import { BillPayment } from '../billing/bill-payment.entity.js';
import { Bill } from '../billing/bill.entity.js';
import { nouns } from '../messages.js';
import { Patient } from '../patient/patient.entity.js';
import { patientEvents } from '../patient/patient.events.js';
import { Prescription } from '../prescription/prescription.entity.js';
import { MedicalRecord } from '../record/medical-record.entity.js';
import { Vaccination } from '../vaccination/vaccination.entity.js';

const YEARS_KEPT = 7;

/** Clinical records; those of children should be kept until they are 25, which is not looked at. */
const clinicalPeriod: StatutoryPeriod = {
  period: 'seven years',
  reason: 'medical records are kept for seven years after the last entry',
  law: 'practice of the Malaysian Medical Council; not compared with its guideline',
  since(now) {
    const since = new Date(now);
    since.setUTCFullYear(since.getUTCFullYear() - YEARS_KEPT);
    return since;
  },
};

const ofTheDoctor = unidentified("it is the doctor's calendar too, and what reports count");

/** Erased lines of a bill: figures stay, so that reports of old years do. Descriptions are replaced where they lie in clear, too. */
const ITEMS_WITHOUT_WORDS = `(select coalesce(jsonb_agg(i || '{"description": "${ERASED}"}'), '[]') from jsonb_array_elements(r.items) i)`;

/** A patient, and what follows a visit: an erasure blanks the personal parts. */
export const patientData = personalData({
  entity: Patient,
  noun: nouns.patient,
  events: patientEvents,
  retention: 'data_retention_period',
  mergedInto: 'merged_into',
  advised: clinicalPeriod,
  kept: {
    medical_record_number: { reason: 'kept bills still belong to a person', law: accountsPeriod.law },
  },
  records: {
    appointments: recordsOf(Appointment, {
      noun: nouns.appointment,
      names: 'patient_id',
      active: ['updated_at', 'scheduled_at'],
      kept: { scheduled_at: ofTheDoctor, status: ofTheDoctor },
    }),
    medical_records: recordsOf(MedicalRecord, { noun: nouns.medical_record, names: 'patient_id' }),
    prescriptions: recordsOf(Prescription, {
      noun: nouns.prescription,
      names: 'patient_id',
      // A medicine without a name cannot be handed out.
      becomes: { status: "case when r.status = 'active' then 'expired' else r.status end" },
    }),
    vaccinations: recordsOf(Vaccination, {
      noun: nouns.vaccination,
      names: 'patient_id',
      active: ['updated_at', 'administration_date'],
      kept: { administration_date: unidentified('what the clinic gave is counted by day') },
    }),
    messages: MESSAGES_OF_PERSON,
    einvoice_buyers: BUYERS_OF_PERSON,
    einvoices: EINVOICES_OF_PERSON,
    bills: recordsOf(Bill, {
      noun: nouns.bill,
      names: 'patient_id',
      keptWhole: accountsPeriod,
      becomes: { items: ITEMS_WITHOUT_WORDS },
      children: {
        payments: childrenOf(BillPayment, 'bill_id'),
        payment_voids: childrenOf(BillPaymentVoid, 'bill_id'),
        credit_notes: childrenOf(BillCreditNote, 'bill_id', {
          kept: { items: unidentified('places of lines and their amounts') },
        }),
        refunds: childrenOf(BillRefund, 'bill_id'),
      },
    }),
  },
  /** Bills and payments stay, so what was answered to them does too: who asks again must not pay again. */
  forgetsAnswersTo: (path) => /\/healthcare\/(?!billing(?:\/|$))/.test(path),
});
