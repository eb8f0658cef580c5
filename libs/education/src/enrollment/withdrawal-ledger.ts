import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import type { Enrollment } from './enrollment.entity.js';
import { Withdrawal } from './withdrawal.entity.js';

/** The withdrawals of a tenant's students. */
@Injectable()
export class WithdrawalLedger extends Ledger<Withdrawal> {
  constructor(database: Database) {
    super(database, Withdrawal, 'enrollment_id');
  }

  /** Puts the last withdrawal on each enrollment that has one, in one round trip however many they are. */
  async show(ctx: Context, enrollments: readonly Enrollment[]): Promise<void> {
    const withdrawn = enrollments.filter(({ withdrawals }) => withdrawals > 0);
    if (withdrawn.length === 0) return;
    const rows = await ctx.db.read(
      `select ${this.table.selected}
       from unnest($2::uuid[], $3::integer[]) as v (enrollment_id, position)
       join ${this.table.path} r on r.tenant_id = $1 and r.enrollment_id = v.enrollment_id and r.position = v.position`,
      [ctx.tenant_id, withdrawn.map(({ id }) => id), withdrawn.map(({ withdrawals }) => withdrawals)],
    );
    const last = new Map(rows.map((row) => this.hydrate(ctx, row)).map((entry) => [entry.enrollment_id, entry]));
    for (const enrollment of withdrawn) enrollment.show(last.get(enrollment.id));
  }
}
