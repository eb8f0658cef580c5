import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equalsKey, type Filters } from '@usaha/shared';
import { ofLevel } from '../level/level-key.js';
import { nouns } from '../messages.js';
import { Fee } from './fee.entity.js';

/** Filters of a list of fees; texts are compared trimmed and in any case. */
export interface FeeQuery {
  grade_level?: string;
  fee_type?: string;
  academic_year?: string;
}

const filters: Filters<FeeQuery> = {
  grade_level: ofLevel('grade_level_key'),
  fee_type: equalsKey('fee_type_key'),
  academic_year: equalsKey('academic_year_key'),
};

declareReferences({ fees_tenant: 'tenant_id' });

/** The fees of a tenant. */
@Injectable()
export class FeeRepository extends Repository<Fee, FeeQuery> {
  constructor(database: Database) {
    super(database, Fee, { noun: nouns.fee, filters });
  }
}
