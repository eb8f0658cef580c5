import { Injectable } from '@nestjs/common';
import { Calendar, type Bookings, type Clash, type Wanted } from '@usaha/core';
import type { Context, Message } from '@usaha/shared';
import { ClassRepository } from '../class/class.repository.js';
import type { SchoolClass } from '../class/school-class.entity.js';
import { messages } from '../messages.js';
import { EducationConfigurations } from '../settings.js';
import { clashing, hoursOf, lessonsOf, type Lesson } from './lessons.js';

/** Owners of calendars, and how each is said to be busy. */
const TEACHER = 'education.teacher';
const ROOM = 'education.room';
const STUDENT = 'education.student';

type Place = { name: string; weekday: Lesson['weekday']; hours: string };

/** A teacher, room or student who is wanted at the hours of a class. */
interface WantedLessons extends Wanted {
  busy(other: Place): Message;
}

/** What decides when a class is. */
const timing = ['academic_year', 'schedule'];

/** How texts that name a teacher or room are compared: as the database compares them in filters. */
export const ownerKey = (text: string): string => text.replace(/^ +| +$/g, '').toLowerCase();

/**
 * Sees that no teacher, room or student is in two classes at one time whose academic years have a year in common. Nothing is refused unless the
 * tenant has asked for it. Hours say nothing of who teaches which subject, so teachers of subjects are not booked.
 */
@Injectable()
export class TimetablePolicy {
  constructor(
    private readonly classes: ClassRepository,
    private readonly calendar: Calendar,
    private readonly configurations: EducationConfigurations,
  ) {}

  /** Whether clashes are refused. */
  async isOn(ctx: Context): Promise<boolean> {
    return (await this.configurations.of(ctx)).prevent_timetable_clashes;
  }

  /**
   * @param changed fields that were changed: calendars that they do not concern are not asked again
   * @throws conflict naming the teacher's or the room's field
   */
  async checkClass(ctx: Context, schoolClass: SchoolClass, changed: readonly string[] = timing): Promise<void> {
    const isMoved = timing.some((field) => changed.includes(field));
    const owners = [...teachersOf(schoolClass), ...roomOf(schoolClass)];
    const wanted = owners.filter(({ field }) => isMoved || changed.includes(field));
    if (wanted.length === 0 || schoolClass.lessons.length === 0 || !(await this.isOn(ctx))) return;
    const keysOf = (kind: string) => wanted.filter(({ owner }) => owner.kind === kind).map(({ owner }) => owner.id);
    const bookings: Bookings<WantedLessons> = {
      clash: async () => {
        const others = await this.classes.sharing(ctx, schoolClass, { teachers: keysOf(TEACHER), rooms: keysOf(ROOM) });
        const owned = others.map((other) => ({ other, owners: [...teachersOf(other), ...roomOf(other)] }));
        const of = ({ owner }: Wanted): SchoolClass[] =>
          owned
            .filter(({ owners }) => owners.some((had) => had.owner.kind === owner.kind && had.owner.id === owner.id))
            .map(({ other }) => other);
        return firstClash(schoolClass, wanted, of);
      },
    };
    await this.calendar.reserve(ctx, wanted, bookings, schoolClass.id ?? null);
  }

  /**
   * A student who is to have a seat in a class; it is for the caller to see whether clashes are refused.
   * @param enrollment_id the enrollment that takes the seat; null for a new one
   * @throws conflict naming class_id
   */
  async checkStudent(
    ctx: Context,
    schoolClass: SchoolClass,
    student_id: string,
    enrollment_id: string | null,
  ): Promise<void> {
    if (schoolClass.lessons.length === 0) return;
    const owner = { kind: STUDENT, id: student_id };
    const wanted = [{ owner, field: 'class_id', busy: (other: Place) => messages.studentBusy(other) }];
    const bookings: Bookings<WantedLessons> = {
      clash: async (_, __, except) => {
        const others = await this.classes.attendedBy(ctx, student_id, schoolClass, except);
        return firstClash(schoolClass, wanted, () => others);
      },
    };
    await this.calendar.reserve(ctx, wanted, bookings, enrollment_id);
  }
}

function teachersOf({ teacher_id, assistant_teacher_id }: SchoolClass): WantedLessons[] {
  const named = { teacher_id, assistant_teacher_id };
  return Object.entries(named).flatMap(([field, teacher]) =>
    wantedOf(TEACHER, field, teacher, (other) =>
      messages.teacherBusy({ ...other, teacher_id: (teacher ?? '').trim() }),
    ),
  );
}

const roomOf = ({ room_number }: SchoolClass): WantedLessons[] =>
  wantedOf(ROOM, 'room_number', room_number, (other) =>
    messages.roomBusy({ ...other, room_number: (room_number ?? '').trim() }),
  );

/** A text without a name wants no calendar. */
const wantedOf = (kind: string, field: string, text: string | null, busy: WantedLessons['busy']): WantedLessons[] => {
  const id = ownerKey(text ?? '');
  return id === '' ? [] : [{ owner: { kind, id }, field, busy }];
};

/** @param of the other classes of an owner */
function firstClash(
  { lessons }: SchoolClass,
  wanted: readonly WantedLessons[],
  of: (owner: WantedLessons) => readonly SchoolClass[],
): Clash | null {
  for (const one of wanted)
    for (const { name, schedule } of of(one)) {
      const lesson = clashing(lessonsOf(schedule), lessons);
      if (lesson)
        return { field: one.field, message: one.busy({ name, weekday: lesson.weekday, hours: hoursOf(lesson) }) };
    }
  return null;
}
