import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { AppointmentRepository } from '../appointment/appointment.repository.js';
import type { Patient } from '../patient/patient.entity.js';
import { PatientRepository } from '../patient/patient.repository.js';
import { recordListed } from '../privacy/listed-patient.js';
import { changedVisit, refuseOthersVisit, visitNamed, type Visit } from '../record/references.js';
import { allergyWarnings } from './allergy-warnings.js';
import { Prescription, type PrescriptionDetails } from './prescription.entity.js';
import { PrescriptionRepository, type PrescriptionQuery } from './prescription.repository.js';

/** What may be changed of a prescription; what is absent stays, null clears an optional field. */
export type PrescriptionChanges = Partial<PrescriptionDetails>;

/** The data of a new prescription: patient, medication and optional details. */
export type NewPrescription = PrescriptionChanges & Pick<Prescription, 'patient_id' | 'medication'>;

/** The prescriptions of the context's tenant. They stay when their patient is deleted. */
@Injectable()
export class PrescriptionService {
  constructor(
    private readonly prescriptions: PrescriptionRepository,
    private readonly patients: PatientRepository,
    private readonly appointments: AppointmentRepository,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Prescription> {
    return this.prescriptions.get(ctx, id);
  }

  /** Reads a prescription to show it; recorded in the audit trail. @throws not_found */
  read(ctx: Context, id: string): Promise<Prescription> {
    return this.prescriptions.readOnTrail(ctx, id);
  }

  /** Recorded in the audit trail where it is filtered by a patient. */
  list(ctx: Context, query: PrescriptionQuery, page: PageRequest): Promise<Page<Prescription>> {
    const found = this.prescriptions.list(ctx, query, page);
    recordListed(ctx, query);
    return found;
  }

  /**
   * A medication that the patient is allergic to is prescribed all the same: the prescription carries a warning, and the
   * audit trail says so.
   * @throws invalid (unknown patient_id or appointment_id, or those of two patients; more refills used than allowed)
   */
  async create(ctx: Context, data: NewPrescription): Promise<Prescription> {
    const visit = await visitNamed(ctx, this.appointments, data.appointment_id);
    return this.createAt(ctx, visit, data);
  }

  /**
   * The same at a visit that the caller has already, or at none.
   * @throws invalid (unknown patient_id; a visit of another patient; more refills used than allowed)
   */
  async createAt(ctx: Context, visit: Visit | null, data: NewPrescription): Promise<Prescription> {
    const patient = await this.patients.lockReferenced(ctx, 'patient_id', data.patient_id);
    refuseOthersVisit(visit, patient.id);
    const prescription = new Prescription();
    prescription.describe({ ...data, appointment_id: visit?.id ?? null, patient_id: patient.id });
    prescription.warn(allergyWarnings(prescription.medication, patient.allergies));
    const inserted = this.prescriptions.insert(ctx, prescription);
    this.tell(ctx, prescription);
    return inserted;
  }

  /**
   * Another medication, or another patient, is looked at for allergies again.
   * @throws not_found, invalid (unknown patient_id or appointment_id, or those of two patients; more refills used than allowed)
   */
  async update(ctx: Context, id: string, changes: PrescriptionChanges): Promise<Prescription> {
    const { patient_id } = changes;
    // Locks the patient before the prescription, in the order of an erasure.
    const named = patient_id === undefined ? null : await this.patients.lockIfExists(ctx, patient_id);
    const prescription = await this.prescriptions.lock(ctx, id);
    if (patient_id !== undefined && !named && patient_id.toLowerCase() !== prescription.patient_id)
      this.patients.refuseUnknown('patient_id');
    const before = [prescription.patient_id, prescription.medication];
    const told = { ...changes, patient_id: named?.id };
    prescription.describe({ ...told, appointment_id: await changedVisit(ctx, this.appointments, prescription, told) });
    const prescribedAnew = before[0] !== prescription.patient_id || before[1] !== prescription.medication;
    if (prescribedAnew) prescription.warn(await this.warnings(ctx, prescription, named));
    const saved = this.prescriptions.save(ctx, prescription);
    if (prescribedAnew) this.tell(ctx, prescription);
    return saved;
  }

  /** Parallel refills wait for each other: never more than are allowed. @throws not_found, conflict */
  async refill(ctx: Context, id: string): Promise<Prescription> {
    const prescription = await this.prescriptions.lock(ctx, id);
    prescription.refill();
    return this.prescriptions.save(ctx, prescription, 'refill');
  }

  /** Of a patient who was deleted no allergy is known any more. */
  private async warnings(ctx: Context, { patient_id, medication }: Prescription, named: Patient | null) {
    const patient = named ?? (await this.patients.find(ctx, patient_id));
    return allergyWarnings(medication, patient?.allergies ?? []);
  }

  /** The trail says that there were warnings, not what they say. */
  private tell(ctx: Context, prescription: Prescription): void {
    if (prescription.warnings.length === 0) return;
    ctx.db.record(ctx, {
      action: 'allergy_warning',
      record_type: this.prescriptions.noun,
      record_id: prescription.id,
      changes: { warnings: { withheld: true } },
    });
  }
}
