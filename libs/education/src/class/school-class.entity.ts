import { Entity } from 'typeorm';
import { TenantRecord, columns, conflict, assignDefined } from '@usaha/shared';
import { messages } from '../messages.js';
import { lessonsOf, type Lesson, type Schedule } from '../timetable/lessons.js';
import { levelKeyColumn } from '../level/level-key.js';

/** Seats of a class without a limit: as many as can be counted. */
const MOST_SEATS = 2 ** 31 - 1;

/** A subject that is taught in a class, and its teacher. */
export interface ClassSubject {
  name: string | null;
  teacher_id: string | null;
  /** Hours, fractions allowed. */
  hours_per_week: number | null;
}

/** What may be said of a class, save its seats. */
const details = [
  'name',
  'grade_level',
  'stream',
  'academic_year',
  'room_number',
  'capacity',
  'teacher_id',
  'assistant_teacher_id',
  'schedule',
  'subjects',
  'special_requirements',
  'notes',
] as const satisfies (keyof SchoolClass)[];
export type ClassDetails = Pick<SchoolClass, (typeof details)[number]>;

/** A class of a school, or a course of a centre. */
@Entity({ schema: 'education', name: 'classes' })
export class SchoolClass extends TenantRecord {
  @columns.text() name!: string;
  @columns.text({ nullable: true }) grade_level: string | null = null;
  /** Any text. */
  @columns.text({ nullable: true }) stream: string | null = null;
  /** As it was sent: 2026, "2026", "2025/2026". */
  @columns.object({ nullable: true }) academic_year: number | string | null = null;
  @columns.text({ nullable: true }) room_number: string | null = null;
  /** How many students there is room for; null is no limit, 0 admits no student. */
  @columns.count({ nullable: true }) capacity: number | null = null;
  /** Seats taken by others than the enrollments known here. */
  @columns.count() seats_elsewhere = 0;
  /** How many active enrollments there are in it. */
  @columns.count() active_enrollments = 0;
  /** Any text. */
  @columns.code({ nullable: true }) teacher_id: string | null = null;
  @columns.code({ nullable: true }) assistant_teacher_id: string | null = null;
  @columns.object() schedule: Schedule = {};
  @columns.object() subjects: ClassSubject[] = [];
  @columns.list() special_requirements: string[] = [];
  @columns.text({ nullable: true }) notes: string | null = null;
  @columns.derived(levelKeyColumn('grade_level'), { nullable: true }) readonly grade_level_key?: string | null;
  @columns.derived('lower(btrim(stream))', { nullable: true }) readonly stream_key?: string | null;
  @columns.derived("lower(btrim((academic_year #>> '{}'::text[])))", { nullable: true })
  readonly academic_year_key?: string | null;
  @columns.derived('lower(btrim(teacher_id))', { nullable: true }) readonly teacher_key?: string | null;
  @columns.derived('lower(btrim(assistant_teacher_id))', { nullable: true }) readonly assistant_key?: string | null;
  @columns.derived('lower(btrim(room_number))', { nullable: true }) readonly room_key?: string | null;
  @columns.derived('COALESCE(((seats_elsewhere + active_enrollments) < capacity), true)', { type: 'boolean' })
  readonly has_space?: boolean;

  /** Seats taken. */
  get current_enrollment(): number {
    return this.seats_elsewhere + this.active_enrollments;
  }

  /** When it has lessons. */
  get lessons(): Lesson[] {
    return lessonsOf(this.schedule);
  }

  /** Absent fields stay. @throws invalid for hours that are none */
  describe(changes: Partial<ClassDetails>): void {
    if (changes.schedule !== undefined) lessonsOf(changes.schedule);
    assignDefined(this, changes, details);
  }

  /**
   * States how many seats are taken: those that no enrollment known here takes are the rest. The number that it has states
   * nothing, and there are never fewer than active enrollments.
   */
  stateEnrollment(current_enrollment: number): void {
    this.seats_elsewhere = Math.max(0, current_enrollment - this.active_enrollments);
  }

  /** @param field what a full class is blamed on @throws conflict when there is no room */
  takeSeat(field: string): void {
    const { name, current_enrollment: taken, capacity } = this;
    if (taken >= (capacity ?? MOST_SEATS))
      throw conflict(field, messages.classFull({ name, taken, capacity: capacity ?? MOST_SEATS }));
    this.active_enrollments += 1;
  }

  freeSeats(seats = 1): void {
    this.active_enrollments -= seats;
  }
}
