import { DomainError } from '@usaha/shared';
import { Appointment, type PrescribedMedicine } from './appointment.entity.js';
import {
  appointmentLifecycle,
  appointmentStatuses,
  occupies,
  occupyingStatuses,
  type AppointmentStatus,
} from './appointment-lifecycle.js';

const NOW = new Date('2026-03-10T01:30:00.000Z');
const LATER = new Date('2026-03-10T02:00:00.000Z');

function appointment(status: AppointmentStatus = 'scheduled'): Appointment {
  const made = new Appointment();
  made.schedule(new Date('2025-03-10T16:30:00.250Z'), 45);
  made.setStatus(status);
  return made;
}

/** Whether it is refused as a contradiction to the status. */
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
  check_in: (a: Appointment) => a.checkIn(NOW),
  start: (a: Appointment) => a.start(NOW),
  complete: (a: Appointment) =>
    a.complete(NOW, { doctor_notes: null, follow_up_required: false, follow_up_date: null }),
  cancel: (a: Appointment) => a.cancel(null, null),
};

describe('the lifecycle of an appointment', () => {
  // docs/readings.md, §13
  const table: Record<keyof typeof verbs, Partial<Record<AppointmentStatus, AppointmentStatus>>> = {
    check_in: { scheduled: 'confirmed', confirmed: 'confirmed' },
    start: { scheduled: 'in_progress', confirmed: 'in_progress' },
    complete: { scheduled: 'completed', confirmed: 'completed', in_progress: 'completed' },
    cancel: { scheduled: 'cancelled', confirmed: 'cancelled', in_progress: 'cancelled' },
  };
  const cases = (Object.keys(verbs) as (keyof typeof verbs)[]).flatMap((verb) =>
    appointmentStatuses.map((status) => [verb, status, table[verb][status]] as const),
  );

  it.each(cases)('%s of one that is %s leads to %s', (verb, status, to) => {
    const subject = appointment(status);
    expect(isRefused(() => verbs[verb](subject))).toBe(to === undefined);
    expect(subject.status).toBe(to ?? status);
  });

  it('reaches every status but no_show, which is set by hand', () => {
    expect(appointmentLifecycle.reachableFrom('scheduled')).toEqual(
      appointmentStatuses.filter((status) => status !== 'no_show'),
    );
  });

  it('leaves nothing behind where a verb is refused', () => {
    for (const verb of Object.values(verbs)) {
      const over = appointment('completed');
      expect(isRefused(() => verb(over))).toBe(true);
      expect([over.check_in_time, over.start_time, over.end_time, over.cancelled_by]).toEqual([null, null, null, null]);
    }
  });

  it('lets any status follow any other where it is set', () => {
    for (const from of appointmentStatuses)
      for (const to of appointmentStatuses) {
        const subject = appointment(from);
        subject.setStatus(to);
        expect(subject.status).toBe(to);
      }
  });
});

describe('an appointment', () => {
  it('begins scheduled, with nothing that has not come yet (A-130)', () => {
    expect(new Appointment()).toMatchObject({
      status: 'scheduled',
      is_occupying: true,
      appointment_type: null,
      priority: null,
      check_in_time: null,
      start_time: null,
      end_time: null,
      follow_up_required: false,
      follow_up_date: null,
      cancelled_by: null,
      reminder_sent: false,
      times_moved: 0,
    });
    expect([new Appointment().symptoms, new Appointment().prescriptions]).toEqual([[], []]);
  });

  it('A-18: is of a patient and described by what is given; what is absent stays, and null clears', () => {
    const told = {
      doctor_id: 'dr',
      appointment_type: 'Check-up',
      reason: 'cough',
      symptoms: ['fever'],
      priority: 'high',
      notes: 'walks in',
    };
    const subject = appointment();
    subject.book('patient');
    subject.describe(told);
    subject.describe({ priority: null });
    const { patient_id, doctor_id, appointment_type, reason, symptoms, priority, notes } = subject;
    expect({ patient_id, doctor_id, appointment_type, reason, symptoms, priority, notes }).toEqual({
      ...told,
      patient_id: 'patient',
      priority: null,
    });
  });

  it('writes down when it was started, and who cancelled it and why (A-155)', () => {
    const started = appointment();
    started.start(NOW);
    expect([started.start_time, started.end_time]).toEqual([NOW, null]);
    const cancelled = appointment();
    cancelled.cancel('rain', 'Aminah');
    expect([cancelled.cancellation_reason, cancelled.cancelled_by]).toEqual(['rain', 'Aminah']);
    expect(cancelled.is_occupying).toBe(false);
  });

  it('keeps what the visit prescribed', () => {
    const subject = appointment();
    const medicines: PrescribedMedicine[] = [
      { id: 'p', medication: 'Metformin', dosage: null, duration: null, instructions: null, warnings: [] },
    ];
    subject.prescribe(medicines);
    expect(subject.prescriptions).toEqual(medicines);
  });
});

describe('a check-in', () => {
  it('writes down when; a second one is refused and changes nothing', () => {
    const subject = appointment();
    subject.checkIn(NOW);
    expect([subject.status, subject.check_in_time]).toEqual(['confirmed', NOW]);
    expect(isRefused(() => subject.checkIn(LATER))).toBe(true);
    expect(subject.check_in_time).toBe(NOW);
    expect(() => subject.checkIn(LATER)).toThrow(/checked in/);
  });

  it('is possible for one that was confirmed by telephone', () => {
    const subject = appointment('confirmed');
    subject.checkIn(NOW);
    expect(subject.check_in_time).toBe(NOW);
  });

  it('is possible again where its status was set back', () => {
    const subject = appointment();
    subject.checkIn(NOW);
    subject.setStatus('scheduled');
    subject.checkIn(LATER);
    expect(subject.check_in_time).toBe(LATER);
  });
});

describe('A-134: a completed visit', () => {
  it('needs no start, and then has none', () => {
    const subject = appointment();
    subject.complete(NOW, { doctor_notes: 'fine', follow_up_required: true, follow_up_date: '2026-04-01' });
    expect(subject).toMatchObject({ end_time: NOW, start_time: null, doctor_notes: 'fine', follow_up_required: true });
    expect(subject.follow_up_date).toBe('2026-04-01');
  });
});

describe('A-67: the time of an appointment', () => {
  it('is shown in Malaysia', () => {
    expect([appointment().scheduled_date, appointment().scheduled_time]).toEqual(['2025-03-11', '00:30:00']);
  });

  it('ends when the minutes are over', () => {
    expect(appointment().ends_at.toISOString()).toBe('2025-03-10T17:15:00.250Z');
  });

  it('A-18: moves by day alone, by time alone, and not at all where both are sent back', () => {
    const subject = appointment();
    subject.move({ scheduled_date: '2025-03-11', scheduled_time: '00:30:00' });
    expect(subject.scheduled_at.toISOString()).toBe('2025-03-10T16:30:00.250Z');
    subject.move({ scheduled_date: '2025-04-01' });
    expect(subject.scheduled_at.toISOString()).toBe('2025-03-31T16:30:00.000Z');
    subject.move({ scheduled_time: '23:59:59' });
    expect(subject.scheduled_at.toISOString()).toBe('2025-04-01T15:59:59.000Z');
    subject.move({ duration_minutes: 10 });
    expect(subject.ends_at.toISOString()).toBe('2025-04-01T16:09:59.000Z');
  });

  it('is reminded of again where it becomes another, and only then', () => {
    const reminded = { reminder_sent: true, times_moved: 1 };
    const subject = Object.assign(appointment(), reminded);
    subject.move({ scheduled_date: subject.scheduled_date, duration_minutes: 60 });
    expect(subject).toMatchObject(reminded);
    subject.move({ scheduled_time: '08:00:00' });
    expect(subject).toMatchObject({ reminder_sent: false, times_moved: 2 });
  });

  it('is reminded of again where it is given to another patient, and only then', () => {
    const booked = appointment();
    booked.book('one');
    expect(booked.times_moved).toBe(0);
    const reminded = { reminder_sent: true, times_moved: 1 };
    const subject = Object.assign(booked, reminded);
    subject.book('one');
    expect(subject).toMatchObject(reminded);
    subject.book('another');
    expect(subject).toMatchObject({ patient_id: 'another', reminder_sent: false, times_moved: 2 });
  });
});

describe('the time of a doctor', () => {
  it('is taken by what is to come or going on, and free again after that', () => {
    expect(appointmentStatuses.filter(occupies)).toEqual(['scheduled', 'confirmed', 'in_progress']);
    expect(occupyingStatuses).toEqual(['scheduled', 'confirmed', 'in_progress']);
  });
});
