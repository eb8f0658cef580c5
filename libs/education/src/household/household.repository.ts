import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, isUuid, type Context, type Row } from '@usaha/shared';
import { nouns } from '../messages.js';
import { Household } from './household.entity.js';

declareReferences({ households_tenant: 'tenant_id', students_household: 'household_id' });

/** Ids of the students of the household `r` who are not deleted, in order; the tenant is $1. */
const STUDENTS = `array(select s.id::text from education.students s
  where s.tenant_id = $1 and s.household_id = r.id and s.deleted_at is null order by s.household_position, s.id)`;

/** The households of a tenant. */
@Injectable()
export class HouseholdRepository extends Repository<Household> {
  constructor(database: Database) {
    super(database, Household, { noun: nouns.household, extraColumns: STUDENTS });
  }

  /** The household of a student, locked; null where there is none. */
  async lockOfStudent(ctx: Context, student_id: string): Promise<Household | null> {
    if (!isUuid(student_id)) return null;
    const of = '(select s.household_id from education.students s where s.tenant_id = $1 and s.id = $2)';
    const [household] = await this.lockWhere(ctx, `r.id = ${of}`, [student_id]);
    return household ?? null;
  }

  protected override hydrate(ctx: Context, row: Row): Household {
    return Object.assign(super.hydrate(ctx, row), { students: row[this.table.width] as string[] });
  }
}
