/** What the bare server reads and writes of beauty: its statements, and the views of their rows. */
import { open } from './bare-seals.js';

const shownOfClients = [
  'id', 'first_name', 'last_name', 'email', 'phone_number', 'ic_number', 'date_of_birth', 'gender', 'address', 'emergency_contact',
  'skin_type', 'hair_type', 'health', 'preferred_services', 'frequency', 'membership_level', 'loyalty_points', 'marketing_consent',
  'pdpa_consent', 'pdpa_consent_date', 'created_at', 'updated_at',
]; // prettier-ignore
const shown = [
  'id', 'client_id', 'total_price', 'total_duration_minutes', 'status', 'payment_status', 'payment_method', 'reminder_preferences',
  'total_amount', 'discount_amount', 'amount_paid', 'amount_refunded', 'refund_amount', 'payment_received', 'follow_up_required',
  'follow_up_date', 'checked_in_at', 'started_at', 'completed_at', 'cancelled_at', 'cancelled_by', 'products', 'invoice_number', 'created_at', 'updated_at',
]; // prettier-ignore
/** The first page is all that the bench asks for. */
export const PAGE_SIZE = 20;
const clientColumns = shownOfClients.join(', ');
const sought = 'from beauty.clients where tenant_id = $1 and deleted_at is null and search_text like $2';
const lines = `(select json_agg(json_build_array(l.service_id, l.staff_id, l.start_time, l.end_time, l.service_name, l.staff_name, l.price,
    s.contraindications, l.id) order by l.position)
  from beauty.appointment_lines l join beauty.services s on s.tenant_id = $1 and s.id = l.service_id
  where l.tenant_id = $1 and l.appointment_id = a.id)`;
const selected = `${shown.map((name) => `a.${name}`).join(', ')}, a.particulars, ${lines},
  (select c.health from beauty.clients c where c.tenant_id = $1 and c.id = a.client_id)`;
const ofDay = `from beauty.appointments a where a.tenant_id = $1 and a.deleted_at is null and a.day = $2
  and a.id in (select l.appointment_id from beauty.appointment_lines l where l.tenant_id = $1 and l.staff_id = $3)`;

const statements = Object.fromEntries(
  Object.entries({
    clients: `select ${clientColumns}, count(*) over ()::int ${sought} order by id desc limit ${PAGE_SIZE}`,
    appointment: `select ${selected} from beauty.appointments a where a.tenant_id = $1 and a.id = $2 and a.deleted_at is null`,
    // With a limit that PostgreSQL does not know it would plan this again every time.
    day: `select ${selected}, count(*) over ()::int ${ofDay} order by a.id desc limit ${PAGE_SIZE}`,
    book: `
      with held as (select id, health from beauty.clients where tenant_id = $1 and id = $3 and deleted_at is null for no key update),
      priced as materialized (
        select b.*, s.name as service_name, s.price, s.tax_rate, s.duration_minutes as minutes, s.contraindications,
               m.first_name || ' ' || m.last_name as staff_name
        from jsonb_to_recordset($4) b (id uuid, position int, service_id uuid, staff_id uuid, start_time text, end_time text, day date,
               starts_at timestamptz, ends_at timestamptz)
        join beauty.services s on s.tenant_id = $1 and s.id = b.service_id and s.deleted_at is null and s.is_active
        join beauty.staff m on m.tenant_id = $1 and m.id = b.staff_id and m.deleted_at is null
      ), summed as (
        select sum(price) as price, round(sum(extract(epoch from ends_at - starts_at)) / 60)::int as minutes, min(day) as day,
               min(starts_at) as starts_at from priced
      ), made as (
        insert into beauty.appointments (tenant_id, id, created_at, updated_at, client_id, status, day, starts_at, is_dated,
          total_duration_minutes, total_price, discount_amount, package_amount, amount_paid, amount_refunded, payment_status,
          payment_entries, particulars, reminder_preferences, reminder_sent, times_moved, lines_changed, follow_up_required)
        select $1, $2, now(), now(), held.id, $5, s.day, s.starts_at, true, s.minutes, s.price, 0, 0, 0, 0, 'pending', 0, $6, $7, false, 0, 0, false
        from held, summed s returning created_at, total_price, total_duration_minutes
      ), lined as (
        insert into beauty.appointment_lines (tenant_id, id, appointment_id, position, service_id, service_name, price, tax_rate, minutes,
          staff_id, staff_name, start_time, end_time, day, starts_at, ends_at, discount, opens_service, opens_staff)
        select $1, id, $2, position, service_id, service_name, price, tax_rate, minutes, staff_id, staff_name, start_time, end_time, day,
          starts_at, ends_at, 0, row_number() over (partition by service_id order by position) = 1,
          row_number() over (partition by staff_id order by position) = 1 from priced
      )
      select made.created_at, made.total_price, made.total_duration_minutes, held.health,
        (select json_agg(json_build_array(service_id, staff_id, start_time, end_time, service_name, staff_name, price, contraindications) order by position)
         from priced) from made, held`,
    begin: 'begin',
    commit: 'commit',
    held: `select ${selected}, (select array_agg(m.commission_rate order by l.position) from beauty.appointment_lines l
        left join beauty.staff m on m.tenant_id = $1 and m.id = l.staff_id where l.tenant_id = $1 and l.appointment_id = $2)
      from beauty.appointments a where a.tenant_id = $1 and a.id = $2 and a.deleted_at is null for no key update of a`,
    complete: `
      update beauty.appointments set status = 'completed', completed_at = now(), total_amount = $3, amount_paid = $4,
        payment_status = $5, payment_method = $6, payment_received = $7, payment_entries = payment_entries + 1, particulars = $8,
        follow_up_required = $9, lines_changed = lines_changed + 1, version = version + 1, updated_at = now(), invoiced_at = now(),
        invoice_number = kernel.draw_number($1, 'beauty.invoice', extract(year from now() at time zone interval '8 hours')::int,
          'INV-' || extract(year from now() at time zone interval '8 hours') || '-')
      where tenant_id = $1 and id = $2 returning completed_at, invoice_number`,
    share: `
      update beauty.appointment_lines l set share = v.share, tax = 0, commission_rate = v.rate, commission = v.commission
      from unnest($2::uuid[], $3::numeric[], $4::numeric[], $5::numeric[]) v (id, share, rate, commission)
      where l.tenant_id = $1 and l.id = v.id`,
    pay: `
      insert into beauty.payments (tenant_id, id, created_at, position, appointment_id, receipt_number, kind, purpose, amount, balance, payment_method)
      values ($1, $2, now(), 1, $3, kernel.draw_number($1, 'beauty.receipt', extract(year from now() at time zone interval '8 hours')::int,
        'RCP-' || extract(year from now() at time zone interval '8 hours') || '-'), 'payment', 'visit', $4, 0, $5)`,
  }).map(([name, text]) => [name, { name: `beauty_${name}`, text, rowMode: 'array' }]),
);

export const rowsOf = async (db, statement, values = []) => (await db.query({ ...statements[statement], values })).rows;

const partsOf = (sealed, column, tenant_id, id) =>
  sealed === null ? {} : JSON.parse(open(sealed, `beauty.${column}:${tenant_id}:${id}`));

export function clientView(row, tenant_id) {
  const view = {};
  for (let i = 0; i < shownOfClients.length; i += 1) view[shownOfClients[i]] = row[i];
  const {
    allergies = [],
    medical_conditions = [],
    notes = null,
  } = partsOf(view.health, 'clients.health', tenant_id, view.id);
  const ic_number = open(view.ic_number, `beauty.clients.ic_number:${tenant_id}:${view.id}`);
  // What JSON leaves out.
  view.health = undefined;
  return { ...view, ic_number, allergies, medical_conditions, notes };
}

const wordsOf = (text) => text.toLowerCase().split(' ');

/** One for each service whose contraindications have a word of what the client has stated. */
export function warningsOf(booked, health, tenant_id, client_id) {
  const services = booked.filter((line) => line[7].length > 0);
  if (services.length === 0) return [];
  const { allergies = [], medical_conditions = [] } = partsOf(health, 'clients.health', tenant_id, client_id);
  return services.flatMap(([, , , , name, , , contraindications]) =>
    [...allergies, ...medical_conditions].flatMap((stated) => {
      const words = new Set(wordsOf(stated));
      const naming = contraindications.filter((text) => wordsOf(text).some((word) => words.has(word)));
      return naming.length > 0
        ? [`${name} is not advised with ${naming.join(', ')}, and the client has stated ${stated}`]
        : [];
    }),
  );
}

const lineView = ([service_id, staff_id, start_time, end_time, service_name, staff_name, price]) => ({
  service_id, staff_id, start_time, end_time, service_name, staff_name, price,
}); // prettier-ignore

/** @param parts what lies in the seal of the appointment */
export const appointmentView = (view, parts, booked, warnings) => ({
  ...view,
  walk_in: view.client_id === null,
  services: booked.map(lineView),
  notes: parts.notes ?? null,
  special_requests: parts.special_requests ?? null,
  services_rendered: parts.services_rendered ?? [],
  staff_notes: parts.staff_notes ?? null,
  cancellation_reason: parts.cancellation_reason ?? null,
  warnings,
});

/** A row of `selected`: the columns, what is sealed, the lines, and what the client has stated. */
export function readAppointment(row, tenant_id) {
  const view = {};
  for (let i = 0; i < shown.length; i += 1) view[shown[i]] = row[i];
  const [particulars, booked, health] = row.slice(shown.length);
  const parts = partsOf(particulars, 'appointments.particulars', tenant_id, view.id);
  return { view, parts, booked, warnings: warningsOf(booked, health, tenant_id, view.client_id) };
}

export function shownAppointment(row, tenant_id) {
  const { view, parts, booked, warnings } = readAppointment(row, tenant_id);
  return appointmentView(view, parts, booked, warnings);
}
