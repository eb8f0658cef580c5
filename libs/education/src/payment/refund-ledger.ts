import { Injectable } from '@nestjs/common';
import { Database, Ledger, money, type Context } from '@usaha/shared';
import { PaymentRefund } from './payment-refund.entity.js';

/** The refund of a withdrawal as an entry of the account. */
export interface AccountRefund {
  student_id: string;
  withdrawal_id: string;
  enrollment_id: string;
  /** YYYY-MM-DD. */
  withdrawal_date: string;
  /** MYR; what was given back. */
  amount: number;
  /** What of it unallocated payments covered. */
  from_account: number;
  /** The rest: recorded, and in no balance. */
  beyond_account: number;
}

/** What refunds of withdrawals took from payments. */
@Injectable()
export class RefundLedger extends Ledger<PaymentRefund> {
  constructor(database: Database) {
    super(database, PaymentRefund, 'payment_id');
  }

  /** What refunds take from a payment now, by withdrawal: what was given back is gone. */
  async takenFrom(ctx: Context, payment_id: string): Promise<Map<string, number>> {
    const rows = await ctx.db.read(
      `select r.withdrawal_id, sum(r.amount) from ${this.table.path} r
       where r.tenant_id = $1 and r.payment_id = $2 group by r.withdrawal_id having sum(r.amount) <> 0
       order by r.withdrawal_id`,
      [ctx.tenant_id, payment_id],
    );
    return new Map(rows.map(([withdrawal_id, amount]) => [withdrawal_id as string, amount as number]));
  }

  /** The refunds of students, oldest first, with what payments cover of each. */
  async ofStudents(ctx: Context, student_ids: readonly string[]): Promise<AccountRefund[]> {
    const rows = await ctx.db.read(
      `select w.student_id, w.id, w.enrollment_id, w.withdrawal_date, w.refund_amount, coalesce(sum(r.amount), 0)
         from education.withdrawals w
         left join ${this.table.path} r on r.tenant_id = $1 and r.withdrawal_id = w.id
        where w.tenant_id = $1 and w.student_id = any($2) and w.refund_amount > 0
        group by w.student_id, w.id, w.enrollment_id, w.withdrawal_date, w.refund_amount order by w.id`,
      [ctx.tenant_id, student_ids],
    );
    return rows.map((row) => {
      const [student_id, withdrawal_id, enrollment_id, withdrawal_date] = row as string[];
      const [amount, from_account] = row.slice(4) as [number, number];
      const beyond_account = money.add(amount, -from_account);
      return {
        ...{ student_id, withdrawal_id, enrollment_id, withdrawal_date },
        ...{ amount, from_account, beyond_account },
      } as AccountRefund;
    });
  }
}
