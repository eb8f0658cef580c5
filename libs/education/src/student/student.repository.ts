import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equals,
  equalsKey,
  isUuid,
  matchesOrHasIc,
  soughtIn,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
  type Sought,
} from '@usaha/shared';
import { ofLevel } from '../level/level-key.js';
import { nouns } from '../messages.js';
import { Student, religionKey, type Stream } from './student.entity.js';
import { studentEvents } from './student.events.js';

/** Filters of a list of students. */
export interface StudentQuery {
  current_grade?: string;
  stream?: Stream;
  /** A part of the name (first and last together) or the e-mail; the first 6 to 12 digits of the IC number, or its last 4. */
  search?: string;
  gender?: string;
  religion?: string;
  nationality?: string;
  has_scholarship?: boolean;
}

type Conditions = Omit<StudentQuery, 'search'> & { search?: Sought };

const filters: Filters<Conditions> = {
  current_grade: ofLevel('current_grade_key'),
  stream: equals('stream'),
  search: matchesOrHasIc('education.students'),
  gender: equalsKey('gender_key'),
  religion: equals('religion_key'),
  nationality: equalsKey('nationality_key'),
  has_scholarship: equals('has_scholarship'),
};

const keys = { ic_number: { tokens: 'education.students_with_ic_number', as: 'ic' } } as const;

declareReferences({ students_tenant: 'tenant_id' });

const bin = {
  resource: 'education.students',
  label: ({ first_name, last_name }: Student) => `${first_name} ${last_name}`,
};

/** The students of a tenant. */
@Injectable()
export class StudentRepository extends Repository<Student, Conditions> {
  constructor(database: Database) {
    super(database, Student, { noun: nouns.student, filters, keys, events: studentEvents, bin });
  }

  /** One page, newest first. Sealed fields are found by tokens: the IC number and the religion. */
  matching(ctx: Context, { search, religion, ...query }: StudentQuery, page: PageRequest): Promise<Page<Student>> {
    const token = (text: string): string => ctx.db.keyring.token(ctx.tenant_id, text);
    return this.list(
      ctx,
      {
        ...query,
        religion: religion === undefined ? undefined : token(religionKey(religion)),
        search: search === undefined ? undefined : soughtIn(ctx, search, true),
      },
      page,
    );
  }

  /** Students of a household and others, locked. */
  lockHousehold(ctx: Context, household_id: string, others: readonly string[]): Promise<Student[]> {
    const condition = '(r.household_id = $2 or r.id = any($3))';
    return this.lockWhere(ctx, condition, [household_id, others.filter(isUuid)]);
  }

  /** Those that are there, by their ids, in one round trip. */
  async byId(ctx: Context, ids: readonly string[]): Promise<Map<string, Student>> {
    if (ids.length === 0) return new Map();
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where ${this.mine} and r.id = any($2)`,
      [ctx.tenant_id, ids],
    );
    return new Map(rows.map((row) => this.hydrate(ctx, row)).map((student) => [student.id, student]));
  }
}
