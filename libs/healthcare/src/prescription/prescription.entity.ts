import { Entity } from 'typeorm';
import { assignDefined, columns, conflict, invalid, malaysianDay, type Message } from '@usaha/shared';
import { ClinicalRecord } from '../record/clinical-record.js';
import { messages, prescriptionStatusWords } from '../messages.js';
import type { AllergyWarning } from './allergy-warnings.js';
import { isPsychotropic } from './psychotropics.js';

export const prescriptionStatuses = ['active', 'completed', 'expired'] as const;
export type PrescriptionStatus = (typeof prescriptionStatuses)[number];

/** Days for which a prescription is valid unless it says otherwise. */
const VALID_DAYS = 90;
const PSYCHOTROPIC_DAYS = 30;
const DAY_MS = 86_400_000;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Fields of a prescription that clients may set. */
const details = [
  'patient_id',
  'doctor_id',
  'appointment_id',
  'medication',
  'dosage',
  'frequency',
  'duration',
  'quantity',
  'instructions',
  'refills_allowed',
  'refills_used',
  'status',
  'valid_until',
  'notes',
] as const satisfies (keyof Prescription)[];
export type PrescriptionDetails = Pick<Prescription, (typeof details)[number]>;

/** A prescription of a patient. Health data is stored encrypted. */
@Entity({ schema: 'healthcare', name: 'prescriptions' })
export class Prescription extends ClinicalRecord {
  @columns.uuid() patient_id!: string;
  /** Any text: there is no list of doctors. */
  @columns.code({ nullable: true }) doctor_id: string | null = null;
  @columns.uuid({ nullable: true }) appointment_id: string | null = null;
  @columns.sealedTogether() protected readonly order_details!: object;
  /** null once the patient's data were erased. */
  @columns.sealedWithin('order_details') medication!: string | null;
  @columns.sealedWithin('order_details') dosage!: string | null;
  @columns.sealedWithin('order_details') frequency!: string | null;
  @columns.sealedWithin('order_details') duration!: string | null;
  /** How much of it is handed out. */
  @columns.count({ nullable: true, personal: true }) quantity: number | null = null;
  @columns.sealedWithin('order_details') instructions!: string | null;
  /** How often it may be handed out again, and how often it was. */
  @columns.count() refills_allowed = 0;
  @columns.count() refills_used = 0;
  /** The one that was sent: any may follow any, and the last refill changes none. */
  @columns.choice(prescriptionStatuses) status: PrescriptionStatus = 'active';
  /** As they were when the medication was named: see `allergyWarnings`. Earlier releases stored sentences. */
  @columns.sealedWithin<(AllergyWarning | string)[]>('order_details', () => []) warnings!: (AllergyWarning | string)[];
  @columns.sealedWithin('order_details') notes!: string | null;
  /** YYYY-MM-DD, as sent; sealed, since a shorter time tells which kind of medicine it is. */
  @columns.sealedWithin<string | null>('order_details', () => null) valid_until!: string | null;

  /** Absent fields stay. @throws invalid when more refills are used than are allowed */
  describe(changes: Partial<PrescriptionDetails>): void {
    const { valid_until, ...others } = changes;
    assignDefined(this, others, details);
    // The day that was shown says nothing new when it is sent back.
    if (valid_until !== undefined && !(this.created_at && valid_until === this.validUntil()))
      this.valid_until = valid_until;
    if (this.refills_used > this.refills_allowed)
      throw invalid(
        'refills_used',
        messages.refillsBeyondAllowed({ used: this.refills_used, allowed: this.refills_allowed }),
      );
  }

  /** The last day on which it is valid: the stated one, else 90 days after it was written, 30 for a psychotropic substance. */
  validUntil(): string {
    const days = isPsychotropic(this.medication) ? PSYCHOTROPIC_DAYS : VALID_DAYS;
    return this.valid_until ?? dayAfter(malaysianDay(this.created_at), days);
  }

  /** Warnings at the counter. They refuse nothing: the pharmacist decides. @param today YYYY-MM-DD */
  validityWarnings(today: string): Message[] {
    const valid_until = this.validUntil();
    if (this.medication === null) return [];
    return [
      ...(today > valid_until ? [messages.prescriptionOver({ valid_until })] : []),
      ...(isPsychotropic(this.medication) && this.refills_allowed > 0
        ? [messages.psychotropicRefills({ valid_until })]
        : []),
    ];
  }

  warn(warnings: AllergyWarning[]): void {
    // None where there were none: nothing to seal.
    if (warnings.length + this.warnings.length > 0) this.warnings = warnings;
  }

  /** Hands it out once more. @throws conflict when it is not active, or every refill is used */
  refill(): void {
    if (this.status !== 'active')
      throw conflict('status', messages.refillOnlyActive({ status: prescriptionStatusWords[this.status] }));
    if (this.refills_used >= this.refills_allowed)
      throw conflict('refills_used', messages.refillsUsed({ allowed: this.refills_allowed }));
    this.refills_used += 1;
  }
}
