import { Injectable } from '@nestjs/common';
import { conflict, invalid, type Context, type Page, type PageRequest } from '@usaha/shared';
import { messages } from '../messages.js';
import type { Student } from '../student/student.entity.js';
import { StudentRepository } from '../student/student.repository.js';
import { Household, type HouseholdDetails } from './household.entity.js';
import { HouseholdRepository } from './household.repository.js';

const MOST_STUDENTS = 50;

/** What may be changed of a household; what is absent stays. */
export type HouseholdChanges = Partial<HouseholdDetails> & {
  /** Ids in order, each once: the first pays in full. An empty list leaves none. */
  students?: readonly string[] | null;
};
export type NewHousehold = HouseholdChanges & Pick<HouseholdDetails, 'name'>;

/** The households of the context's tenant. A student is in one at most. The household is locked first, then students by id. */
@Injectable()
export class HouseholdService {
  constructor(
    private readonly households: HouseholdRepository,
    private readonly students: StudentRepository,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Household> {
    return this.households.get(ctx, id);
  }

  list(ctx: Context, page: PageRequest): Promise<Page<Household>> {
    return this.households.list(ctx, {}, page);
  }

  /** @throws invalid for an unknown student, and for too many; conflict for one of another household */
  async create(ctx: Context, { students, ...details }: NewHousehold): Promise<Household> {
    const household = new Household().giveId(ctx.now);
    household.describe(details);
    this.households.insert(ctx, household);
    if (students) await this.seat(ctx, household, students);
    return household;
  }

  /** @throws not_found, and what `create` throws */
  async update(ctx: Context, id: string, { students, ...changes }: HouseholdChanges): Promise<Household> {
    const household = await this.households.lock(ctx, id);
    household.describe(changes);
    if (students) await this.seat(ctx, household, students);
    return this.households.save(ctx, household);
  }

  /** Its students stay, and belong to none; what was said of the family is blanked. @throws not_found */
  async remove(ctx: Context, id: string): Promise<Household> {
    const household = await this.households.lock(ctx, id);
    await this.seat(ctx, household, []);
    household.clear();
    this.households.remove(ctx, household);
    return household;
  }

  /** The household of a student, locked; null where there is none. */
  lockOfStudent(ctx: Context, student_id: string): Promise<Household | null> {
    return this.households.lockOfStudent(ctx, student_id);
  }

  /** Enqueues the end of a locked household whose last student is erased: it has nothing left to say. */
  leave(ctx: Context, household: Household | null, student_id: string): void {
    if (!household || household.students.some((id) => id !== student_id.toLowerCase())) return;
    household.clear();
    this.households.remove(ctx, household);
  }

  /** Names the students of a locked household. Those who leave belong to none. */
  private async seat(ctx: Context, household: Household, sent: readonly string[]): Promise<void> {
    const wanted = [...new Set(sent.map((id) => id.toLowerCase()))];
    if (wanted.length > MOST_STUDENTS) throw invalid('students', messages.householdTooLarge({ most: MOST_STUDENTS }));
    const held = await this.students.lockHousehold(ctx, household.id, wanted);
    const known = new Map(held.map((student) => [student.id, student]));
    const placeOf = (id: string): number => sent.findIndex((one) => one.toLowerCase() === id);
    const seated = wanted.map((id) => this.seatable(household, known.get(id), `students.${placeOf(id)}`));
    seated.forEach((student, i) => student.join(household.id, i + 1));
    const left = held.filter((student) => !seated.includes(student));
    for (const student of left) student.join(null, null);
    const moved = held.filter((student) => this.students.changedFields(student).length > 0);
    this.students.updateMany(ctx, moved, ['household_id', 'household_position'], 'household');
    household.take(wanted);
  }

  private seatable({ id }: Household, student: Student | undefined, field: string): Student {
    if (!student) return this.students.refuseUnknown(field);
    if (student.household_id && student.household_id !== id)
      throw conflict(field, messages.notInTwoHouseholds({ field }));
    return student;
  }
}
