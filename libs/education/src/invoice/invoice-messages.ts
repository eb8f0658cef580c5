import { Injectable } from '@nestjs/common';
import { toldPerson, type MessageFacts, type MessageSubject, type TemplateName } from '@usaha/core';
import { malaysianDay, type Context } from '@usaha/shared';
import { StudentRepository } from '../student/student.repository.js';
import { InvoiceRepository } from './invoice.repository.js';

/** Receipts of school invoices to guardians, or to the students themselves. */
@Injectable()
export class InvoiceMessages implements MessageSubject {
  readonly type = 'education.invoice';
  readonly module = 'education';
  readonly templates = ['receipt'] as const;

  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly students: StudentRepository,
  ) {}

  /** No receipt of an invoice of which nothing was paid, or that is cancelled. @throws not_found */
  async facts(ctx: Context, id: string, template: TemplateName): Promise<MessageFacts | null> {
    const { student_id, invoice_number, settled, cancelled_at, created_at } = await this.invoices.get(ctx, id);
    if (template === 'receipt' && (cancelled_at !== null || settled <= 0)) return null;
    const student = await this.students.find(ctx, student_id);
    if (!student) return null;
    const { parent_guardian: guardian } = student;
    const isGuardian = Boolean(guardian?.email?.trim() || guardian?.phone_number?.trim());
    const { email, phone_number } = isGuardian && guardian ? guardian : student;
    const told = toldPerson(student);
    return {
      ...told,
      name: isGuardian ? (guardian?.name ?? told.name) : told.name,
      email,
      phone: phone_number,
      expires_at: null,
      values: { document_number: invoice_number, amount: settled, day: malaysianDay(created_at) },
    };
  }
}
