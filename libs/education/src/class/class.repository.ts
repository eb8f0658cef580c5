import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equals, equalsKey, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { SchoolClass } from './school-class.entity.js';

/** Filters of a list of classes; texts are compared trimmed and in any case. */
export interface ClassQuery {
  grade_level?: string;
  stream?: string;
  academic_year?: string;
  teacher_id?: string;
  has_space?: boolean;
}

const filters: Filters<ClassQuery> = {
  grade_level: equalsKey('grade_level_key'),
  stream: equalsKey('stream_key'),
  academic_year: equalsKey('academic_year_key'),
  teacher_id: equalsKey('teacher_key'),
  has_space: equals('has_space'),
};

declareReferences({ classes_tenant: 'tenant_id' });

/** The classes of a tenant. */
@Injectable()
export class ClassRepository extends Repository<SchoolClass, ClassQuery> {
  constructor(database: Database) {
    super(database, SchoolClass, { noun: nouns.class, filters });
  }
}
