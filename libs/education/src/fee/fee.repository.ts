import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equalsKey, type Context, type Filters } from '@usaha/shared';
import { frequencyWords } from '../invoice/period-of-fee.js';
import { ofLevel } from '../level/level-key.js';
import { nouns } from '../messages.js';
import { Fee } from './fee.entity.js';
import { feeEvents } from './fee.events.js';

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

const MOST_CHARGED = 1_000;

declareReferences({ fees_tenant: 'tenant_id' });

const bin = { resource: 'education.fees', label: ({ fee_type }: Fee) => fee_type };

/** The fees of a tenant. */
@Injectable()
export class FeeRepository extends Repository<Fee, FeeQuery> {
  constructor(database: Database) {
    super(database, Fee, { noun: nouns.fee, filters, events: feeEvents, bin });
  }

  /** Mandatory fees that are charged monthly, termly or yearly: the newest thousand, since those of earlier years stay listed. */
  async charged(ctx: Context): Promise<Fee[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
        where ${this.mine} and r.is_mandatory and r.amount > 0
          and lower(regexp_replace(btrim(r.payment_frequency), '\\s+', ' ', 'g')) = any($2)
        order by r.id desc limit ${MOST_CHARGED}`,
      [ctx.tenant_id, frequencyWords],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }
}
