import fc from 'fast-check';
import { DomainError, money } from '@usaha/shared';
import { AppointmentLine } from './appointment-line.entity.js';
import {
  beautyAppointmentStatuses,
  appointmentLifecycle,
  type BeautyAppointmentStatus,
} from './appointment-lifecycle.js';
import { BeautyAppointment } from './beauty-appointment.entity.js';

const NOW = new Date('2026-03-10T01:30:00.000Z');
const LATER = new Date('2026-03-10T02:00:00.000Z');
const CREATED = new Date('2026-03-09T16:30:00.000Z');
const CLIENT = { id: 'client', allergies: [], medical_conditions: [] };

const line = (told: Partial<AppointmentLine> = {}): AppointmentLine =>
  Object.assign(new AppointmentLine(), { day: '2026-03-10', price: 80, minutes: 30, contraindications: [] }, told);
const timed = (start: string, told: Partial<AppointmentLine> = {}): AppointmentLine =>
  line({
    start_time: start,
    starts_at: new Date(start),
    ends_at: new Date(Date.parse(start) + 1_800_000),
    day: start.slice(0, 10),
    ...told,
  });

function appointment(status: BeautyAppointmentStatus = 'pending'): BeautyAppointment {
  const made = new BeautyAppointment();
  made.bookFor(CLIENT);
  made.take([timed('2030-06-10T10:00:00+08:00')], CREATED);
  made.setStatus(status, CREATED);
  return made;
}

function isRefused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'conflict') return error.errors?.[0]?.field === 'status';
    throw error;
  }
}

const verbs = {
  check_in: (a: BeautyAppointment) => a.checkIn(NOW),
  start: (a: BeautyAppointment) => a.start(NOW),
  complete: (a: BeautyAppointment) =>
    a.complete(NOW, { services_rendered: [], staff_notes: null, follow_up_required: false, follow_up_date: null }),
  cancel: (a: BeautyAppointment) => a.cancel(NOW, null, null),
};

describe('the lifecycle of an appointment', () => {
  // docs/readings.md, §13
  const table: Record<keyof typeof verbs, Partial<Record<BeautyAppointmentStatus, BeautyAppointmentStatus>>> = {
    check_in: { pending: 'confirmed', confirmed: 'confirmed' },
    start: { pending: 'in_progress', confirmed: 'in_progress' },
    complete: { pending: 'completed', confirmed: 'completed', in_progress: 'completed' },
    cancel: { pending: 'cancelled', confirmed: 'cancelled', in_progress: 'cancelled' },
  };
  const cases = (Object.keys(verbs) as (keyof typeof verbs)[]).flatMap((verb) =>
    beautyAppointmentStatuses.map((status) => [verb, status, table[verb][status]] as const),
  );

  it.each(cases)('%s of one that is %s leads to %s', (verb, status, to) => {
    const subject = appointment(status);
    const before = { ...subject };
    expect(isRefused(() => verbs[verb](subject))).toBe(to === undefined);
    expect(subject.status).toBe(to ?? status);
    if (to === undefined) expect({ ...subject }).toEqual(before);
  });

  it('reaches every status but no_show, which is set by hand', () => {
    expect(appointmentLifecycle.reachableFrom('pending')).toEqual(
      beautyAppointmentStatuses.filter((status) => status !== 'no_show'),
    );
  });

  it('A-249: lets any status follow any other where it is set, each with its moment', () => {
    const moments = { in_progress: 'started_at', completed: 'completed_at', cancelled: 'cancelled_at' } as const;
    for (const from of beautyAppointmentStatuses)
      for (const to of beautyAppointmentStatuses) {
        const subject = appointment(from);
        subject.setStatus(to, NOW);
        expect(subject.status).toBe(to);
        const moment = to in moments ? moments[to as keyof typeof moments] : null;
        if (moment) expect([from, to, subject[moment]]).toEqual([from, to, from === to ? CREATED : NOW]);
        expect([subject.completed_at !== null, subject.cancelled_at !== null]).toEqual([
          to === 'completed',
          to === 'cancelled',
        ]);
      }
  });

  it('A-249: keeps the first moment of a check-in', () => {
    const subject = appointment();
    subject.checkIn(NOW);
    subject.checkIn(LATER);
    expect(subject.checked_in_at).toBe(NOW);
  });
});

describe('A-242: what follows from the lines', () => {
  it('day and time are of the earliest start, whichever line it is', () => {
    const subject = appointment();
    subject.take([line(), timed('2030-06-12T10:00:00+08:00'), timed('2030-06-11T10:00:00+08:00')], CREATED);
    expect(subject).toMatchObject({ day: '2030-06-11', is_dated: true, total_price: 240, total_duration_minutes: 90 });
    expect(subject.starts_at).toEqual(new Date('2030-06-11T02:00:00Z'));
  });

  it('the day is that of creation in Malaysia without times', () => {
    const subject = appointment();
    subject.take([line(), line()], CREATED);
    expect(subject).toMatchObject({ day: '2026-03-10', starts_at: null, is_dated: false });
  });

  it('sums of prices are exact, and too large ones are refused (A-174)', () => {
    const subject = appointment();
    subject.take([line({ price: 80 }), line({ price: 45.5 }), line({ price: 0.1 }), line({ price: 0.2 })], CREATED);
    expect(subject.total_price).toBe(125.8);
    const dear = line({ price: 999_999_999_999.99 });
    for (const wrong of [[], [dear, dear], [line({ minutes: 2 ** 31 - 1 }), line()]])
      expect(() => subject.take(wrong, CREATED)).toThrow(DomainError);
    expect(subject.lines).toHaveLength(4);
  });
});

describe('A-266: a reminder is due again', () => {
  it('where time or client became another one, and not otherwise', () => {
    const subject = appointment();
    const reminded = () => Object.assign(subject, { reminder_sent: true }).times_moved;
    expect(reminded()).toBe(0);
    subject.take([timed('2030-06-10T02:00:00Z'), line()], CREATED);
    subject.bookFor(CLIENT);
    subject.setStatus('confirmed', NOW);
    expect([subject.reminder_sent, subject.times_moved]).toEqual([true, 0]);
    subject.take([timed('2030-06-10T03:00:00Z')], CREATED);
    expect([subject.reminder_sent, reminded()]).toEqual([false, 1]);
    subject.bookFor({ ...CLIENT, id: 'other' });
    expect([subject.reminder_sent, reminded()]).toEqual([false, 2]);
    subject.take([line()], CREATED);
    expect([subject.reminder_sent, subject.times_moved]).toEqual([false, 3]);
  });
});

it('A-353: a credit note has what was given back by line, also where less was paid than charged', () => {
  const sen = fc.integer({ min: 1, max: 50_000 });
  fc.assert(
    fc.property(
      fc.array(sen, { minLength: 1, maxLength: 4 }),
      sen,
      fc.array(sen, { maxLength: 4 }),
      (prices, paid, back) => {
        const subject = appointment();
        subject.take(
          prices.map((price) => line({ price: price / 100 })),
          CREATED,
        );
        subject.setStatus('completed', NOW);
        subject.settle(subject.charged, paid / 100);
        for (const sent of back) {
          const held = subject.amount_paid;
          if (held === 0) break;
          const amount = Math.min(sent / 100, held);
          for (const moved of subject.giveBackPart(amount))
            expect(money.add(0, ...(moved.lines ?? []).map((part) => part.amount))).toBe(amount);
        }
      },
    ),
  );
});
