import {
  Appointment,
  Bill,
  MedicalRecord,
  Prescription,
  allergyWarnings,
  billedItem,
  type Patient,
  type PrescribedMedicine,
} from '@usaha/healthcare';
import { malaysianDay, newId } from '@usaha/shared';
import type { DemoRandom } from '../core/demo-random.js';
import { CONSULTATION_FEE, complaints, type DemoComplaint, type DemoMedicine } from './complaints.js';
import { DAY_MS } from './demo-patients.js';

/** A payment that is made of a demo bill. */
export interface DemoPayment {
  at: Date;
  amount: number;
  /** Of cash, to five sen. */
  rounding: number;
  payment_method: string;
  /** What remains of the bill after it. */
  balance: number;
  position: number;
}

/** A patient's time with a doctor, and what came of it. */
export interface DemoVisit {
  booked_at: Date;
  appointment: Appointment;
  /** Of a completed visit: when it ended, and what was written down then. */
  outcome: {
    at: Date;
    record: MedicalRecord;
    prescriptions: Prescription[];
    bill: Bill;
    payments: DemoPayment[];
  } | null;
}

const MINUTE_MS = 60_000;
const VISIT_MINUTES = 30;
/** Of visits that were to be, how many patients cancelled, or did not come to. */
const CANCELLED = 0.08;
const NO_SHOW = 0.07;
const methods = ['cash', 'cash', 'card', 'duitnow'] as const;

const after = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * MINUTE_MS);

/** A visit as it would be at `now`: done, or still to come. */
export function visitOf(
  patient: Patient,
  { doctor_id, slot, now, random }: { doctor_id: string; slot: Date; now: Date; random: DemoRandom },
): DemoVisit {
  const complaint = random.pick(complaints);
  const ahead = new Date(slot.getTime() - random.whole(1, 9) * DAY_MS);
  const booked_at = new Date(
    Math.max(patient.created_at.getTime() + MINUTE_MS, Math.min(ahead.getTime(), now.getTime() - MINUTE_MS)),
  );
  const appointment = new Appointment();
  appointment.id = newId(booked_at);
  appointment.created_at = booked_at;
  appointment.patient_id = patient.id;
  const { appointment_type, reason, symptoms } = complaint;
  appointment.describe({ doctor_id, appointment_type, reason, symptoms: [...symptoms], priority: 'normal' });
  appointment.schedule(slot, VISIT_MINUTES);
  if (after(slot, 2 * VISIT_MINUTES) > now) {
    if (random.chance(0.5)) appointment.setStatus('confirmed');
    return { booked_at, appointment, outcome: null };
  }
  const lot = random.next();
  if (lot < CANCELLED) appointment.cancel('Tidak sempat', 'patient');
  else if (lot < CANCELLED + NO_SHOW) appointment.setStatus('no_show');
  else return { booked_at, appointment, outcome: outcomeOf(appointment, patient, { complaint, now, random }) };
  return { booked_at, appointment, outcome: null };
}

interface Facts {
  complaint: DemoComplaint;
  now: Date;
  random: DemoRandom;
}

function outcomeOf(
  appointment: Appointment,
  patient: Patient,
  { complaint, now, random }: Facts,
): DemoVisit['outcome'] {
  const { scheduled_at } = appointment;
  appointment.checkIn(after(scheduled_at, -random.whole(2, 12)));
  appointment.start(after(scheduled_at, random.whole(0, 10)));
  const at = after(scheduled_at, random.whole(15, VISIT_MINUTES));
  const { follow_up_days } = complaint;
  appointment.complete(at, {
    doctor_notes: complaint.treatment_plan,
    follow_up_required: follow_up_days !== undefined,
    follow_up_date:
      follow_up_days === undefined ? null : malaysianDay(new Date(at.getTime() + follow_up_days * DAY_MS)),
  });
  const visit = { patient_id: patient.id, doctor_id: appointment.doctor_id, appointment_id: appointment.id };
  const prescriptions = complaint.medicines.map((medicine) => prescriptionOf(medicine, visit, patient, at));
  appointment.prescribe(prescriptions.map(prescribed));
  const record = new MedicalRecord();
  record.describe({
    ...visit,
    record_type: 'consultation',
    diagnosis: complaint.diagnosis,
    symptoms: [...complaint.symptoms],
    treatment_plan: complaint.treatment_plan,
    vitals: {
      blood_pressure: `${random.whole(108, 146)}/${random.whole(68, 92)}`,
      heart_rate: random.whole(62, 98),
      temperature: random.whole(363, 385) / 10,
      weight: null,
      height: null,
    },
  });
  return { at, record, prescriptions, ...billOf(appointment, patient, { complaint, now, random }, at) };
}

function prescriptionOf(
  { medication, dosage, frequency, duration, quantity, instructions, refills = 0 }: DemoMedicine,
  visit: { patient_id: string; doctor_id: string; appointment_id: string },
  patient: Patient,
  at: Date,
): Prescription {
  const prescription = new Prescription();
  prescription.id = newId(at);
  const details = { medication, dosage, frequency, duration, quantity, instructions, refills_allowed: refills };
  prescription.describe({ ...visit, ...details });
  prescription.warn(allergyWarnings(medication, patient.allergies));
  return prescription;
}

const prescribed = ({
  id,
  medication,
  dosage,
  duration,
  instructions,
  warnings,
}: Prescription): PrescribedMedicine => ({
  id,
  medication: medication ?? '',
  dosage,
  duration,
  instructions,
  warnings,
});

/** Most pay at once; insurers pay weeks later, and some patients by halves or not in time. */
function billOf(
  appointment: Appointment,
  patient: Patient,
  { complaint, now, random }: Facts,
  at: Date,
): { bill: Bill; payments: DemoPayment[] } {
  const lines = [
    ['Konsultasi', CONSULTATION_FEE] as const,
    ...(complaint.services ?? []),
    ...complaint.medicines.map(({ medication, price }) => [medication, price] as const),
  ];
  const items = lines.map(([description, unit_price], i) =>
    billedItem({ description, quantity: 1, unit_price, tax_rate: 0 }, i),
  );
  const { provider, policy_number } = patient.insurance_info ?? {};
  const insured = typeof provider === 'string' && typeof policy_number === 'string';
  const method = insured ? 'insurance' : random.pick(methods);
  const lot = random.next();
  const at_once = !insured && lot < 0.85;
  const bill = Bill.of(patient.id, items, {
    payment_method: method,
    insurance_claim: insured,
    insurance_provider: insured ? provider : null,
    policy_number: insured ? policy_number : null,
    due_date: at_once ? null : malaysianDay(new Date(at.getTime() + (insured ? 30 : 14) * DAY_MS)),
  });
  bill.id = newId(at);
  bill.created_at = at;
  bill.billVisit(appointment);
  const payments: DemoPayment[] = [];
  const pay = (on: Date, amount: number): void => {
    if (on >= now) return;
    const paid = bill.pay(amount, method);
    bill.version += 1;
    payments.push({ at: on, ...paid, payment_method: method, balance: bill.rest, position: bill.payments_made });
  };
  if (at_once) pay(after(at, 3), bill.total);
  else if (insured && lot < 0.8) pay(new Date(at.getTime() + random.whole(12, 28) * DAY_MS), bill.total);
  else if (!insured && lot < 0.95) pay(after(at, 3), CONSULTATION_FEE);
  return { bill, payments };
}
