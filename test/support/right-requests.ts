import { randomUUID } from 'node:crypto';
import { newRedeemable, newSoldPackage, newVisitPayment } from './beauty-money.js';
import {
  newBeautyAppointment,
  newBeautyProduct,
  newClient,
  newMembership,
  newPackage,
  newService,
  newStaffMember,
} from './beauty.js';
import { call, reference, type CallOptions, type Json } from './client.js';
import { bodyOf, tables } from './data-tables.js';
import { setDuitNowQr } from './duitnow-qr.js';
import { importFile, newImport, newImportFile } from './imports.js';
import { contractSurface, referenceSurface as on } from './core-surfaces.js';
import { newAttendance, newGrade } from './education-results.js';
import { educationRecord, newClass, newEnrollment, newStudent } from './education.js';
import {
  appointmentBody,
  newBill,
  newMedicalRecord,
  newPatient,
  newPrescription,
  newVaccination,
} from './healthcare.js';
import {
  newCodPayout,
  newCodRemittance,
  newCodShipment,
  newCollection,
  newDriver,
  newFreightCredit,
  newFreightInvoice,
  newProof,
  newRoute,
  newSchedule,
  newShipment,
  newVehicle,
} from './logistics.js';
import { completeBuyer, einvoiceBuyer, enableEinvoices, newEinvoice, soldSource, validEinvoice } from './einvoices.js';
import { signingCertificate } from './signing-certificate.js';
import { newFile, uploadForm } from './files.js';
import { messageBody, newMessage, newPhone } from './messages.js';
import { contextOf, type DocumentedOperation } from './operations.js';
import { newMethod, newPayment } from './payments.js';
import { newPaidRequest, newPaymentDifference, newPaymentRequest } from './payment-requests.js';
import { png } from './pictures.js';
import { sql } from './system-database.js';
import { workerState } from './state.js';
import { tokenTo } from './letters.js';
import { newAccount, newTenant, newUser, PASSWORD, signIn, unique, type Person, type TestTenant } from './people.js';
import { giveBack, newCustomer, newProduct, sell } from './retail.js';
import { begin, challenge, enrol } from './second-factor.js';
import { eventually } from './system-service.js';
import { noExport, someExport } from './tenant-exports.js';
import { DEAF_URL, makeRoomForWebhooks, newWebhook, someDelivery } from './webhooks.js';

/** A tenant with one record of everything that a body may name. */
export interface World {
  tenant: TestTenant;
  /** By the name of the field that names it. */
  records: Record<string, string>;
}

export async function newWorld(tenant: TestTenant): Promise<World> {
  const [
    product,
    customer,
    patient,
    student,
    schoolClass,
    method,
    client,
    member,
    service,
    beautyProduct,
    servicePackage,
  ] = await Promise.all([
    newProduct(tenant, { current_stock: 10_000 }),
    newCustomer(tenant, { loyalty_points: 10_000 }),
    newPatient(tenant),
    newStudent(tenant),
    newClass(tenant),
    newMethod(tenant),
    newClient(tenant),
    newStaffMember(tenant),
    newService(tenant),
    newBeautyProduct(tenant),
    newPackage(tenant),
  ]);
  const records: Record<string, string> = {
    tenant_id: tenant.id,
    cashier: tenant.admin.id,
    product_id: product.id,
    customer_id: customer.id,
    patient_id: patient.id,
    student_id: student.id,
    class_id: schoolClass.id,
    payment_method_id: method.id,
    client_id: client.id,
    staff_id: member.id,
    service_id: service.id,
    'beauty.product_id': beautyProduct.id,
    package_id: servicePackage.id,
  };
  const logo = await uploadForm(tenant.admin, png(), { filename: 'logo.png', fields: { purpose: 'logo' } });
  Object.assign(records, { logo_file_id: on.data(logo).id });
  const [driver, vehicle] = await Promise.all([newDriver(tenant), newVehicle(tenant)]);
  Object.assign(records, { driver_id: driver.id, assigned_driver_id: driver.id, vehicle_id: vehicle.id });
  const shipment = await newShipment(tenant);
  Object.assign(records, { shipment_id: shipment.id });
  const route = await newRoute(tenant);
  Object.assign(records, { 'logistics.route_id': route.id });
  const [appointment, visit, fee, subscription] = await Promise.all([
    newIn(tenant, '/healthcare/appointments', appointmentBody(patient.id)),
    newBeautyAppointment(tenant, { client_id: client.id }),
    newIn(tenant, '/education/fees', { fee_type: 'tuition', amount: 180 }),
    newIn(tenant, '/subscriptions', { plan_id: 'growth' }),
  ]);
  const appointments = { appointment_id: appointment, 'beauty.appointment_id': visit.id };
  return { tenant, records: { ...records, ...appointments, fee_id: fee, subscription_id: subscription } };
}

async function newIn({ admin }: TestTenant, path: string, body: object): Promise<string> {
  const answer = await on.post(path, body, admin.token);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return on.data(answer).id;
}

const idOf = async (record: Promise<Json>): Promise<string> => (await record).id;

/**
 * A new record for a parameter of a path. A parameter that names another thing has to be added here; where it does so in one
 * context only, with the context before it: `education.payment_id`. Records that a body names may be kept so, too.
 */
const makers: Record<string, (world: World) => Promise<string>> = {
  tenant_id: async ({ tenant }) => tenant.id,
  // Without a password, so that nothing waits for its hash.
  user_id: async ({ tenant }) => {
    const body = { email: `${unique('pending')}@example.com`, first_name: 'Siti', last_name: 'Nur', role: 'STAFF' };
    return (await contractSurface.post('/users', body, tenant.admin.token)).body.id;
  },
  api_key_id: ({ tenant }) => newIn(tenant, '/api-keys', { name: unique('key'), scopes: ['*:read'] }),
  file_id: ({ tenant }) => idOf(newFile(tenant)),
  import_id: ({ tenant }) => idOf(newImport(tenant)),
  difference_id: ({ tenant }) => idOf(newPaymentDifference(tenant)),
  einvoice_id: ({ tenant }) => idOf(newEinvoice(tenant)),
  buyer_id: ({ tenant }) => newIn(tenant, '/einvoices/buyers', einvoiceBuyer),
  payment_request_id: ({ tenant }) => idOf(newPaymentRequest(tenant)),
  webhook_id: ({ tenant }) => idOf(newWebhook(tenant)),
  export_id: ({ tenant }) => someExport(tenant),
  event_id: ({ tenant }) => newFeedEvent(tenant),
  subscription_id: ({ tenant }) => newIn(tenant, '/subscriptions', { plan_id: 'growth' }),
  module_id: async () => 'retail',
  resource: async () => 'retail.products',
  name: async () => 'payment_received',
  way: async () => 'sms',
  message_id: ({ tenant }) => idOf(newMessage(tenant)),
  payment_method_id: ({ tenant }) => idOf(newMethod(tenant)),
  payment_id: ({ tenant, records }) => idOf(newPayment(tenant, 100, { payment_method_id: records.payment_method_id })),
  product_id: ({ tenant }) => idOf(newProduct(tenant, { current_stock: 100 })),
  customer_id: ({ tenant }) => idOf(newCustomer(tenant)),
  sale_id: ({ tenant, records }) => idOf(sell(tenant, [{ product_id: records.product_id, quantity: 2 }])),
  patient_id: ({ tenant }) => idOf(newPatient(tenant)),
  appointment_id: ({ tenant, records }) =>
    newIn(
      tenant,
      '/healthcare/appointments',
      appointmentBody(records.patient_id as string, { doctor_id: unique('dr') }),
    ),
  doctor_id: async () => 'dr-aminah',
  record_id: ({ tenant, records }) => idOf(newMedicalRecord(tenant, { patient_id: records.patient_id })),
  prescription_id: ({ tenant, records }) =>
    idOf(newPrescription(tenant, { patient_id: records.patient_id, refills_allowed: 2 })),
  attendance_id: ({ tenant, records }) => idOf(newAttendance(tenant, { student_id: records.student_id })),
  grade_id: ({ tenant, records }) => idOf(newGrade(tenant, { student_id: records.student_id })),
  vaccination_id: ({ tenant, records }) => idOf(newVaccination(tenant, { patient_id: records.patient_id })),
  bill_id: ({ tenant, records }) => idOf(newBill(tenant, { patient_id: records.patient_id })),
  student_id: ({ tenant }) => idOf(newStudent(tenant)),
  class_id: ({ tenant }) => idOf(newClass(tenant)),
  driver_id: ({ tenant }) => idOf(newDriver(tenant)),
  vehicle_id: ({ tenant }) => idOf(newVehicle(tenant)),
  shipment_id: ({ tenant }) => idOf(newShipment(tenant)),
  route_id: ({ tenant }) => idOf(newRoute(tenant)),
  'logistics.schedule_id': ({ tenant, records }) => idOf(newSchedule(tenant, { shipment_id: records.shipment_id })),
  payout_id: ({ tenant }) => idOf(newCodPayout(tenant)),
  remittance_id: ({ tenant }) => idOf(newCodRemittance(tenant)),
  tracking_number: async ({ tenant }) => (await newShipment(tenant)).tracking_number,
  enrollment_id: ({ tenant }) => idOf(newEnrollment(tenant)),
  teacher_id: async () => 'guru-aminah',
  client_id: ({ tenant }) => idOf(newClient(tenant)),
  staff_id: ({ tenant }) => idOf(newStaffMember(tenant)),
  service_id: ({ tenant }) => idOf(newService(tenant)),
  'beauty.product_id': ({ tenant }) => idOf(newBeautyProduct(tenant)),
  'beauty.appointment_id': ({ tenant }) => idOf(newBeautyAppointment(tenant)),
  'beauty.payment_id': ({ tenant }) => idOf(newVisitPayment(tenant)),
  package_id: ({ tenant }) => idOf(newPackage(tenant)),
  membership_id: ({ tenant }) => idOf(newMembership(tenant)),
  client_package_id: ({ tenant }) => idOf(newSoldPackage(tenant)),
  fee_id: ({ tenant }) => idOf(educationRecord(tenant, '/fees', { fee_type: 'tuition', amount: 180 })),
  'education.payment_id': ({ tenant, records }) =>
    idOf(educationRecord(tenant, '/payments', { student_id: records.student_id, amount: 180 })),
  household_id: async ({ tenant }) => {
    const students = [(await newStudent(tenant)).id];
    return idOf(educationRecord(tenant, '/households', { name: 'Keluarga Rahman', students }));
  },
  invoice_id: async (world) => {
    const { body } = await newInvoices(world);
    return (await educationRecord(world.tenant, '/invoices', body))[0].id;
  },
};

const newInvited = (tenant: TestTenant): Promise<string> =>
  newIn(tenant, '/users/invitations', { email: `${unique('invited')}@example.com` });

/** Invoices that no guardian has been sent yet, for a separate student. */
async function newInvoices({ tenant, records }: World): Promise<{ path: string; body: Json }> {
  const { id } = await newStudent(tenant);
  const terms = { fee_id: records.fee_id, period: '2026-03', due_date: '2026-03-31' };
  return { path: '/api/v1/education/invoices/', body: { ...terms, student_ids: [id] } };
}

const WHY = { reason: 'Recorded for the wrong patient' };

/** A bill that was paid, with its payment. */
async function newPaidBill(tenant: TestTenant, { patient_id }: World['records']): Promise<Json> {
  const { id } = await newBill(tenant, { patient_id, payment_method: 'card' });
  return on.data(await on.post(`/healthcare/billing/${id}/payments`, {}, tenant.admin.token));
}

/** Names that no other record may have, by the field that holds them. */
const names: Record<string, () => string> = {
  username: () => unique('user'),
  sku: () => unique('SKU'),
  schema_name: () => unique('schema'),
  name: () => unique('Name'),
  domain: () => `${unique('d')}.example`,
};

/** Keys of tills, which other requests have not: they cost a packet more. */
const ofTills: ReadonlySet<string> = new Set(['client_reference', 'sold_at', 'offline']);

/** The documented example with ids of existing records, and with names that no record has yet. */
function filledIn(value: Json, world: World, context: string, key = ''): Json {
  if (names[key]) return names[key]();
  // No doctor is booked twice at one time.
  if (key === 'doctor_id') return /^[0-9a-f-]{36}$/.test(value) ? randomUUID() : unique('dr');
  const record = world.records[`${context}.${key}`] ?? world.records[key];
  if (record) return record;
  if (key === 'email' && typeof value === 'string') return `${unique('user')}@example.com`;
  if (Array.isArray(value)) return value.map((item) => filledIn(item, world, context));
  if (typeof value !== 'object' || value === null) return value;
  const sent = Object.entries(value).filter(([name]) => !ofTills.has(name));
  return Object.fromEntries(sent.map(([name, item]) => [name, filledIn(item, world, context, name)]));
}

export interface RightRequest {
  path: string;
  body?: Json;
  /** Sent unchanged: a file. */
  raw?: string;
  /** The token of its sender, where not every user with the right will do. */
  token?: string;
}

type Sender = Person | undefined;
type Special = (world: World, sender: Sender, operation: DocumentedOperation) => Promise<RightRequest>;

/** A file without a record is its uploader's: of those who may upload none it is from when they might. */
async function ofSender(file_id: string, sender: Sender): Promise<string> {
  const values = [file_id, sender?.id];
  if (sender)
    await sql(workerState().ownerUrl as string, 'update core.files set uploaded_by = $2 where id = $1', values);
  return file_id;
}
const ownFile: Special = async ({ tenant }, sender, { path, example }) => {
  // It stays without a record, which not every role changes.
  const { resource: _, record_id: __, ...body } = example ?? {};
  return {
    path: path.replace('{file_id}', await ofSender((await newFile(tenant)).id, sender)),
    body: example && body,
  };
};

/** A request by an account with a second factor, and a code of it. */
async function withCode(path: string): Promise<RightRequest> {
  const { token, phone } = await enrol(await newAccount());
  return { path: `/api/v1/auth/mfa/${path}/`, token, body: { code: phone.code() } };
}

/** A patient's event in the feed of a tenant, which is turned on. */
async function newFeedEvent(tenant: TestTenant): Promise<string> {
  await on.send('POST', '/events/enable', { token: tenant.admin.token });
  await newPatient(tenant);
  return eventually('an event', async () => {
    const [event]: Json[] = on.data(await on.get('/events?page_size=1', tenant.admin.token));
    return event?.id as string | undefined;
  });
}

/** Two new records, so that a packet for each would be seen. */
const bulk: Record<string, Special> = Object.fromEntries(
  tables.map((table): [string, Special] => {
    const path = `/api/v1${table.path}/bulk/`;
    const options = { mode: 'upsert', match_on: table.key, on_error: 'skip', dry_run: false };
    const request = async () => ({ path, body: { ...options, items: [bodyOf(table), bodyOf(table)] } });
    return [`POST ${path}`, request];
  }),
);

/** A business with a TIN, and a certificate of it. */
async function withTin({ admin }: TestTenant): Promise<RightRequest> {
  await on.put('/einvoices/settings', { tin: 'C2584563200' }, admin.token);
  const { certificate, private_key } = signingCertificate();
  return { path: '/api/v1/einvoices/settings/certificate/', body: { certificate, private_key } };
}

async function withDuitNowQr(tenant: TestTenant): Promise<RightRequest> {
  await setDuitNowQr(tenant);
  return { path: '/api/v1/payment-account/duitnow-qr/' };
}

/** What an example cannot know: whose password or session it is, and what has to be there before. */
const special: Record<string, Special> = {
  ...bulk,
  'POST /api/v1/messages/': async ({ tenant }) => ({ path: '/api/v1/messages/', body: await messageBody(tenant) }),
  ...Object.fromEntries(
    ['GET', 'DELETE'].map((method) => [
      `${method} /api/v1/message-accounts/{way}/`,
      async () => ({ path: '/api/v1/message-accounts/sms/' }),
    ]),
  ),
  'POST /api/v1/message-accounts/{way}/test/': async () => ({
    path: '/api/v1/message-accounts/sms/test/',
    body: { to: newPhone() },
  }),
  'PUT /api/v1/message-accounts/sms/': async (_, __, { example }) => ({
    path: '/api/v1/message-accounts/sms/',
    body: { provider: 'http', url: 'https://sms.example/send', body: example.body },
  }),
  // A name at WhatsApp has small letters alone.
  'PUT /api/v1/message-templates/{name}/': async (_, __, { example }) => ({
    path: '/api/v1/message-templates/payment_received/',
    body: example,
  }),
  'GET /api/v1/payment-account/duitnow-qr/': async ({ tenant }) => withDuitNowQr(tenant),
  'DELETE /api/v1/payment-account/duitnow-qr/': async ({ tenant }) => withDuitNowQr(tenant),
  'PUT /api/v1/einvoices/settings/certificate/': async ({ tenant }) => withTin(tenant),
  'DELETE /api/v1/einvoices/settings/certificate/': async ({ tenant }) => {
    const { path, body } = await withTin(tenant);
    await call('PUT', path, { token: tenant.admin.token, body });
    return { path };
  },
  'PUT /api/v1/payment-account/': () =>
    Promise.resolve({ path: '/api/v1/payment-account/', body: { gateway: 'sandbox' } }),
  'POST /api/v1/imports/': async ({ tenant }, sender, { path, example }) => ({
    path,
    body: { ...example, file_id: await ofSender(await newImportFile(tenant, 'sku,name\n'), sender) },
  }),
  'GET /api/v1/imports/{import_id}/': async ({ tenant }) => ({
    path: `/api/v1/imports/${(await importFile(tenant, 'sku,name\n', { resource: 'retail.products' })).id}/`,
  }),
  'POST /api/v1/imports/{import_id}/run/': async ({ tenant }) => ({
    path: `/api/v1/imports/${(await importFile(tenant, 'sku,name\n', { resource: 'retail.products' })).id}/run/`,
  }),
  'POST /v1/auth/login': async ({ tenant }) => ({
    path: '/v1/auth/login',
    body: { email: tenant.admin.email, password: PASSWORD, tenant_slug: tenant.slug },
  }),
  'POST /api/v1/auth/login/': async ({ tenant }) => ({
    path: '/api/v1/auth/login/',
    body: { username: tenant.admin.username, password: PASSWORD, tenant_id: tenant.id },
  }),
  'POST /v1/auth/refresh': async ({ tenant }) => ({
    path: '/v1/auth/refresh',
    body: { refresh_token: tenant.admin.refresh_token },
  }),
  'POST /api/v1/auth/refresh/': async ({ tenant }) => ({
    path: '/api/v1/auth/refresh/',
    body: { refresh_token: tenant.admin.refresh_token },
  }),
  'POST /api/v1/auth/forgot-password/': async ({ tenant }) => ({
    path: '/api/v1/auth/forgot-password/',
    body: { email: `${unique('lupa')}@example.com`, tenant_id: tenant.id },
  }),
  'POST /api/v1/auth/reset-password/': async () => {
    const { email } = await newAccount();
    await reference.post('/auth/forgot-password/', { email });
    return {
      path: '/api/v1/auth/reset-password/',
      body: { token: await tokenTo(email), new_password: 'Baharu-Sekali-9' },
    };
  },
  'POST /api/v1/auth/me/email/': async () => ({
    path: '/api/v1/auth/me/email/',
    body: { email: `${unique('email')}@example.com`, current_password: PASSWORD },
  }),
  'POST /api/v1/auth/confirm-email/': async () => {
    const { email, token } = await newAccount();
    await reference.post('/auth/me/email/', { email, current_password: PASSWORD }, { token });
    return { path: '/api/v1/auth/confirm-email/', body: { token: await tokenTo(email) } };
  },
  'POST /api/v1/users/invitations/': async () => ({
    path: '/api/v1/users/invitations/',
    body: { email: `${unique('invited')}@example.com`, role: 'staff', first_name: 'Mei Ling' },
  }),
  'GET /api/v1/users/{user_id}/invitation/': async ({ tenant }) => ({
    path: `/api/v1/users/${await newInvited(tenant)}/invitation/`,
  }),
  'POST /api/v1/users/{user_id}/invitation/': async ({ tenant }) => ({
    path: `/api/v1/users/${await newInvited(tenant)}/invitation/`,
    body: {},
  }),
  // It ends the session that sends it, so it gets a separate one.
  'POST /v1/auth/logout': async (_, sender) => ({
    path: '/v1/auth/logout',
    token: sender && (await signIn(sender.username, sender.password)).token,
  }),
  'POST /api/v1/auth/logout/': async (_, sender) => ({
    path: '/api/v1/auth/logout/',
    token: sender && (await signIn(sender.username, sender.password)).token,
  }),
  // A factor is of the sender's own account, and its codes are used once: each request has an account to itself.
  'POST /api/v1/auth/mfa/totp/': async () => ({
    path: '/api/v1/auth/mfa/totp/',
    token: (await newAccount()).token,
    body: { password: PASSWORD },
  }),
  'POST /api/v1/auth/mfa/totp/confirm/': async () => {
    const account = await newAccount();
    const { phone } = await begin(account);
    return { path: '/api/v1/auth/mfa/totp/confirm/', token: account.token, body: { code: phone.code() } };
  },
  'POST /api/v1/auth/mfa/totp/disable/': () => withCode('totp/disable'),
  'POST /api/v1/auth/mfa/verify/': async () => {
    const account = await enrol(await newAccount());
    const body = { mfa_token: await challenge(account), code: account.phone.code() };
    return { path: '/api/v1/auth/mfa/verify/', body };
  },
  'POST /api/v1/auth/mfa/step-up/': () => withCode('step-up'),
  'POST /api/v1/users/{user_id}/reset-mfa/': async ({ tenant }) => {
    const { id } = await enrol(await newUser(tenant, 'staff'));
    return { path: `/api/v1/users/${id}/reset-mfa/` };
  },
  'POST /api/v1/auth/mfa/recovery-codes/': () => withCode('recovery-codes'),
  // A further session of the same user.
  'DELETE /api/v1/auth/sessions/{session_id}/': async ({ tenant }, sender = tenant.admin) => {
    const { token } = await signIn(sender.username, sender.password);
    const sessions: Json[] = on.data(await on.get('/auth/sessions', token));
    return { path: `/api/v1/auth/sessions/${sessions.find(({ is_current }) => is_current)?.id}/` };
  },
  'POST /api/v1/users/{user_id}/change-password/': async (_, sender) => ({
    path: `/api/v1/users/${sender?.id}/change-password/`,
    body: { current_password: PASSWORD, new_password: PASSWORD },
  }),
  // A list names the shipments to put in order.
  'POST /api/v1/logistics/routes/{route_id}/optimize/': async ({ tenant, records }) => ({
    path: `/api/v1/logistics/routes/${await idOf(newRoute(tenant))}/optimize/`,
    body: { shipments: [records.shipment_id], optimization_criteria: ['distance'] },
  }),
  'POST /api/v1/logistics/drivers/{driver_id}/cod-remittances/{remittance_id}/void/': async ({ tenant }) => {
    const { id, driver_id } = await newCodRemittance(tenant);
    return { path: `/api/v1/logistics/drivers/${driver_id}/cod-remittances/${id}/void/`, body: WHY };
  },
  // A sender is paid what was collected before.
  'POST /api/v1/logistics/cod-payouts/': async ({ tenant }) => {
    const { sender_id } = await newCodPayout(tenant);
    return { path: '/api/v1/logistics/cod-payouts/', body: { sender_id, amount: 10, note: 'IBG 20261215' } };
  },
  // A shipment has one proof, and only what is paid on delivery is collected.
  'POST /api/v1/logistics/shipments/{shipment_id}/proof-of-delivery/': async (world, _, { example }) => {
    const { id } = await newCodShipment(world.tenant, 59.9);
    return {
      path: `/api/v1/logistics/shipments/${id}/proof-of-delivery/`,
      body: filledIn(example, world, 'logistics'),
    };
  },
  'GET /api/v1/logistics/shipments/{shipment_id}/proof-of-delivery/': async ({ tenant }) => {
    const { id } = await newShipment(tenant);
    await newProof(tenant, id);
    return { path: `/api/v1/logistics/shipments/${id}/proof-of-delivery/` };
  },
  'POST /api/v1/logistics/shipments/{shipment_id}/proof-of-delivery/correction/': async ({ tenant }) => {
    const { shipment_id } = await newCollection(tenant, 59.9);
    return {
      path: `/api/v1/logistics/shipments/${shipment_id}/proof-of-delivery/correction/`,
      body: { collected_amount: 50, ...WHY },
    };
  },
  'POST /api/v1/logistics/shipments/{shipment_id}/invoice/cancel/': async ({ tenant }) => ({
    path: `/api/v1/logistics/shipments/${(await newFreightInvoice(tenant)).shipment_id}/invoice/cancel/`,
    body: WHY,
  }),
  'POST /api/v1/logistics/shipments/{shipment_id}/invoice/credit-notes/': async ({ tenant }) => ({
    path: `/api/v1/logistics/shipments/${(await newFreightInvoice(tenant)).shipment_id}/invoice/credit-notes/`,
    body: { amount: 20, ...WHY },
  }),
  'GET /api/v1/logistics/shipments/{shipment_id}/invoice/credit-notes/': async ({ tenant }) => ({
    path: `/api/v1/logistics/shipments/${(await newFreightInvoice(tenant)).shipment_id}/invoice/credit-notes/`,
  }),
  'GET /api/v1/logistics/shipments/{shipment_id}/invoice/credit-notes/{credit_note_id}/receipt/': async ({
    tenant,
  }) => {
    const { shipment_id, credit_note } = await newFreightCredit(tenant);
    return { path: `/api/v1/logistics/shipments/${shipment_id}/invoice/credit-notes/${credit_note.id}/receipt/` };
  },
  // No operation makes one: money does that comes beyond a document.
  'GET /api/v1/payment-differences/': async ({ tenant }) => {
    await newPaymentDifference(tenant);
    return { path: '/api/v1/payment-differences/' };
  },
  'POST /api/v1/einvoices/': async ({ tenant }) => {
    await enableEinvoices(tenant);
    return { path: '/api/v1/einvoices/', body: { source: await soldSource(tenant), buyer: completeBuyer } };
  },
  'POST /api/v1/einvoices/consolidations/': async ({ tenant }) => {
    await enableEinvoices(tenant);
    await soldSource(tenant);
    return {
      path: '/api/v1/einvoices/consolidations/',
      body: { month: new Date().toISOString().slice(0, 7), module: 'education' },
    };
  },
  'GET /api/v1/einvoices/overview/': async () => ({ path: '/api/v1/einvoices/overview/?month=2026-10' }),
  'GET /api/v1/einvoices/request-link/': async ({ tenant }) => {
    await enableEinvoices(tenant);
    const { module, kind, id } = await soldSource(tenant);
    return { path: `/api/v1/einvoices/request-link/?module=${module}&kind=${kind}&id=${id}` };
  },
  // Built, so that there is a text.
  'GET /api/v1/einvoices/{einvoice_id}/raw/': async ({ tenant }) => ({
    path: `/api/v1/einvoices/${(await newEinvoice(tenant, completeBuyer)).id}/raw/`,
  }),
  'POST /api/v1/einvoices/{einvoice_id}/retry/': async ({ tenant }) => ({
    path: `/api/v1/einvoices/${(await newEinvoice(tenant)).id}/retry/`,
    body: { buyer: completeBuyer },
  }),
  'POST /api/v1/einvoices/{einvoice_id}/cancel/': async ({ tenant }) => ({
    path: `/api/v1/einvoices/${(await validEinvoice(tenant)).id}/cancel/`,
    body: { reason: 'Salah pembeli' },
  }),
  'POST /api/v1/einvoices/{einvoice_id}/notes/': async ({ tenant }) => ({
    path: `/api/v1/einvoices/${(await validEinvoice(tenant)).id}/notes/`,
    body: { kind: 'credit_note', lines: [{ line: 1, amount: 5 }], reason: 'Barang dipulangkan' },
  }),
  'POST /api/v1/einvoices/{einvoice_id}/discard/': async ({ tenant }) => ({
    path: `/api/v1/einvoices/${(await newEinvoice(tenant)).id}/discard/`,
    body: { reason: 'Salah pembeli' },
  }),
  'POST /api/v1/payment-requests/': async ({ tenant }) => ({
    path: '/api/v1/payment-requests/',
    body: {
      subject_type: 'logistics.freight_invoice',
      subject_id: (await newFreightInvoice(tenant)).id,
      amount: 50,
      description: 'Invois Mac',
    },
  }),
  'POST /api/v1/payment-requests/{payment_request_id}/confirm/': async ({ tenant }) => ({
    path: `/api/v1/payment-requests/${(await newPaymentRequest(tenant)).id}/confirm/`,
    body: { reference: unique('QR') },
  }),
  'POST /api/v1/payment-requests/{payment_request_id}/refunds/': async ({ tenant }) => ({
    path: `/api/v1/payment-requests/${(await newPaidRequest(tenant)).id}/refunds/`,
    body: { amount: 20, reason: 'Pesanan dibatalkan', by: 'transfer', reference: unique('IBG') },
  }),
  'POST /api/v1/logistics/shipments/{shipment_id}/invoice/payments/': async ({ tenant }) => ({
    path: `/api/v1/logistics/shipments/${(await newFreightInvoice(tenant)).shipment_id}/invoice/payments/`,
    body: { amount: 20, notes: 'Separuh dahulu' },
  }),
  'GET /api/v1/logistics/shipments/{shipment_id}/invoice/payments/': async ({ tenant }) => ({
    path: `/api/v1/logistics/shipments/${(await newFreightInvoice(tenant)).shipment_id}/invoice/payments/`,
  }),
  // Before it is issued there is none.
  'GET /api/v1/logistics/shipments/{shipment_id}/invoice/': async ({ tenant }) => ({
    path: `/api/v1/logistics/shipments/${(await newFreightInvoice(tenant)).shipment_id}/invoice/`,
  }),
  // No student has two seats in one class.
  'POST /api/v1/education/enrollment/': async (world, _, { example }) => {
    const { id: student_id } = await newStudent(world.tenant);
    return { path: '/api/v1/education/enrollment/', body: { ...filledIn(example, world, 'education'), student_id } };
  },
  'PUT /api/v1/education/enrollment/{enrollment_id}/': async (world, _, { example }) => {
    const { id, student_id, class_id } = await newEnrollment(world.tenant);
    const body = { ...filledIn(example, world, 'education'), student_id, class_id };
    return { path: `/api/v1/education/enrollment/${id}/`, body };
  },
  // Pay and papers are not everybody's.
  'PUT /api/v1/beauty/staff/{staff_id}/': async ({ tenant }, _, { example }) => {
    const { hourly_rate: _rate, commission_rate: _commission, ic_number: _ic, ...body } = example;
    return { path: `/api/v1/beauty/staff/${(await newStaffMember(tenant)).id}/`, body };
  },
  // Pay is changed by administrators and managers.
  'PUT /api/v1/logistics/drivers/{driver_id}/': async ({ tenant }, _, { example }) => {
    const { hourly_rate: _rate, monthly_salary: _salary, ...body } = example;
    return { path: `/api/v1/logistics/drivers/${(await newDriver(tenant)).id}/`, body };
  },
  'POST /api/v1/beauty/client-packages/{client_package_id}/redeem/': async ({ tenant }) => {
    const { id, body } = await newRedeemable(tenant);
    return { path: `/api/v1/beauty/client-packages/${id}/redeem/`, body };
  },
  'POST /api/v1/beauty/client-packages/{client_package_id}/void/': async ({ tenant }) => ({
    path: `/api/v1/beauty/client-packages/${(await newSoldPackage(tenant)).id}/void/`,
    body: WHY,
  }),
  'POST /api/v1/beauty/client-packages/{client_package_id}/refund/': async ({ tenant }) => ({
    path: `/api/v1/beauty/client-packages/${(await newSoldPackage(tenant)).id}/refund/`,
    body: { amount: 20, ...WHY },
  }),
  // Only what was paid is given back.
  'POST /api/v1/beauty/appointments/{appointment_id}/refunds/': async ({ tenant }) => {
    const { appointment_id } = await newVisitPayment(tenant);
    return { path: `/api/v1/beauty/appointments/${appointment_id}/refunds/`, body: { amount: 20, ...WHY } };
  },
  // Each year of a membership is paid once.
  'POST /api/v1/beauty/clients/{client_id}/memberships/': async ({ tenant }) => {
    const { id: membership_id, client_id } = await newMembership(tenant, { annual_fee: 200 });
    return {
      path: `/api/v1/beauty/clients/${client_id}/memberships/`,
      body: { membership_id, payment_method: 'cash' },
    };
  },
  // This one would be gone for everything else.
  'DELETE /api/v1/tenants/{tenant_id}/': async ({ tenant }, sender) => {
    const { id, admin } = sender?.id === tenant.admin.id ? await newTenant() : tenant;
    return { path: `/api/v1/tenants/${id}/`, token: sender === tenant.admin ? admin.token : undefined };
  },
  // One at a time: once there is one, those who need some ask for no other, and further ones are refused until it has ended.
  'POST /api/v1/tenants/{tenant_id}/exports/': async ({ tenant }) => {
    await someExport(tenant);
    await noExport(tenant);
    const body = { password: PASSWORD, include_files: false };
    return { path: `/api/v1/tenants/${tenant.id}/exports/`, body };
  },
  ...Object.fromEntries(
    [
      'GET /api/v1/files/{file_id}/',
      'PUT /api/v1/files/{file_id}/',
      'DELETE /api/v1/files/{file_id}/',
      'GET /api/v1/files/{file_id}/content/',
      'POST /api/v1/files/{file_id}/link/',
    ].map((name) => [name, ownFile]),
  ),
  'POST /api/v1/files/': () => Promise.resolve({ path: '/api/v1/files/', raw: 'Hello' }),
  // Where nothing listens, and no name has to be resolved.
  'POST /api/v1/webhooks/': async ({ tenant }, _, { example }) => {
    await makeRoomForWebhooks(tenant);
    return { path: '/api/v1/webhooks/', body: { ...example, url: DEAF_URL } };
  },
  'PUT /api/v1/webhooks/{webhook_id}/': async ({ tenant }, _, { example }) => ({
    path: `/api/v1/webhooks/${(await newWebhook(tenant)).id}/`,
    body: { ...example, url: DEAF_URL },
  }),
  'POST /api/v1/webhooks/{webhook_id}/replay/': async ({ tenant }) => ({
    path: `/api/v1/webhooks/${(await newWebhook(tenant)).id}/replay/`,
    body: { since: new Date(Date.now() - 3_600_000).toISOString() },
  }),
  'GET /api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/': async ({ tenant }) => {
    const { id, webhook_id } = await someDelivery(tenant);
    return { path: `/api/v1/webhooks/${webhook_id}/deliveries/${id}/` };
  },
  'POST /api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry/': async ({ tenant }) => {
    const { id, webhook_id } = await someDelivery(tenant);
    return { path: `/api/v1/webhooks/${webhook_id}/deliveries/${id}/retry/` };
  },
  'GET /api/v1/events/': async ({ tenant }) => {
    await on.send('POST', '/events/enable', { token: tenant.admin.token });
    return { path: '/api/v1/events/' };
  },
  // No other request finds it off.
  'POST /api/v1/events/disable/': async () => {
    const { admin } = await newTenant();
    return { path: '/api/v1/events/disable/', token: admin.token };
  },
  'POST /api/v1/education/invoices/': newInvoices,
  // A student is in one household.
  'POST /api/v1/education/households/': async ({ tenant }) => ({
    path: '/api/v1/education/households/',
    body: { name: 'Keluarga Tan', guardians: [{ name: 'Tan' }], students: [(await newStudent(tenant)).id] },
  }),
  'PUT /api/v1/education/households/{household_id}/': async ({ tenant }) => {
    const { id } = await educationRecord(tenant, '/households', { name: 'Keluarga Lim' });
    const body = { name: 'Keluarga Tan', students: [(await newStudent(tenant)).id] };
    return { path: `/api/v1/education/households/${id}/`, body };
  },
  // Two patients are one afterwards.
  'POST /api/v1/healthcare/patients/{patient_id}/merge/': async ({ tenant }) => {
    const [from, into] = [await newPatient(tenant), await newPatient(tenant)];
    return { path: `/api/v1/healthcare/patients/${from.id}/merge/`, body: { into: into.id } };
  },
  'POST /api/v1/healthcare/billing/{bill_id}/payments/{payment_id}/void/': async ({ tenant, records }) => {
    const bill = await newPaidBill(tenant, records);
    return { path: `/api/v1/healthcare/billing/${bill.id}/payments/${bill.payment.id}/void/`, body: WHY };
  },
  'POST /api/v1/healthcare/billing/{bill_id}/credit-notes/': async ({ tenant, records }) => {
    const { id } = await newBill(tenant, { patient_id: records.patient_id });
    return { path: `/api/v1/healthcare/billing/${id}/credit-notes/`, body: { amount: 20, ...WHY } };
  },
  // Only what was paid beyond what is owed is given back.
  'POST /api/v1/healthcare/billing/{bill_id}/refund/': async ({ tenant, records }) => {
    const { id } = await newPaidBill(tenant, records);
    await on.post(`/healthcare/billing/${id}/credit-notes`, { amount: 20, ...WHY }, tenant.admin.token);
    return { path: `/api/v1/healthcare/billing/${id}/refund/`, body: { amount: 20, ...WHY } };
  },
  'GET /api/v1/healthcare/billing/{bill_id}/credit-notes/{credit_note_id}/receipt/': async ({ tenant, records }) => {
    const { id } = await newBill(tenant, { patient_id: records.patient_id });
    const body = { amount: 20, ...WHY };
    const note = on.data(await on.post(`/healthcare/billing/${id}/credit-notes`, body, tenant.admin.token)).credit_note;
    return { path: `/api/v1/healthcare/billing/${id}/credit-notes/${note.id}/receipt/` };
  },
  'GET /api/v1/logistics/shipments/labels/': async ({ records }) => ({
    path: `/api/v1/logistics/shipments/labels/?ids=${records.shipment_id}`,
  }),
  'GET /api/v1/beauty/free-slots/': async ({ records }) => ({
    path: `/api/v1/beauty/free-slots/?service_id=${records.service_id}`,
  }),
  'GET /api/v1/education/invoices/{invoice_id}/credit-notes/{credit_note_id}/pdf/': async (world) => {
    const { body } = await newInvoices(world);
    const path = `/invoices/${(await educationRecord(world.tenant, '/invoices', body))[0].id}/credit-notes`;
    const { id } = await educationRecord(world.tenant, path, { amount: 1, reason: 'Salah' });
    return { path: `/api/v1/education${path}/${id}/pdf/` };
  },
  'POST /api/v1/retail/sales/bulk/': async ({ records }) => {
    const items = [{ product_id: records.product_id, quantity: 1 }];
    const sale = () => ({ items, payment_method: 'cash', client_reference: unique('TILL') });
    return { path: '/api/v1/retail/sales/bulk/', body: { items: [sale(), sale()] } };
  },
  'POST /api/v1/retail/sales/{sale_id}/payments/': async ({ tenant, records }) => {
    const sold = { payments: [], on_account: true, customer_id: (await newCustomer(tenant)).id };
    const { id } = await sell(tenant, [{ product_id: records.product_id, quantity: 2, unit_price: 100 }], sold);
    return { path: `/api/v1/retail/sales/${id}/payments/`, body: { method: 'cash', amount: 50, tendered: 50 } };
  },
  'POST /api/v1/retail/sales/{sale_id}/void/': async ({ tenant, records }) => {
    const { id } = await sell(tenant, [{ product_id: records.product_id, quantity: 2 }]);
    return { path: `/api/v1/retail/sales/${id}/void/`, body: { reason: 'Rung up twice' } };
  },
  'GET /api/v1/retail/sales/{sale_id}/refunds/{refund_id}/receipt/': async ({ tenant, records }) => {
    const { id } = await sell(tenant, [{ product_id: records.product_id, quantity: 2 }]);
    const refunded = on.data(await giveBack(tenant, id));
    return { path: `/api/v1/retail/sales/${id}/refunds/${refunded.refunds[0].id}/receipt/` };
  },
};

/** Only what was deleted is restored. */
async function newlyDeleted({ tenant: { admin } }: World, path: string): Promise<void> {
  const { status, text } = await call('DELETE', path, { token: admin.token });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
}

/** A request that the operation cannot but grant, with records that no other request works on. */
export async function rightRequest(
  operation: DocumentedOperation,
  world: World,
  sender?: Person,
): Promise<RightRequest> {
  const own = special[operation.name];
  if (own) return own(world, sender, operation);
  let path = operation.path;
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
    const make = makers[`${contextOf(operation.path)}.${name}`] ?? makers[name];
    if (!make) throw new Error(`test/support/right-requests.ts knows no record for {${name}} of ${operation.path}`);
    path = path.replace(`{${name}}`, await make(world));
  }
  if (path.endsWith('/restore/')) await newlyDeleted(world, path.replace('restore/', ''));
  return { path, body: filledIn(operation.example, world, contextOf(operation.path)) };
}

export const optionsOf = ({ body, raw }: RightRequest, token?: string): CallOptions => ({
  token,
  ...(body === undefined ? {} : { body }),
  ...(raw === undefined ? {} : { raw }),
});

/** A tenant whose administrator has disabled every module. */
export async function tenantWithoutModules(): Promise<TestTenant> {
  const tenant = await newTenant();
  const modules = on.data(await on.get('/modules', tenant.admin.token)) as { id: string }[];
  await Promise.all(modules.map(({ id }) => on.send('POST', `/modules/${id}/disable`, { token: tenant.admin.token })));
  return tenant;
}
