import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A type as the catalogue states it. */
export interface StatedType {
  type: string;
  path: string | null;
  contract_path: string | null;
  version: 'count' | null;
  changed?: boolean;
  /** Kinds by key; `?` is nullable. */
  data: Readonly<Record<string, string>>;
  /** What announces it. */
  on: string;
}

interface Catalogue {
  types: StatedType[];
  /** Public types by inner name. */
  inner: Record<string, string>;
}

/** Keys that may be null although the catalogue has them without `?`, by the beginning of their types, with the reason. */
const nullable: readonly { types: string; key: string; reason: string }[] = [
  { types: 'beauty.appointment.', key: 'client_id', reason: 'a walk-in has no client' },
];

const stated = JSON.parse(readFileSync(join(__dirname, '../specification/event-types.json'), 'utf8')) as Catalogue;

const kindOf = (type: string, key: string, kind: string): string =>
  nullable.some((one) => type.startsWith(one.types) && one.key === key) ? `${kind}?` : kind;

/** The catalogue of public events, with the exceptions above. */
export const catalogue: Catalogue = {
  inner: stated.inner,
  types: stated.types.map((type) => ({
    ...type,
    data: Object.fromEntries(Object.entries(type.data).map(([key, kind]) => [key, kindOf(type.type, key, kind)])),
  })),
};

const FILE = {
  purpose: 'set',
  media_type: 'text',
  bytes: 'count',
  status: 'set',
  resource: 'text?',
  record_id: 'id?',
};
const ofFiles = (verb: string, path: string | null, on: string): StatedType => ({
  type: `core.file.${verb}`,
  path,
  contract_path: null,
  version: 'count',
  data: FILE,
  on,
});

const ofRequests = (verb: string, on: string): StatedType => ({
  type: `core.payment_request.${verb}`,
  path: '/api/v1/payment-requests/{id}/',
  contract_path: null,
  version: 'count',
  data: {
    subject_type: 'text',
    subject_id: 'id',
    subject_number: 'text',
    amount: 'money',
    status: 'set',
    paid_amount: 'money',
    unapplied_amount: 'money',
    refunded_amount: 'money',
  },
  on,
});

const ofEinvoices = (verb: string, on: string): StatedType => ({
  type: `core.einvoice.${verb}`,
  path: '/api/v1/einvoices/{id}/',
  contract_path: null,
  version: 'count',
  data: { number: 'text', kind: 'set', module: 'set', source_kind: 'set?', source_id: 'text?', uuid: 'text?' },
  on,
});

/** Kinds of records that can be restored: the event is that of their creation by another name. */
const restorable = [
  'core.user',
  'retail.product',
  'retail.customer',
  'healthcare.patient',
  'education.student',
  'education.class',
  'education.fee',
  'beauty.client',
  'beauty.staff',
  'beauty.service',
  'beauty.product',
  'logistics.driver',
  'logistics.vehicle',
];
const ofRestored = (noun: string): StatedType => {
  const created = catalogue.types.find(({ type }) => type === `${noun}.created`);
  if (!created) throw new Error(`The catalogue has no ${noun}.created`);
  return { ...created, type: `${noun}.restored`, on: 'POST …/restore/' };
};

/** A correction has the data of the creation. */
const ofCorrected = (noun: string, verb: string, on: string): StatedType => {
  const created = catalogue.types.find(({ type }) => type === `${noun}.created`);
  if (!created) throw new Error(`The catalogue has no ${noun}.created`);
  return { ...created, type: `${noun}.${verb}`, on };
};

/** Types of later readings, which the catalogue does not have. */
export const LATER_TYPES: readonly StatedType[] = [
  // Readings, section 20: files.
  ofFiles('ready', '/api/v1/files/{id}/', 'a file whose content can be read'),
  ofFiles('rejected', '/api/v1/files/{id}/', 'a file in which a virus was found'),
  ofFiles('deleted', null, 'DELETE files/{id}, and what removes files'),
  // Messages (section 21, A-480).
  {
    type: 'core.message.failed',
    path: '/api/v1/messages/{id}/',
    contract_path: null,
    version: 'count',
    data: {
      template: 'text',
      category: 'set',
      way: 'set',
      subject_type: 'text',
      subject_id: 'id',
      reason: 'text',
    },
    on: 'a message that failed by the last of its ways',
  },
  // Imports.
  {
    type: 'core.import.finished',
    path: '/api/v1/imports/{id}/',
    contract_path: null,
    version: 'count',
    data: {
      resource: 'text',
      status: 'set',
      rows: 'count',
      created: 'count',
      updated: 'count',
      unchanged: 'count',
      failed: 'count',
    },
    on: 'an import that is done, failed, invalid or cancelled',
  },
  // Readings, section 21: payment requests, and payments of freight invoices.
  ofRequests('created', 'POST payment-requests/'),
  ofRequests('paid', 'money that came'),
  ofRequests('expired', 'a job'),
  ofRequests('cancelled', 'POST …/cancel/, and what is paid elsewhere'),
  ofRequests('refunded', 'POST …/refunds/, and voids and refunds of sales'),
  {
    type: 'core.payment_difference.opened',
    path: null,
    contract_path: null,
    version: 'count',
    data: { kind: 'set', payment_request_id: 'id', amount: 'money', expected: 'money?', status: 'set' },
    on: 'money of a payment request that is not booked as it came',
  },
  {
    type: 'logistics.freight_payment.created',
    path: '/api/v1/logistics/shipments/{shipment_id}/',
    contract_path: null,
    version: null,
    data: { shipment_id: 'id', invoice_id: 'id', amount: 'money', amount_paid: 'money', outstanding_amount: 'money' },
    on: 'POST shipments/{id}/invoice/payments/, and a payment request that is paid',
  },
  // Readings, section 22: e-invoices.
  ofEinvoices('queued', 'POST einvoices/, …/retry/, and what becomes a document by itself'),
  ofEinvoices('blocked', 'a document that cannot be sent'),
  ofEinvoices('validated', 'the service'),
  ofEinvoices('invalidated', 'the service'),
  ofEinvoices('cancelled', 'POST …/cancel/, and sources that are cancelled'),
  ofEinvoices('rejection_requested', 'a buyer'),
  // Corrections, which e-invoices follow.
  ofCorrected('healthcare.bill', 'credited', 'POST …/credit-notes/'),
  ofCorrected('healthcare.bill', 'cancelled', 'POST …/cancel/'),
  ofCorrected('education.invoice', 'credited', 'POST …/credit-notes/'),
  ofCorrected('education.invoice', 'cancelled', 'POST …/cancel/'),
  ofCorrected('beauty.client_package', 'refunded', 'POST …/refund/'),
  ofCorrected('beauty.client_package', 'voided', 'POST …/void/'),
  ofCorrected('logistics.freight_invoice', 'credited', 'POST …/credit-notes/'),
  ofCorrected('logistics.freight_invoice', 'cancelled', 'POST …/cancel/'),
  // Erasures.
  {
    type: 'core.user.erased',
    path: null,
    contract_path: null,
    version: 'count',
    data: { role: 'set', status: 'set' },
    on: 'an erasure',
  },
  {
    type: 'retail.customer.erased',
    path: null,
    contract_path: null,
    version: 'count',
    data: {},
    on: 'an erasure',
  },
  ...restorable.map(ofRestored),
];
