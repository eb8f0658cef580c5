/**
 * Appointments of a salon with their lines and payments, written by SQL as the owner. The i-th of a day begins at the i-th
 * member of staff and goes on at the seventh after: of fifty a day, each of one to three lines, each of twenty members has
 * five lines and never two at a time.
 */
import { Keyring, newId } from '@usaha/shared';
import { KEY_NAME, SEAL_KEY, SEARCH_KEY } from './keys.js';

const DAY_MS = 86_400_000;
const MALAYSIA_MS = 8 * 3_600_000;
const PER_DAY = 50;
/** How many days of appointments are still to come, today's among them. */
const AHEAD = 4;

const keyring = new Keyring([[KEY_NAME, SEAL_KEY]], SEARCH_KEY);
const notes = JSON.stringify({ notes: 'Minta staf wanita', special_requests: 'Teh tanpa gula' });

/** YYYY-MM-DD in Malaysia, `days` after today. */
export const dayAfter = (days) => new Date(Date.now() + MALAYSIA_MS + days * DAY_MS).toISOString().slice(0, 10);

/** $1 tenant, $2 appointments as `growAppointments` makes them, $3 services, $4 members. Completed ones are paid and shared out. */
const write = `
  with asked as materialized (
    select a.*, uuid_extract_timestamp(a.id) as at
    from jsonb_to_recordset($2) a (id uuid, client_id uuid, day date, place int, lines int, status text, particulars text)
  ), booked as materialized (
    select a.id as appointment_id, a.day, a.status, l.n + 1 as position, s.id as service_id, s.name, s.price, s.duration_minutes as minutes,
           m.id as staff_id, m.first_name || ' ' || m.last_name as staff_name, t.starts_at,
           t.starts_at + s.duration_minutes * interval '1 minute' as ends_at
    from asked a, lateral generate_series(0, a.lines - 1) l (n),
         lateral (select (a.day + interval '10 hours' + (a.place / cardinality($4::uuid[]) % 3) * interval '3 hours' + l.n * interval '45 minutes')
                    at time zone interval '8 hours' as starts_at) t,
         beauty.services s, beauty.staff m
    where s.tenant_id = $1 and s.id = ($3::uuid[])[1 + (a.place * 7 + l.n * 5) % cardinality($3::uuid[])]
      and m.tenant_id = $1 and m.id = ($4::uuid[])[1 + (a.place + l.n * 7) % cardinality($4::uuid[])]
  ), summed as (
    select appointment_id, sum(price) as total, sum(minutes) as minutes, min(starts_at) as starts_at from booked group by 1
  ), made as (
    insert into beauty.appointments (tenant_id, id, created_at, updated_at, client_id, status, day, starts_at, is_dated,
      total_duration_minutes, total_price, total_amount, discount_amount, package_amount, amount_paid, amount_refunded, payment_status,
      payment_method, payment_entries, particulars, reminder_sent, times_moved, lines_changed, started_at, completed_at,
      cancelled_at, follow_up_required)
    select $1, a.id, a.at, a.at, a.client_id, a.status, a.day, s.starts_at, true, s.minutes, s.total, d.charged, 0, 0,
           coalesce(d.charged, 0), 0, case when d.charged is null then 'pending' else 'paid' end,
           case when d.charged is not null then 'cash' end, case when d.charged is null then 0 else 1 end, a.particulars, false, 0, 0,
           case when d.charged is not null then s.starts_at end, case when d.charged is not null then s.starts_at end,
           case when a.status = 'cancelled' then s.starts_at end, false
    from asked a join summed s on s.appointment_id = a.id,
         lateral (select case when a.status = 'completed' then s.total end as charged) d
  ), paid as (
    insert into beauty.payments (tenant_id, id, created_at, position, appointment_id, receipt_number, kind, purpose, amount, balance, payment_method)
    select $1, a.id, s.starts_at, 1, a.id, 'RCP-2024-' || a.id, 'payment', 'visit', s.total, 0, 'cash'
    from asked a join summed s on s.appointment_id = a.id where a.status = 'completed'
  )
  insert into beauty.appointment_lines (tenant_id, id, appointment_id, position, service_id, service_name, price, tax_rate, minutes,
    staff_id, staff_name, start_time, end_time, day, starts_at, ends_at, discount, share, tax, commission_rate, commission, opens_service, opens_staff)
  select $1, uuidv7(), b.appointment_id, b.position, b.service_id, b.name, b.price, 0, b.minutes, b.staff_id, b.staff_name,
         to_char(b.starts_at at time zone interval '8 hours', 'YYYY-MM-DD"T"HH24:MI:SS"+08:00"'),
         to_char(b.ends_at at time zone interval '8 hours', 'YYYY-MM-DD"T"HH24:MI:SS"+08:00"'), b.day, b.starts_at, b.ends_at, 0,
         case when b.status = 'completed' then b.price end, case when b.status = 'completed' then 0 end,
         case when b.status = 'completed' then 10 end, case when b.status = 'completed' then round(b.price / 10, 2) end,
         row_number() over (partition by b.appointment_id, b.service_id order by b.position) = 1,
         row_number() over (partition by b.appointment_id, b.staff_id order by b.position) = 1
  from booked b`;

/** Which of the `services` the first line of the n-th appointment has, where there are as many a day as usual. */
export const firstServiceOf = (n, services) => ((n % PER_DAY) * 7) % services;

function statusOf(n, days) {
  if (days >= 0) return 'confirmed';
  if (n % 25 === 0) return 'cancelled';
  return n % 25 === 1 ? 'no_show' : 'completed';
}

/**
 * Books appointments in a salon; every tenth has notes.
 * @param salon id, services, and members: those of the appointments
 * @param wanted of each: when it was booked, how many `days` from today it is, its client, its place among those of its day,
 *   how many lines it has, and its status where that does not follow from the day
 * @returns their ids
 */
export async function growAppointments(owner, { id: tenant_id, services, members }, wanted) {
  const rows = wanted.map(({ at, days, status = null, ...rest }, n) => {
    const id = newId(at);
    const place = `beauty.appointments.particulars:${tenant_id}:${id}`;
    const particulars = n % 10 === 0 ? keyring.seal(notes, place) : null;
    return { ...rest, id, day: dayAfter(days), status: status ?? statusOf(n, days), particulars };
  });
  await owner.query(write, [tenant_id, JSON.stringify(rows), services, members]);
  return rows.map(({ id }) => id);
}

/** `count` appointments, `perDay` of them a day: the last days are still to come. They were booked one after the other until now. */
export const everyDay = (count, clients, perDay = PER_DAY) =>
  Array.from({ length: count }, (_, n) => ({
    at: new Date(Date.now() - (count - n) * (DAY_MS / perDay)),
    days: Math.floor(n / perDay) + AHEAD - Math.ceil(count / perDay),
    client_id: clients[(n * 7) % clients.length],
    place: n % perDay,
    lines: 1 + (n % 3),
  }));

/** `count` confirmed ones of `lines` lines each, beginning `days` days after today. */
export const ahead = (count, clients, { days, lines, perDay = PER_DAY }) =>
  Array.from({ length: count }, (_, n) => ({
    at: new Date(),
    days: days + Math.floor(n / perDay),
    client_id: clients[(n * 7) % clients.length],
    place: n % perDay,
    lines,
    status: 'confirmed',
  }));
