/** Records that a law or a supervisor may ask for after the business has gone. */
export interface HeldRecords {
  what: string;
  /** For how long, and by what rule. */
  rule: string;
  tables: readonly string[];
}

/** What a purge names before it is asked for again: it takes these too. Each of the tables has a `created_at`. */
export const heldByLaw: readonly HeldRecords[] = [
  {
    what: 'accounts',
    rule: 'seven years from the end of their year: Income Tax Act 1967, s.82(1)(a)',
    tables: [
      'beauty.memberships',
      'beauty.payments',
      'beauty.sold_packages',
      'core.payments',
      'core.refunds',
      'education.fees',
      'education.invoice_settlements',
      'education.invoices',
      'education.payments',
      'healthcare.bill_payments',
      'healthcare.bills',
      'logistics.freight_invoices',
      'retail.sale_refunds',
      'retail.sale_reversals',
      'retail.sales',
    ],
  },
  {
    what: 'health records',
    rule: 'seven years after the last entry, and those of children longer, as clinics are asked to keep them',
    tables: [
      'healthcare.appointments',
      'healthcare.medical_records',
      'healthcare.patients',
      'healthcare.prescriptions',
      'healthcare.vaccinations',
    ],
  },
];
