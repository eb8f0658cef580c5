import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

/** That a student left a class. Each is kept, also when the student comes back. */
@Entity({ schema: 'education', name: 'withdrawals' })
export class Withdrawal extends LedgerEntry {
  @columns.uuid() enrollment_id!: string;
  /** YYYY-MM-DD. */
  @columns.day() withdrawal_date!: string;
  @columns.sealedTogether() protected readonly remarks!: object;
  @columns.sealedWithin('remarks') reason!: string | null;
  @columns.sealedWithin('remarks') notes!: string | null;
  @columns.text({ nullable: true, personal: true }) destination_school: string | null = null;
  /** MYR; recorded, and no payment. */
  @columns.money({ nullable: true }) refund_amount: number | null = null;
}
