/**
 * Beauty as the bare server does it: the same rows and answers in as few round trips as there can be. It opens and seals by
 * hand, with the keys of the bench, warns of what a client has stated, and shares out what was paid; of other rules it has
 * none, and no audit trail.
 */
import {
  PAGE_SIZE,
  appointmentView,
  clientView,
  readAppointment,
  rowsOf,
  shownAppointment,
  warningsOf,
} from './bare-beauty-rows.js';
import { malaysianDay, newId, seal } from './bare-seals.js';

/** The first page; every row says how many there are in all. */
async function firstPage(pool, statement, values, view) {
  const rows = await rowsOf(pool, statement, values);
  const total = rows[0].at(-1);
  const pagination = { page: 1, page_size: PAGE_SIZE, total, pages: Math.ceil(total / PAGE_SIZE) };
  return { success: true, data: rows.map((row) => view(row, values[0])), pagination };
}

async function book(pool, tenant_id, b) {
  const id = newId();
  const { notes, special_requests } = b;
  const parts = { notes, special_requests };
  const wanted = b.services.map((line, i) => {
    const starts_at = new Date(line.start_time);
    return {
      ...line,
      id: newId(),
      position: i + 1,
      day: malaysianDay(starts_at),
      starts_at,
      ends_at: new Date(line.end_time),
    };
  });
  const [row] = await rowsOf(pool, 'book', [
    tenant_id, id, b.client_id, JSON.stringify(wanted), b.status, seal(JSON.stringify(parts), `beauty.appointments.particulars:${tenant_id}:${id}`),
    b.reminder_preferences,
  ]); // prettier-ignore
  if (!row) throw new Error('Unknown');
  const [created_at, total_price, total_duration_minutes, health, booked] = row;
  const view = {
    id, client_id: b.client_id, total_price, total_duration_minutes, status: b.status, payment_status: 'pending', payment_method: null,
    reminder_preferences: b.reminder_preferences, total_amount: null, discount_amount: 0, amount_paid: 0, amount_refunded: 0,
    refund_amount: null, payment_received: null, follow_up_required: false, follow_up_date: null, checked_in_at: null, started_at: null,
    completed_at: null, cancelled_at: null, cancelled_by: null, products: [], invoice_number: null, created_at, updated_at: created_at,
  }; // prettier-ignore
  const data = appointmentView(view, parts, booked, warningsOf(booked, health, tenant_id, b.client_id));
  return { success: true, data };
}

/** Two round trips: the appointment held, with its lines and what their members earn; then all that is written, with COMMIT. */
async function complete(pool, tenant_id, id, b) {
  const client = await pool.connect();
  try {
    const [, [row]] = await Promise.all([rowsOf(client, 'begin'), rowsOf(client, 'held', [tenant_id, id])]);
    const { view, parts: had, booked, warnings } = readAppointment(row, tenant_id);
    if (view.status === 'completed') throw new Error('It is over');
    const rates = row.at(-1);
    const { services_rendered, staff_notes, payment_method, payment_received, follow_up_required } = b;
    const parts = { ...had, services_rendered, staff_notes };
    const total = view.total_price;
    const due = Math.round((total - view.amount_paid) * 100) / 100;
    const prices = booked.map((line) => line[6]);
    const commissions = prices.map((price, i) => Math.floor(price * rates[i] + 0.5) / 100);
    const [[[completed_at, invoice_number]]] = await Promise.all([
      rowsOf(client, 'complete', [
        tenant_id, id, total, total, 'paid', payment_method, JSON.stringify(payment_received),
        seal(JSON.stringify(parts), `beauty.appointments.particulars:${tenant_id}:${id}`), follow_up_required,
      ]), // prettier-ignore
      rowsOf(client, 'share', [tenant_id, booked.map((line) => line[8]), prices, rates, commissions]),
      rowsOf(client, 'pay', [tenant_id, newId(), id, due, payment_method]),
      rowsOf(client, 'commit'),
    ]);
    Object.assign(view, {
      status: 'completed', total_amount: total, amount_paid: total, payment_status: 'paid', payment_method, payment_received,
      follow_up_required, completed_at, invoice_number, updated_at: completed_at,
    }); // prettier-ignore
    return { success: true, data: appointmentView(view, parts, booked, warnings) };
  } finally {
    client.release();
  }
}

const CLIENTS = '/api/v1/beauty/clients/?';
const APPOINTMENTS = '/api/v1/beauty/appointments/';

/** The answer's status and body, or nothing for what is not beauty's. */
export async function beautyAnswer(pool, { method, url, tenant_id }, bodyOf) {
  if (method === 'GET' && url.startsWith(CLIENTS)) {
    const word = new URLSearchParams(url.slice(CLIENTS.length)).get('search');
    return [200, await firstPage(pool, 'clients', [tenant_id, `%${word.toLowerCase()}%`], clientView)];
  }
  if (!url.startsWith(APPOINTMENTS)) return undefined;
  const rest = url.slice(APPOINTMENTS.length);
  if (method === 'POST' && rest === '') return [201, await book(pool, tenant_id, await bodyOf())];
  if (method === 'POST') return [200, await complete(pool, tenant_id, rest.split('/')[0], await bodyOf())];
  if (rest.startsWith('?')) {
    const query = new URLSearchParams(rest);
    const values = [tenant_id, query.get('date_from'), query.get('staff_id')];
    return [200, await firstPage(pool, 'day', values, shownAppointment)];
  }
  const [row] = await rowsOf(pool, 'appointment', [tenant_id, rest]);
  return [200, { success: true, data: shownAppointment(row, tenant_id) }];
}
