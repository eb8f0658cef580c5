import { Entity } from 'typeorm';
import { TenantRecord, assignDefined, columns, invalid } from '@usaha/shared';
import { messages } from '../messages.js';
import type { Guardian } from '../student/student.entity.js';

const MOST_GUARDIANS = 20;
const details = ['name', 'guardians'] as const satisfies (keyof Household)[];
export type HouseholdDetails = Pick<Household, (typeof details)[number]>;

/** A family: students who are billed together, and who answers for them. */
@Entity({ schema: 'education', name: 'households' })
export class Household extends TenantRecord {
  @columns.text({ personal: true }) name!: string;
  @columns.object({ personal: true }) guardians: Guardian[] = [];
  /** How often its students were named: so a change of them alone changes the record. */
  @columns.count() changes = 0;

  /** Ids of its students who are not deleted, in order: the first pays in full. Read with the household. */
  students: string[] = [];

  /** Absent fields stay. @throws invalid for too many guardians */
  describe(changes: Partial<HouseholdDetails>): void {
    assignDefined(this, changes, details);
    if (this.guardians.length > MOST_GUARDIANS)
      throw invalid('guardians', messages.tooManyGuardians({ most: MOST_GUARDIANS }));
  }

  /** @param students ids in order */
  take(students: string[]): void {
    this.students = students;
    this.changes += 1;
  }

  /** Nothing about the family is left: nothing asks for it once its students are gone. */
  clear(): void {
    this.describe({ name: '', guardians: [] });
    this.take([]);
  }
}
