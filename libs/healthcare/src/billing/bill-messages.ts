import { Injectable } from '@nestjs/common';
import { toldPerson, type MessageFacts, type MessageSubject, type TemplateName } from '@usaha/core';
import { malaysianDay, type Context } from '@usaha/shared';
import { PatientRepository } from '../patient/patient.repository.js';
import { BillRepository } from './bill.repository.js';

/** Receipts of bills to patients. They have no PDF, which tells of the visit. */
@Injectable()
export class BillMessages implements MessageSubject {
  readonly type = 'healthcare.bill';
  readonly module = 'healthcare';
  readonly templates = ['receipt'] as const;

  constructor(
    private readonly bills: BillRepository,
    private readonly patients: PatientRepository,
  ) {}

  /** No receipt of a bill of which nothing was paid, or that is cancelled. @throws not_found */
  async facts(ctx: Context, id: string, template: TemplateName): Promise<MessageFacts | null> {
    const { patient_id, bill_number, amount_paid, status, created_at } = await this.bills.get(ctx, id);
    if (template === 'receipt' && (status === 'cancelled' || amount_paid <= 0)) return null;
    const patient = await this.patients.find(ctx, patient_id);
    if (!patient) return null;
    return {
      ...toldPerson(patient),
      expires_at: null,
      values: { document_number: bill_number, amount: amount_paid, day: malaysianDay(created_at) },
    };
  }
}
