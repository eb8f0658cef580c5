import { Injectable } from '@nestjs/common';
import { TenantService, type SalesDocument } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { PatientRepository } from '../patient/patient.repository.js';
import { seesHealthData } from '../patient/sees-health-data.js';
import { documentOf, withoutDescriptions } from './bill-document.js';
import { BillRepository } from './bill.repository.js';
import { PaymentLedger } from './payment-ledger.js';

/** What a clinic hands out to its patients. */
@Injectable()
export class BillDocumentService {
  constructor(
    private readonly bills: BillRepository,
    private readonly payments: PaymentLedger,
    private readonly patients: PatientRepository,
    private readonly tenants: TenantService,
  ) {}

  /** A bill with what was paid of it; recorded in the audit trail as a reading of it. @throws not_found */
  async of(ctx: Context, bill_id: string): Promise<SalesDocument> {
    const bill = await this.bills.readOnTrail(ctx, bill_id);
    const [tenant, patient, payments] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.patients.find(ctx, bill.patient_id),
      this.payments.of(ctx, [bill.id]),
    ]);
    const document = documentOf(bill, tenant, patient, payments);
    return seesHealthData(ctx.actor) ? document : withoutDescriptions(document);
  }
}
