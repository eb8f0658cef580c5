import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equalsKey, type Filter, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { StaffMember, specializationKey } from './staff-member.entity.js';

/** Filters of a list of staff: whole texts, whatever the case. */
export interface StaffQuery {
  position?: string;
  /** One of the member's specializations. */
  specialization?: string;
  status?: string;
  employment_status?: string;
}

/** By a function of the table: the operator that its index serves is none that row level security lets go first. */
const ids: Filter<string> = (value, bind) =>
  `select beauty.staff_with_specialization($1, ${bind(specializationKey(value))})`;
const specialized: Filter<string> = (value, bind) => `r.id in (${ids(value, bind)})`;

const filters: Filters<StaffQuery> = {
  position: equalsKey('position_key'),
  specialization: Object.assign(specialized, { ids }),
  status: equalsKey('status_key'),
  employment_status: equalsKey('employment_status_key'),
};

declareReferences({ staff_tenant: 'tenant_id' });

/** The staff of a tenant. */
@Injectable()
export class StaffRepository extends Repository<StaffMember, StaffQuery> {
  constructor(database: Database) {
    super(database, StaffMember, { noun: nouns.staff_member, filters });
  }
}
