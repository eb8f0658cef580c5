import {
  prescriptionStatuses,
  Prescription,
  seesHealthData,
  warningText,
  type PrescriptionStatus,
} from '@usaha/healthcare';
import { malaysianDay, type Context, type Language } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { field } from '../../../wire/field.js';
import { masked, maskedUnless, withheld, withheldTexts } from '../../../wire/masked.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { sentence } from '../../../wire/sentence.js';
import { RecordList } from '../reference.js';
import { appointmentReference, patientParameter, patientReference } from './references.js';

const LONG = 10_000;

/** POST /api/v1/healthcare/prescriptions/. */
export class PrescriptionBody {
  @patientReference patient_id!: string;
  @field.text('Id or name of the doctor; any text (A-132)', 'dr-lim', {
    optional: true,
    max: 200,
    view: 'Doctor, as sent',
  })
  doctor_id?: string | null;
  @appointmentReference('Id of the appointment at which it was prescribed, of the same patient (A-186)')
  appointment_id?: string | null;
  @field.text('Medication; stored encrypted, like all health data of the patient', 'Amoxicillin 500 mg', {
    view: "Medication; null after erasure of the patient's data, and for users who may only read (A-373)",
  })
  medication!: string;
  @field.text('Dosage', '1 capsule', { optional: true }) dosage?: string | null;
  @field.text('Frequency', 'three times a day', { optional: true }) frequency?: string | null;
  @field.text('Duration', '7 days', { optional: true }) duration?: string | null;
  @field.count('Quantity dispensed', 21, { optional: true }) quantity?: number | null;
  @field.text('Instructions', 'After meals', { optional: true, max: LONG }) instructions?: string | null;
  @field.count('Number of refills allowed; default 0', 2, { unset: true, view: 'Number of refills allowed' })
  refills_allowed?: number;
  @field.count('Number of refills used; at most refills_allowed (A-135)', 0, {
    unset: true,
    view: 'Number of refills used',
  })
  refills_used?: number;
  @field.choice('Status; default active. Every change of status is allowed', prescriptionStatuses, {
    unset: true,
    view: 'Status, as last set; a refill does not change it (A-135)',
  })
  status?: PrescriptionStatus;
  @field.day(
    'Last day on which it is valid; default: 90 days after it is written, 30 for a psychotropic substance (A-375)',
    '2026-06-08',
    {
      optional: true,
      view: "Last day on which it is valid; null after erasure of the patient's data, and for users who may only read",
    },
  )
  valid_until?: string | null;
  @field.text('Notes', 'Explained to the caregiver', { optional: true, max: LONG }) notes?: string | null;
}

/** PUT /api/v1/healthcare/prescriptions/{prescription_id}/: the same fields, all optional. */
export class PrescriptionPatch extends PartialType(PrescriptionBody) {}

/** GET /api/v1/healthcare/prescriptions/. */
export class PrescriptionListQuery extends RecordList() {
  @patientParameter patient_id?: string;
  @param.text('Doctor, as sent', 'dr-lim') doctor_id?: string;
  @param.choice('Status', prescriptionStatuses) status?: PrescriptionStatus;
  @param.day('Written on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Written on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
}

@field.record('A prescription on the reference surface')
export class PrescriptionView extends ViewType(PrescriptionBody, { nullable: ['medication'] }) {
  @field.id('Id of the prescription') id!: string;
  @placedBefore('valid_until')
  @field.texts(
    'Allergies of the patient that the medication, or its class of drugs, matched when it was prescribed, and whether it is valid no more, in the language of Content-Language. No warning is no proof that a medication is safe: the table of classes is not complete (A-176, A-375)',
    ['The patient is allergic to Penicillin, and this is a prescription of Penicillin V 250 mg'],
  )
  warnings!: string[];
  @field.instant('When it was written (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

/** A reader: the language, and the day on which it is read. */
interface Reader {
  language: Language;
  today: string;
}

const warningsOf = (prescription: Prescription, { language, today }: Reader): string[] => [
  ...prescription.warnings.map((warning) => sentence(warningText(warning, language))),
  ...prescription.validityWarnings(today).map((warning) => sentence(warning.in(language))),
];

/** By language and day: the tag tells those apart of a prescription that has warnings. */
const readBy = viewFor<Prescription, PrescriptionView, Reader>(Prescription, PrescriptionView, {
  revision: 2,
  etagParts: (prescription, { language, today }) => {
    const ended = prescription.validityWarnings(today).length;
    return prescription.warnings.length + ended > 0 ? [language, ended] : [];
  },
  personal: ['medication', 'dosage', 'frequency', 'duration', 'quantity', 'instructions', 'notes'],
  fields: {
    warnings: warningsOf,
    valid_until: (prescription) => (prescription.medication === null ? null : prescription.validUntil()),
  },
});

const maskedPrescription = masked<PrescriptionView>({
  medication: withheld,
  dosage: withheld,
  frequency: withheld,
  duration: withheld,
  quantity: withheld,
  instructions: withheld,
  warnings: withheldTexts,
  valid_until: withheld,
  notes: withheld,
});

/** The view for the actor of the context, in a language. */
export const prescriptionView = ({ actor, now }: Context, language: Language) =>
  maskedUnless(seesHealthData(actor), readBy({ language, today: malaysianDay(now) }), maskedPrescription);
