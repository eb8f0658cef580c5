import { Injectable } from '@nestjs/common';
import { ErasableRepository } from '@usaha/core';
import {
  Database,
  declareReferences,
  equalsId,
  equalsKey,
  malaysianDay,
  type Context,
  type Filter,
  type Filters,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { Membership } from './membership.entity.js';
import { membershipEvents } from './membership.events.js';

/** Filters of a list of memberships. */
export interface MembershipQuery {
  client_id?: string;
  /** Trimmed, in any case (A-173). */
  status?: string;
  /** Active today, in UTC+8 (A-263). */
  is_current?: boolean;
}

/** Whether it is current, and on which day. */
interface Currency {
  is_current: boolean;
  today: string;
}

type Conditions = Omit<MembershipQuery, 'is_current'> & { is_current?: Currency };

const current = (today: string): string =>
  `(r.status_key = 'active' and (r.start_date is null or r.start_date <= ${today}) and (r.end_date is null or r.end_date >= ${today}))`;
const isCurrent: Filter<Currency> = ({ is_current, today }, bind) =>
  `${is_current ? '' : 'not '}${current(`${bind(today)}::date`)}`;

const filters: Filters<Conditions> = {
  client_id: equalsId('client_id'),
  status: equalsKey('status_key'),
  is_current: isCurrent,
};

declareReferences({ memberships_client: 'client_id' });

/** The memberships of a tenant's clients. */
@Injectable()
export class MembershipRepository extends ErasableRepository<Membership, Conditions> {
  protected readonly person = { noun: nouns.client, field: 'client_id' };

  constructor(database: Database) {
    super(database, Membership, { noun: nouns.membership, filters, events: membershipEvents });
  }

  /** One page, newest first. */
  matching(ctx: Context, { is_current, ...query }: MembershipQuery, page: PageRequest): Promise<Page<Membership>> {
    const today = malaysianDay(ctx.now);
    return this.list(ctx, { ...query, is_current: is_current === undefined ? undefined : { is_current, today } }, page);
  }

  /** Those that a client has on a day; without a first day since they were created. @param day YYYY-MM-DD in UTC+8 */
  async currentOf(ctx: Context, client_id: string, day: string): Promise<Membership[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
       where ${this.mine} and r.client_id = $2 and ${current('$3::date')}
         and (r.start_date is not null or (r.created_at at time zone interval '8 hours')::date <= $3::date) order by r.id`,
      [ctx.tenant_id, client_id, day],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }
}
