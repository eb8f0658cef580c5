import { addedTaxes, sellerOf, type SalesDocument, type Tenant } from '@usaha/core';
import type { Patient } from '../patient/patient.entity.js';
import { documentWords } from '../messages.js';
import type { BillPayment } from './bill-payment.entity.js';
import type { Bill } from './bill.entity.js';

/**
 * A bill as it is handed out: an invoice of a clinic that is registered for SST, of any other a receipt once it is
 * paid. Its figures are exact: what is paid in parts is not rounded to five sen.
 * @param patient null for a deleted patient @param payments oldest first
 */
export function documentOf(
  bill: Bill,
  tenant: Tenant,
  patient: Patient | null,
  payments: readonly BillPayment[],
): SalesDocument {
  const seller = sellerOf(tenant);
  const insurance = [bill.insurance_provider, bill.policy_number].filter(Boolean).join(' · ');
  return {
    kind: seller.sst_registration_number ? 'invoice' : bill.status === 'paid' ? 'receipt' : 'bill',
    record_id: bill.id,
    number: bill.bill_number,
    refers_to: null,
    issued_at: bill.created_at,
    seller,
    // No address: a bill lies on counters and goes to insurers.
    buyer: patient && {
      label: documentWords.patient,
      name: `${patient.first_name} ${patient.last_name}`,
      address: null,
    },
    lines: bill.items.map((item) => ({ ...item, sku: null, discount_rate: 0 })),
    subtotal: bill.subtotal,
    discount_amount: 0,
    ...addedTaxes(seller, bill.items, bill.tax_amount),
    total: bill.total,
    rounding: null,
    payable: bill.total,
    payment_method: bill.payment_method,
    facts: insurance === '' ? [] : [{ label: documentWords.insurance, value: insurance }],
    due_date: bill.due_date,
    currency: 'MYR',
    paid_so_far: {
      payments: payments.map(({ receipt_number, created_at, payment_method, amount }) => ({
        number: receipt_number,
        paid_at: created_at,
        payment_method,
        amount,
      })),
      balance: bill.rest,
    },
    is_cancelled: false,
    notes: null,
  };
}

/** The document for users who are shown no health data: what was done and handed out tells the illness. */
export const withoutDescriptions = (document: SalesDocument): SalesDocument => ({
  ...document,
  lines: document.lines.map((line) => ({ ...line, description: '***' })),
});
