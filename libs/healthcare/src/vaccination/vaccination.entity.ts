import { Entity } from 'typeorm';
import { TenantRecord, columns, assignDefined, conflict, invalid } from '@usaha/shared';
import { nextDueDate } from './immunisation-schedule.js';
import { messages } from '../messages.js';

/** Fields of a vaccination that clients may set. */
const details = [
  'patient_id',
  'vaccine_type',
  'vaccine_name',
  'batch_number',
  'administration_date',
  'administered_by',
  'dose_number',
  'total_doses',
  'next_due_date',
  'notes',
] as const satisfies (keyof Vaccination)[];
export type VaccinationDetails = Pick<Vaccination, (typeof details)[number]>;

/** How a type of vaccine is compared: trimmed, in any case. */
export const vaccineTypeKey = (vaccine_type: string): string => vaccine_type.trim().toLowerCase();

/** By which text a vaccination is found: its type, where it tells one. */
const searchTexts = ({ vaccine_type }: { vaccine_type?: unknown }): string[] =>
  typeof vaccine_type === 'string' ? [vaccineTypeKey(vaccine_type)] : [];

/** A dose that a patient was given. It is entered once, and can be made void. Lists are narrowed by its date, which lies in clear. */
@Entity({ schema: 'healthcare', name: 'vaccinations' })
export class Vaccination extends TenantRecord {
  @columns.uuid() patient_id!: string;
  /** Which vaccine it was; found by a token of its type. */
  @columns.sealedTogether({ tokens: searchTexts }) protected readonly vaccine!: object;
  @columns.sealedWithin<string | null>('vaccine', () => null, { formerly: 'text' }) vaccine_type!: string | null;
  @columns.sealedWithin<string | null>('vaccine', () => null, { formerly: 'text' }) vaccine_name!: string | null;
  @columns.code({ nullable: true, personal: true }) batch_number: string | null = null;
  @columns.day() administration_date!: string;
  /** A doctor's id: any text. */
  @columns.text({ nullable: true, personal: true }) administered_by: string | null = null;
  /** From 1. */
  @columns.count({ nullable: true, personal: true }) dose_number: number | null = null;
  @columns.count({ nullable: true, personal: true }) total_doses: number | null = null;
  /** Worked out unless it is given; none when that is null. */
  @columns.day({ nullable: true, personal: true }) next_due_date: string | null = null;
  @columns.sealed() notes!: string | null;
  /** When it turned out that it was recorded by mistake, and why. */
  @columns.instant({ nullable: true }) voided_at: Date | null = null;
  @columns.sealed() void_reason!: string | null;
  /** Of a type that lies in clear until `seal:rotate` has sealed it. */
  @columns.derived('lower(btrim(vaccine_type))', { nullable: true }) readonly vaccine_type_key?: string | null;

  /** @throws invalid when no vaccine is named, and for a dose beyond the last */
  static of(told: Partial<VaccinationDetails> & Pick<Vaccination, 'patient_id' | 'administration_date'>): Vaccination {
    const vaccination = new Vaccination();
    assignDefined(vaccination, told, details);
    if (!vaccination.vaccine_name?.trim() && !vaccination.vaccine_type?.trim())
      throw invalid('vaccine_name', messages.vaccineUnnamed());
    const { dose_number, total_doses } = vaccination;
    if (dose_number !== null && total_doses !== null && dose_number > total_doses)
      throw invalid('dose_number', messages.doseBeyondLast({ dose: dose_number, total: total_doses }));
    if (told.next_due_date === undefined) vaccination.next_due_date = nextDueDate(vaccination);
    return vaccination;
  }

  /** It stays, and was not given. @throws conflict when it is void already */
  void(reason: string, now: Date): void {
    if (this.voided_at) throw conflict('voided_at', messages.vaccinationVoid({ at: this.voided_at }));
    this.voided_at = now;
    this.void_reason = reason;
  }
}
