import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  amongIds,
  declareReferences,
  equalsKey,
  isUuid,
  type Context,
  type Filters,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { StaffMember, specializationKey } from './staff-member.entity.js';
import { staffEvents } from './staff-member.events.js';

/** Filters of a list of staff: whole texts, regardless of case. */
export interface StaffQuery {
  position?: string;
  /** One of the member's specializations. */
  specialization?: string;
  status?: string;
  employment_status?: string;
}

/** By a function of the table: the operator that its index serves is none that row level security lets go first. */
const specialized = amongIds<string>(
  (value, bind) => `select beauty.staff_with_specialization($1, ${bind(specializationKey(value))})`,
);

const filters: Filters<StaffQuery> = {
  position: equalsKey('position_key'),
  specialization: specialized,
  status: equalsKey('status_key'),
  employment_status: equalsKey('employment_status_key'),
};

/** The IC number has no tokens, and a salon has few members. */
const keys = {
  ic_number: { scanned: true, as: 'ic' },
  email: { found: 'beauty.staff_with_email', as: 'text' },
} as const;

declareReferences({ staff_tenant: 'tenant_id' });

const bin = {
  resource: 'beauty.staff',
  label: ({ first_name, last_name }: StaffMember) => `${first_name} ${last_name}`,
};

/** The staff of a tenant. */
@Injectable()
export class StaffRepository extends Repository<StaffMember, StaffQuery> {
  constructor(database: Database) {
    super(database, StaffMember, { noun: nouns.staff_member, filters, keys, events: staffEvents, bin });
  }

  /** Those that are there, by their ids, in one round trip; none is locked. */
  async byId(ctx: Context, ids: readonly string[]): Promise<Map<string, StaffMember>> {
    const members = ids.length > 0 ? await this.where(ctx, 'r.id = any($2)', [ids]) : [];
    return new Map(members.map((member) => [member.id, member]));
  }

  /** All that are there, or one of them; oldest first, in one round trip. @param staff_id a text that is no id names none */
  async all(ctx: Context, staff_id?: string): Promise<StaffMember[]> {
    if (staff_id === undefined) return this.where(ctx, 'true', []);
    return isUuid(staff_id) ? this.where(ctx, 'r.id = $2', [staff_id]) : [];
  }

  private async where(ctx: Context, condition: string, values: readonly unknown[]): Promise<StaffMember[]> {
    const rows = await ctx.db.read(
      `select ${this.selected} from ${this.table.path} r where ${this.mine} and ${condition} order by r.id`,
      [ctx.tenant_id, ...values],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }
}
