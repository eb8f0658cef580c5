import { randomUUID } from 'node:crypto';
import {
  newBeautyAppointment,
  newBeautyProduct,
  newClient,
  newMembership,
  newPackage,
  newService,
  newStaffMember,
} from './beauty.js';
import { newSoldPackage, newVisitPayment } from './beauty-money.js';
import { call } from './client.js';
import { einvoiceBuyer, newEinvoice } from './einvoices.js';
import { newFile } from './files.js';
import { newImport } from './imports.js';
import { newPaymentDifference, newPaymentRequest } from './payment-requests.js';
import { someExport } from './tenant-exports.js';
import { newCodPayout, newCodRemittance, newFreightCredit, newSchedule, newShipment } from './logistics.js';
import { newMessage } from './messages.js';
import type { Person, TestTenant } from './people.js';
import { eventually } from './system-service.js';
import { newWebhook, someDelivery } from './webhooks.js';

/** What the tests of tenancy try on paths that name a record: records of another tenant. */

export interface Target {
  mine: TestTenant;
  other: TestTenant;
  member: Person;
  /** Records of one's own, for paths that name another beneath them. */
  owners: Record<string, string>;
}

/**
 * What a parameter of a path names: records of another tenant, and ids that no tenant has. A new one has to be added here; one
 * that names another thing in another context stands below the name of that context, too (`education.payment_id`).
 */
export const named: Record<
  string,
  { foreign: (target: Target) => Promise<string[]> | string[]; unknownIds: string[] }
> = {
  tenant_id: { foreign: ({ other }) => [other.id, other.id.toUpperCase()], unknownIds: [randomUUID()] },
  user_id: {
    foreign: ({ other, member }) => [member.id, String(member.number), other.admin.id],
    unknownIds: [randomUUID(), '2147483647'],
  },
  session_id: {
    foreign: async ({ member }) => {
      const { body } = await call('GET', '/api/v1/auth/sessions/', { token: member.token });
      return [body.data[0].id];
    },
    unknownIds: [randomUUID()],
  },
  subscription_id: {
    foreign: async ({ other }) => [
      await created('/v1/subscriptions', { tenant_id: other.id, plan_type: 'GROWTH', billing_cycle: 'MONTHLY' }, other),
    ],
    unknownIds: [randomUUID()],
  },
  difference_id: {
    foreign: async ({ other }) => [(await newPaymentDifference(other)).id],
    unknownIds: [randomUUID()],
  },
  einvoice_id: {
    foreign: async ({ other }) => [(await newEinvoice(other)).id],
    unknownIds: [randomUUID()],
  },
  buyer_id: {
    foreign: async ({ other }) => [await created('/api/v1/einvoices/buyers/', einvoiceBuyer, other)],
    unknownIds: [randomUUID()],
  },
  payment_request_id: {
    foreign: async ({ other }) => [(await newPaymentRequest(other)).id],
    unknownIds: [randomUUID()],
  },
  import_id: { foreign: async ({ other }) => [(await newImport(other)).id], unknownIds: [randomUUID()] },
  file_id: { foreign: async ({ other }) => [(await newFile(other)).id], unknownIds: [randomUUID()] },
  export_id: { foreign: async ({ other }) => [await someExport(other)], unknownIds: [randomUUID()] },
  api_key_id: {
    foreign: async ({ other }) => [await created('/api/v1/api-keys/', { name: 'Theirs', scopes: ['*:read'] }, other)],
    unknownIds: [randomUUID()],
  },
  webhook_id: {
    foreign: async ({ other }) => [(await newWebhook(other)).id],
    unknownIds: [randomUUID()],
  },
  delivery_id: {
    foreign: async ({ other }) => [(await someDelivery(other)).id],
    unknownIds: [randomUUID()],
  },
  event_id: {
    foreign: async ({ other }) => {
      await call('POST', '/api/v1/events/enable/', { token: other.admin.token });
      await product(other);
      const id = await eventually('an event', async () => {
        const { body } = await call('GET', '/api/v1/events/?page_size=1', { token: other.admin.token });
        return body.data[0]?.id as string | undefined;
      });
      return [id];
    },
    unknownIds: [`msg_${randomUUID().replaceAll('-', '')}`],
  },
  payment_method_id: {
    foreign: async ({ other }) => [await created('/api/v1/payment-methods/', { type: 'fpx' }, other)],
    unknownIds: [randomUUID()],
  },
  payment_id: {
    foreign: async ({ other }) => {
      const payment_method_id = await created('/api/v1/payment-methods/', { type: 'fpx' }, other);
      return [await created('/api/v1/payments/', { amount: 10, payment_method_id }, other)];
    },
    unknownIds: [randomUUID()],
  },
  product_id: {
    foreign: async ({ other }) => [await product(other)],
    unknownIds: [randomUUID()],
  },
  customer_id: {
    foreign: async ({ other }) => [
      await created('/api/v1/retail/customers/', { first_name: 'Siti', last_name: 'Nur' }, other),
    ],
    unknownIds: [randomUUID()],
  },
  sale_id: {
    foreign: async ({ other }) => [await sale(other)],
    unknownIds: [randomUUID()],
  },
  patient_id: {
    foreign: async ({ other }) => [await patient(other)],
    unknownIds: [randomUUID()],
  },
  appointment_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/healthcare/appointments/',
        {
          patient_id: await patient(other),
          doctor_id: 'dr-aminah',
          scheduled_date: '2026-12-01',
          scheduled_time: '09:00:00',
        },
        other,
      ),
    ],
    unknownIds: [randomUUID()],
  },
  record_id: {
    foreign: async ({ other }) => [
      await created('/api/v1/healthcare/medical-records/', { patient_id: await patient(other) }, other),
    ],
    unknownIds: [randomUUID()],
  },
  prescription_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/healthcare/prescriptions/',
        { patient_id: await patient(other), medication: 'Paracetamol', refills_allowed: 2 },
        other,
      ),
    ],
    unknownIds: [randomUUID()],
  },
  bill_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/healthcare/billing/',
        { patient_id: await patient(other), items: [{ description: 'Visit', unit_price: 80 }] },
        other,
      ),
    ],
    unknownIds: [randomUUID()],
  },
  'healthcare.payment_id': {
    foreign: async ({ other }) => [(await paidBill(other)).payment.id],
    unknownIds: [randomUUID()],
  },
  'healthcare.credit_note_id': {
    foreign: async ({ other }) => {
      const path = `/api/v1/healthcare/billing/${(await paidBill(other)).id}/credit-notes/`;
      const { body } = await call('POST', path, { token: other.admin.token, body: { amount: 20, reason: 'x' } });
      return [body.data.credit_note.id];
    },
    unknownIds: [randomUUID()],
  },
  vaccination_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/healthcare/vaccinations/',
        { patient_id: await patient(other), vaccine_type: 'MMR' },
        other,
      ),
    ],
    unknownIds: [randomUUID()],
  },
  student_id: {
    foreign: async ({ other }) => [await student(other)],
    unknownIds: [randomUUID()],
  },
  class_id: {
    foreign: async ({ other }) => [await schoolClass(other)],
    unknownIds: [randomUUID()],
  },
  enrollment_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/education/enrollment/',
        { student_id: await student(other), class_id: await schoolClass(other) },
        other,
      ),
    ],
    unknownIds: [randomUUID()],
  },
  client_id: {
    foreign: async ({ other }) => [(await newClient(other)).id],
    unknownIds: [randomUUID()],
  },
  staff_id: {
    foreign: async ({ other }) => [(await newStaffMember(other)).id],
    unknownIds: [randomUUID()],
  },
  message_id: {
    foreign: async ({ other }) => [(await newMessage(other)).id],
    unknownIds: [randomUUID()],
  },
  service_id: {
    foreign: async ({ other }) => [(await newService(other)).id],
    unknownIds: [randomUUID()],
  },
  'beauty.appointment_id': {
    foreign: async ({ other }) => [(await newBeautyAppointment(other)).id],
    unknownIds: [randomUUID()],
  },
  'beauty.payment_id': {
    foreign: async ({ other }) => [(await newVisitPayment(other)).id],
    unknownIds: [randomUUID()],
  },
  'beauty.product_id': {
    foreign: async ({ other }) => [(await newBeautyProduct(other)).id],
    unknownIds: [randomUUID()],
  },
  package_id: {
    foreign: async ({ other }) => [(await newPackage(other)).id],
    unknownIds: [randomUUID()],
  },
  client_package_id: {
    foreign: async ({ other }) => [(await newSoldPackage(other)).id],
    unknownIds: [randomUUID()],
  },
  membership_id: {
    foreign: async ({ other }) => [(await newMembership(other)).id],
    unknownIds: [randomUUID()],
  },
  fee_id: {
    foreign: async ({ other }) => [await fee(other)],
    unknownIds: [randomUUID()],
  },
  'education.payment_id': {
    foreign: async ({ other }) => [
      await created('/api/v1/education/payments/', { student_id: await student(other), amount: 180 }, other),
    ],
    unknownIds: [randomUUID()],
  },
  invoice_id: {
    foreign: async ({ other }) => [await invoice(other)],
    unknownIds: [randomUUID()],
  },
  household_id: {
    foreign: async ({ other }) => [await created('/api/v1/education/households/', { name: 'Keluarga Tan' }, other)],
    unknownIds: [randomUUID()],
  },
  'education.credit_note_id': {
    foreign: async ({ other }) => {
      const path = `/api/v1/education/invoices/${await invoice(other)}/credit-notes/`;
      return [await created(path, { amount: 1, reason: 'Salah' }, other)];
    },
    unknownIds: [randomUUID()],
  },
  attendance_id: {
    foreign: async ({ other }) => [
      await created(
        '/api/v1/education/attendance/',
        { student_id: await student(other), date: '2026-03-10', status: 'present' },
        other,
      ),
    ],
    unknownIds: [randomUUID()],
  },
  grade_id: {
    foreign: async ({ other }) => [
      await created('/api/v1/education/grades/', { student_id: await student(other), score: 1, max_score: 2 }, other),
    ],
    unknownIds: [randomUUID()],
  },
  driver_id: {
    foreign: async ({ other }) => [await driver(other)],
    unknownIds: [randomUUID()],
  },
  vehicle_id: {
    foreign: async ({ other }) => [
      await created('/api/v1/logistics/vehicles/', { registration_number: 'WXY 1234' }, other),
    ],
    unknownIds: [randomUUID()],
  },
  shipment_id: {
    foreign: async ({ other }) => [(await newShipment(other)).id],
    unknownIds: [randomUUID()],
  },
  route_id: {
    foreign: async ({ other }) => [await route(other)],
    unknownIds: [randomUUID()],
  },
  'logistics.schedule_id': {
    foreign: async ({ other }) => [(await newSchedule(other)).id],
    unknownIds: [randomUUID()],
  },
  'logistics.credit_note_id': {
    foreign: async ({ other }) => [(await newFreightCredit(other)).credit_note.id],
    unknownIds: [randomUUID()],
  },
  remittance_id: {
    foreign: async ({ other }) => [(await newCodRemittance(other)).id],
    unknownIds: [randomUUID()],
  },
  payout_id: {
    foreign: async ({ other }) => [(await newCodPayout(other)).id],
    unknownIds: [randomUUID()],
  },
  tracking_number: {
    foreign: async ({ other }) => [(await newShipment(other)).tracking_number],
    unknownIds: ['MY2603100000000Z'],
  },
  refund_id: {
    foreign: async ({ other }) => {
      const refunded = await call('POST', `/api/v1/retail/sales/${await sale(other)}/refund/`, {
        token: other.admin.token,
        body: {},
      });
      return [refunded.body.data.refunds[0].id];
    },
    unknownIds: [randomUUID()],
  },
};

/** Parameters that name no tenant's record, but something that is everybody's: there nothing of another tenant may appear. */
export const everybodys: Record<string, string> = {
  module_id: 'retail',
  resource: 'retail.products',
  name: 'payment_received',
  way: 'sms',
  doctor_id: 'dr-aminah',
  teacher_id: 'guru-aminah',
  // A link shows its shipment to every reader; this one was never made.
  token: 'A'.repeat(72),
  // The simulator shows a document to every reader of its long id; this one was never made.
  long_id: 'A'.repeat(40),
};

export const product = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/retail/products/', { name: 'Kopi', sku: `T-${randomUUID()}`, selling_price: 10 }, tenant);

export const sale = async (tenant: TestTenant): Promise<string> =>
  created('/api/v1/retail/sales/', { items: [{ product_id: await product(tenant), quantity: 2 }] }, tenant);

export const patient = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/healthcare/patients/', { first_name: 'Siti', last_name: 'Nur' }, tenant);

export async function paidBill(tenant: TestTenant): Promise<{ id: string; payment: { id: string } }> {
  const items = [{ description: 'Visit', unit_price: 80 }];
  const id = await created('/api/v1/healthcare/billing/', { patient_id: await patient(tenant), items }, tenant);
  const path = `/api/v1/healthcare/billing/${id}/payments/`;
  return (await call('POST', path, { token: tenant.admin.token, body: {} })).body.data;
}

const schoolClass = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/education/classes/', { name: 'Tingkatan 4 Sains', teacher_id: 'guru-aminah' }, tenant);

export const student = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/education/students/', { first_name: 'Aisyah', last_name: 'Rahman' }, tenant);
export const route = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/logistics/routes/', { name: 'Laluan utara' }, tenant);
export const driver = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/logistics/drivers/', { first_name: 'Ahmad', last_name: 'Faizal' }, tenant);

const fee = (tenant: TestTenant): Promise<string> =>
  created('/api/v1/education/fees/', { fee_type: 'tuition', amount: 180 }, tenant);

export async function invoice(tenant: TestTenant): Promise<string> {
  const [fee_id, student_id] = [await fee(tenant), await student(tenant)];
  const body = { fee_id, period: '2026-03', due_date: '2026-03-31', student_ids: [student_id] };
  const { body: made } = await call('POST', '/api/v1/education/invoices/', { token: tenant.admin.token, body });
  return made.data[0].id;
}

export async function created(path: string, body: object, { admin }: TestTenant): Promise<string> {
  const answer = await call('POST', path, { body, token: admin.token });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return (answer.body.data ?? answer.body).id;
}
