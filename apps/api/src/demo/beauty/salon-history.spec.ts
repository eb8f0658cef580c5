import type { AppointmentLine, BeautyAppointment } from '@usaha/beauty';
import { spansOfDay } from '@usaha/core';
import { malaysianDay, malaysianTime } from '@usaha/shared';
import { prayerAt, publicHolidays } from '@usaha/shared/malaysia';
import { weekdayOf } from '../core/demo-days.js';
import { DocumentNumbers } from '../core/document-numbers.js';
import type { DemoSalon } from './demo-salon.js';
import { demoSalons } from './demo-salons.js';
import { salonHistoryOf, type SalonHistory } from './salon-history.js';

const historyOf = (salon: DemoSalon, now: string): SalonHistory =>
  salonHistoryOf(salon, new Date(now), {
    accounts: ['till'],
    invoices: new DocumentNumbers({ name: 'beauty.invoice', prefix: 'INV' }),
    credit_notes: new DocumentNumbers({ name: 'beauty.credit_note', prefix: 'CN' }),
    receipts: new DocumentNumbers({ name: 'beauty.receipt', prefix: 'RCP' }),
    package_receipts: new DocumentNumbers({ name: 'beauty.package_receipt', prefix: 'PKG' }),
  });
const [hair, muslimah, wellness] = demoSalons as [DemoSalon, DemoSalon, DemoSalon];
const rate = (of: readonly unknown[], all: readonly unknown[]): number => of.length / all.length;
const linesOf = ({ appointments }: SalonHistory): AppointmentLine[] => appointments.flatMap(({ lines }) => lines);
const minuteOf = (instant: Date): number => {
  const [hour = 0, minute = 0] = malaysianTime(instant).split(':').map(Number);
  return hour * 60 + minute;
};

/** In the middle of a day, after New Year, and past midnight. */
const moments = ['2026-11-22T06:10:00Z', '2027-01-03T02:00:00Z', '2026-07-01T16:30:00Z'];
const [now = ''] = moments;
const histories = moments.flatMap((at) => demoSalons.map((salon) => ({ at, salon, history: historyOf(salon, at) })));
const historyAt = (salon: DemoSalon): SalonHistory =>
  histories.find((one) => one.at === now && one.salon === salon)?.history as SalonHistory;

describe.each(histories)('the history of $salon.tenant_id at $at', ({ at, salon, history }) => {
  const { appointments, payments, team, sold, sessions, time } = history;

  it('has nothing that is still to come but appointments that are booked', () => {
    const instants = [
      ...[...appointments, ...sold, ...history.memberships, ...history.products].flatMap((record) => [
        record.created_at,
        record.updated_at,
      ]),
      ...[...payments, ...sessions, ...history.stock, ...history.points].map(({ created_at }) => created_at),
      ...appointments.flatMap((one) => [one.checked_in_at, one.started_at, one.completed_at, one.cancelled_at]),
    ].filter((instant) => instant !== null);
    expect(instants.filter((instant) => instant > new Date(at))).toEqual([]);
    const past = ['completed', 'cancelled', 'no_show', 'in_progress'];
    const coming = ['pending', 'confirmed', 'cancelled'];
    const wrong = appointments.filter(({ status, starts_at, created_at }) => {
      const starts = starts_at as Date;
      return starts <= created_at || !(starts <= new Date(at) ? past : coming).includes(status);
    });
    expect(wrong).toEqual([]);
  });

  it('gives no client two treatments at once, nor one outside working hours or on a day off', () => {
    const byMember = new Map(team.map(({ member }) => [member.id, member]));
    const taken = new Map<string, number>();
    const inOrder = linesOf(history).sort((a, b) => (a.starts_at as Date).getTime() - (b.starts_at as Date).getTime());
    const wrong = inOrder.filter(({ staff_id, day, starts_at, ends_at }) => {
      const [from, to] = [minuteOf(starts_at as Date), minuteOf(ends_at as Date)];
      const hours = spansOfDay(byMember.get(staff_id as string)?.hours ?? {}, day);
      const isAtWork = hours.some((span) => span.from <= from && to <= span.to);
      const isFree = (taken.get(staff_id as string) ?? 0) <= (starts_at as Date).getTime();
      taken.set(staff_id as string, (ends_at as Date).getTime());
      return !isAtWork || !isFree;
    });
    expect(wrong).toEqual([]);
    const days = [...new Set(inOrder.map(({ day }) => day))];
    const isClosed = (day: string): boolean =>
      salon.week[weekdayOf(day)] === 0 || publicHolidays(day, salon.state).length > 0;
    expect(days.filter(isClosed)).toEqual([]);
    const idle = team.filter(({ post, member }) => post.specializations.length > 0 && !taken.has(member.id));
    expect(idle).toEqual([]);
  });

  it('numbers receipts in the order of time, and appointments come in it', () => {
    for (const documents of [payments, sold]) {
      const times = documents.map(({ created_at }) => created_at.getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(new Set(documents.map(({ receipt_number }) => receipt_number)).size).toBe(documents.length);
      expect(documents.map(({ id }) => id)).toEqual(documents.map(({ id }) => id).sort());
    }
    const made = appointments.map(({ created_at }) => created_at.getTime());
    expect(made).toEqual([...made].sort((a, b) => a - b));
  });

  it('is busy at weekends, and some do not come', () => {
    const past = appointments.filter(({ day }) => day < time.today);
    const onDay = (weekday: number): BeautyAppointment[] => past.filter(({ day }) => weekdayOf(day) === weekday);
    expect(onDay(6).length).toBeGreaterThan(onDay(1).length * 1.3);
    const of = (status: string): number =>
      rate(
        past.filter((one) => one.status === status),
        past,
      );
    expect(of('no_show')).toBeGreaterThan(0.02);
    expect(of('no_show')).toBeLessThan(0.09);
    expect(of('cancelled')).toBeGreaterThan(0.05);
    expect(of('cancelled')).toBeLessThan(0.15);
    expect(of('completed')).toBeGreaterThan(0.78);
  });

  it('warns of what some clients do not bear, and takes off what memberships bring', () => {
    expect(appointments.filter(({ warnings }) => warnings.length > 0).length).toBeGreaterThan(3);
    expect(appointments.filter(({ discount_amount }) => discount_amount > 0).length).toBeGreaterThan(10);
  });

  it('redeems sessions while a package is open', () => {
    for (const { sold_package_id, kind, created_at, balance } of sessions) {
      const { purchase_date, expires_on } = sold.find(({ id }) => id === sold_package_id) ?? {};
      const day = malaysianDay(created_at);
      expect([kind, day >= (purchase_date as string), day <= (expires_on ?? day) || kind === 'returned']).toEqual([
        kind,
        true,
        true,
      ]);
      expect(balance).toBeGreaterThanOrEqual(0);
    }
  });
});

it('treatments for women or men are given to them alone', () => {
  for (const salon of [hair, wellness]) {
    const { appointments, people, services } = historyAt(salon);
    const genders = new Map(people.map(({ client, gender }) => [client.id, gender]));
    const forWhom = new Map(services.map((one) => [one.service.id, one.for]));
    const wrong = appointments.flatMap(({ client_id, lines }) =>
      lines.filter(
        ({ service_id }) => ![genders.get(client_id as string), null].includes(forWhom.get(service_id) ?? null),
      ),
    );
    expect(wrong).toEqual([]);
    expect(new Set(genders.values())).toEqual(new Set(['female', 'male']));
  }
});

it('where prayer times are kept, nothing begins in one', () => {
  const begun = linesOf(historyAt(muslimah))
    .map(({ starts_at }) => starts_at as Date)
    .filter((starts) => prayerAt(malaysianDay(starts), malaysianTime(starts), muslimah.state) !== null);
  expect(begun).toEqual([]);
});

it('the same moment makes the same history, save ids', () => {
  const told = ({ appointments, payments }: SalonHistory) => [
    appointments.map(({ day, status, total_price, version }) => [day, status, total_price, version]),
    payments.map(({ receipt_number, amount, balance }) => [receipt_number, amount, balance]),
  ];
  expect(told(historyOf(wellness, now))).toEqual(told(historyAt(wellness)));
});
