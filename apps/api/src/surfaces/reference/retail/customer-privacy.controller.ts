import { CustomerService, customerData } from '@usaha/retail';
import { field } from '../../../wire/field.js';
import { personPrivacyController } from '../person-privacy.controller.js';
import { recordsAsKept as records } from '../person-privacy.wire.js';
import { CustomerView, customerView } from './customers.wire.js';

export const ReferenceCustomerPrivacyController = personPrivacyController({
  data: customerData,
  service: CustomerService,
  module: 'retail',
  collection: 'customers',
  parameter: 'customer_id',
  possessive: "a customer's",
  exported: {
    schema: 'CustomerExportView',
    meaning: 'All data stored about one customer',
    content: "the customer's data, purchases and audit trail",
    person: ['customer', field.nested('The customer', CustomerView)],
    show: (_, customer) => customerView(customer),
    records: {
      messages: records('Messages to the customer, newest first, without their texts'),
      einvoice_buyers: records('Buyers that the customer is on e-invoices, newest first'),
      einvoices: records('E-invoices to the customer, without their texts, newest first'),
      points_movements: records("Movements of the customer's points, newest first"),
      sales: records('Sales to the customer, newest first, each with its lines, payments, refunds and reversals'),
    },
    trail: "Audit trail of the customer and of the customer's sales: who changed or exported them; newest first",
  },
  erased: {
    schema: 'CustomerErasureView',
    meaning: "The result of an erasure of a customer's data",
    content:
      'names, identity document, contact and notes of the customer permanently; the customer can no longer be found, and reprints of receipts name no buyer. Sales stay whole for seven years, as the law requires. A deleted customer can be erased as well.',
    id: 'Id of the customer, who can no longer be found',
    counts: {
      points_movements: field.count("Number of movements of the customer's points, whose reasons were blanked", 12),
      sales_kept: field.count('Number of sales kept whole, as the law requires for seven years', 8),
    },
  },
});
